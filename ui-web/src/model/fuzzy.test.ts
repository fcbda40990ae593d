import { expect, test } from "vitest";

import { find } from "./fuzzy";

function best(needle: string, lines: string[]): string | undefined {
  return lines
    .flatMap((line) => {
      const match = find(needle, line);
      return match ? [{ line, score: match.score }] : [];
    })
    .sort((a, b) => b.score - a.score)[0]?.line;
}

test("letters must appear in order", () => {
  expect(find("cpy", "Copy")?.places).toEqual([0, 2, 3]);
  expect(find("ypc", "Copy")).toBeNull();
});

test("words match in any order, and nothing matches all", () => {
  expect(find("panel copy", "Copy to the other panel")).not.toBeNull();
  expect(find("", "Copy")?.places).toEqual([]);
});

test("beginnings of words and letters side by side count more", () => {
  expect(best("nf", ["Confirm", "New folder"])).toBe("New folder");
  expect(best("tab", ["Take back", "New tab"])).toBe("New tab");
  expect(best("copy", ["Copy the path as text", "Copy"])).toBe("Copy");
});
