// Keys in a window that has no room for all parts of what needs the user.

import { expect, test } from "vitest";

import { browser } from "./browser";

const open = browser();

test("the keyboard reaches the questions where the answers beside their table have no room", async () => {
  const page = await open("conflicts", { width: 900 });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.getByRole("tab", { name: "Needs you" }).click();
  await page.getByText("10 items already exist").waitFor();
  await expect.poll(focused).toBe("Conflicts");
  // Around all parts of the window, and into the drawer from the other side.
  await page.keyboard.press("Control+F6");
  expect(await focused()).not.toBe("Conflicts");
  await page.keyboard.press("Control+Shift+F6");
  expect(await focused()).toBe("Conflicts");
  await page.keyboard.press("Escape");
  expect(await focused()).not.toBe("Conflicts");
  await page.close();
});
