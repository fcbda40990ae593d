// Each scene in both themes: it draws without an error, and everybody can use it.

import { describe, test } from "vitest";

import { browser, expectAccessible, picture } from "./browser";

const open = browser();

const SCENES = ["manager", "conflicts", "copier", "drop", "done", "empty", "grid", "states", "big"];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(SCENES)("%s", async (scene) => {
    const page = await open(scene, { theme });
    await picture(page, `${scene}-${theme}`);
    await expectAccessible(page);
    await page.close();
  });
});
