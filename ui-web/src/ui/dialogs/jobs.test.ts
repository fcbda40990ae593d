import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, test, vi } from "vitest";

import { aJob } from "../../mock/samples";
import { ARMING } from "../../model/arming";
import { act, app, ask } from "../../model/store.svelte";
import {
  answers,
  anUndo,
  button,
  dialog,
  draw,
  open,
  prepare,
  quit,
  settle,
} from "../../test/dialogs";
import { asked, tell } from "../../test/host";

import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

prepare();

describe("jobs", () => {
  test.each([
    ["20 MB/s", 20_000_000],
    ["500k", 500_000],
  ])("a limit is typed as %s", async (typed, rate) => {
    await open({ kind: "limit", job: null });
    const field = screen.getByRole("textbox", { name: "Another speed" });
    await fireEvent.input(field, { target: { value: typed } });
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(asked("jobs")).toEqual([{ lane: null, ask: { ask: "limit", rate } }]);
  });

  test("a limit begins at what is chosen", async () => {
    await open({ kind: "limit", job: null });
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "No limit" }));
    expect(screen.getByRole("radio", { name: /^5.MB.s$/ })).toBeTruthy();
  });

  test("what is no speed cannot be taken", async () => {
    await open({ kind: "limit", job: 1 });
    const field = screen.getByRole("textbox", { name: "Another speed" });
    await fireEvent.input(field, { target: { value: "fast" } });
    expect(screen.getByRole("alert").textContent).toContain("20 MB/s");
    await fireEvent.submit(document.querySelector("form")!);
    expect(asked("job")).toEqual([]);
  });

  test("the dialog that ends a job goes when the job does", async () => {
    await open({ kind: "cancel", job: 1 });
    expect(document.activeElement).toBe(button(/^Continue/));
    tell({
      type: "jobs",
      rows: [{ ...aJob, stage: "finished", outcome: "completed" }],
      gone: [],
      lanes: [],
      all: app().all,
    });
    await settle();
    expect(dialog()).toBeNull();
  });

  test.each([
    ["copy", "52 finished items are kept.", true],
    ["delete", "52 items are already deleted.", false],
    ["trash", "52 items are already in the trash.", false],
    ["verify", "52 items are already verified.", false],
  ] as const)("cancelling a %s tells what becomes of its items", async (verb, done, removes) => {
    tell({ type: "jobs", rows: [{ ...aJob, verb }], gone: [], lanes: [], all: app().all });
    await open({ kind: "cancel", job: 1 });
    expect(dialog()!.textContent).toContain(done);
    expect(dialog()!.textContent!.includes("unfinished file will be removed")).toBe(removes);
  });

  test("Esc stays, and the program learns of it", async () => {
    await quit({ jobs: 1 });
    expect(document.activeElement).toBe(button(/^Don’t quit/));
    await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(asked("quit")).toEqual([{ choice: "stay" }]);
  });

  test("are asked about in front of a dialog, which keeps what the user typed", async () => {
    await open({ kind: "make", what: "directory", side: "left" });
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "Autumn" } });
    tell({ type: "quit", jobs: 1, elevated: 0, changes: 0 });
    await settle();
    await fireEvent.click(button(/^Don’t quit/));
    await settle();
    const field = screen.getByRole<HTMLInputElement>("textbox");
    expect([field.value, document.activeElement]).toEqual(["Autumn", field]);
  });

  test("are not the only work that quitting cancels: modes and owners may be changing", async () => {
    await quit({ changes: 1 });
    expect(dialog()!.textContent).toContain("Permissions or owners are still being changed");
    expect(screen.queryByRole("button", { name: /in background/ })).toBeNull();
    expect(button(/^Cancel change/)).toBeTruthy();
  });

  test("of the administrator can only be cancelled when the program quits", async () => {
    await quit({ elevated: 1 });
    expect(dialog()!.textContent).toContain("What is done as administrator is cancelled");
    expect(screen.queryByRole("button", { name: /in background/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /Pause until/ })).toBeNull();
    expect(button(/^Cancel job/)).toBeTruthy();
  });
});

describe("an undo", () => {
  test("asks first, with what it would do, and Cancel has the focus", async () => {
    answers.job = anUndo;
    await draw();
    await ask("job", { job: 7, ask: { ask: "undo" } });
    await settle();
    expect(screen.getByRole("dialog", { name: "Undo copy of 4 items?" })).toBeTruthy();
    for (const line of [
      "4 copies will be moved to the trash.",
      "1 replaced file will be restored.",
      "2 replaced files cannot be restored: the old content was not kept.",
    ]) {
      expect(screen.getByText(line)).toBeTruthy();
    }
    expect(document.activeElement).toBe(button(/^Cancel/));
    expect(button(/^Cancel/).classList.contains("primary")).toBe(false);
    await fireEvent.click(button(/^Cancel/));
    expect(asked("job")).toEqual([{ job: 7, ask: { ask: "undo" } }]);
  });

  test("names the machine that undoes it", async () => {
    const undo = { ...anUndo, copies: 0, replaced: 0, lost: 0, machine: { text: "web" } };
    act({ type: "dialog", dialog: { kind: "undo", undo } });
    render(Dialogs);
    await tick();
    expect(screen.getByText("web undoes it, if it can be reached.")).toBeTruthy();
  });

  test("is done when the user agrees", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    act({ type: "dialog", dialog: { kind: "undo", undo: anUndo } });
    render(Dialogs);
    await tick();
    vi.advanceTimersByTime(ARMING);
    await tick();
    await fireEvent.click(button(/^Undo/));
    vi.useRealTimers();
    expect(asked("job")).toEqual([{ job: 7, ask: { ask: "undo_now" } }]);
  });
});

test("the history is forgotten when the user agrees", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  act({ type: "dialog", dialog: { kind: "forget" } });
  render(Dialogs);
  await tick();
  expect(document.activeElement).toBe(button(/^Keep it/));
  vi.advanceTimersByTime(ARMING);
  await tick();
  await fireEvent.click(button(/^Forget history/));
  vi.useRealTimers();
  expect(asked("jobs")).toEqual([{ lane: null, ask: { ask: "forget" } }]);
  await vi.waitFor(() => expect(app().dialog).toBeNull());
});
