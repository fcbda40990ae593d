import { expect, test } from "vitest";

import { isStill, shownPercent } from "./stage";

test("no percentage is shown in line, and no 100 % before everything is on the disk", () => {
  expect(shownPercent({ stage: "queued", percent: 0 })).toBeNull();
  expect(shownPercent({ stage: "flushing", percent: 100 })).toBeNull();
  expect(shownPercent({ stage: "flushing", percent: 99 })).toBe(99);
  expect(shownPercent({ stage: "working", percent: null })).toBeNull();
  expect(shownPercent({ stage: "finished", percent: 100 })).toBe(100);
});

test("a graph moves only while a job does", () => {
  expect(isStill({ stage: "working" })).toBe(false);
  expect(isStill({ stage: "flushing" })).toBe(false);
  expect(isStill({ stage: "stalled" })).toBe(true);
  expect(isStill({ stage: "cancelling" })).toBe(true);
  expect(isStill({ stage: "paused" })).toBe(true);
});
