// Parses sizes and speeds that people type.

const UNITS = ["b", "kb", "mb", "gb", "tb"];

/** Reads `500`, `500 kB`, `2.5 GB`, `20M` or `4 MiB` as bytes; null if it is none of these. */
export function parseSize(text: string): number | null {
  const found = /^(\d+(?:[.,]\d+)?)\s*(?:([kmgt])?(i)?(b)?)$/i.exec(text.trim());
  if (!found) return null;
  const [, number, letter = "", binary = "", byte = ""] = found;
  if (binary && !(letter && byte)) return null;
  const power = letter ? UNITS.indexOf(`${letter.toLowerCase()}b`) : 0;
  const bytes = Number(number!.replace(",", ".")) * (binary ? 1024 : 1000) ** power;
  return Number.isSafeInteger(Math.round(bytes)) ? Math.round(bytes) : null;
}

/** Reads a speed, `20 MB/s` or any size, as bytes per second. Nothing is no speed, and 0 would never end. */
export function parseRate(text: string): number | null {
  return parseSize(text.trim().replace(/\s*\/\s*s$/i, "")) || null;
}
