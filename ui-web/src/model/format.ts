// Formats numbers for people: decimal units after a no-break space, three digits, with the signs of the language.
//
// `assets/format-golden.json` is the table that these functions and the terminal's are tested against.

import type { EtaRange } from "../bindings/desktop/EtaRange";
import { language, tr, type Language } from "../text/tr";

/** What separates the whole from its fraction, and thousands. */
const SIGNS: Record<Language, { decimal: string; group: string }> = {
  en: { decimal: ".", group: "," },
  de: { decimal: ",", group: "." },
};
const { decimal, group } = SIGNS[language];

const NBSP = "\u00a0";
const BASE = 1000n;
const UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

/** Gives the number in a unit, or null if it takes more than three digits. */
function digits(bytes: bigint, unit: number): string | null {
  const size = BASE ** BigInt(unit);
  const rounded = (scale: bigint) => Number((bytes * scale + size / 2n) / size);
  const hundredths = rounded(100n);
  if (hundredths < 1000) return (hundredths / 100).toFixed(2).replace(".", decimal);
  const tenths = rounded(10n);
  if (tenths < 1000) return (tenths / 10).toFixed(1).replace(".", decimal);
  const ones = rounded(1n);
  return ones < 1000 ? String(ones) : null;
}

/** Gives the number in three digits, and the index of its unit. */
function scale(bytes: bigint): [string, number] {
  if (bytes < BASE) return [String(bytes), 0];
  for (let unit = 1; unit < UNITS.length - 1; unit++) {
    const number = digits(bytes, unit);
    if (number !== null) return [number, unit];
  }
  return [digits(bytes, UNITS.length - 1) ?? "", UNITS.length - 1];
}

/** Gives a size: `48.2 GB`. */
export function size(bytes: number | bigint): string {
  const [number, unit] = scale(BigInt(bytes));
  return `${number}${NBSP}${UNITS[unit]}`;
}

/** Gives permissions as `ls` writes them: `rwxr-x---`. */
export function permissions(mode: number): string {
  const one = (shift: number, special: number, [set, alone]: [string, string]) => {
    const bits = mode >> shift;
    const runs = (bits & 1) !== 0;
    const last = (mode & special) !== 0 ? (runs ? set : alone) : runs ? "x" : "-";
    return `${bits & 4 ? "r" : "-"}${bits & 2 ? "w" : "-"}${last}`;
  };
  return one(6, 0o4000, ["s", "S"]) + one(3, 0o2000, ["s", "S"]) + one(0, 0o1000, ["t", "T"]);
}

/** Gives how much of a size is done: `255 of 413 GB`. */
export function sizeOf(done: number | bigint, total: number | bigint): string {
  const [whole, unit] = scale(BigInt(total));
  const isSmall = unit > 0 && BigInt(done) < BASE ** BigInt(unit);
  const part = unit === 0 ? String(done) : isSmall ? null : digits(BigInt(done), unit);
  return tr("window-format-size-of", {
    done: part ?? size(done),
    total: `${whole}${NBSP}${UNITS[unit]}`,
  });
}

/** Gives a speed: `412 MB/s`. */
export function rate(bytesPerSecond: number): string {
  return `${size(bytesPerSecond)}/s`;
}

/** Gives a number with thousands separators: `31,204`. */
export function count(n: number | bigint): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, group);
}

/** What a message of a count needs: the number, and how it is written. */
function counts(n: number | bigint): { count: number; shown: string } {
  return { count: Number(n), shown: count(n) };
}

/** Gives a count of items: `31,204 items`. */
export function items(n: number | bigint): string {
  return tr("window-count-items", counts(n));
}

/** Gives a count of files: `1 file`, `31,204 files`. */
export function files(n: number | bigint): string {
  return tr("window-count-files", counts(n));
}

/** Gives a count of folders. */
export function folders(n: number | bigint): string {
  return tr("window-count-folders", counts(n));
}

/** Gives a count of jobs. */
export function jobs(n: number | bigint): string {
  return tr("window-count-jobs", counts(n));
}

/** Gives a count of bytes. */
export function bytes(n: number | bigint): string {
  return tr("window-count-bytes", counts(n));
}

/** Gives how many items are done: `412 of 688 items`. */
export function itemsOf(done: number, total: number): string {
  return tr("window-format-items-of", { done: count(done), ...counts(total) });
}

/** Gives whole percent: `62 %`. */
export function percent(whole: number): string {
  return `${whole}${NBSP}%`;
}

/** Gives a span of microseconds: `240 ms`, `3.2 s`, `2 min 41 s`, `3 h 12 min`. */
export function duration(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(seconds / 3600);
  const units = (text: string) => text.replaceAll("_", NBSP);
  if (seconds < 1) return units(`${Math.floor(micros / 1e3)}_ms`);
  if (seconds < 10) return units(`${seconds}${decimal}${Math.floor(micros / 1e5) % 10}_s`);
  if (seconds < 60) return units(`${seconds}_s`);
  if (seconds < 3600) return units(`${minutes}_min ${seconds % 60}_s`);
  if (seconds < 86_400) return units(`${hours}_h ${minutes % 60}_min`);
  return units(`${Math.floor(hours / 24)}_d ${hours % 24}_h`);
}

/** Gives the time left as a range whose bounds a person can believe: `50–70 s left`. */
export function left(eta: EtaRange): string {
  const low = Math.floor(eta.low / 1e6);
  const high = Math.ceil(eta.high / 1e6);
  if (high <= 5) return tr("window-format-left-few");
  const [unit, name] =
    high <= 100
      ? [1, "s"]
      : high <= 6000
        ? [60, "min"]
        : high <= 172_800
          ? [3600, "h"]
          : [86_400, "d"];
  const bound = Math.ceil(high / unit);
  const step = unit * (bound <= 10 ? 1 : bound <= 30 ? 5 : 10);
  const from = (Math.floor(low / step) * step) / unit;
  const to = (Math.ceil(high / step) * step) / unit;
  const time = `${to}${NBSP}${name}`;
  if (from === 0) return tr("window-format-left-under", { time });
  if (from === to) return tr("window-format-left-about", { time });
  return tr("window-format-left", { time: `${from}–${time}` });
}
