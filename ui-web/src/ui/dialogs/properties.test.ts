import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import { act } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { aFile, answers, button, dialog, open, prepare, settle } from "../../test/dialogs";
import { asked, call, panel, tell } from "../../test/host";

vi.mock("../../host", () => import("../../test/host"));

prepare();

test("the grid and the octal mode are one, of the entry that was under the cursor", async () => {
  tell({ type: "panel", ...panel("left", { marked: 0 }) });
  await open({
    kind: "properties",
    checksum: false,
    items: { items: "marked", side: "left" },
  });
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Owner: read" }));
  const mode = screen.getByRole<HTMLInputElement>("textbox", { name: "Mode (chmod)" });
  expect(mode.value).toBe("644");
  await fireEvent.click(screen.getByRole("checkbox", { name: "Owner: execute" }));
  expect(mode.value).toBe("744");
  await fireEvent.input(mode, { target: { value: "600" } });
  const group = screen.getByRole<HTMLInputElement>("checkbox", { name: "Group: read" });
  expect(group.checked).toBe(false);
  await fireEvent.click(button(/^Change/));
  await settle();
  const items = { items: "marked", side: "left", current: 2 };
  expect(asked("edit")).toEqual([{ ask: { edit: "mode", items, mode: "600", recursive: false } }]);
});

test("what is confirmed is done with what the dialog was opened for", async () => {
  const held = { items: "held", held: 12 } as const;
  const usual = call.getMockImplementation()!;
  call.mockImplementation(async (name, args) => (name === "hold" ? held : usual(name, args)));
  await open({ kind: "properties", items: { items: "marked", side: "left" }, checksum: false });
  expect(asked("properties")).toEqual([{ items: held }]);
  await fireEvent.click(screen.getByRole("checkbox", { name: "Owner: execute" }));
  await fireEvent.click(button(/^Change/));
  await settle();
  expect(asked("edit")).toEqual([
    { ask: { edit: "mode", items: held, mode: "744", recursive: false } },
  ]);
});

test("what cannot be read is not said to be loading", async () => {
  answers.properties = new Error("No such file");
  await open({ kind: "properties", items: { items: "entries", ids: [2] }, checksum: false });
  expect(screen.getByRole("alert").textContent).toContain("No such file");
  expect(screen.getByRole("dialog", { name: "Properties" })).toBeTruthy();
});

test("amounts that were not counted to their end are said to be more", async () => {
  const properties = { ...aFile, kind: "directory", folders: 2, is_whole: false };
  Object.assign(answers, { properties });
  await open({ kind: "properties", items: { items: "entries", ids: [2] }, checksum: false });
  expect(screen.getAllByText(/^at least /)).toHaveLength(3);
});

test("the mode of a folder is a change where its contents get it", async () => {
  const properties = { ...aFile, kind: "directory", mode: 0o040755, folders: 1 };
  Object.assign(answers, { properties });
  const items = { items: "entries", ids: [2] } as const;
  await open({ kind: "properties", items: { ...items, ids: [2] }, checksum: false });
  expect(button<HTMLButtonElement>(/^Change/).disabled).toBe(true);
  await fireEvent.click(screen.getByRole("checkbox", { name: "Apply to all contents" }));
  await fireEvent.click(button(/^Change/));
  await settle();
  expect(asked("edit")).toEqual([{ ask: { edit: "mode", items, mode: "755", recursive: true } }]);
});

describe("a checksum", () => {
  const SUM = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const state = { id: 3, algorithm: "blake3", bytes: 4000, percent: 48, error: null } as const;

  test("is computed on request, told how far it is, stopped and compared", async () => {
    Object.assign(answers, { checksum: 3, compare_checksum: { match: "same" } });
    const items = { items: "entries", ids: [2] } as const;
    await open({ kind: "properties", items: { ...items, ids: [2] }, checksum: false });
    expect(asked("checksum")).toEqual([]);
    await fireEvent.click(button(/^Compute/));
    await settle();
    expect(asked("checksum")).toEqual([
      { items: { items: "entries", ids: [2] }, algorithm: "blake3" },
    ]);
    tell({ type: "checksum", ...state, stage: "running", sum: null });
    await settle();
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(48);
    await expectAccessible();
    await fireEvent.click(button(/^Stop/));
    expect(asked("stop_checksum")).toEqual([{ id: 3 }]);
    tell({ type: "checksum", ...state, stage: "done", sum: SUM });
    await settle();
    await fireEvent.click(button(/^Copy the checksum/));
    expect(asked("copy_line")).toEqual([{ text: SUM }]);
    const field = screen.getByRole("textbox", { name: "Compare with" });
    await fireEvent.input(field, { target: { value: SUM } });
    await settle();
    expect(asked("compare_checksum").at(-1)).toEqual({ id: 3, text: SUM });
    expect(screen.getByText("The file has this checksum")).not.toBeNull();
  });

  test("begins at once where the user asked for it, and ends with the dialog", async () => {
    Object.assign(answers, { checksum: 4, compare_checksum: { match: "nothing" } });
    await open({ kind: "properties", items: { items: "entries", ids: [2] }, checksum: true });
    expect(asked("checksum")).toHaveLength(1);
    act({ type: "dialog", dialog: null });
    await settle();
    expect(asked("stop_checksum")).toEqual([{ id: 4 }]);
  });

  test("ends also where the dialog was closed before it had a number", async () => {
    let answer: (id: number) => void = () => {};
    Object.assign(answers, { checksum: new Promise<number>((resolve) => (answer = resolve)) });
    await open({ kind: "properties", items: { items: "entries", ids: [2] }, checksum: true });
    act({ type: "dialog", dialog: null });
    await settle();
    expect(asked("stop_checksum")).toEqual([]);
    answer(7);
    await settle();
    expect(asked("stop_checksum")).toEqual([{ id: 7 }]);
  });
});

describe("other programs", () => {
  const items = { items: "entries" as const, ids: [2] };

  test("are offered, the default first, and open the file", async () => {
    answers.programs = [
      { id: "a.desktop", name: "Editor", is_default: true },
      { id: "b.desktop", name: "Writer", is_default: false },
    ];
    await open({ kind: "open-with", items });
    const first = screen.getByRole("radio", { name: "Editor (default)" });
    expect(document.activeElement).toBe(first);
    await expectAccessible();
    await fireEvent.click(screen.getByRole("radio", { name: "Writer" }));
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(asked("open_with")).toEqual([{ items, program: "b.desktop" }]);
    expect(dialog()).toBeNull();
  });

  test("that are none are told, and nothing can be opened", async () => {
    answers.programs = [];
    await open({ kind: "open-with", items });
    expect(dialog()!.textContent).toContain("No installed program can open these items.");
    expect(button<HTMLButtonElement>(/^Open/).disabled).toBe(true);
  });
});
