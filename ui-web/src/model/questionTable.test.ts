import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Questions, usual } from "../mock/questions";
import { call, tell } from "../test/host";
import { ARMING } from "./arming";
import { QuestionTable } from "./questionTable.svelte";
import { follow } from "./store.svelte";

vi.mock("../host", () => import("../test/host"));

let table: QuestionTable;
const answers = () =>
  call.mock.calls
    .filter(([name]) => name === "answer")
    .map(([, args]) => (args as { answers: { id: number; answer: unknown }[] }).answers);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  call.mockClear();
  await follow();
  tell({ type: "questions", ...new Questions(usual()).state() });
  table = new QuestionTable();
  table.appear();
});
afterEach(() => vi.useRealTimers());

test("the cursor stays in the table, and at its place when its question is answered", () => {
  table.go(-3);
  expect(table.at).toBe(0);
  table.go(2);
  const after = table.rows[3]!;
  const left = table.rows.filter((_, n) => n !== 2);
  tell({ type: "questions", count: left.length, rows: left });
  expect(table.current?.id).toBe(after.id);
  table.go(99);
  expect(table.at).toBe(left.length - 1);
});

test("an answer is meant for the marked questions that it fits, or for the one under the cursor", () => {
  const [first, second, third] = table.rows;
  table.answer("skip");
  expect(answers().at(-1)).toMatchObject([{ id: first!.id, answer: "skip" }]);
  table.mark(second!.id);
  table.mark(third!.id);
  expect(table.kind).toBe("these");
  table.answer("overwrite");
  expect(answers().at(-1)).toMatchObject([
    { id: second!.id, answer: "overwrite" },
    { id: third!.id, answer: "overwrite" },
  ]);
  expect(table.marks).toEqual([]);
  table.markAll();
  expect(table.marks).toHaveLength(table.rows.length);
  table.markAll();
  expect(table.marks).toEqual([]);
});

test("no key answers before the table has been seen, and after an answer none that changes files", () => {
  expect(table.press("y")).toBe(true);
  expect(answers()).toEqual([]);
  vi.advanceTimersByTime(ARMING);
  expect(table.press("q")).toBe(false);
  table.press("y");
  table.press("y");
  expect(answers()).toHaveLength(1);
  table.press("n");
  expect(answers()).toHaveLength(2);
});

test("rules are applied only as they were shown", async () => {
  vi.advanceTimersByTime(ARMING);
  const preview = { plan: 7, counts: [], answered: 0, replaced: 0, answers: [], scopes: [] };
  const applied = () => call.mock.calls.filter(([name]) => name === "apply_rules");
  table.show(table.question, preview);
  table.rules = [];
  await table.apply();
  expect(applied()).toEqual([]);
  table.show(table.question, preview);
  table.later = true;
  await table.apply();
  expect(applied()).toEqual([["apply_rules", { plan: 7, later: true }]]);
});
