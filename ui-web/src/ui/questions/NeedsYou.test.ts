import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Questions, usual } from "../../mock/questions";
import { aJob } from "../../mock/samples";
import { app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { call, tell } from "../../test/host";
import NeedsYou from "./NeedsYou.svelte";

vi.mock("../../host", () => import("../../test/host"));

let questions: Questions;
const answers = () =>
  call.mock.calls
    .filter(([name]) => name === "answer")
    .flatMap(([, args]) => (args as { answers: unknown[] }).answers);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  questions = new Questions(usual());
  call.mockReset();
  call.mockImplementation(async (name, args) => {
    const given = args as never;
    if (name === "question") {
      const { id, pattern } = given as { id: number; pattern: string | null };
      return questions.detail(id, pattern);
    }
    if (name === "rules") {
      const { rules, scope } = given as Parameters<typeof call>[1] & {
        rules: Parameters<Questions["rules"]>[0];
        scope: Parameters<Questions["rules"]>[1];
      };
      return questions.rules(rules, scope);
    }
    return null;
  });
  await follow();
  tell({ type: "questions", ...questions.state() });
});
afterEach(() => vi.useRealTimers());

/** Lets the rules be asked for, and buttons be armed. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(400);
}

const grid = () => screen.getByRole("grid");
const current = () => document.querySelector(".question-row.current")!;

test("the table says how many names are taken, and can be used by everybody", async () => {
  render(NeedsYou);
  await settle();
  screen.getByText("10 items already exist");
  screen.getByText("2 items failed");
  vi.useRealTimers();
  await expectAccessible();
});

test("what rules would answer is not asked anew each time that jobs tell how far they are", async () => {
  render(NeedsYou);
  await settle();
  const asked = () => call.mock.calls.filter(([name]) => name === "rules").length;
  const before = asked();
  for (const percent of [1, 2]) {
    tell({ type: "jobs", rows: [{ ...aJob, percent }], gone: [], lanes: [], all: app().all });
    await settle();
  }
  expect([before, asked()]).toEqual([1, 1]);
});

test("the better side and the verdict are told in words", async () => {
  render(NeedsYou);
  await settle();
  within(current() as HTMLElement).getByText("Incoming newer");
  expect(screen.getAllByText("Identical").length).toBeGreaterThan(0);
});

test("items of one name are told apart by the ends of their folders", async () => {
  const folder = (name: string) => ({ text: `website/releases/2026/november/pages/${name}` });
  const [one, other, ...rest] = usual();
  const failure = rest.find(({ about }) => about.about === "error")!;
  const rows = [one!, other!, failure].map((row, n) => ({
    ...row,
    name: { text: "index.html" },
    folder: folder(["english", "deutsch", "svenska"][n]!),
  }));
  tell({ type: "questions", count: 3, rows });
  render(NeedsYou);
  await settle();
  await fireEvent.click(screen.getByText("1 item failed"));
  for (const { folder } of rows) {
    // The end of the path never shrinks.
    const path = screen.getByTitle(folder.text);
    expect(path.lastElementChild!.tagName).toBe("B");
    expect(path.lastElementChild!.textContent).toBe(folder.text.slice(-12));
    expect(path.closest(".cell")!.firstElementChild!.textContent).toBe("index.html");
  }
});

test("thousands of failures are drawn as far as they are seen, and their paths are copied", async () => {
  const failure = usual().find(({ about }) => about.about === "error")!;
  if (failure.about.about !== "error") throw new Error("no failure");
  const { error } = failure.about;
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    ...failure,
    id: n + 1,
    name: { text: `${n}.nef` },
    about: {
      about: "error" as const,
      error: { ...error, path: { text: `/home/ines/Pictures/${failure.folder.text}/${n}.nef` } },
    },
  }));
  tell({ type: "questions", count: rows.length, rows });
  render(NeedsYou);
  await settle();
  const drawn = screen.getAllByRole("listitem");
  expect(drawn.length).toBeLessThan(20);
  expect(drawn[0]!.getAttribute("aria-setsize")).toBe("1000");
  const list = screen.getByRole("list").parentElement!;
  list.scrollTop = 44 * 500;
  await fireEvent.scroll(list);
  screen.getByText("500.nef");
  expect(screen.queryByText("0.nef")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Copy list of 1,000 failed items" }));
  const text = (call.mock.calls.find(([name]) => name === "copy_line")![1] as { text: string })
    .text;
  expect(text.split("\n")).toHaveLength(1000);
  expect(text.split("\n")[7]).toBe(`/home/ines/Pictures/${failure.folder.text}/7.nef`);
  await screen.findByRole("button", { name: "Copied to the clipboard" });
  vi.useRealTimers();
  await expectAccessible();
});

test("both files of a conflict are opened with their programs", async () => {
  render(NeedsYou);
  await settle();
  await fireEvent.click(screen.getByRole("button", { name: "Open both" }));
  expect(call).toHaveBeenCalledWith("open_both", { id: 1 });
});

test("times that look the same although they differ are told to the second on both sides", async () => {
  const [row] = usual();
  if (row?.about.about !== "conflict") throw new Error("no conflict");
  const minute = new Date(2024, 4, 7, 9, 30).getTime() * 1000;
  row.about.incoming.mtime = minute + 4e6;
  row.about.existing.mtime = minute + 2e6;
  tell({ type: "questions", count: 1, rows: [row] });
  render(NeedsYou);
  await settle();
  const details = screen.getByRole("complementary");
  for (const place of [current() as HTMLElement, details]) {
    within(place).getByText("7 May 2024, 09:30:04");
    within(place).getByText("7 May 2024, 09:30:02");
  }
});

test("keys are inert for a moment after the table appeared", async () => {
  render(NeedsYou);
  await fireEvent.keyDown(grid(), { key: "s" });
  await fireEvent.keyDown(grid(), { key: "y" });
  expect(answers()).toEqual([]);
  await settle();
  await fireEvent.keyDown(grid(), { key: "y" });
  expect(answers()).toEqual([{ id: 1, answer: "overwrite", scope: "this" }]);
});

test("a key that replaces is inert again when the next question stands there", async () => {
  render(NeedsYou);
  await settle();
  await fireEvent.keyDown(grid(), { key: "y" });
  await fireEvent.keyDown(grid(), { key: "y" });
  expect(answers()).toHaveLength(1);
  await fireEvent.keyDown(grid(), { key: "s" });
  expect(answers()).toHaveLength(2);
});

test("the cursor moves by keys, and marked questions are answered together", async () => {
  render(NeedsYou);
  await settle();
  await fireEvent.keyDown(grid(), { key: "ArrowDown" });
  expect(current().textContent).toContain("DSC_4409.NEF");
  await fireEvent.keyDown(grid(), { key: " " });
  await fireEvent.keyDown(grid(), { key: " " });
  await fireEvent.keyDown(grid(), { key: "k" });
  expect(answers()).toEqual([
    { id: 2, answer: { rename: "{stem} ({n}){ext}" }, scope: "this" },
    { id: 3, answer: { rename: "{stem} ({n}){ext}" }, scope: "this" },
  ]);
});

test("no key answers the question that takes the place of one which another program has answered", async () => {
  render(NeedsYou);
  await settle();
  const { rows, ...state } = questions.state();
  tell({ type: "questions", ...state, rows: rows.slice(1) });
  await tick();
  await fireEvent.keyDown(grid(), { key: "y" });
  await fireEvent.keyDown(grid(), { key: "n" });
  expect(answers()).toEqual([]);
  await settle();
  await fireEvent.keyDown(grid(), { key: "n" });
  expect(answers()).toEqual([{ id: rows[1]!.id, answer: "skip", scope: "this" }]);
  // After an answer of this window the next question is the one that is meant.
  tell({ type: "questions", ...state, rows: rows.slice(2) });
  await tick();
  await fireEvent.keyDown(grid(), { key: "n" });
  expect(answers()).toHaveLength(2);
});

test.each(["Escape", "Enter"])("%s ends the change of the other name alone", async (key) => {
  render(NeedsYou);
  await settle();
  const pencil = () =>
    within(screen.getByRole("complementary")).getByRole("button", { name: /^Pattern/ });
  await fireEvent.click(pencil());
  const heard = vi.fn();
  window.addEventListener("keydown", heard);
  await fireEvent.keyDown(screen.getByRole("textbox", { name: /^Pattern/ }), { key });
  window.removeEventListener("keydown", heard);
  await vi.waitFor(() => expect(document.activeElement).toBe(pencil()));
  expect(heard).not.toHaveBeenCalled();
  expect(answers()).toEqual([]);
});

test("rules are applied to what was previewed, after answers by hand", async () => {
  render(NeedsYou);
  await settle();
  const select = within(current() as HTMLElement).getByRole("combobox");
  await fireEvent.change(select, { target: { value: "rename" } });
  await fireEvent.keyDown(grid(), { key: "Enter", ctrlKey: true });
  expect(answers()).toEqual([{ id: 1, answer: { rename: "{stem} ({n}){ext}" }, scope: "this" }]);
  expect(call.mock.calls.at(-1)?.[0]).toBe("apply_rules");
  expect(call.mock.calls.at(-1)?.[1]).toMatchObject({ later: false });
});

test("rules answer questions to come only if the user says so", async () => {
  render(NeedsYou);
  await settle();
  await fireEvent.click(screen.getByRole("checkbox", { name: /later/ }));
  await fireEvent.keyDown(grid(), { key: "Enter", ctrlKey: true });
  expect(call.mock.calls.at(-1)?.[1]).toMatchObject({ later: true });
});

test("rules that changed this moment are not applied before they were shown", async () => {
  render(NeedsYou);
  await settle();
  await fireEvent.click(screen.getByRole("button", { name: "Add a rule" }));
  await fireEvent.keyDown(grid(), { key: "Enter", ctrlKey: true });
  expect(call.mock.calls.some(([name]) => name === "apply_rules")).toBe(false);
  await settle();
  await fireEvent.keyDown(grid(), { key: "Enter", ctrlKey: true });
  expect(call.mock.calls.some(([name]) => name === "apply_rules")).toBe(true);
});

test("a button that replaces is inert for 300 ms, and the focus is on Skip first", async () => {
  render(NeedsYou);
  const replace = screen.getByRole("button", { name: "Replace all 10" });
  await fireEvent.click(replace);
  expect(answers()).toEqual([]);
  expect(document.querySelector("[data-first]")?.textContent).toContain("Skip");
  await settle();
  await fireEvent.click(replace);
  expect(answers().length).toBeGreaterThan(0);
});

test("what failed is tried again together", async () => {
  render(NeedsYou);
  await settle();
  await fireEvent.click(screen.getByRole("button", { name: "Retry 2" }));
  expect(answers()).toEqual([
    { id: 11, answer: "retry", scope: "this" },
    { id: 12, answer: "retry", scope: "this" },
  ]);
});

test("rules are added, changed and removed, and each change is previewed anew", async () => {
  render(NeedsYou);
  await settle();
  const asked = () => call.mock.calls.filter(([name]) => name === "rules").length;
  const before = asked();
  await fireEvent.click(screen.getByRole("button", { name: "Add a rule" }));
  await settle();
  expect(asked()).toBeGreaterThan(before);
  const rule = screen.getByRole("group", { name: "Rule for probably identical" });
  await fireEvent.change(within(rule).getByRole("combobox", { name: "Answer" }), {
    target: { value: "overwrite" },
  });
  await settle();
  const rules = call.mock.calls.filter(([name]) => name === "rules").at(-1)?.[1];
  expect(rules).toMatchObject({ rules: { 2: { when: "probably_same", answer: "overwrite" } } });
  await fireEvent.click(within(rule).getByRole("button"));
  await fireEvent.click(screen.getByRole("menuitem", { name: "Remove" }));
  expect(screen.queryByRole("group", { name: "Rule for probably identical" })).toBeNull();
});

describe("what the rules would answer", () => {
  const applied = () => screen.getByRole("button", { name: /^Apply to/ }).textContent;
  const previews = () => call.mock.calls.filter(([name]) => name === "rules").length;
  /** Lets each preview come from `preview`, and everything else as before. */
  function foreseen(preview: (answer: () => Promise<unknown>) => Promise<unknown>): void {
    const before = call.getMockImplementation()!;
    call.mockImplementation((name, args) =>
      name === "rules" ? preview(() => before(name, args)) : before(name, args),
    );
  }

  test("is told while questions change faster than it is found out", async () => {
    foreseen(async (answer) => {
      await new Promise((done) => setTimeout(done, 200));
      return answer();
    });
    render(NeedsYou);
    for (let told = 0; told < 20; told++) {
      await vi.advanceTimersByTimeAsync(80);
      tell({ type: "questions", ...questions.state() });
    }
    expect(applied()).toMatch(/^Apply to [1-9]/);
    expect(previews()).toBeLessThan(10);
  });

  test("is asked again after it was refused, ever more rarely", async () => {
    let refusals = 2;
    foreseen((answer) => (refusals-- > 0 ? Promise.reject(new Error("Not yet.")) : answer()));
    render(NeedsYou);
    await vi.advanceTimersByTimeAsync(1000);
    expect(applied()).toMatch(/^Apply to [1-9]/);
    expect(previews()).toBe(3);

    refusals = Infinity;
    tell({ type: "questions", ...questions.state() });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(applied()).toMatch(/^Apply to 0/);
    expect(previews()).toBeLessThan(15);
    refusals = 0;
    tell({ type: "questions", ...questions.state() });
    await vi.advanceTimersByTimeAsync(100);
    expect(applied()).toMatch(/^Apply to [1-9]/);
  });

  test("is not that of rules that are no longer there", async () => {
    const late: (() => void)[] = [];
    foreseen((answer) => new Promise((done) => late.push(() => done(answer()))));
    render(NeedsYou);
    await settle();
    await fireEvent.click(screen.getByRole("button", { name: "Add a rule" }));
    late.shift()!();
    await settle();
    expect(applied()).toMatch(/^Apply to 0/);
    late.shift()!();
    await settle();
    expect(applied()).toMatch(/^Apply to [1-9]/);
  });
});

