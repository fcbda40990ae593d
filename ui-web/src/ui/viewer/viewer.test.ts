import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { ViewerAsk } from "../../bindings/desktop/ViewerAsk";
import type { ViewerLine } from "../../bindings/desktop/ViewerLine";
import type { ViewerState } from "../../bindings/desktop/ViewerState";
import { act, app, follow } from "../../model/store.svelte";
import { viewed } from "../../model/viewer";
import { expectAccessible } from "../../test/axe";
import { call, greet, panel, row, tell } from "../../test/host";
import Dialogs from "../dialogs/Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

beforeAll(follow);
beforeEach(() => {
  call.mockReset().mockImplementation(async () => null);
  greet();
  const rows = [row(1, "Day 1", { kind: "directory" }), row(2, "a.txt"), row(3, "b.txt")];
  tell({ type: "panel", ...panel("left", { rows, len: 3, cursor: 1, marked: 0 }) });
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
});

const settle = async () => {
  await new Promise((done) => setTimeout(done));
  await tick();
};
const asked = () =>
  call.mock.calls
    .filter(([name]) => name === "viewer")
    .map(([, args]) => args as { ticket: number; ask: ViewerAsk });
const last = () => asked().at(-1)!;

function lines(from: number, to: number): ViewerLine[] {
  return Array.from({ length: to - from }, (_, n) => ({
    at: (from + n) * 10,
    number: from + n + 1,
    spans: [{ text: `line ${from + n + 1}`, tint: "text" as const }],
  }));
}

/** Answers the newest request. */
async function answer(change: Partial<ViewerState> = {}, file = asked()[0]!.ticket) {
  const { ticket } = last();
  tell({
    type: "viewer",
    file,
    ticket,
    name: { text: "a.txt" },
    about: { kind: "Text", facts: ["UTF-8"], size: 1000, lines: 100 },
    content: { content: "lines", lines: lines(0, 50), is_start: true, is_end: false, bytes: false },
    place: 0,
    ...change,
  });
  await settle();
}

async function open(bytes = false) {
  act({ type: "dialog", dialog: { kind: "view", side: "left", id: 2, bytes } });
  render(Dialogs);
  await settle();
}

test("a file is shown with what is known of it, and closed by Esc", async () => {
  await open();
  expect(last().ask).toMatchObject({ ask: "open", side: "left", id: 2, mode: "auto" });
  await answer();
  const dialog = screen.getByRole("dialog", { name: "View a.txt" });
  expect(dialog.textContent).toContain("line 50");
  expect(dialog.textContent).toContain("Text, UTF-8, 1.00\u00a0kB, 100 lines");
  await expectAccessible();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Content of a.txt" }));
  await fireEvent.keyDown(document.activeElement!, { key: "c", ctrlKey: true });
  expect(screen.queryByRole("dialog")).not.toBeNull();
  await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  await settle();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(last().ask).toEqual({ ask: "close" });
});

test("a search marks its hits, and says where it ended", async () => {
  await open();
  await answer();
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Find" });
  await fireEvent.input(field, { target: { value: "line 7" } });
  await fireEvent.submit(field.form!);
  expect(last().ask).toMatchObject({ ask: "find", text: "line 7", from: 0, back: false });
  const marked = lines(0, 50);
  marked[6]!.spans = [{ text: "line 7", tint: "text", hit: 60 }];
  const content = { content: "lines", lines: marked, is_start: true, is_end: false } as const;
  const found = { found: "hit", at: 60, line: 7, column: 1, nth: 1, of: 2 } as const;
  await answer({ content: { ...content, bytes: false }, found: { ...found, wrapped: false } });
  expect(document.querySelector("mark.on")!.textContent).toBe("line 7");
  expect(screen.getByText("Match 1 of 2, line 7, column 1")).not.toBeNull();
  await fireEvent.keyDown(screen.getByRole("region"), { key: "n" });
  expect(last().ask).toMatchObject({ ask: "find", from: 61 });
  await answer({ content: undefined, found: { found: "nothing" } });
  expect(screen.getByText("Not found")).not.toBeNull();
  // What is typed in the field is no key.
  const before = asked().length;
  await fireEvent.keyDown(field, { key: "n" });
  expect(asked()).toHaveLength(before);
});

