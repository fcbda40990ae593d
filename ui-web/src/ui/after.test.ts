import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import type { AfterState } from "../bindings/desktop/AfterState";
import { act, app } from "../model/store.svelte";
import { expectAccessible } from "../test/axe";
import { settle } from "../test/dialogs";
import { asked, lastAsked, tell } from "../test/host";
import { cursor, entry, key, part, prepare, show } from "../test/manager";

vi.mock("../host", () => import("../test/host"));

prepare();

/** Tells what follows the jobs. */
async function follow(after?: AfterState): Promise<void> {
  const all = { ...app().all };
  delete all.after;
  if (after) all.after = after;
  tell({ type: "jobs", rows: [], gone: [], lanes: [], all });
  await tick();
}

test("the user chooses what follows the jobs", async () => {
  await show();
  await follow();
  act({ type: "dialog", dialog: { kind: "after" } });
  await settle();
  const dialog = within(screen.getByRole("dialog", { name: "When jobs finish" }));
  await fireEvent.input(dialog.getByLabelText("Command"), { target: { value: "sync %f" } });
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Run a command" }).checked).toBe(true);
  await fireEvent.click(dialog.getByRole("button", { name: /^Apply/ }));
  expect(lastAsked("after_queue")).toEqual({
    ask: {
      after: "command",
      text: "sync %f",
      side: "left",
      items: { items: "marked", side: "left" },
    },
  });
  await settle();
  await follow({ action: "suspend" });
  expect(part("footer").textContent).toContain("then suspend");
  await fireEvent.click(within(part("footer")).getByText("then suspend"));
  await settle();
  const suspend = screen.getByRole<HTMLInputElement>("radio", { name: /Suspend/ });
  expect(suspend.checked).toBe(true);
  await follow();
});

test("any key or press stops the countdown, and does nothing else", async () => {
  await show();
  await follow({ action: "suspend", seconds: 29 });
  const shown = screen.getByRole("alertdialog");
  expect(shown.textContent).toContain("Next: suspend the computer");
  expect(shown.textContent).toContain("29");
  await expectAccessible(shown);
  const before = cursor();
  await key({ key: "ArrowDown" });
  expect(asked("after_queue")).toEqual([{ ask: { after: "nothing" } }]);
  expect(cursor()).toBe(before);
  await fireEvent.pointerDown(entry("a.jpg"));
  expect(asked("after_queue")).toHaveLength(2);
  await follow();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await key({ key: "ArrowDown" });
  expect(cursor()).not.toBe(before);
});
