import { describe, expect, test } from "vitest";

import { columns, inSight, reveal, tiles } from "./window";

describe("rows in sight", () => {
  test("are those that are seen even a little", () => {
    expect(inSight(0, 100, 28, 100_000)).toEqual({ from: 0, count: 4 });
    expect(inSight(27, 100, 28, 100_000)).toEqual({ from: 0, count: 5 });
    expect(inSight(28, 112, 28, 100_000)).toEqual({ from: 1, count: 4 });
  });
  test("end with the list", () => {
    expect(inSight(0, 500, 28, 3, 8)).toEqual({ from: 0, count: 3 });
    expect(inSight(28 * 99_999, 280, 28, 100_000, 8)).toEqual({ from: 99_991, count: 9 });
    expect(inSight(5000, 280, 28, 0, 8)).toEqual({ from: 0, count: 0 });
  });
});

describe("a row is revealed", () => {
  test("not at all where it is in sight", () => expect(reveal(28, 280, 28, 1)).toBe(28));
  test("at the top from above", () => expect(reveal(280, 280, 28, 3)).toBe(84));
  test("at the bottom from below", () => expect(reveal(0, 100, 28, 10)).toBe(208));
  test("in a panel lower than a row", () => expect(reveal(0, 20, 28, 1)).toBe(36));
});

test("tiles fill lines", () => {
  expect(columns(736, 144)).toBe(5);
  expect(columns(90, 144)).toBe(1);
  expect(tiles({ from: 2, count: 3 }, 5, 22)).toEqual({ from: 10, count: 12 });
  expect(tiles({ from: 9, count: 1 }, 5, 22)).toEqual({ from: 22, count: 0 });
});
