import { expect, test } from "vitest";

import { questions } from "./questions";

test("a scope names a folder by its last name where its whole path is told", () => {
  expect(questions.scopes("folder", "docs", "")).toBe("Folder docs");
  expect(questions.scopes("folder", "docs/old", "")).toBe("Folder docs/old");
  expect(questions.scopes("folder", "/home/ines/left", "")).toBe("Folder left");
});
