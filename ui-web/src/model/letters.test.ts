import { expect, test } from "vitest";

import { isRightToLeft, split } from "./letters";

test("a tail begins with a whole letter", () => {
  expect(split("photograph.jpg", 4)).toEqual(["photograph", ".jpg"]);
  expect(split("abc", 10)).toEqual(["", "abc"]);
  // An accent of its own, as macOS stores it, and one person of three characters.
  expect(split("cafe\u0301.txt", 5)).toEqual(["caf", "e\u0301.txt"]);
  expect(split("a\u{1f469}\u200d\u{1f680}.txt", 5)).toEqual(["a", "\u{1f469}\u200d\u{1f680}.txt"]);
});

test("names are known that are written from right to left", () => {
  expect(["שלום.txt", "تقرير.pdf", "a ב"].map(isRightToLeft)).toEqual([true, true, true]);
  expect(["été.txt", "報告.pdf", "Ω.txt"].map(isRightToLeft)).toEqual([false, false, false]);
});
