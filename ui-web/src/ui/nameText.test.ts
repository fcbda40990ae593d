import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import { name } from "../mock/tree";
import NameText from "./NameText.svelte";

afterEach(cleanup);

/** The parts of a name of which each is cut by itself. */
function parts(text: string): string[] {
  const { container } = render(NameText, { name: name(text) });
  return [...container.querySelector(".name-text")!.children].map((it) => it.textContent ?? "");
}

test("the end of a name keeps its place, and the rest is cut", () => {
  expect(parts("DSC_4410_edited_final.NEF")).toEqual(["DSC_4410_edited", "_final.NEF"]);
  expect(parts("a_rather_long_<U+202E>name_of_it.txt")).toEqual([
    "a_rather_long_U+202Ename",
    "_of_it.txt",
  ]);
});

test("a name that is written from right to left stays in one piece, in its own direction", () => {
  const long = "תמונה ארוכה מאוד של הפיורד 2026.jpg";
  expect(parts(long)).toEqual([long]);
  expect(document.querySelector(".name-text")!.getAttribute("dir")).toBe("auto");
});
