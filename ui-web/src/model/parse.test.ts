import { expect, test } from "vitest";

import { rate, size } from "./format";
import { parseRate, parseSize } from "./parse";

test.each([
  ["0", 0],
  ["500", 500],
  ["512 B", 512],
  ["500 kB", 500_000],
  ["500k", 500_000],
  ["20M", 20_000_000],
  ["2.5 GB", 2_500_000_000],
  ["2,5 gb", 2_500_000_000],
  ["4 MiB", 4_194_304],
  [" 1 TB ", 1_000_000_000_000],
  ["", null],
  ["k", null],
  ["1x", null],
  ["1 Mi", null],
  ["-1", null],
  ["1 2", null],
  ["1e9", null],
  ["99999 TB", null],
])("size %j", (text, bytes) => expect(parseSize(text)).toBe(bytes));

test.each([
  ["20 MB/s", 20_000_000],
  ["20MB / s", 20_000_000],
  ["20 Mbps", null],
  ["500 kB", 500_000],
  ["0", null],
  ["fast", null],
  ["", null],
])("rate %j", (text, bytes) => expect(parseRate(text)).toBe(bytes));

test("what is shown can be typed", () => {
  for (const bytes of [1, 999, 1_500, 48_200_000, 412_000_000, 1_240_000_000]) {
    expect(parseSize(size(bytes))).toBe(bytes);
    expect(parseRate(rate(bytes))).toBe(bytes);
  }
});
