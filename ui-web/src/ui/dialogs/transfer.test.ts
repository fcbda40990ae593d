import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, test, vi } from "vitest";

import { aPlan } from "../../mock/samples";
import { ARMING } from "../../model/arming";
import { act, app } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { answers, button, dialog, open, prepare, settle } from "../../test/dialogs";
import { asked, tell } from "../../test/host";

import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

prepare();

describe("a copy", () => {
  test("follows the path that is typed, and starts there", async () => {
    await open({ kind: "transfer", plan: 5 });
    const path = screen.getByRole<HTMLInputElement>("combobox", { name: "To" });
    expect(path.value).toBe(aPlan.to_path);
    await fireEvent.input(path, { target: { value: "/elsewhere/" } });
    await settle();
    const target = { target: "path", text: "/elsewhere/", side: "left" };
    expect(asked("replan").at(-1)).toEqual({ plan: 5, verb: "copy", target });
    await fireEvent.submit(path.form!);
    await settle();
    expect(asked("start")).toEqual([
      { plan: 5, choices: { ...app().preferences!.choices, remember: false } },
    ]);
    expect(dialog()).toBeNull();
    expect(asked("discard")).toEqual([]);
  });

  test("what counts while it is typed does not change the path", async () => {
    await open({ kind: "transfer", plan: 5 });
    const path = screen.getByRole<HTMLInputElement>("combobox", { name: "To" });
    await fireEvent.input(path, { target: { value: "/else" } });
    tell({ type: "plan", ...aPlan, files: 9000, to_path: "/old/" });
    await settle();
    expect(path.value).toBe("/else");
    expect(dialog()!.textContent).toContain("9,000 files");
  });

  test("a dry run tells what it found although its items are still counted", async () => {
    let answer: (found: unknown) => void = () => {};
    answers.foresee = new Promise((resolve) => (answer = resolve));
    await open({ kind: "transfer", plan: 5 }, { counted: false });
    await fireEvent.keyDown(document.activeElement!, { key: "F3" });
    await settle();
    tell({ type: "plan", ...aPlan, counted: false, files: 9000 });
    await settle();
    const error = { action: "open", code: "permission_denied", path: { text: "/locked.raw" } };
    const plan = {
      totals: { items: 1, bytes: 1, complete: true },
      directories: 0,
      conflicts: [],
      unreadable: 1,
      renamed: 0,
      bytes_needed: 1,
      bytes_free: 9,
      reflink: false,
    };
    const failures = [{ name: { text: "locked.raw" }, error }];
    answer({ plan, makes: false, failing: 1, failures });
    await settle();
    expect(dialog()!.textContent).toContain("locked.raw");
  });

  test("the hint of a move does not speak of a copy", async () => {
    await open({ kind: "transfer", plan: 5 }, { verb: "move" });
    expect(dialog()!.textContent).toContain("End with / to put items into a folder");
  });

  test("Ctrl+Enter queues it paused", async () => {
    await open({ kind: "transfer", plan: 5 });
    await fireEvent.keyDown(document.activeElement!, { key: "Enter", ctrlKey: true });
    await settle();
    expect(asked("start")).toMatchObject([{ choices: { start: "paused" } }]);
  });

  test("a plan that is not started is forgotten", async () => {
    await open({ kind: "transfer", plan: 5 });
    await fireEvent.click(button(/^Cancel/));
    await settle();
    expect(asked("discard")).toEqual([{ plan: 5 }]);
  });

  test("a refusal is told, and the dialog stays", async () => {
    answers.start = new Error("There is no such folder.");
    await open({ kind: "transfer", plan: 5 });
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(screen.getByRole("alert").textContent).toContain("There is no such folder.");
    expect(dialog()).not.toBeNull();
  });

  test("folders complete the path, by Tab", async () => {
    answers.complete = ["/media/Backup SSD/", "/media/Stick/"];
    await open({ kind: "transfer", plan: 5 });
    const path = screen.getByRole<HTMLInputElement>("combobox", { name: "To" });
    await fireEvent.input(path, { target: { value: "/med" } });
    await settle();
    await fireEvent.keyDown(path, { key: "ArrowDown" });
    await fireEvent.keyDown(path, { key: "ArrowDown" });
    const offers = within(screen.getByRole("listbox"));
    expect(offers.getByRole("option", { selected: true }).textContent).toContain("Stick");
    await expectAccessible();
    await fireEvent.keyDown(path, { key: "Tab" });
    expect(path.value).toBe("/media/Stick/");
    await settle();
    await fireEvent.keyDown(path, { key: "Escape" });
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(dialog()).not.toBeNull();
  });
});

