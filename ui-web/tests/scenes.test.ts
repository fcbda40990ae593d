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
    await page.getByRole("menuitem", { name: "Compare folders, and bring them in step…" }).click();
    await page.getByText("2026/06 harbour").waitFor();
    await picture(page, `compare-${theme}`);
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
