import { expect, test } from "vitest";

import { aPlan } from "../mock/samples";

import { tooLittle } from "./room";

test("what does not fit says by how much, as the program told it for each verb", () => {
  const tight = { ...aPlan, lacks_to_copy: 686, lacks_to_move: 3 };
  expect(tooLittle(tight, "copy")).toBe(686);
  expect(tooLittle(tight, "move")).toBe(3);
  expect(tooLittle(tight, "link")).toBe(0);
  expect(tooLittle(tight, "trash")).toBe(0);
});
