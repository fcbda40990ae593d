// Formats numbers for people: decimal units after a no-break space, three digits.
//
// `assets/format-golden.json` is the table that these functions and the terminal's are tested against.

import type { EtaRange } from "../bindings/desktop/EtaRange";

const NBSP = "\u00a0";
const BASE = 1000n;
const UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

/** Gives the number in a unit, or null if it takes more than three digits. */
function digits(bytes: bigint, unit: number): string | null {
  const size = BASE ** BigInt(unit);
  const rounded = (scale: bigint) => Number((bytes * scale + size / 2n) / size);
  const hundredths = rounded(100n);
  if (hundredths < 1000) return (hundredths / 100).toFixed(2);
  const tenths = rounded(10n);
  if (tenths < 1000) return (tenths / 10).toFixed(1);
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

/** Gives how much of a size is done: `255 of 413 GB`. */
export function sizeOf(done: number | bigint, total: number | bigint): string {
  const [whole, unit] = scale(BigInt(total));
  const isSmall = unit > 0 && BigInt(done) < BASE ** BigInt(unit);
  const part = unit === 0 ? String(done) : isSmall ? null : digits(BigInt(done), unit);
  return `${part ?? size(done)} of ${whole}${NBSP}${UNITS[unit]}`;
}

/** Gives a speed: `412 MB/s`. */
export function rate(bytesPerSecond: number): string {
  return `${size(bytesPerSecond)}/s`;
}

/** Gives a number with thousands separators: `31,204`. */
export function count(n: number | bigint): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Gives a count with its noun: `1 item`, `31,204 items`. */
export function counted(n: number | bigint, one: string, many: string): string {
  return `${count(n)} ${BigInt(n) === 1n ? one : many}`;
}

/** Gives a count of items: `31,204 items`. */
export function items(n: number | bigint): string {
  return counted(n, "item", "items");
}

/** Gives how many items are done: `412 of 688 items`. */
export function itemsOf(done: number, total: number): string {
  return `${count(done)} of ${items(total)}`;
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
  if (seconds < 10) return units(`${seconds}.${Math.floor(micros / 1e5) % 10}_s`);
  if (seconds < 60) return units(`${seconds}_s`);
  if (seconds < 3600) return units(`${minutes}_min ${seconds % 60}_s`);
  if (seconds < 86_400) return units(`${hours}_h ${minutes % 60}_min`);
  return units(`${Math.floor(hours / 24)}_d ${hours % 24}_h`);
}

/** Gives the time left as a range whose bounds a person can believe: `50–70 s left`. */
export function left(eta: EtaRange): string {
  const low = Math.floor(eta.low / 1e6);
  const high = Math.ceil(eta.high / 1e6);
  if (high <= 5) return "a few seconds left";
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
  if (from === 0) return `under ${to}${NBSP}${name} left`;
  if (from === to) return `about ${to}${NBSP}${name} left`;
  return `${from}–${to}${NBSP}${name} left`;
}
