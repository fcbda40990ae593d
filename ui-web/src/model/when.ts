// Moments as people read them: `Today, 08:55`, `14 Nov, 18:02`, `3 Jan 2025`.

const DAY = 86_400_000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"].concat([
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
]);

/** Gives the time of the day: `08:55`. */
export function clock(micros: number): string {
  const date = new Date(micros / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Gives the time of the day to the second: `08:55:03`. */
export function exactly(micros: number): string {
  return `${clock(micros)}:${String(new Date(micros / 1000).getSeconds()).padStart(2, "0")}`;
}

/** Gives a moment, seen from now, both in microseconds. */
export function when(micros: number, now = Date.now() * 1000): string {
  const date = new Date(micros / 1000);
  const today = new Date(now / 1000).setHours(0, 0, 0, 0);
  const day = new Date(date).setHours(0, 0, 0, 0);
  // A day is 23 or 25 hours long twice a year.
  const ago = Math.round((today - day) / DAY);
  if (ago === 0) return `Today, ${clock(micros)}`;
  if (ago === 1) return `Yesterday, ${clock(micros)}`;
  const named = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ""}`;
  const isThisYear = date.getFullYear() === new Date(now / 1000).getFullYear();
  return isThisYear ? `${named}, ${clock(micros)}` : `${named} ${date.getFullYear()}`;
}
