import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Loads a module as a page in this language would; every module before it is forgotten. */
async function speaking<Module>(code: string, load: () => Promise<Module>): Promise<Module> {
  document.documentElement.lang = code;
  vi.resetModules();
  return load();
}

const page = (code: string) => speaking(code, () => import("./tr"));

beforeEach(() => vi.resetModules());
afterEach(() => {
  document.documentElement.lang = "";
});

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["en", "en"],
  ["fr", "en"],
  ["", "en"],
])("a document in %j is shown in %s", async (code, language) => {
  expect((await page(code)).language).toBe(language);
});

test("a text is that of the language", async () => {
  expect((await page("en")).tr("window-cancel")).toBe("Cancel");
  expect((await page("de")).tr("window-cancel")).toBe("Abbrechen");
});

test("a text that the language lacks is shown in English, and one that none has by its name", async () => {
  const { bundles, textOf } = await page("de");
  const read = bundles("de", {
    "/en/window-a.ftl": "both = Both\nonly-english = Only { $name }\n",
    "/de/window-a.ftl": "both = Beide\n",
  });
  expect(textOf(read, "both", null)).toBe("Beide");
  expect(textOf(read, "only-english", { name: "a" })).toBe("Only a");
  expect(textOf(read, "no-such-text", null)).toBe("no-such-text");
});

test("a name that is written from right to left leaves the sentence in its order", async () => {
  const { tr } = await page("en");
  const notice = (name: string) => tr("window-notice-created", { name });
  expect(notice("été.txt")).toBe("Created été.txt");
  expect(notice("שלום.txt")).toBe("Created \u2068שלום.txt\u2069");
});

test("a number chooses the plural, and is shown as it was written", async () => {
  const english = (await page("en")).tr;
  const german = (await page("de")).tr;
  const items = (n: number, shown: string) => ["window-count-items", { count: n, shown }] as const;
  expect(english(...items(1, "1"))).toBe("1 item");
  expect(english(...items(31_204, "31,204"))).toBe("31,204 items");
  expect(german(...items(1, "1"))).toBe("1 Objekt");
  expect(german(...items(0, "0"))).toBe("0 Objekte");
  expect(german(...items(31_204, "31.204"))).toBe("31.204 Objekte");
});

test("words inside a sentence begin small where the language writes them so", async () => {
  expect((await page("en")).inside("Identical")).toBe("identical");
  expect((await page("de")).inside("Kopieren")).toBe("Kopieren");
});

test("keys have the names that are printed on keyboards", async () => {
  const { shown } = await speaking("de", () => import("../model/keys"));
  expect(shown("ctrl-shift-pageup")).toBe("Strg Umschalt Bild ↑");
  expect(shown("alt-delete")).toBe("Alt Entf");
  expect(shown("f5")).toBe("F5");
});

test("what became of the rest of a job is a sentence for every verb", async () => {
  const { tr } = await page("en");
  expect(tr("window-report-title-rest", { verb: "copy" })).toBe("the rest was copied");
  const shared = "the storage of the rest was shared";
  expect(tr("window-report-title-rest", { verb: "dedupe" })).toBe(shared);
});
