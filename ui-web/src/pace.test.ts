import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Update } from "./bindings/desktop/Update";
import { paced } from "./pace";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Numbers of jobs, told apart by how many there are. */
const numbers = (working: number) => ({ type: "jobs", all: { working } }) as unknown as Update;
const question = { type: "questions" } as unknown as Update;

/** A page that takes so many milliseconds for a picture, and what it was told. */
function page(takes: number) {
  const told: Update[] = [];
  const take = paced(
    (update) => told.push(update),
    () => new Promise((done) => setTimeout(done, takes)),
  );
  return { told, take };
}

test("numbers wait until the page has rested nine times as long as it took to show the last ones", async () => {
  const { told, take } = page(50);
  take(numbers(1));
  expect(told).toEqual([numbers(1)]);
  take(numbers(2));
  take(numbers(3));
  await vi.advanceTimersByTimeAsync(499);
  expect(told).toEqual([numbers(1)]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([numbers(1), numbers(2), numbers(3)]);
});

test("nothing else waits, and nothing overtakes", () => {
  const { told, take } = page(50);
  take(numbers(1));
  take(numbers(2));
  take(question);
  expect(told).toEqual([numbers(1), numbers(2), question]);
});

test("a page that is very slow shows numbers every now and then", async () => {
  const { told, take } = page(5000);
  take(numbers(1));
  take(numbers(2));
  await vi.advanceTimersByTimeAsync(6000);
  expect(told).toHaveLength(2);
});
