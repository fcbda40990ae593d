// Gives the texts of the page in the language of the user: the Fluent messages of assets/locales.

import { FluentBundle, FluentResource } from "@fluent/bundle";

import type { Texts } from "../bindings/Texts";

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

function read(language: Language): FluentBundle {
  // The page isolates names by <bdi> where it shows them.
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const [path, file] of Object.entries(FILES)) {
    if (path.includes(`/${language}/`)) bundle.addResource(new FluentResource(file));
  }
  return bundle;
}

const BUNDLES = [...new Set<Language>([language, "en"])].map(read);

/** Gives a text; numbers choose plurals, and what is shown of them is passed as text. */
export function tr<Id extends keyof Texts>(
  id: Id,
  ...[variables]: Texts[Id] extends null ? [] : [variables: Texts[Id]]
): string {
  for (const bundle of BUNDLES) {
    const pattern = bundle.getMessage(id)?.value;
    // A variable that is missing shows as its name; the types do not let that happen.
    if (pattern != null) return bundle.formatPattern(pattern, variables ?? null, []);
  }
  return id;
}
