import { expect, test } from "vitest";

import { beforeWhich } from "./reorder";

const rows = [
  { job: 4, middle: 26 },
  { job: 9, middle: 78 },
];

test.each([
  [0, 4],
  [26, 9],
  [77, 9],
  [78, null],
  [500, null],
])("at %d a job stands before %s", (y, job) => {
  expect(beforeWhich(rows, y)).toBe(job);
});

test("alone in its lane it stands at the end", () => {
  expect(beforeWhich([], 10)).toBeNull();
});