test("a search that another request ends has stopped, and the request is answered", async () => {
  await open();
  await answer();
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Find" });
  await fireEvent.input(field, { target: { value: "needle" } });
  await fireEvent.submit(field.form!);
  await answer({ content: undefined, found: { found: "nothing" } });
  expect(screen.getByText("Not found")).not.toBeNull();
  const region = screen.getByRole("region");
  await fireEvent.keyDown(region, { key: "n" });
  expect(screen.getByText("Searching")).not.toBeNull();
  const place = screen.getByRole<HTMLInputElement>("textbox", { name: "Go to" });
  await fireEvent.input(place, { target: { value: "99" } });
  await fireEvent.submit(place.form!);
  expect(last().ask).toMatchObject({ ask: "go", text: "99" });
  expect(screen.queryByText("Searching")).toBeNull();
  expect(screen.queryByText("Not found")).toBeNull();
  expect(screen.getByText("Search stopped")).not.toBeNull();
  await answer({ place: 980 });
  expect(screen.getByText("Search stopped")).not.toBeNull();
  await fireEvent.keyDown(region, { key: "n" });
  await answer({ content: undefined, found: { found: "nothing" } });
  expect(screen.getByText("Not found")).not.toBeNull();
});

test("a hit of a search in files is looked for at once", async () => {
  await open();
  await answer({ place: 300, seeks: "needle" });
  expect(last().ask).toMatchObject({ ask: "find", text: "needle", from: 300 });
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("needle");
});

test("what cannot be a place is told", async () => {
  await open();
  await answer();
  call.mockImplementation(async () => {
    throw { why: "not", text: "Type a line" };
  });
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Go to" });
  await fireEvent.input(field, { target: { value: "x" } });
  await fireEvent.submit(field.form!);
  await settle();
  expect(screen.getByText("Type a line")).not.toBeNull();
});

test("the same place is shown in another way", async () => {
  await open();
  await answer();
  await fireEvent.keyDown(screen.getByRole("region"), { key: "F4" });
  expect(last().ask).toMatchObject({ ask: "open", mode: "bytes" });
  await answer({}, last().ticket);
  await fireEvent.change(screen.getByRole("combobox", { name: "Show as" }), {
    target: { value: "utf16le" },
  });
  expect(last().ask).toMatchObject({ ask: "open", mode: "utf16le" });
});

test("a key goes through the encodings that can be chosen, and back to the detected one", async () => {
  await open();
  await answer();
  const next = async () => {
    await fireEvent.keyDown(screen.getByRole("region"), { key: "E", shiftKey: true });
    await answer({}, last().ticket);
    return (last().ask as { mode: string }).mode;
  };
  const modes: string[] = [];
  for (let n = 0; n < 8; n++) modes.push(await next());
  expect(modes).toEqual([
    "windows1252",
    "latin1",
    "utf8",
    "utf16le",
    "utf16be",
    "utf32le",
    "utf32be",
    "auto",
  ]);
});

test("the next file of the panel follows, and after the last one that is told", async () => {
  await open();
  await answer();
  await fireEvent.keyDown(screen.getByRole("region"), { key: "n", ctrlKey: true });
  await settle();
  expect(app().dialog).toMatchObject({ kind: "view", id: 3 });
  expect(app().panels.left!.cursor).toBe(2);
  await fireEvent.keyDown(screen.getByRole("region"), { key: "n", ctrlKey: true });
  await settle();
  expect(screen.getByText("This is the last file of the panel")).not.toBeNull();
});

test("what is told in parts is put together, and what is late is left out", () => {
  const name = { text: "a" };
  const place = { file: 4, ticket: 4, name, place: 30, content: undefined };
  const about = { kind: "Text", facts: [], size: 1, lines: 9 };
  const counted = viewed(place, { file: 4, ticket: 4, name, about });
  expect(counted).toMatchObject({ place: 30, about });
  expect(viewed(counted, { file: 4, ticket: 5, name }).place).toBeUndefined();
  expect(viewed(counted, { file: 3, ticket: 9, name, place: 1 })).toBe(counted);
});
