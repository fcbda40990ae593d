/** A row that something may be dropped before. */
export interface Stop {
  job: number;
  /** Where its middle is on the screen. */
  middle: number;
}

/** Gives the job before which something dropped at `y` stands; null is the end. */
export function beforeWhich(rows: readonly Stop[], y: number): number | null {
  return rows.find((row) => y < row.middle)?.job ?? null;
}
