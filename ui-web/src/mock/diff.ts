// Two files of the mock and how they differ: text with a few changed lines, and pictures by their bytes.

import type { DiffByte } from "../bindings/desktop/DiffByte";
import type { DiffLine } from "../bindings/desktop/DiffLine";
import type { DiffOf } from "../bindings/desktop/DiffOf";
import type { DiffPlace } from "../bindings/desktop/DiffPlace";
import type { DiffRow } from "../bindings/desktop/DiffRow";
import type { DiffFound } from "../bindings/desktop/DiffFound";
import type { DiffState } from "../bindings/desktop/DiffState";

import { gone } from "./refusals";
import { name } from "./tree";

const ROWS = 400;
/** Rows that the program tells at once. */
const TOLD = 100;

const DIFFERENCES: DiffPlace[] = [6, 13, 20, 210].map((row, n) => ({ row, difference: n + 1 }));

function line(number: number, parts: [text: string, changed?: boolean][], more = {}): DiffLine {
  const spans = parts.map(([text, changed = false]) => ({ text, changed, escape: false }));
  return { number, spans, cut_before: false, cut_after: false, no_break: false, ...more };
}

function row(n: number): DiffRow {
  const nth = DIFFERENCES.findIndex((it) => it.row === n);
  if (nth < 0) {
    const same = line(n + 1, [[`  "frame": ${n * 3}, "light": "${n % 5} stops",`]]);
    return { left: same, right: same, same: true, difference: null };
  }
  const rest = { same: false, difference: nth + 1 };
  switch (n % 3) {
    case 0:
      return {
        left: line(n + 1, [['  "tide": "'], ["low", true], ['",']]),
        right: line(n + 1, [['  "tide": "'], ["high", true], ['",']]),
        ...rest,
      };
    case 1:
      return { left: line(n + 1, [["  // only on the left"]]), right: null, ...rest };
    default:
      return {
        left: null,
        right: line(n + 1, [["  // only on the right"]], { no_break: true }),
        ...rest,
      };
  }
}

function bytes(side: number): DiffByte[] {
  return Array.from({ length: 16 }, (_, n) => {
    const code = (n * 37 + (n > 9 ? side * 5 : 0)) % 256;
    return {
      hex: code.toString(16).padStart(2, "0"),
      text: code > 31 && code < 127 ? String.fromCharCode(code) : ".",
      changed: n > 9,
    };
  });
}

/** The files that the mock compares. */
export class MockDiff {
  private id = 0;

  constructor(private readonly tell: (state: DiffState) => void) {}

  begin(of: DiffOf, ignoresSpace: boolean): DiffState {
    const id = ++this.id;
    const files = { left: name("~/Pictures/notes.md"), right: name("~/Archive/notes.md") };
    const found: DiffFound =
      of.of === "question"
        ? {
            found: "bytes",
            why: "binary",
            offset: 4106,
            hex: "0x100a",
            ends: null,
            sizes: [51_200_000, 50_900_000],
            rows: ["00000ff0", "00001000", "00001010"].map((at) => ({
              at,
              left: bytes(0),
              right: bytes(1),
            })),
          }
        : {
            found: "lines",
            rows: ROWS,
            differences: ignoresSpace ? 0 : DIFFERENCES.length,
            rough: false,
            digits: 3,
          };
    setTimeout(() => this.tell({ id, ...files, found, error: null }), 0);
    return { id, ...files, found: null, error: null };
  }

  rows(id: number, from: number): DiffRow[] {
    if (id !== this.id) gone();
    return Array.from({ length: Math.min(TOLD, ROWS - from) }, (_, n) => row(from + n));
  }

  next(id: number, at: number | null, back: boolean): DiffPlace | null {
    if (id !== this.id) gone();
    if (at === null) return DIFFERENCES[0]!;
    const before = [...DIFFERENCES].reverse().find(({ row }) => row < at);
    return (back ? before : DIFFERENCES.find(({ row }) => row > at)) ?? null;
  }
}
