// Chooses the rows of a long list to draw: those in sight and a few around them.

/** A run of rows. */
export interface Run {
  from: number;
  count: number;
}

/** Gives the rows that touch what is in sight, and `around` more on each side. */
export function inSight(
  scrolled: number,
  height: number,
  row: number,
  len: number,
  around = 0,
): Run {
  const first = Math.min(Math.max(Math.floor(scrolled / row) - around, 0), len);
  const end = Math.min(Math.max(Math.ceil((scrolled + height) / row) + around, first), len);
  return { from: first, count: end - first };
}

/** Gives the rows that a stretch of the list touches, as one run or none. */
export function touched(top: number, height: number, row: number, len: number): Run[] {
  const first = Math.max(Math.floor(top / row), 0);
  const end = Math.min(Math.ceil((top + height) / row), len);
  return end > first ? [{ from: first, count: end - first }] : [];
}

/** Says whether a row is in a run. */
export function has({ from, count }: Run, row: number): boolean {
  return row >= from && row < from + count;
}

/** Gives the numbers of a run. */
export function numbers({ from, count }: Run): number[] {
  return Array.from({ length: count }, (_, n) => from + n);
}

/** Gives how far to scroll so that a row is in sight whole, and no further. */
export function reveal(scrolled: number, height: number, row: number, at: number): number {
  const top = at * row;
  if (top < scrolled) return top;
  return top + row > scrolled + height ? Math.max(top + row - height, 0) : scrolled;
}

/** Gives how many tiles stand beside each other. */
export function columns(width: number, tile: number): number {
  return Math.max(Math.floor(width / tile), 1);
}

/** Gives the tiles of a run of lines. */
export function tiles(lines: Run, beside: number, len: number): Run {
  const from = Math.min(lines.from * beside, len);
  return { from, count: Math.min(lines.count * beside, len - from) };
}
