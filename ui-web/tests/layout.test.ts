// Where things stand: in small windows, and while what they show changes.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { browser, expectAccessible, picture } from "./browser";

const open = browser();

async function box(page: Page, selector: string) {
  const found = await page.locator(selector).boundingBox();
  if (!found) throw new Error(`${selector} is not drawn`);
  return found;
}

test("in a small window the preview gives way, and nothing sticks out of its panel", async () => {
  const page = await open("manager", { width: 800, height: 600 });
  await page.getByRole("button", { name: "preview" }).click();
  expect(await page.locator(".preview").count()).toBe(0);
  for (const side of ["left", "right"]) {
    const panel = await box(page, `#${side}-panel`);
    expect(panel.width).toBeGreaterThanOrEqual(240);
    for (const part of [".tabs", ".path", ".list", ".foot", ".path .button.icon"]) {
      const inside = await box(page, `#${side}-panel ${part}`);
      expect(inside.x).toBeGreaterThanOrEqual(panel.x);
      expect(inside.x + inside.width).toBeLessThanOrEqual(panel.x + panel.width + 0.5);
    }
  }
  await picture(page, "small");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator(".preview").waitFor();
  await page.setViewportSize({ width: 500, height: 600 });
  await page.locator("#right-panel").waitFor({ state: "detached" });
  await page.close();
});

test("the tabs of the drawer keep their height, whatever they show", async () => {
  const page = await open("manager");
  const top = async () => (await box(page, ".drawer-bar")).y;
  // It has grown for the questions, once.
  await page.getByRole("tab", { name: "Needs you" }).click();
  await page.locator(".drawer:not(.glides) .comparison").waitFor();
  const before = await top();
  for (const name of ["History", "Jobs", "Needs you"]) {
    await page.getByRole("tab", { name }).click();
    expect(await top(), name).toBe(before);
  }
  await page.getByText("Skip all 10").click();
  await page.getByRole("button", { name: "Skip 2" }).click();
  await page.getByText("Nothing needs you").waitFor();
  expect(await top()).toBe(before);
  await page.close();
});

test("a low drawer scrolls what it shows, and the page stays where it is", async () => {
  const page = await open("manager", { width: 1280, height: 700 });
  await page.getByRole("tab", { name: "Needs you" }).click();
  const resizer = page.locator(".drawer [role=separator]");
  await resizer.focus();
  await page.keyboard.press("End");
  for (let press = 0; press < 60; press++) await page.keyboard.press("ArrowDown");
  const height = async () => (await box(page, ".drawer")).height;
  await expect.poll(height).toBeLessThanOrEqual(180);
  for (const name of ["Needs you", "History", "Jobs"]) {
    await page.getByRole("tab", { name }).click();
    const higher = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return scrollHeight - clientHeight;
    });
    expect(higher, name).toBeLessThanOrEqual(1);
    const bar = await box(page, ".drawer-bar");
    const drawer = await box(page, ".drawer");
    const body = await box(page, "#drawer-body");
    expect(bar.y, name).toBeGreaterThanOrEqual(drawer.y);
    expect(body.y + body.height, name).toBeLessThanOrEqual(drawer.y + drawer.height + 0.5);
  }
  await page.close();
});

test("in a low window the drawer leaves ten rows of files, unless the user makes it higher", async () => {
  const page = await open("manager", { height: 600 });
  await page.locator(".drawer:not(.shut) .job").first().waitFor();
  const rows = async () => {
    const list = (await page.locator("#left-panel .list").boundingBox())!;
    const head = (await page.locator("#left-panel .column-heads").boundingBox())!;
    return (list.y + list.height - head.y - head.height) / 28;
  };
  await expect.poll(rows).toBeGreaterThanOrEqual(9.9);
  await picture(page, "low");
  const resizer = page.locator(".drawer [role=separator]");
  for (let press = 0; press < 5; press++) await resizer.press("ArrowUp");
  await expect.poll(async () => (await box(page, ".drawer")).height).toBe(136 + 5 * 24);
  await page.setViewportSize({ width: 1280, height: 560 });
  await expect.poll(async () => (await box(page, ".drawer")).height).toBe(120);
  await page.close();
});

