import { expect, test } from "vitest";

import type { ForeseenPlan } from "../bindings/desktop/ForeseenPlan";
import { rehearsal } from "./rehearsal";

const item = (text: string) => ({
  name: { text },
  error: { action: "copy" as const, code: "same_file" as const, path: { text } },
});

const foreseen = (failing: number, names: string[]): ForeseenPlan => ({
  plan: {
    totals: { items: 5, bytes: 9, complete: true },
    directories: 1,
    conflicts: [],
    unreadable: 0,
    renamed: 0,
    bytes_needed: 9,
    bytes_free: 99,
    reflink: false,
  },
  makes: false,
  failing,
  failures: names.map(item),
});

const facts = (plan: ForeseenPlan) =>
  rehearsal.facts(plan, false).filter((fact) => fact.includes("fail"));

test("a dry run names the first items that would fail, and why", () => {
  expect(facts(foreseen(0, []))).toEqual([]);
  const [one] = facts(foreseen(1, ["a"]));
  expect(one).toMatch(/^1 item would fail: a \(.*same.*\)$/);
  const [many] = facts(foreseen(4, ["a", "b", "c"]));
  expect(many).toMatch(/^4 items would fail: a \(.*\), b \(.*\), c \(.*\), …$/);
});
