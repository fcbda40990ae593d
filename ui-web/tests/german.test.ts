// The page in German: nothing of it is left in English, everybody can use it, and its longer words fit.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { browser, expectAccessible, picture, type Options } from "./browser";

const open = browser();

const SMALL: Options = { width: 800, height: 600 };
const COPIER: Options = { width: 560, height: 640 };

/** Reads the texts of a language; a variable is shown as a mark that no text has. */
function texts(language: string): string[] {
  const folder = fileURLToPath(new URL(`../../assets/locales/${language}/`, import.meta.url));
  const bundle = new FluentBundle(language, { useIsolating: false });
  const files = readdirSync(folder).filter((name) => /^(window|shared)-/.test(name));
  const all: string[] = [];
  for (const file of files) {
    const text = readFileSync(`${folder}${file}`, "utf8");
    bundle.addResource(new FluentResource(text));
    for (const [, id] of text.matchAll(/^([a-z][a-z0-9-]*) =/gm)) {
      const pattern = bundle.getMessage(id!)?.value;
      if (pattern) all.push(bundle.formatPattern(pattern, null, []));
    }
  }
  return all;
}

/** Makes a pattern of a text, in which each variable stands for anything. */
function patternOf(text: string): RegExp {
  const parts = text.trim().split(/\{\$[\w-]+\}/);
  return new RegExp(
    `^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".+")}$`,
    "s",
  );
}

const german = new Set(texts("de").map((text) => text.trim()));
/** Whether a text can be told from the names of files: its variables stand between several words. */
function hasWords(text: string): boolean {
  const own = text.replaceAll(/\{\$[\w-]+\}/g, " ");
  const words = own.match(/\p{L}{2,}/gu) ?? [];
  return words.length > (own === text ? 0 : 1);
}

const english = texts("en")
  .filter((text) => !german.has(text.trim()) && hasWords(text))
  .map(patternOf);

/** Names of the made-up machine that are also words of the page. */
const NAMES = ["Pictures", "Documents", "Trash"];

/** Gives every text of the page that is not a name, or text of a file. */
async function shown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isName = (element: Element) =>
      element.closest("bdi, pre, code, input, kbd, .name-text, .preview") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement && !isName(node.parentElement)) found.push(node.textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("*")) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        found.push(element.getAttribute(name) ?? "");
      }
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });
}

/** Fails with what of the page is English. */
async function expectGerman(page: Page): Promise<void> {
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  const left = (await shown(page)).filter(
    (text) => !NAMES.includes(text) && english.some((one) => one.test(text)),
  );
  expect([...new Set(left)]).toEqual([]);
}

/** Fails with buttons whose words are cut off, or which stick out of the window. */
async function expectFitting(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("button, [role=tab], label, legend, th")]
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .filter((element) => {
        const { right, left } = element.getBoundingClientRect();
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        const mayShorten = getComputedStyle(element).textOverflow === "ellipsis";
        const isOutside = right > innerWidth + 0.5 || left < -0.5;
        return (isCut && !mayShorten) || isOutside;
      })
      .map((element) => element.textContent?.trim()),
  );
  expect(cut).toEqual([]);
}

/** Fails with what is wrong in one of the two themes; words and sizes are those of both. */
async function expectWhole(page: Page, name: string): Promise<void> {
  await expectGerman(page);
  await expectFitting(page);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    await picture(page, `german-${name}-${theme}`);
    await expectAccessible(page);
  }
}

const SCENES: [scene: string, options: Options][] = [
  ["manager", {}],
  ["manager", SMALL],
  ["drop", {}],
  ["done", {}],
  ["empty", {}],
  ["grid", {}],
  ["states", {}],
  ["states", SMALL],
  ["copier", COPIER],
];

test.each(SCENES)("%s %o", async (scene, options) => {
  const page = await open(scene, { ...options, lang: "de" });
  await expectWhole(page, `${scene}-${options.width ?? 1280}`);
  await page.close();
});

test.each([{}, SMALL])("conflicts %o", async (options) => {
  const page = await open("conflicts", { ...options, lang: "de" });
  await page.getByRole("tab", { name: "Benötigt Antwort" }).click();
  await page.getByText("10 Objekte sind schon vorhanden").waitFor();
  await expectWhole(page, `conflicts-${options.width ?? 1280}`);
  await page.close();
});

test.each([{}, SMALL])("history and report %o", async (options) => {
  const page = await open("manager", { ...options, lang: "de" });
  await page.getByRole("tab", { name: "Verlauf" }).click();
  await page.locator(".history-row").first().waitFor();
  await expectWhole(page, `history-${options.width ?? 1280}`);
  await page.getByTitle("Bericht öffnen").first().click();
  await page.locator(".log li").first().waitFor();
  await expectWhole(page, `report-${options.width ?? 1280}`);
  await page.close();
});

test.each([
  ["transfer", "F5", {}],
  ["transfer", "F5", SMALL],
  ["pack", "Alt+F5", {}],
  ["removal", "F8", {}],
  ["make", "F7", {}],
  ["find", "Alt+F7", {}],
  ["find", "Alt+F7", SMALL],
  ["share", "Alt+e", {}],
  ["properties", "Alt+Enter", {}],
  ["palette", "Control+p", {}],
  ["keys", "F1", {}],
  ["keys", "F1", SMALL],
] as [string, string, Options][])("the dialog %s by %s %o", async (name, key, options) => {
  const page = await open("manager", { ...options, lang: "de" });
  await page.locator("#left-panel [role=grid]").press(key);
  await page.locator("dialog[open], [role=dialog]").first().waitFor();
  await expectWhole(page, `${name}-${options.width ?? 1280}`);
  await page.close();
});

test.each([
  ["Einstellungen", "preferences"],
  ["Ordner vergleichen", "compare"],
  ["symbolische Links", "links"],
  ["Markierte Objekte umbenennen", "bulk"],
  ["Tempolimit aller", "limit"],
  ["Beenden", "quit"],
])("%s, found in the palette by a German word", async (words, name) => {
  const page = await open("manager", { lang: "de" });
  await page.keyboard.press("Control+p");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").first().waitFor();
  await expectWhole(page, `${name}`);
  await page.close();
});

test("the palette says that no disk can be ejected only where that is so", async () => {
  const page = await open("manager", { lang: "de" });
  await page.keyboard.press("Control+p");
  await page.keyboard.type("auswerfen");
  await page.getByRole("option", { name: "Backup SSD auswerfen" }).waitFor();
  expect(await page.getByText("Kein Wechseldatenträger").count()).toBe(0);
  await page.close();
});
