import { expect, test } from "vitest";

import { clock, when, whenBoth, whenBothBriefly } from "./when";

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

test.each([
  [0, ["Today, 08:55", "Today, 08:55"]],
  [3_600_000_000, ["Today, 08:55", "Today, 09:55"]],
  [7_000_000, ["Today, 08:55:00", "Today, 08:55:07"]],
  [70_000, ["Today, 08:55:00.000", "Today, 08:55:00.070"]],
  [7, ["Today, 08:55:00.000000", "Today, 08:55:00.000007"]],
])("moments %d µs apart are told apart", (apart, words) => {
  const one = at(2026, 10, 21, 8, 55);
  expect(whenBoth(one, one + apart, NOW)).toEqual(words);
});

test("days of another year and times before 1970 are told apart, too", () => {
  const old = at(2025, 0, 3, 10, 0);
  expect(whenBoth(old, old + 5e6, NOW)).toEqual(["3 Jan 2025, 10:00:00", "3 Jan 2025, 10:00:05"]);
  const older = at(1969, 5, 1, 10, 0);
  expect(whenBoth(older, older + 2e5, NOW)[1]).toBe("1 Jun 1969, 10:00:00.200");
});

test("where there is little room, times are told to the second at most", () => {
  const one = at(2026, 10, 21, 8, 55);
  expect(whenBothBriefly(one, one + 7e6, NOW)).toEqual(["Today, 08:55:00", "Today, 08:55:07"]);
  expect(whenBothBriefly(one, one + 7e4, NOW)).toEqual(["Today, 08:55:00", "Today, 08:55:00"]);
});