test("a drawer that is opened for conflicts grows, and stays so until it is closed", async () => {
  const page = await open("manager");
  const top = async () => (await box(page, ".drawer-bar")).y;
  const before = await top();
  await page.keyboard.press("Control+j");
  await page.locator(".drawer.shut").waitFor();
  await page.getByRole("tab", { name: "Needs you" }).click();
  await page.locator("#drawer-body").waitFor();
  const grown = await top();
  expect(grown).toBeLessThan(before);
  await page.getByRole("tab", { name: "Jobs" }).click();
  expect(await top()).toBe(grown);
  await page.keyboard.press("Control+j");
  await page.keyboard.press("Control+j");
  await page.locator("#drawer-body").waitFor();
  expect(await top()).toBe(before);
  await page.close();
});

test("the drawer shows the facts of a conflict also in a small window", async () => {
  for (const [width, height] of [
    [1400, 900],
    [1000, 650],
  ] as const) {
    const page = await open("manager", { width, height });
    // It stands open on the jobs, low.
    await page.getByRole("tab", { name: "Needs you" }).click();
    await page.locator(".comparison").waitFor();
    const facts = async () => (await box(page, ".comparison-body")).height;
    const foot = async () => {
      const { y, height } = await box(page, ".comparison-foot");
      return y + height;
    };
    await expect.poll(facts, { message: `${width}` }).toBeGreaterThanOrEqual(144);
    await expect.poll(foot, { message: `${width}` }).toBeLessThanOrEqual(height);
    await page.close();
  }
});

