// Each scene in both themes: it draws without an error, and everybody can use it.

import { describe, test } from "vitest";

import { browser, expectAccessible, picture, type Options } from "./browser";

const open = browser();

const COPIER: Options = { width: 560, height: 640 };
const SCENES: [scene: string, options?: Options][] = [
  ["manager"],
  ["copier", COPIER],
  ["drop"],
  ["done"],
  ["empty"],
  ["grid"],
  ["states"],
  ["big"],
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(SCENES)("%s", async (scene, options = {}) => {
    const page = await open(scene, { ...options, theme });
    await picture(page, `${scene}-${theme}`);
    await expectAccessible(page);
    await page.close();
  });

  test("conflicts", async () => {
    const page = await open("conflicts", { theme });
    await page.getByRole("tab", { name: "Needs you" }).click();
    await page.getByText("10 items already exist").waitFor();
    await picture(page, `conflicts-${theme}`);
    await expectAccessible(page);
    await page.close();
  });

  test("compare folders", async () => {
    const page = await open("manager", { theme });
    await page.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Compare and synchronize folders…" }).click();
    await page.getByText("2026/06 harbour").waitFor();
    await picture(page, `compare-${theme}`);
    await expectAccessible(page);
    await page.close();
  });

  test("pack", async () => {
    const page = await open("manager", { theme });
    await page.locator("#left-panel [role=grid]").press("Alt+F5");
    const dialog = page.getByRole("dialog", { name: "Pack 4 items" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Fjord.zip");
    // The ending of the name chooses the format.
    await dialog
      .locator("select")
      .first()
      .and(page.locator(":has(option:checked[value=zip])"))
      .waitFor();
    await picture(page, `pack-${theme}`);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Jobs" }).getByText("4").waitFor();
    await page.close();
  });

  test("checksum", async () => {
    const page = await open("manager", { theme });
    await page.getByText("weather.json").click();
    await page.locator("#left-panel [role=grid]").press("Alt+k");
    const dialog = page.getByRole("dialog", { name: "weather.json" });
    await dialog.getByRole("textbox", { name: "Compare with" }).fill("0123456789abcdef");
    await dialog.getByText("This is a checksum of another algorithm: XXH3").waitFor();
    await picture(page, `checksum-${theme}`);
    await expectAccessible(page);
    await page.close();
  });

  test("open with", async () => {
    const page = await open("manager", { theme });
    await page.keyboard.press("Control+p");
    await page.keyboard.type("another program");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Open with" });
    await dialog.getByText("Text Editor (default)").waitFor();
    await picture(page, `open-with-${theme}`);
    await expectAccessible(page);
    await page.close();
  });

  test("links", async () => {
    const page = await open("manager", { theme });
    await page.keyboard.press("Control+p");
    await page.keyboard.type("symlinks");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Create links" });
    await dialog.getByText("Symlink with a relative path").click();
    await picture(page, `links-${theme}`);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.close();
  });

  test("share storage", async () => {
    const page = await open("manager", { theme });
    await page.locator("#left-panel [role=grid]").press("Alt+e");
    const dialog = page.getByRole("dialog", { name: "Share storage in 4 items" });
    await dialog.getByText("6.20").waitFor();
    await picture(page, `share-${theme}`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Share storage" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Jobs" }).getByText("4").waitFor();
    await page.close();
  });

  test("viewer", async () => {
    const page = await open("manager", { theme });
    const grid = page.locator("#left-panel [role=grid]");
    await page.getByText("weather.json").click();
    await grid.press("F3");
    const dialog = page.getByRole("dialog", { name: "View weather.json" });
    await dialog.getByText("# Day 1", { exact: true }).waitFor();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("low tide");
    await page.keyboard.press("Enter");
    await dialog.getByText("Match 1 of").waitFor();
    await picture(page, `viewer-${theme}`);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("F4");
    await dialog.getByText("00000000", { exact: false }).first().waitFor();
    await picture(page, `viewer-bytes-${theme}`);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.close();
  });

  test("text in files", async () => {
    const page = await open("manager", { theme });
    await page.locator("#left-panel [role=grid]").press("Alt+F7");
    await page.getByRole("textbox", { name: "Contains" }).fill("sunscreen");
    await picture(page, `find-${theme}`);
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Contains" }).press("Enter");
    await page.locator("#left-panel mark").first().waitFor();
    await picture(page, `found-${theme}`);
    await expectAccessible(page);
    await page.close();
  });

  test("copier, running", async () => {
    const page = await open("copier", { ...COPIER, theme });
    await page.getByRole("button", { name: "Choose…" }).click();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copying").first().waitFor();
    await picture(page, `copier-running-${theme}`);
    await expectAccessible(page);
    await page.close();
  });
});
