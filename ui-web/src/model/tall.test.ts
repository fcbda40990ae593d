import { describe, expect, test } from "vitest";

import { scrolledTo, standing, TALLEST, type Stand } from "./tall.svelte";

const ROW = 28;
const ROOM = 700;
const WHOLE = 10_000_000 * ROW;
const LAST = WHOLE - ROOM;

const at = ({ top, shift }: Stand) => top + shift;
/** Scrolls step by step, as a wheel does, within the ends of the element. */
function wheel(from: Stand, by: number, steps: number): Stand {
  let stand = from;
  for (let n = 0; n < steps; n++) {
    const top = Math.min(Math.max(stand.top + by, 0), TALLEST - ROOM);
    stand = scrolledTo(stand, top, WHOLE, ROOM);
  }
  return stand;
}

describe("a list that an element can hold", () => {
  test("is scrolled as the element is", () => {
    const whole = 100_000 * ROW;
    expect(standing(900, whole, ROOM)).toEqual({ top: 900, shift: 0 });
    expect(scrolledTo({ top: 0, shift: 0 }, 2_000_000, whole, ROOM)).toEqual({
      top: 2_000_000,
      shift: 0,
    });
  });
});

describe("a list of ten million rows", () => {
  test("can be shown anywhere, and its element is never higher than a browser allows", () => {
    for (const place of [0, 1, ROW, 999_999, 1_000_001, 93_333_333, LAST - 1, LAST]) {
      const stand = standing(place, WHOLE, ROOM);
      expect(at(stand)).toBe(place);
      expect(stand.top).toBeGreaterThanOrEqual(0);
      expect(stand.top).toBeLessThanOrEqual(TALLEST - ROOM);
    }
    expect(at(standing(WHOLE, WHOLE, ROOM))).toBe(LAST);
  });

  test("moves with a wheel pixel by pixel, also across many rows", () => {
    const middle = standing(WHOLE / 2, WHOLE, ROOM);
    expect(at(wheel(middle, 100, 1))).toBe(at(middle) + 100);
    expect(at(wheel(middle, -100, 5000))).toBe(at(middle) - 500_000);
  });

  test("reaches its first and its last row with a wheel", () => {
    expect(at(wheel(standing(5_000_000, WHOLE, ROOM), -100, 50_100))).toBe(0);
    expect(at(wheel(standing(LAST - 5_000_000, WHOLE, ROOM), 100, 50_100))).toBe(LAST);
  });

  test("goes with its scroll bar by the share of the whole", () => {
    const start = standing(0, WHOLE, ROOM);
    const half = scrolledTo(start, (TALLEST - ROOM) / 2, WHOLE, ROOM);
    expect(Math.abs(at(half) - LAST / 2)).toBeLessThan(100);
    expect(at(scrolledTo(half, TALLEST - ROOM, WHOLE, ROOM))).toBe(LAST);
    expect(at(scrolledTo(half, 0, WHOLE, ROOM))).toBe(0);
  });
});