test.each([
  ["de", 800, 600],
  ["en", 1000, 650],
] as const)(
  "rules and their scope wrap, and badges keep from answers, in %s at %i",
  async (lang, width, height) => {
    const page = await open("manager", { width, height, lang });
    await page.locator("#drawer-questions").click();
    await page.locator(".question-row .badge").first().waitFor();
    for (const rules of await page.locator(".rules").all()) {
      expect(await rules.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    }
    const head = page.locator(".needs-you-head h3");
    expect(await head.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const row = page.locator(".question-row:not(.heads)").first();
    const badge = (await row.locator(".badge").boundingBox())!;
    const answer = (await row.locator(".select").boundingBox())!;
    expect(badge.x + badge.width).toBeLessThan(answer.x);
    await picture(page, `needs-you-${width}`);
    await page.close();
  },
);

test("buttons beside the tabs of the drawer keep their places when their words change", async () => {
  const page = await open("manager");
  const [pause, limit] = [".drawer-bar .fixed >> nth=0", ".drawer-bar .fixed >> nth=1"];
  const before = [await box(page, pause), await box(page, limit)];
  await page.locator(pause).click();
  await page.locator(".drawer-bar").getByText("Resume all").waitFor();
  await page.locator(limit).click();
  await page.getByRole("dialog").getByRole("textbox").fill("1.5 MB/s");
  await page.keyboard.press("Enter");
  await page.locator(limit).getByText("MB/s").waitFor();
  expect([await box(page, pause), await box(page, limit)]).toEqual(before);
  await page.close();
});

test.each([1280, 800])(
  "the sizes are as wide as what is in them, in German, at %i",
  async (width) => {
    const page = await open("big", { width, lang: "de" });
    const list = page.locator("#left-panel [role=grid]");
    const size = page.locator("#left-panel .entry [data-column=size]").last();
    await size.waitFor();
    expect((await size.boundingBox())!.width).toBe(76);
    await list.press("Backspace");
    const items = page.locator("#left-panel").getByText("100.000");
    await items.waitFor();
    const cut = () =>
      items.evaluate((it) => {
        const cell = it.closest("[data-column]")!;
        return cell.scrollWidth - cell.clientWidth;
      });
    expect(await cut()).toBe(0);
    const head = (await page
      .locator("#left-panel .column-heads [data-column=size]")
      .boundingBox())!;
    const cell = (await items.locator("xpath=ancestor-or-self::*[@data-column]").boundingBox())!;
    expect(head.x + head.width).toBe(cell.x + cell.width);
    await picture(page, `sizes-${width}`);
    // Another folder has its own width.
    await list.press("Alt+ArrowLeft");
    await expect.poll(async () => (await size.boundingBox())?.width).toBe(76);
    await page.close();
  },
);

test("the browser's own menu opens in text fields alone", async () => {
  const page = await open("manager");
  await page.evaluate(() => {
    window.addEventListener("contextmenu", (event) =>
      Object.assign(document.body.dataset, { prevented: String(event.defaultPrevented) }),
    );
  });
  const prevented = () => page.evaluate(() => document.body.dataset.prevented);
  for (const selector of [".toolbar", ".status", "[data-region=places] h3"]) {
    await page
      .locator(selector)
      .first()
      .click({ button: "right", position: { x: 2, y: 2 } });
    expect(await prevented(), selector).toBe("true");
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+l");
  await page.getByLabel("Go to a path").click({ button: "right" });
  expect(await prevented()).toBe("false");
  await page.close();
});

test.each([1280, 800])(
  "nothing in a row of the history covers another part at %i",
  async (width) => {
    const page = await open("states", { width });
    await page.getByRole("tab", { name: "History" }).click();
    const row = page.locator(".history-row").first();
    await row.waitFor();
    const parts = await row.locator("> .grow, > .number, > .actions").all();
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    for (const [n, a] of boxes.entries())
      for (const b of boxes.slice(n + 1)) {
        if (!a || !b) throw new Error("a part of the row is not drawn");
        const isBeside = a.x + a.width <= b.x + 0.5 || b.x + b.width <= a.x + 0.5;
        expect(isBeside || a.y + a.height <= b.y + 4, JSON.stringify([a, b])).toBe(true);
      }
    await picture(page, `history-${width}`);
    await expectAccessible(page);
    await page.close();
  },
);

/** Says whether each part begins below the end of the one before it. */
async function areStacked(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluateAll((parts) =>
    parts.slice(1).every((part, n) => {
      const before = [...parts[n]!.querySelectorAll("*"), parts[n]!];
      const end = Math.max(...before.map((it) => it.getBoundingClientRect().bottom));
      return part.getBoundingClientRect().top >= end - 0.5;
    }),
  );
}

test("in a small window rows of the history and parts of a report do not cover each other", async () => {
  const page = await open("manager", { width: 800, height: 600 });
  await page.getByRole("tab", { name: "History" }).click();
  await page.locator(".history-row").first().waitFor();
  expect(await areStacked(page, ".history-row")).toBe(true);
  await page.getByTitle("Open the report").first().click();
  await page.locator(".log li").first().waitFor();
  expect(await areStacked(page, ".report-head, .report-main > *, .report-aside")).toBe(true);
  const title = await box(page, ".report-head h2");
  expect(title.height).toBeLessThan(30);
  await page.close();
});

test.each([
  ["F5", 1280, 1, 1],
  ["F5", 800, 1, 1],
  ["F5", 800, 1.25, 1],
  ["F5", 560, 1, 2],
  ["F5", 800, 1.5, 2],
  ["Alt+e", 800, 1, 1],
] as const)(
  "all buttons of the dialog by %s are in it, in German, too, at %i and %f times as large",
  async (key, width, scale, lines) => {
    // Larger letters leave as many pixels as a smaller window.
    const size = { width: Math.round(width / scale), height: Math.round(700 / scale) };
    const page = await open("manager", { ...size, lang: "de" });
    await page.locator("#left-panel [role=grid]").press(key);
    const dialog = await box(page, "dialog[open]");
    const buttons = await page.locator("dialog[open] .dialog-foot button").all();
    expect(buttons.length).toBe(key === "F5" ? 4 : 3);
    const tops: number[] = [];
    for (const button of buttons) {
      const { x, y, width, height } = (await button.boundingBox())!;
      tops.push(y);
      expect(x).toBeGreaterThanOrEqual(dialog.x);
      expect(x + width).toBeLessThanOrEqual(dialog.x + dialog.width);
      expect(y + height).toBeLessThanOrEqual(dialog.y + dialog.height);
    }
    // None stands alone in a line.
    const inLines = [...new Set(tops)].map((top) => tops.filter((it) => it === top).length);
    expect(inLines).toEqual(Array(lines).fill(buttons.length / lines));
    await page.close();
  },
);

test.each([1280, 800])("how files are carried is told in one line at %i", async (width) => {
  const page = await open("manager", { width, height: 600, lang: "de" });
  const rows = page.locator(".in-flight > div");
  await rows.first().waitFor();
  const heights = await rows.evaluateAll((all) =>
    all.flatMap((row) => [...row.querySelectorAll("span")].map((it) => it.offsetHeight)),
  );
  expect(Math.max(...heights)).toBeLessThan(25);
  const inside = await rows.evaluateAll((all) =>
    all.every((row) => row.scrollWidth <= row.clientWidth + 1),
  );
  expect(inside).toBe(true);
  await page.close();
});

test("in a small window, in German, words do not reach into what stands beside them", async () => {
  const page = await open("states", { width: 800, height: 600, lang: "de" });
  const cut = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
      );
  await page.locator(".job .good-text").first().waitFor();
  // What has no room ends in an ellipsis: the line itself cuts nothing.
  expect(await cut(".job .subtitle")).toEqual([]);
  await page.locator("#drawer-questions").click();
  await page.locator(".question-row .badge").first().waitFor();
  expect(await cut(".question-row:not(.heads) > .cell")).toEqual([]);
  await page.close();
});

test("in the smallest window the row of a job has its name, and nothing reaches into the bar", async () => {
  const page = await open("manager", { width: 640, height: 400, lang: "de" });
  const title = page.locator(".job .title").first();
  await title.waitFor();
  expect(await title.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  expect((await title.locator("> :nth-child(2)").boundingBox())!.width).toBeGreaterThan(40);
  await picture(page, "smallest");
  await page.close();
});

test("a long name without a space stays in its dialog and in its notice", async () => {
  const page = await open("done");
  const fits = (selector: string) =>
    page.locator(selector).evaluate((it) => {
      it.textContent = "x".repeat(255);
      const frame = it.closest("dialog, .toast")!;
      return frame.scrollWidth <= frame.clientWidth && it.scrollWidth <= it.clientWidth;
    });
  expect(await fits(".toast .bold")).toBe(true);
  await page.locator("#left-panel [role=grid]").press("F5");
  expect(await fits("dialog[open] h2")).toBe(true);
  await page.close();
});

test("settings, properties and the search give each thing the width that it needs", async () => {
  const page = await open("manager", { width: 800, height: 600, lang: "de" });
  await page.locator("#left-panel [role=grid]").press("Alt+Enter");
  expect((await box(page, "dialog[open] .faint")).height).toBeLessThan(20);
  await page.keyboard.press("Escape");
  await page.locator("#left-panel [role=grid]").press("Control+,");
  const button = await box(page, "dialog[open] .choices button.button");
  expect(button.width).toBeLessThan(200);
  await page.keyboard.press("Escape");
  await page.locator("#left-panel [role=grid]").press("Alt+F7");
  const words = page.locator("dialog[open] .halves :is(label, p)");
  await words.first().waitFor();
  const heights = await words.evaluateAll((all) => all.map((it) => it.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(20);
  await page.close();
});

test("a menu with a long name in it is no wider than the window", async () => {
  const page = await open("states", { width: 560, height: 600 });
  await page.locator("[data-job]").getByRole("button", { name: "More" }).first().click();
  const isNarrow = await page.locator(".menu [role=menuitem]").evaluateAll((all) => {
    for (const label of all) label.lastElementChild!.textContent = "x".repeat(255);
    const menu = all[0]!.closest<HTMLElement>(".menu")!;
    return menu.offsetWidth < innerWidth && menu.scrollWidth <= menu.clientWidth;
  });
  expect(isNarrow).toBe(true);
  await page.close();
});

test("facts beside a conflict are called by whole words, in German, too", async () => {
  const page = await open("conflicts", { lang: "de" });
  await page.getByRole("tab", { name: "Benötigt Antwort" }).click();
  const labels = page.locator(".sides th[scope=row]");
  await labels.last().waitFor();
  const cut = await labels.evaluateAll((all) =>
    all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
  );
  expect(cut).toEqual([]);
  await page.close();
});
