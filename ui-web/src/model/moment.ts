const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** Spells a moment in full: `21 Nov 2026, 14:07:33`. */
export function moment(micros: number): string {
  return format.format(micros / 1000);
}
