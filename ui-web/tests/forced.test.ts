// Colours that the system forces on all programs, as high contrast does.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { browser, picture } from "./browser";

const open = browser();

/** Gives what a property of an element is drawn with, or of a part such as `::before`. */
function drawn(page: Page, selector: string, property: string, part?: string): Promise<string> {
  const element = page.locator(selector).first();
  return element.evaluate(
    (it, [property, part]) => getComputedStyle(it, part).getPropertyValue(property!),
    [property, part] as const,
  );
}

/** Gives a colour of the system as it is drawn. */
function system(page: Page, name: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = name;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}

test("everything has the colours of the system, and fills and marks are still seen", async () => {
  const page = await open("manager", { forced: true });
  const [canvas, ink, highlight] = await Promise.all(
    ["Canvas", "CanvasText", "Highlight"].map((name) => system(page, name)),
  );
  expect(await drawn(page, "body", "background-color")).toBe(canvas);
  expect(await drawn(page, ".entry .name", "color")).toBe(ink);
  expect(await drawn(page, ".checkbox.on", "background-color")).toBe(highlight);
  // What is only told by a background otherwise has an outline.
  expect(await drawn(page, ".entry.marked", "outline-color", "::before")).toBe(highlight);
  expect(await drawn(page, ".entry.marked", "outline-style", "::before")).toBe("solid");
  expect(await drawn(page, ".drawer-tab.on", "outline-style")).toBe("solid");
  // Browsers would take the fill away from the bars of progress.
  expect(await drawn(page, ".bar i", "background-color")).not.toBe(canvas);
  await picture(page, "forced");
  await page.keyboard.press("F5");
  const dialog = page.getByRole("dialog", { name: "Copy 4 items" });
  await dialog.waitFor();
  expect(await drawn(page, "dialog .button.primary", "background-color")).toBe(highlight);
  expect(await drawn(page, "dialog.dialog", "box-shadow")).not.toBe("none");
  await picture(page, "forced-dialog");
  await page.close();
});

test("hits in the viewer are seen", async () => {
  const page = await open("manager", { forced: true });
  await page.getByText("weather.json").click();
  await page.locator("#left-panel [role=grid]").press("F3");
  await page.getByText("# Day 1", { exact: true }).waitFor();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("low tide");
  await page.keyboard.press("Enter");
  await page.getByText("Match 1 of").waitFor();
  const [mark, highlight] = [await system(page, "Mark"), await system(page, "Highlight")];
  expect(await drawn(page, "mark.on", "background-color")).toBe(highlight);
  expect(await drawn(page, "mark:not(.on)", "background-color")).toBe(mark);
  await page.close();
});
