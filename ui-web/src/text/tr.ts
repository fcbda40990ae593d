// Gives the texts of the page in the language of the user: the Fluent messages of assets/locales.

import { FluentBundle, FluentResource } from "@fluent/bundle";

import type { Texts } from "../bindings/texts/Texts";
import { isRightToLeft } from "../model/letters";

/** The languages of the page. */
export const LANGUAGES = ["en", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The files of all languages, by their paths. */
const FILES = import.meta.glob<string>(
  ["../../../assets/locales/*/window-*.ftl", "../../../assets/locales/*/shared-*.ftl"],
  { query: "?raw", import: "default", eager: true },
);

/** Finds the language of this page: the program writes it into the document before any script runs. */
function chosen(): Language {
  const code = document.documentElement.lang.split("-")[0];
  return LANGUAGES.find((language) => language === code) ?? "en";
}

/** The language of this page. */
export const language = chosen();

function read(language: Language, files: Record<string, string>): FluentBundle {
  // `isolated` does it for the few names that need it.
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const [path, file] of Object.entries(files)) {
    if (path.includes(`/${language}/`)) bundle.addResource(new FluentResource(file));
  }
  return bundle;
}

/** Reads the texts of a language, and after it English, which has all of them. */
export function bundles(language: Language, files: Record<string, string>): FluentBundle[] {
  return [...new Set<Language>([language, "en"])].map((one) => read(one, files));
}

/**
 * Puts names that are written from right to left between signs that keep the sentence around them in its order
 * (FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE).
 */
function isolated(
  variables: Record<string, string | number> | null,
): Record<string, string | number> | null {
  if (!variables) return null;
  const isolate = (value: string | number) =>
    typeof value === "string" && isRightToLeft(value) ? `\u2068${value}\u2069` : value;
  return Object.fromEntries(Object.entries(variables).map(([name, it]) => [name, isolate(it)]));
}

/** Gives the text of the first language that has it. */
export function textOf(
  bundles: readonly FluentBundle[],
  id: string,
  variables: Record<string, string | number> | null,
): string {
  for (const bundle of bundles) {
    const pattern = bundle.getMessage(id)?.value;
    // A variable that is missing shows as its name; the types do not let that happen.
    if (pattern) return bundle.formatPattern(pattern, isolated(variables), []);
  }
  return id;
}

const BUNDLES = bundles(language, FILES);

/** Gives a text; numbers choose plurals, and what is shown of them is passed as text. */
export function tr<Id extends keyof Texts>(
  id: Id,
  ...[variables]: Texts[Id] extends null ? [] : [variables: Texts[Id]]
): string {
  return textOf(BUNDLES, id, variables ?? null);
}

/** A name of the wire as it stands in the ids of texts. */
type Dashed<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}-${Dashed<Tail>}`
  : Name;

/** Gives a name of the wire as it stands in the ids of texts: `read_write` is `read-write`. */
export function dashed<Name extends string>(name: Name): Dashed<Name> {
  return name.replaceAll("_", "-") as Dashed<Name>;
}

/** Whether a language writes the first letter of a sentence small where the words stand inside another one. */
const SMALL: Record<Language, boolean> = { en: true, de: false };

/** Gives words that begin with a capital as they are written inside a sentence. */
export function inside(words: string): string {
  return SMALL[language] ? words.toLowerCase() : words;
}