describe("equal files", () => {
  const possible = { possible: true, unreadable: 0 };
  const equal = { groups: 2, files: 3, bytes: 3_000_000, bytes_freed: 2_000_000, shared: 1 };
  const isDisabled = () => button<HTMLButtonElement>(/^Share storage/).disabled;

  test("share their storage once the user has seen what there is to win", async () => {
    const sharing = { plan: null, ...possible };
    await open({ kind: "share", plan: 5 }, { verb: "dedupe", sharing });
    expect(dialog()!.textContent).toContain("Looking for equal files. Nothing is changed.");
    expect(isDisabled()).toBe(true);
    await fireEvent.submit(document.querySelector("form")!);
    await fireEvent.keyDown(document.activeElement!, { key: "Enter", ctrlKey: true });
    await settle();
    expect(asked("start")).toEqual([]);
    const told = { ...aPlan, verb: "dedupe", sharing: { ...possible, plan: equal } } as const;
    tell({ type: "plan", ...told });
    await settle();
    expect(dialog()!.textContent).toContain("3 files in 2 sets of equal files");
    expect(dialog()!.textContent).toContain("2.00\u00a0MB can be freed");
    expect(dialog()!.textContent).toContain("1 file shares its storage already");
    await fireEvent.click(button(/^Share storage/));
    await settle();
    expect(asked("start")).toMatchObject([{ plan: 5, choices: { start: "queue" } }]);
  });

  test("that the filesystem cannot share, or that are none, start nothing", async () => {
    const sharing = { possible: false, unreadable: 2, plan: equal };
    await open({ kind: "share", plan: 5 }, { verb: "dedupe", sharing });
    expect(dialog()!.textContent).toContain("This filesystem cannot share storage.");
    expect(dialog()!.textContent).toContain("2 items cannot be read");
    expect(isDisabled()).toBe(true);
    const none = { ...equal, files: 0 };
    tell({ type: "plan", ...aPlan, verb: "dedupe", sharing: { ...possible, plan: none } });
    await settle();
    expect(dialog()!.textContent).toContain(
      "There are no equal files whose storage could be shared.",
    );
    expect(isDisabled()).toBe(true);
  });
});

describe("a removal", () => {
  test("for good has the focus on keeping, and its button stays inert for a moment", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    tell({ type: "plan", ...aPlan, verb: "delete" });
    act({ type: "dialog", dialog: { kind: "removal", plan: 5 } });
    render(Dialogs);
    await tick();
    expect(document.activeElement).toBe(button(/^Keep/));
    const remove = button(/Delete 4 permanently/);
    await fireEvent.click(remove);
    vi.advanceTimersByTime(ARMING - 1);
    await fireEvent.click(remove);
    expect(asked("start")).toEqual([]);
    vi.advanceTimersByTime(1);
    await tick();
    await fireEvent.click(remove);
    vi.useRealTimers();
    await settle();
    expect(asked("start")).toHaveLength(1);
  });

  test("starts while its items are still counted", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const plan = { ...aPlan, verb: "delete" as const, counted: false };
    tell({ type: "plan", ...plan });
    act({ type: "dialog", dialog: { kind: "removal", plan: 5 } });
    render(Dialogs);
    await tick();
    for (let files = 0; files < 4; files++) {
      vi.advanceTimersByTime(ARMING / 4);
      tell({ type: "plan", ...plan, files });
      await tick();
    }
    await fireEvent.click(button(/Delete 4 permanently/));
    vi.useRealTimers();
    await settle();
    expect(asked("start")).toHaveLength(1);
  });

  test("from the trash dialog, for good is a second step with a button that arms anew", async () => {
    await open({ kind: "removal", plan: 5 }, { verb: "trash" });
    await fireEvent.click(button(/Delete permanently…/));
    await settle();
    expect(asked("replan")).toMatchObject([{ plan: 5, verb: "delete" }]);
    expect(asked("start")).toEqual([]);
    tell({ type: "plan", ...aPlan, verb: "delete" });
    await tick();
    expect(button(/Delete 4 permanently/).getAttribute("aria-disabled")).toBe("true");
  });
});
