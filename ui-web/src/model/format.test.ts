import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import * as format from "./format";

type Golden = Record<string, Record<string, string>[]>;

const golden = JSON.parse(readFileSync("../assets/format-golden.json", "utf8")) as Golden;
const spaced = (text: string | undefined) =>
  text?.replace(/(\d) (B|kB|MB|ms|s|min|h|d)\b/g, "$1\u00a0$2");

describe("the golden table of numbers", () => {
  test.each(golden.size!)("size of $bytes", (row) => {
    expect(format.size(BigInt(row.bytes!))).toBe(row.decimal);
  });
  test.each(golden.size_of!)("$done of $total", (row) => {
    expect(format.sizeOf(BigInt(row.done!), BigInt(row.total!))).toBe(row.decimal);
  });
  test.each(golden.items!)("$text", (row) => {
    expect(format.items(BigInt(row.items!))).toBe(row.text);
  });
  test.each(golden.duration!)("$micros", (row) => {
    expect(format.duration(Number(row.micros))).toBe(spaced(row.text));
  });
  test.each(golden.left!)("$lo to $hi", (row) => {
    expect(format.left({ low: Number(row.lo), high: Number(row.hi) })).toBe(spaced(row.text));
  });
});
