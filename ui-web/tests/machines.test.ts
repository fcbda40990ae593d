// What people do with folders of other machines.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { browser, expectAccessible, picture } from "./browser";

const open = browser();

const left = (page: Page) => page.locator("#left-panel");

/** Connects by the palette. */
async function connect(page: Page, machine: string): Promise<void> {
  await page.keyboard.press("Control+p");
  await page.getByRole("dialog", { name: "Find or run" }).waitFor();
  await page.keyboard.type("connect to another");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect to another machine" });
  await dialog.waitFor();
  await page.keyboard.type(machine);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}

test("a machine is chosen in the palette, looked at and copied from", async () => {
  const page = await open("empty");
  await page.keyboard.press("Control+p");
  await page.keyboard.type("connect to another");
  await page.keyboard.press("Enter");
  await page.keyboard.type("n");
  await page.getByRole("option", { name: "nas" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await left(page).getByText("inventory.csv").waitFor();
  await left(page).getByRole("navigation").getByText("nas:/").waitFor();
  await expectAccessible(page);
  await picture(page, "machine");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await left(page).getByText("DSC_9000.NEF").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Alt+Enter");
  await page.getByText("This works on this machine alone").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("F8");
  const trash = page.getByRole("dialog", { name: "Move 12 items to the trash" });
  await trash.getByText("The trash of nas keeps the items").waitFor();
  await picture(page, "machine-trash");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await trash.waitFor({ state: "detached" });
  await page.keyboard.press("F6");
  const move = page.getByRole("dialog", { name: "Move 12 items" });
  await move.getByText("Over ssh, with nas at the other end").waitFor();
  await page.keyboard.press("Escape");
  await move.waitFor({ state: "detached" });
  await page.keyboard.press("F5");
  const dialog = page.getByRole("dialog", { name: "Copy 12 items" });
  await dialog.getByText("nas counts the items when the job begins").waitFor();
  await expectAccessible(page);
  await picture(page, "machine-transfer");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.close();
});

test("a machine is typed in the path bar, and what ssh says is told in a line", async () => {
  const page = await open("empty");
  await page.keyboard.press("Control+l");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("web:/srv");
  await page.keyboard.press("Enter");
  await left(page).getByText("Permission denied (publickey)").waitFor();
  await expectAccessible(page);
  await page.close();
});

test("a machine that keeps silent is left again", async () => {
  const page = await open("empty");
  await connect(page, "slow");
  await left(page).getByText("Connecting to slow").waitFor();
  await expectAccessible(page);
  await picture(page, "machine-silent");
  // The other panel works meanwhile.
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await left(page).getByText("Connecting to slow").waitFor({ state: "detached" });
  await page.close();
});
