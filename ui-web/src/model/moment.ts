import { language, type Language } from "../text/tr";

/** The locale of each language, in whose way dates are written. */
const LOCALES: Record<Language, string> = { en: "en-GB", de: "de-DE" };

const format = new Intl.DateTimeFormat(LOCALES[language], {
  dateStyle: "medium",
  timeStyle: "medium",
});

/** Spells a moment in full: `21 Nov 2026, 14:07:33`. */
export function moment(micros: number): string {
  return format.format(micros / 1000);
}
