// Formats times for people: `Today, 08:55`, `14 Nov, 18:02`, `3 Jan 2025`.

import { tr } from "../text/tr";

const DAY = 86_400_000;
const MONTHS = [
  tr("window-format-month-1"),
  tr("window-format-month-2"),
  tr("window-format-month-3"),
  tr("window-format-month-4"),
  tr("window-format-month-5"),
  tr("window-format-month-6"),
  tr("window-format-month-7"),
  tr("window-format-month-8"),
  tr("window-format-month-9"),
  tr("window-format-month-10"),
  tr("window-format-month-11"),
  tr("window-format-month-12"),
];

/** How exactly a time is told: to the minute, the second, or to so many digits of its fraction. */
type Exactness = "minutes" | "seconds" | 3 | 6;

/** From the usual exactness to the greatest. */
const EXACTER: readonly Exactness[] = ["minutes", "seconds", 3, 6];

/** Two moments that are compared. */
type Both = readonly [string, string];

/** Gives the time of the day: `08:55`. */
export function clock(micros: number, to: Exactness = "minutes"): string {
  const date = new Date(micros / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (to === "minutes") return minutes;
  const seconds = `${minutes}:${two(date.getSeconds())}`;
  if (to === "seconds") return seconds;
  // Before 1970 a second begins below its number, too.
  const fraction = String(((micros % 1e6) + 1e6) % 1e6).padStart(6, "0");
  return `${seconds}.${fraction.slice(0, to)}`;
}

/** Gives the time of the day to the second: `08:55:03`. */
export function exactly(micros: number): string {
  return `${clock(micros)}:${String(new Date(micros / 1000).getSeconds()).padStart(2, "0")}`;
}

/** Gives a moment, seen from now, both in microseconds. */
export function when(micros: number, now = Date.now() * 1000, to: Exactness = "minutes"): string {
  const date = new Date(micros / 1000);
  const today = new Date(now / 1000).setHours(0, 0, 0, 0);
  const day = new Date(date).setHours(0, 0, 0, 0);
  // A day is 23 or 25 hours long twice a year.
  const ago = Math.round((today - day) / DAY);
  if (ago === 0) return tr("window-format-today", { time: clock(micros, to) });
  if (ago === 1) return tr("window-format-yesterday", { time: clock(micros, to) });
  const [dayOfMonth, month] = [`${date.getDate()}`, MONTHS[date.getMonth()] ?? ""];
  const isThisYear = date.getFullYear() === new Date(now / 1000).getFullYear();
  const dated = isThisYear
    ? tr("window-format-day", { day: dayOfMonth, month })
    : tr("window-format-day-of-year", { day: dayOfMonth, month, year: `${date.getFullYear()}` });
  return isThisYear || to !== "minutes"
    ? tr("window-format-day-time", { day: dated, time: clock(micros, to) })
    : dated;
}

/** Gives two moments that are compared: as exactly as it takes to tell them apart. */
export function whenBoth(one: number, other: number, now = Date.now() * 1000): Both {
  const to = apart(one, other, now);
  return [when(one, now, to), when(other, now, to)];
}

/** The same where there is little room: to the second at most. */
export function whenBothBriefly(one: number, other: number, now = Date.now() * 1000): Both {
  const to = apart(one, other, now) === "minutes" ? "minutes" : "seconds";
  return [when(one, now, to), when(other, now, to)];
}

/** Gives how exactly two moments are told so that they differ, if they do. */
function apart(one: number, other: number, now: number): Exactness {
  const differ = (to: Exactness) => when(one, now, to) !== when(other, now, to);
  return one === other ? "minutes" : (EXACTER.find(differ) ?? "minutes");
}
