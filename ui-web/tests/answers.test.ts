// Questions answered and drops decided, by keys and by the pointer.

import { expect, test } from "vitest";

import { browser, expectAccessible, picture } from "./browser";

const open = browser();

test("questions are answered by keys, one and then all by rules", async () => {
  const page = await open("conflicts");
  await page.getByRole("tab", { name: "Needs you" }).click();
  await page.getByText("10 items already exist").waitFor();
  await page.getByRole("grid", { name: "Conflicts" }).focus();
  const armed = (name: string) => page.locator("button[aria-disabled=false]", { hasText: name });
  await armed("Replace all 10").waitFor();
  await page.keyboard.press("s");
  await page.getByText("9 items already exist").waitFor();
  await armed("Apply to 9").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("2 items failed").waitFor();
  await picture(page, "errors");
  await page.getByRole("button", { name: "Retry 2" }).click();
  await page.getByText("Nothing needs you").waitFor();
  await expectAccessible(page);
  await page.close();
});

test("a button that replaces takes no click in its first moments", async () => {
  const page = await open("conflicts");
  // However long a click takes here, it comes in the first of these moments.
  await page.clock.pauseAt("2026-11-21T15:00:00Z");
  await page.getByRole("tab", { name: "Needs you" }).click();
  const replace = page.getByRole("button", { name: "Replace all 10" });
  await replace.waitFor();
  expect(await replace.getAttribute("aria-disabled")).toBe("true");
  await replace.click({ force: true });
  await page.getByText("10 items already exist").waitFor();
  await page.clock.resume();
  await page.locator("button[aria-disabled=false]", { hasText: "Replace all 10" }).click();
  await page.getByText("10 items already exist").waitFor({ state: "detached" });
  await page.close();
});

test("what nobody wants to be replaced has the focus of no answer", async () => {
  const page = await open("conflicts");
  await page.getByRole("tab", { name: "Needs you" }).click();
  await page.getByText("10 items already exist").waitFor();
  const focused = await page.evaluate(() => document.activeElement?.textContent ?? "");
  expect(focused).not.toContain("Replace");
  await page.close();
});

test("a drag shows what a drop would do, and where", async () => {
  const page = await open("drop");
  await page.getByText("Copy 4 items into Harbour in winter").waitFor();
  await expectAccessible(page);
  await page.close();
});

test("rows are dragged to the other panel and copied there", async () => {
  const page = await open("manager");
  const from = page.locator("#left-panel [role=row]", { hasText: "DSC_4410.NEF" });
  const to = page.locator("#right-panel [role=row]", { hasText: "_catalogue" });
  await from.dragTo(to);
  const card = page.getByRole("dialog", { name: "Copy 4 items into _catalogue" });
  await card.waitFor();
  await picture(page, "dropped");
  await expectAccessible(page);
  await card.locator("button[aria-disabled=false]", { hasText: "Copy" }).waitFor();
  await page.keyboard.press("Enter");
  await card.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Jobs" }).getByText("4").waitFor();
  await page.close();
});