test("nothing waits, and the view says so", async () => {
  tell({ type: "questions", count: 0, rows: [] });
  render(NeedsYou);
  screen.getByText("Nothing needs you");
  vi.useRealTimers();
  await expectAccessible();
});

test("the trash is promised, and Replace for good offered, only where replaced files are kept", async () => {
  const { unmount } = render(NeedsYou);
  await settle();
  screen.getByText("Replaced files are moved to the trash. Undo or Restore brings them back.");
  await fireEvent.click(screen.getByRole("button", { name: /^Replace for good/ }));
  expect(answers()).toEqual([{ id: 1, answer: "overwrite_for_good", scope: "this" }]);
  unmount();
  const state = questions.state();
  const rows = state.rows.map((row) => ({
    ...row,
    answers: row.answers.filter((answer) => answer !== "overwrite_for_good"),
  }));
  tell({ type: "questions", ...state, rows });
  render(NeedsYou);
  await settle();
  expect(
    screen.queryByText("Replaced files are moved to the trash. Undo or Restore brings them back."),
  ).toBeNull();
  expect(screen.queryByRole("button", { name: /^Replace for good/ })).toBeNull();
});

test("names that a filesystem does not take are changed by one button", async () => {
  const { rows, ...state } = questions.state();
  const failed = rows.filter((row) => row.about.about === "error");
  const refused = failed.map((row) => ({ ...row, answers: [...row.answers, "portable_name"] }));
  tell({ type: "questions", ...state, rows: refused as typeof rows });
  render(NeedsYou);
  await settle();
  await fireEvent.click(screen.getByRole("button", { name: "Change 2 names" }));
  expect(answers()).toEqual(
    failed.map(({ id }) => ({ id, answer: "portable_name", scope: "this" })),
  );
});

test("an interrupted job is named with the questions that it will ask again, and resumed", async () => {
  const paused = { ...aJob, stage: "paused" as const, interrupted: true, asks_again: 2 };
  tell({ type: "questions", count: 0, rows: [] });
  tell({ type: "jobs", rows: [paused], gone: [], lanes: [], all: app().all });
  render(NeedsYou);
  screen.getByText(/Fjord shoot was interrupted with 2 open questions/);
  await fireEvent.click(screen.getByRole("button", { name: "Resume" }));
  expect(call).toHaveBeenCalledWith("job", { job: 1, ask: { ask: "resume" } });
  tell({ type: "jobs", rows: [aJob], gone: [], lanes: [], all: app().all });
  await settle();
  expect(screen.queryByText(/interrupted/)).toBeNull();
});
