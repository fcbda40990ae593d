// What was denied and is retried as administrator, how two files differ, keys that are changed, and a dry run: by keys, in
// both themes and in the colours of the system.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { browser, expectAccessible, picture, type Options } from "./browser";

const open = browser();

const LOOKS: [string, Options][] = [
  ["light", {}],
  ["dark", { theme: "dark" }],
  ["forced", { forced: true }],
];

/** Chooses an action in the palette. */
async function choose(page: Page, action: string): Promise<void> {
  await page.locator("#left-panel [role=grid]").focus();
  await page.keyboard.press("Control+p");
  await page.keyboard.type(action);
  await page.keyboard.press("Enter");
}

test("a failed job is retried as administrator from its report", async () => {
  const page = await open("done", { moving: true });
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: "Fjord shoot" }).first().click();
  await page.getByRole("button", { name: "Retry as administrator" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Copy 3 items as administrator?" });
  await dialog.waitFor();
  await picture(page, "elevation");
  await expectAccessible(page);
  await dialog.locator("button[aria-disabled=false]", { hasText: "Copy as administrator" }).click();
  await dialog.getByText("Waiting for the password prompt").waitFor();
  await picture(page, "elevation-asking");
  await page.clock.runFor(1_600);
  await dialog.getByText("Copying as administrator: 1 of 3 items").waitFor();
  await page.clock.runFor(1_600);
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Done as administrator: 3 items").waitFor({ state: "detached" });
  await page.close();
});

test.each(LOOKS)("two files are compared side by side in %s", async (look, options) => {
  const page = await open("manager", options);
  await choose(page, "Compare files side by side");
  const dialog = page.getByRole("dialog", { name: "Compare files" });
  await dialog.getByText("Difference 1 of 4").waitFor();
  await page.keyboard.press("n");
  await dialog.getByText("Difference 2 of 4").waitFor();
  await picture(page, `diff-${look}`);
  await expectAccessible(page);
  for (let n = 0; n < 2; n++) await page.keyboard.press("n");
  await dialog.getByText("Difference 4 of 4").waitFor();
  // The row is far below, and is drawn once it is gone to.
  await dialog.locator('tr[aria-rowindex="212"].here').waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.close();
});

test("files that are no text show their bytes", async () => {
  const page = await open("conflicts");
  await page.getByRole("tab", { name: "Needs you" }).click();
  await page.getByRole("button", { name: "Show differences" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare files" });
  await dialog.getByText("offset 4,106 (0x100a)").first().waitFor();
  await picture(page, "diff-bytes");
  await expectAccessible(page);
  await page.close();
});

test.each(LOOKS)("keys are changed by pressing them in %s", async (look, options) => {
  const page = await open("manager", options);
  await choose(page, "Change keys");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.waitFor();
  await page.keyboard.type("Copy to the other");
  await dialog.getByRole("button", { name: "Change F5 of Copy to the other panel…" }).click();
  // A key that the browser and the window have for themselves is a key here.
  await page.keyboard.press("F6");
  await dialog.getByRole("button", { name: "Use" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByText("F6 is used by").waitFor();
  await picture(page, `keys-${look}`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Replace" }).click();
  await dialog.getByRole("button", { name: "Change F6 of Copy to the other panel…" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator("#left-panel [role=grid]").press("F6");
  await page.getByRole("dialog", { name: /^Copy/ }).waitFor();
  await page.close();
});

test("a dry run says what a copy would do, and starts nothing", async () => {
  const page = await open("manager");
  await page.locator("#left-panel [role=grid]").press("F5");
  const dialog = page.getByRole("dialog", { name: "Copy 4 items" });
  await dialog.waitFor();
  await page.keyboard.press("F3");
  await dialog.getByText("1 item would fail: locked.raw").waitFor();
  await picture(page, "rehearsal");
  await expectAccessible(page);
  await dialog.getByText("3 files already exist").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.close();
});
