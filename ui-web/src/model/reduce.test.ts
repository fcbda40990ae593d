import { expect, test } from "vitest";

import { reduce } from "./reduce";
import { initial } from "./state";

test("a cursor stays inside its panel", () => {
  expect(reduce(initial, { type: "cursor", side: "left", row: 3 })).toBe(initial);
});
