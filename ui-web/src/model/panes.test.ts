import { expect, test } from "vitest";

import { fitting } from "./panes";

const all = { two_panels: true, places: true, preview: true };

test.each([
  [1280, all],
  [1000, { ...all, preview: false }],
  [800, { ...all, preview: false }],
  [700, { two_panels: true, places: false, preview: false }],
  [500, { two_panels: false, places: true, preview: false }],
  [400, { two_panels: false, places: false, preview: false }],
])("a window of %i pixels shows what fits", (width, expected) => {
  expect(fitting(width, all)).toEqual(expected);
});

test("what is not wanted leaves its room to the others", () => {
  const wanted = { ...all, two_panels: false };
  expect(fitting(800, wanted)).toEqual(wanted);
});
