// What people do with keys alone, from the panels to the last question.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { browser, expectAccessible, picture } from "./browser";

const open = browser();

const panel = (page: Page, name: string) => page.getByRole("region", { name });

/** Gives the name in the row of the cursor. */
async function under(page: Page, side: "left" | "right"): Promise<string> {
  const grid = page.locator(`#${side}-panel [role=grid]`);
  const id = await grid.getAttribute("aria-activedescendant");
  return (await page.locator(`#${id} .name`).textContent()) ?? "";
}

test("folders are entered and left, and the cursor stands where one came from", async () => {
  const page = await open("manager");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await panel(page, "Day 1, left panel").waitFor();
  await page.keyboard.press("Backspace");
  await panel(page, "Fjord shoot, left panel").waitFor();
  expect(await under(page, "left")).toContain("Day 1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await panel(page, "Archive, right panel").waitFor();
  await page.close();
});

test("what is marked is copied to the other panel", async () => {
  const page = await open("manager");
  await panel(page, "Fjord shoot, left panel").getByText("4 marked").waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("5 marked").waitFor();
  await page.keyboard.press("F5");
  const dialog = page.getByRole("dialog", { name: "Copy 5 items" });
  await dialog.getByText("48.2 GB").first().waitFor();
  await picture(page, "transfer");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Jobs" }).getByText("4").waitFor();
  await page.close();
});

test("a key that closes a dialog changes nothing", async () => {
  const page = await open("manager");
  await page.keyboard.press("F5");
  const dialog = page.getByRole("dialog", { name: "Copy 4 items" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Jobs" }).getByText("3").waitFor();
  await page.close();
});

test("the palette finds an action by a few letters", async () => {
  const page = await open("manager");
  await page.keyboard.press("Control+p");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await page.keyboard.type("pause all");
  await palette.getByRole("option", { name: "Pause or resume all jobs" }).first().waitFor();
  await picture(page, "palette");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await palette.waitFor({ state: "detached" });
  await page.getByText("3 paused").waitFor();
  await page.close();
});

test("an action of the palette that opens a dialog leaves it open", async () => {
  const page = await open("manager");
  await page.keyboard.press("Control+p");
  await page.getByRole("dialog", { name: "Find or run" }).waitFor();
  await page.keyboard.type("new folder");
  await page.keyboard.press("Enter");
  // The browser tells the end of the palette in a task of its own.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await page.getByRole("dialog", { name: "New folder" }).isVisible()).toBe(true);
  await page.close();
});

test("of a hundred thousand rows only those in sight are drawn", async () => {
  const page = await open("big");
  const rows = page.locator("#left-panel [role=row]");
  await rows.nth(10).waitFor();
  expect(await rows.count()).toBeLessThan(150);
  await page.keyboard.press("End");
  await page.getByText("frame-099999.tif").waitFor();
  expect(await rows.count()).toBeLessThan(150);
  for (let n = 0; n < 20; n++) await page.keyboard.press("PageUp");
  await page.keyboard.press("Home");
  await page.getByText("frame-000000.tif").waitFor();
  expect(await rows.count()).toBeLessThan(150);
  await page.close();
});
