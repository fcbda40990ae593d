import { expect, test } from "vitest";

import type { OpError } from "../bindings/OpError";

import { failedPath, joined } from "./failed";

const error = (path: OpError["path"], other?: OpError["other"]): OpError => ({
  action: "copy",
  code: "io",
  path,
  other,
});

test("the path of an item is that in the folder of the operands, not that of its copy", () => {
  const source = { text: "/home/ines/Pictures/Fjord/Day 2/a.nef" };
  const copy = { text: "/mnt/backup/Fjord/Day 2/a.nef" };
  const from = "~/Pictures";
  for (const both of [error(source, copy), error(copy, source)])
    expect(failedPath("Day 2/a.nef", both, from)).toBe(source.text);
  expect(failedPath("Day 2/a.nef", error(copy), from)).toBe(copy.text);
  expect(failedPath("Day 2/a.nef", error(source), null)).toBe(source.text);
});

test("a path is written in one line, and that of another machine with a colon", () => {
  const from = "/data";
  expect(failedPath("a\\u{A}b", error({ text: "/data/a\nb" }), from)).toBe("a\\u{A}b");
  expect(failedPath("caf\\xE9", error({ bytes: "L2RhdGEvY2Fm6Q==" }), from)).toBe("caf\\xE9");
  expect(failedPath("a", null, from)).toBe("a");
  expect(failedPath("x/a", error({ text: "\0nas/data/x/a" }), "nas:/data")).toBe("nas:/data/x/a");
});

test("an item directly below its operands has no folder", () => {
  expect(joined({ text: "" }, { text: "a" })).toBe("a");
  expect(joined({ text: "x/y" }, { text: "a" })).toBe("x/y/a");
});
