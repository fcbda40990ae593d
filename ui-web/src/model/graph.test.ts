import { describe, expect, test } from "vitest";

import { graph, SPARK } from "./graph";

const ROOM = { width: 14, height: 11, points: 3 };

describe("a graph of speeds", () => {
  test("touches the top with the fastest and the floor with none", () => {
    expect(graph([0, 50, 100], ROOM).line).toBe("M0 10L5 7L10 4");
  });
  test("closes the area along the bottom", () => {
    expect(graph([0, 100], ROOM).area).toBe("M5 10L10 4L10 11L5 11z");
  });
  test("keeps the newest at the right edge, and forgets the oldest", () => {
    expect(graph([9, 9, 0, 0, 1], ROOM).line).toBe("M0 10L5 10L10 4");
    expect(graph([1], ROOM).end).toEqual({ x: 10, y: 4 });
  });
  test("draws nothing of nothing", () => {
    expect(graph([], SPARK)).toEqual({ line: "", area: "", end: null, mean: 27 });
  });
  test("stands still at the floor without dividing by zero", () => {
    expect(graph([0, 0], ROOM).line).toBe("M5 10L10 10");
  });
  test("makes room for a mean above all that is shown", () => {
    expect(graph([50], ROOM, 100)).toMatchObject({ mean: 4, end: { x: 10, y: 7 } });
  });
});
