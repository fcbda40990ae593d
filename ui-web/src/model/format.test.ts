import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

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

describe("numbers and times in German", () => {
  let german: typeof format;
  let times: typeof import("./when");
  let moments: typeof import("./moment");

  beforeAll(async () => {
    document.documentElement.lang = "de";
    vi.resetModules();
    german = await import("./format");
    times = await import("./when");
    moments = await import("./moment");
  });
  afterAll(() => {
    document.documentElement.lang = "";
    vi.resetModules();
  });

  test("a comma stands before the fraction, and points between thousands", () => {
    expect(german.size(999)).toBe("999\u00a0B");
    expect(german.size(1_234)).toBe("1,23\u00a0kB");
    expect(german.size(48_200_000_000)).toBe("48,2\u00a0GB");
    expect(german.rate(412_000_000)).toBe("412\u00a0MB/s");
    expect(german.count(31_204)).toBe("31.204");
    expect(german.count(1_000_000n)).toBe("1.000.000");
  });

  test("what is done of a whole", () => {
    expect(german.sizeOf(255_000_000_000, 413_000_000_000)).toBe("255 von 413\u00a0GB");
    expect(german.sizeOf(1_500_000, 413_000_000_000)).toBe("1,50\u00a0MB von 413\u00a0GB");
    expect(german.itemsOf(0, 1)).toBe("0 von 1 Objekt");
    expect(german.itemsOf(1_412, 31_204)).toBe("1.412 von 31.204 Objekten");
    expect(german.percent(62)).toBe("62\u00a0%");
  });

  test("counts with their nouns", () => {
    expect([1, 2, 31_204].map(german.items)).toEqual(["1 Objekt", "2 Objekte", "31.204 Objekte"]);
    expect([1, 2].map(german.files)).toEqual(["1 Datei", "2 Dateien"]);
    expect([1, 2].map(german.folders)).toEqual(["1 Ordner", "2 Ordner"]);
    expect([1, 2].map(german.jobs)).toEqual(["1 Auftrag", "2 Aufträge"]);
    expect([1, 2].map(german.bytes)).toEqual(["1 Byte", "2 Bytes"]);
  });

  test("spans of time and the time that is left", () => {
    expect(german.duration(3_200_000)).toBe("3,2\u00a0s");
    expect(german.duration(161_000_000)).toBe("2\u00a0min 41\u00a0s");
    expect(german.left({ low: 0, high: 3e6 })).toBe("noch einige Sekunden");
    expect(german.left({ low: 1e6, high: 20e6 })).toBe("noch weniger als 20\u00a0s");
    expect(german.left({ low: 51e6, high: 69e6 })).toBe("noch 50–70\u00a0s");
    expect(german.left({ low: 300e6, high: 300e6 })).toBe("noch etwa 5\u00a0min");
  });

  test("days", () => {
    const at = (text: string) => new Date(text).getTime() * 1000;
    const now = at("2026-11-21T14:10:00");
    expect(times.when(at("2026-11-21T08:55:00"), now)).toBe("Heute, 08:55");
    expect(times.when(at("2026-11-20T08:55:00"), now)).toBe("Gestern, 08:55");
    expect(times.when(at("2026-03-14T18:02:00"), now)).toBe("14. März, 18:02");
    expect(times.when(at("2025-01-03T18:02:00"), now)).toBe("3. Jan. 2025");
    expect(moments.moment(now)).toContain("21.11.2026");
  });
});

test("permissions are written as ls writes them", () => {
  const { permissions } = format;
  expect([0o755, 0o640, 0, 0o4755, 0o2644, 0o1777].map(permissions)).toEqual([
    "rwxr-xr-x",
    "rw-r-----",
    "---------",
    "rwsr-xr-x",
    "rw-r-Sr--",
    "rwxrwxrwt",
  ]);
});
