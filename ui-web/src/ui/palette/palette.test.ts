import { fireEvent, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, test, vi } from "vitest";

import { act, app } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, lastAsked } from "../../test/host";
import { key, part, prepare, show } from "../../test/manager";

vi.mock("../../host", () => import("../../test/host"));

prepare();

describe("the palette", () => {
  test("finds actions with their keys, and runs them", async () => {
    await show();
    await key({ key: "p", ctrlKey: true });
    const field = part("dialog input");
    await fireEvent.input(field, { target: { value: "trash move" } });
    const offer = part("dialog [role=option]");
    expect(offer.textContent).toContain("Move to Trash");
    expect(offer.textContent).toContain("F8");
    await expectAccessible(part("dialog"));
    call.mockResolvedValue(3);
    await fireEvent.keyDown(field, { key: "Enter" });
    expect(lastAsked("plan")).toMatchObject({ verb: "trash" });
  });

  test.each([
    ["undo", "Undo"],
    ["settings", "Preferences…"],
    ["unzip", "Extract archives here"],
    ["delete", "Delete permanently…"],
    ["remove", "Move to Trash…"],
    ["clone", "Duplicate"],
    ["previous", "Previous"],
    ["touch", "New file…"],
    ["attributes", "Properties"],
    ["chmod", "Properties"],
    ["columns", "Columns…"],
    ["suspend", "When jobs finish…"],
    ["after", "When jobs finish…"],
    ["empty", "Empty trash…"],
    ["trash", "Empty trash…"],
  ])("finds %s", async (needle, label) => {
    await show();
    await key({ key: "p", ctrlKey: true });
    await fireEvent.input(part("dialog input"), { target: { value: needle } });
    const labels = [...part("dialog").querySelectorAll("[role=option]")].map(
      (it) => it.textContent,
    );
    expect(labels.join("\n")).toContain(label);
    if (needle === "undo") expect(labels[0]).toContain("Undo");
  });

  test("shows what cannot be done now with the reason, and does nothing for it", async () => {
    await show({ marked: 0, cursor: 0 });
    await key({ key: "p", ctrlKey: true });
    const field = part("dialog input");
    const options = () => [...part("dialog").querySelectorAll("[role=option]")];
    expect(options().some((it) => it.hasAttribute("aria-disabled"))).toBe(false);
    await fireEvent.input(field, { target: { value: "move to trash" } });
    expect(options()[0]!.getAttribute("aria-disabled")).toBe("true");
    expect(options()[0]!.textContent).toContain("Select an item first");
    await expectAccessible(part("dialog"));
    await fireEvent.keyDown(field, { key: "Enter" });
    expect(asked("plan")).toEqual([]);
    expect(app().dialog).not.toBeNull();
  });

  test("goes to places", async () => {
    await show();
    act({ type: "dialog", dialog: { kind: "palette", only: "places" } });
    await tick();
    await fireEvent.click(within(part("dialog")).getByText(/System/));
    expect(lastAsked("panel")).toMatchObject({ ask: { to: { to: "place", place: 2 } } });
    expect(app().dialog).toBeNull();
  });
});

test("the list of keys is the live keymap's", async () => {
  await show();
  await key({ key: "F1" });
  const help = within(part("dialog"));
  expect(help.getByText("First row").closest("div")?.textContent).toContain("g g");
  expect(help.queryByText("Swap the panels")).toBeNull();
  await expectAccessible(part("dialog"));
});
