import { expect, test } from "vitest";

import { aPlan } from "../mock/samples";

import { tooLittle } from "./room";

const tight = { ...aPlan, bytes: 1000, free: 314 };

test("a copy that does not fit says by how much", () => {
  expect(tooLittle(tight, "copy")).toBe(686);
  expect(tooLittle(tight, "move")).toBe(686);
  expect(tooLittle({ ...tight, free: 1000 }, "copy")).toBe(0);
});

test("what writes no bytes always fits", () => {
  expect(tooLittle(tight, "link")).toBe(0);
  expect(tooLittle({ ...tight, same_device: true }, "move")).toBe(0);
  expect(tooLittle({ ...tight, reflink: true }, "copy")).toBe(0);
  expect(tooLittle({ ...tight, free: null }, "copy")).toBe(0);
});
