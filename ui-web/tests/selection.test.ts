// What a pointer selects, and that actions mean what is seen selected.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { browser, picture } from "./browser";

const open = browser();

const row = (page: Page, name: string) => page.locator("#left-panel [role=row]", { hasText: name });
const foot = (page: Page) => page.locator("#left-panel .foot");

test("a click selects one entry, and Ctrl adds to it", async () => {
  const page = await open("manager");
  await foot(page).getByText("4 marked").waitFor();
  await row(page, "call-sheet.pdf").click();
  await foot(page).getByText("4 marked").waitFor({ state: "detached" });
  await row(page, "DSC_4408.NEF").click({ modifiers: ["Control"] });
  await row(page, "weather.json").click({ modifiers: ["Control"] });
  await foot(page).getByText("3 marked").waitFor();
  await page.keyboard.press("F8");
  await page.getByRole("dialog", { name: "Move 3 items" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await foot(page).getByText("3 marked").waitFor({ state: "detached" });
  await page.close();
});

test.each([
  ["list", "manager", "call-sheet.pdf", "DSC_4409.NEF", 3],
  ["grid", "grid", "call-sheet.pdf", "DSC_4410.NEF", 4],
] as const)("a rubber band selects what it touches in a %s", async (_, scene, from, to, count) => {
  const page = await open(scene, { height: 1600 });
  await foot(page).getByText("4 marked").waitFor();
  const cell = (name: string) =>
    page.locator("#left-panel [data-row]", { hasText: name }).boundingBox();
  const [first, last] = [await cell(from), await cell(to)];
  if (!first || !last) throw new Error("the rows are not drawn");
  // Blank space of a row: right of its name; between tiles: left of the first.
  const x = scene === "grid" ? first.x - 2 : first.x + first.width - 60;
  await page.mouse.move(x, first.y + 4);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width / 2, last.y + 8, { steps: 4 });
  await page.locator(".band").waitFor();
  await picture(page, `band-${scene}`);
  await page.mouse.up();
  await foot(page).getByText(`${count} marked`).waitFor();
  expect(await page.locator(".band").count()).toBe(0);
  await page.close();
});

test("blank space below the rows clears the marks", async () => {
  const page = await open("manager", { height: 1400 });
  await foot(page).getByText("4 marked").waitFor();
  const list = await page.locator("#left-panel .list").boundingBox();
  if (!list) throw new Error("the list is not drawn");
  await page.mouse.click(list.x + list.width / 2, list.y + list.height - 20);
  await foot(page).getByText("4 marked").waitFor({ state: "detached" });
  await page.close();
});

test("dialogs name the marked items that are not shown, and nothing acts on them unseen", async () => {
  const page = await open("manager");
  const grid = page.locator("#left-panel [role=grid]");
  await grid.press("*");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("DSC");
  await page.keyboard.press("Enter");
  await foot(page).getByText("not shown").waitFor();
  const told = /^\d+ not shown: \S.*, …$/;
  for (const key of ["F5", "F6", "F8", "Shift+F8", "Control+d", "Alt+x", "Alt+r", "Alt+Enter"]) {
    await grid.press(key);
    await page.locator("dialog[open]").getByText(told).waitFor();
    await picture(page, `unseen-${key}`);
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
  await page.close();
});
