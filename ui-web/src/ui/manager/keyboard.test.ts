import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, test, vi } from "vitest";

import { run } from "../../model/actions";
import { act, app } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, greet, lastAsked, tell } from "../../test/host";
import { cursor, grid, key, part, prepare, show } from "../../test/manager";

import { session } from "./session.svelte";

vi.mock("../../host", () => import("../../test/host"));

prepare();

const mark = (mark: object) => ({ side: "left", ask: { ask: "mark", mark } });

describe("keys", () => {
  test("of the keymap plan before they do", async () => {
    await show();
    call.mockImplementation(async (name) => (name === "plan" ? 7 : null));
    await key({ key: "F5" });
    expect(asked("plan")).toEqual([
      {
        verb: "copy",
        items: { items: "marked", side: "left", current: null },
        target: { target: "panel", side: "right" },
      },
    ]);
    await vi.waitFor(() => expect(app().dialog).toEqual({ kind: "transfer", plan: 7 }));
  });

  test("follow each other, and unknown ones end it", async () => {
    await show();
    await key({ key: "g" });
    expect(app().pressed).toEqual(["g"]);
    expect(screen.getByText("First row")).toBeTruthy();
    await key({ key: "g" });
    expect(cursor()).toBe(0);
    await key({ key: "g" });
    await key({ key: "x" });
    expect(app().pressed).toEqual([]);
    expect(app().line).toBeNull();
  });

  test("without a meaning search as they are typed", async () => {
    await show();
    await key({ key: "b" });
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "seek", text: "b", here: true, backwards: false },
    });
    const field = screen.getByLabelText("Search in this folder");
    expect(document.activeElement).toBe(field);
    await key({ key: "Escape" });
    expect(document.activeElement).toBe(grid());
  });

  test("mark a range while it is held open", async () => {
    await show();
    await key({ key: "v", altKey: true });
    await key({ key: "ArrowUp" });
    const range = (to: number, range: number) =>
      mark({ mark: "range", from: 2, from_id: 2, to, to_id: to, on: true, range });
    const { ranges } = app();
    // The program gets it after the cursor.
    await vi.waitFor(() => expect(lastAsked("panel")).toEqual(range(1, ranges)));
    // The range shrinks: by its number the program knows what was marked before it.
    await key({ key: "ArrowDown" });
    await vi.waitFor(() => expect(lastAsked("panel")).toEqual(range(2, ranges)));
    await key({ key: "v", altKey: true });
    await key({ key: "v", altKey: true });
    await key({ key: "ArrowUp" });
    await vi.waitFor(() => expect(lastAsked("panel")).toEqual(range(1, ranges + 1)));
  });

  test("switch panels with the focus", async () => {
    await show();
    await key({ key: "Tab" });
    expect(app().focus).toBe("right");
    expect(document.activeElement?.closest("section")?.id).toBe("right-panel");
    expect(asked("panels")).toContainEqual({ ask: { ask: "focus", side: "right" } });
  });

  test("are a crumb's own, and lead back to the list", async () => {
    await show();
    const crumb = within(part("#left-panel nav")).getByText("Pictures").closest("button")!;
    crumb.focus();
    call.mockClear();
    await key({ key: "Enter" });
    expect(call).not.toHaveBeenCalled();
    await fireEvent.click(crumb);
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "go", to: { to: "up", up: 1 } },
    });
    expect(document.activeElement).toBe(grid());
  });

  test("are a button's own while it has the focus", async () => {
    await show();
    screen.getByText("Copy").closest("button")!.focus();
    call.mockClear();
    await key({ key: " " });
    await key({ key: "Enter" });
    expect(call).not.toHaveBeenCalled();
    await key({ key: "F6", ctrlKey: true });
    expect(document.activeElement?.closest("nav")?.getAttribute("aria-label")).toBe("Places");
  });
});

describe("a notice", () => {
  const say = async () => {
    act({ type: "refused", why: "Select an item first" });
    await tick();
  };
  const pane = (shiftKey = false) => key({ key: "F6", ctrlKey: true, shiftKey });

  test("is reached by the key that goes from pane to pane, and Esc dismisses it", async () => {
    await show();
    await key({ key: "Tab" });
    const list = part("#right-panel [role=grid]");
    expect(document.activeElement).toBe(list);
    await say();
    await pane();
    const notice = screen.getByRole("group", { name: "Not possible" });
    expect(document.activeElement).toBe(notice);
    await expectAccessible(notice);
    await key({ key: "Escape" });
    await vi.waitFor(() => expect(document.activeElement).toBe(list));
    expect(app().toast).toBeNull();
  });

  test("that is dismissed gives the keyboard back to where it was", async () => {
    await show();
    await say();
    const tab = part("#drawer-jobs");
    tab.focus();
    await pane(true);
    expect(document.activeElement).toBe(part(".toast"));
    const button = within(part(".toast")).getByRole("button", { name: "Dismiss" });
    button.focus();
    await fireEvent.click(button);
    await vi.waitFor(() => expect(document.activeElement).toBe(tab));
    expect(app().toast).toBeNull();
  });

  test("that is not there is no pane", async () => {
    await show();
    act({ type: "dismiss" });
    await tick();
    await key({ key: "Tab" });
    await pane();
    expect(document.activeElement?.closest(".drawer")).not.toBeNull();
  });

  test("stands in the help of keys", async () => {
    await show();
    act({ type: "dialog", dialog: { kind: "keys" } });
    await tick();
    const row = screen.getByText("Next pane or notice").parentElement!;
    expect(row.textContent).toContain("Ctrl F6");
  });
});

test("the key of menus quits nowhere, whatever the keymap has it for", async () => {
  await show();
  const keymap = app().hello!.keymap;
  const jobs = [...keymap.jobs, ["shift-f10", "quit-here"] as [string, string]];
  greet({ drawer: 316 });
  tell({ type: "keymap", keymap: { ...keymap, jobs }, mistakes: [] });
  run("questions", session);
  await tick();
  call.mockClear();
  await key({ key: "F10", shiftKey: true });
  expect(asked("quit")).toEqual([]);
});

test("a name is edited in its row, and a refusal keeps the field", async () => {
  await show();
  call.mockImplementation(async (name) => {
    if (name === "spelled") return "a.jpg";
    throw { why: "not", text: "The name is taken." };
  });
  await key({ key: "F2" });
  const field = await screen.findByLabelText<HTMLInputElement>(/New name/);
  await vi.waitFor(() => expect(field.selectionEnd).toBe(1));
  field.value = "b.jpg";
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(asked("edit")).toEqual([{ ask: { edit: "rename", id: 2, to: "b.jpg" } }]);
  expect((await screen.findByText("The name is taken.")).role).toBe("alert");
  await fireEvent.keyDown(field, { key: "Escape" });
  expect(document.activeElement).toBe(grid());
});

test("an action that shows another tab of the drawer takes the keyboard to it", async () => {
  await show();
  greet({ drawer: 316 });
  run("questions", session);
  await tick();
  run("finished", session);
  expect(document.activeElement?.id).toBe("drawer-history");
});
