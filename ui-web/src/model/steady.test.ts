import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { watched } from "../test/watched.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a number that changes all the time is shown four times a second, and ends up true", () => {
  const it = watched(250);
  const shown = new Set<number>();
  for (let n = 1; n <= 40; n++) {
    it.set(n);
    vi.advanceTimersByTime(25);
    shown.add(it.shown());
  }
  expect(shown.size).toBeLessThanOrEqual(5);
  vi.advanceTimersByTime(250);
  expect(it.shown()).toBe(40);
  it.end();
});

test("what must not wait is shown at once", () => {
  const it = watched(1000, (before, after) => after < before);
  it.set(5);
  expect(it.shown()).toBe(0);
  it.set(-1);
  expect(it.shown()).toBe(-1);
  it.end();
});
