// Checks with axe that what a component draws is accessible.

import axe from "axe-core";
import { expect } from "vitest";

/** Fails with what axe finds wrong; colours are checked in a real browser, since jsdom draws none. */
export async function expectAccessible(node: Element = document.body): Promise<void> {
  const { violations } = await axe.run(node, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  const found = violations.flatMap(({ id, nodes }) => nodes.map((it) => `${id}: ${it.html}`));
  expect(found).toEqual([]);
}
