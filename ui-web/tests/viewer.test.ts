// The viewer on a file of which only a part is loaded, in a browser that lays it out.

import { expect, test } from "vitest";

import { browser } from "./browser";

const open = browser();

test("a large file is scrolled without a jump, and its places are found", async () => {
  const page = await open("manager");
  await page.getByText("weather.json").click();
  await page.locator("#left-panel [role=grid]").press("F3");
  const dialog = page.getByRole("dialog", { name: "View weather.json" });
  const content = dialog.getByRole("region", { name: "Content of weather.json" });
  await dialog.getByText("# Day 1", { exact: true }).waitFor();
  // The number of the line that is seen first.
  const first = () =>
    content.evaluate((box) => {
      const lines = [...box.querySelectorAll<HTMLElement>("[data-at]")];
      const seen = lines.find((it) => it.offsetTop + it.offsetHeight > box.scrollTop);
      return Number(seen?.querySelector(".line-number")?.textContent);
    });
  let before = await first();
  expect(before).toBe(1);
  for (let page_ = 0; page_ < 12; page_++) {
    await page.keyboard.press("PageDown");
    await expect.poll(first).toBeGreaterThan(before);
    const now = await first();
    expect(now - before).toBeLessThan(60);
    before = now;
  }
  await page.keyboard.press("End");
  await dialog.getByText("20000", { exact: true }).waitFor();
  await page.keyboard.press("Control+g");
  await page.keyboard.type("12345");
  await page.keyboard.press("Enter");
  await expect.poll(first).toBe(12345);
  await page.keyboard.press("Home");
  await expect.poll(first).toBe(1);
  // The bar beside it leads to any part of the file.
  const bar = dialog.getByRole("scrollbar");
  const box = (await bar.boundingBox())!;
  await page.mouse.click(box.x + 5, box.y + box.height / 2);
  await expect.poll(first).toBeGreaterThan(9000);
  await page.close();
});
