import { expect, test } from "vitest";

import { edgeSpeed } from "./edge";

const LIST = { top: 100, bottom: 600 };

test("the middle of a list is at rest", () => {
  for (const y of [156, 350, 544]) expect(edgeSpeed(y, LIST)).toBe(0);
});

test("the nearer to an edge, the faster; upwards at the top", () => {
  const up = [150, 120, 101].map((y) => edgeSpeed(y, LIST));
  expect(up[0]).toBeLessThan(0);
  expect(up).toEqual(up.toSorted((a, b) => b - a));
  const down = [550, 580, 599].map((y) => edgeSpeed(y, LIST));
  expect(down[0]).toBeGreaterThan(0);
  expect(down).toEqual(down.toSorted((a, b) => a - b));
});

test("beyond an edge is as fast as at it, and a list that is not drawn stands", () => {
  expect(edgeSpeed(50, LIST)).toBe(edgeSpeed(100, LIST));
  expect(edgeSpeed(0, { top: 0, bottom: 0 })).toBe(0);
});

test("a low list keeps a middle that is at rest", () => {
  expect(edgeSpeed(30, { top: 0, bottom: 60 })).toBe(0);
});
