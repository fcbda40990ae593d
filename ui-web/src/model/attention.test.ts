import { expect, test } from "vitest";

import { attention, NOTHING } from "./attention";

const job = (id: number, stage: "working" | "paused", active: number) => ({
  job: id,
  stage,
  active,
});

test("a short job opens nothing, and a long one opens the drawer once", () => {
  expect(attention(NOTHING, [job(1, "working", 400_000)], 0).opens).toBeNull();
  const first = attention(NOTHING, [job(1, "working", 1_200_000)], 0);
  expect(first.opens).toBe("jobs");
  expect(attention(first.attended, [job(1, "working", 9_000_000)], 0).opens).toBeNull();
  expect(attention(first.attended, [job(2, "working", 2_000_000)], 0).opens).toBe("jobs");
});

test("a job that stands still asks for no attention", () => {
  expect(attention(NOTHING, [job(1, "paused", 9_000_000)], 0).opens).toBeNull();
});

test("questions open once, and again after all were answered", () => {
  const first = attention(NOTHING, [], 3);
  expect(first.opens).toBe("questions");
  const second = attention(first.attended, [], 7);
  expect(second.opens).toBeNull();
  const none = attention(second.attended, [], 0);
  expect(attention(none.attended, [], 1).opens).toBe("questions");
});
