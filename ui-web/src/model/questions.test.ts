import { expect, test } from "vitest";

import { usual } from "../mock/questions";

import {
  answerByKey,
  answerOf,
  answersTo,
  byJob,
  CONDITIONS,
  isHarmless,
  keyOfAnswer,
  kindOf,
  moved,
  scopeOf,
  USUAL,
  withRule,
} from "./questions";

const rows = usual();
const row = rows[0]!;

test("questions come job by job, errors apart", () => {
  const other = { ...row, id: 99, job: 7 };
  const groups = byJob([...rows, other]);
  expect(groups.map(({ job }) => job)).toEqual([1, 7]);
  expect(groups[0]!.choices).toHaveLength(10);
  expect(groups[0]!.errors).toHaveLength(2);
  expect(groups[1]!.choices).toEqual([other]);
});

test("a key answers only what fits", () => {
  expect(answerByKey("y", row)).toBe("overwrite");
  expect(answerByKey("n", row)).toBe("skip");
  expect(answerByKey("k", row)).toBe("rename");
  // As in the terminal: this letter renames, and never replaces.
  expect(answerByKey("r", row)).toBe("rename");
  expect(keyOfAnswer("overwrite", row)).toBe("Y");
  expect(keyOfAnswer("merge", row)).toBeNull();
  expect(answerByKey("S", row)).toBe("skip");
  expect(answerByKey("m", row)).toBeNull();
  expect(answerByKey("x", row)).toBeNull();
});

test("answers keep their patterns", () => {
  expect(answerOf("rename", "{stem}-{n}{ext}")).toEqual({ rename: "{stem}-{n}{ext}" });
  expect(kindOf({ rename_existing: "x" })).toBe("rename_existing");
  expect(kindOf("merge")).toBe("merge");
});

test("the first answer of every condition leaves things as they are", () => {
  for (const when of CONDITIONS) {
    const [first] = answersTo(when);
    expect(first && isHarmless(first)).toBe(true);
  }
});

test("a new rule goes before the one for everything else, until all conditions are used", () => {
  const more = withRule(USUAL);
  expect(more.map(({ when }) => when)).toEqual([
    "identical",
    "newer",
    "probably_same",
    "otherwise",
  ]);
  let all = USUAL;
  for (const when of CONDITIONS) all = when ? withRule(all) : all;
  expect(new Set(all.map(({ when }) => when)).size).toBe(CONDITIONS.length);
  expect(withRule(all)).toBe(all);
});

test("rules change places, and stay at the ends", () => {
  expect(moved(USUAL, 0, 1).map(({ when }) => when)).toEqual(["newer", "identical", "otherwise"]);
  expect(moved(USUAL, 0, -1)).toBe(USUAL);
  expect(moved(USUAL, 2, 1)).toBe(USUAL);
});

test("a scope is taken from the question under the cursor", () => {
  expect(scopeOf("folder", row, [])).toEqual({ of: "folder", id: row.id });
  expect(scopeOf("job", row, [])).toEqual({ of: "job", job: 1, at: row.id });
  expect(scopeOf("these", row, [4, 5])).toEqual({ of: "these", ids: [4, 5] });
  expect(scopeOf("job", undefined, [])).toBeNull();
});
