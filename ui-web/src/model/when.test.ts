import { expect, test } from "vitest";

import { clock, when } from "./when";

const at = (...parts: [number, number, number, number, number]) =>
  new Date(...parts).getTime() * 1000;
const NOW = at(2026, 10, 21, 12, 0);

test.each([
  [at(2026, 10, 21, 8, 55), "Today, 08:55"],
  [at(2026, 10, 20, 23, 58), "Yesterday, 23:58"],
  [at(2026, 10, 14, 18, 2), "14 Nov, 18:02"],
  [at(2026, 0, 3, 10, 0), "3 Jan, 10:00"],
  [at(2025, 0, 3, 10, 0), "3 Jan 2025"],
  [at(2026, 10, 22, 0, 30), "22 Nov, 00:30"],
])("%d is %s", (micros, words) => {
  expect(when(micros, NOW)).toBe(words);
});

test("a clock has two digits each", () => {
  expect(clock(at(2026, 10, 21, 7, 5))).toBe("07:05");
});
