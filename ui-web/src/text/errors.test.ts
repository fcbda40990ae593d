import { expect, test } from "vitest";

import { lastName, reason, refused } from "./errors";

test("a path is shown by its last name, and harmless", () => {
  expect(lastName({ text: "/home/ines/report.pdf" })).toBe("report.pdf");
  expect(lastName({ text: "/home/ines/Photos/" })).toBe("Photos");
  expect(lastName({ text: "/tmp/invoice\u202egpj.exe" })).toBe("invoice\\u{202E}gpj.exe");
  expect(lastName({ text: "/" })).toBeNull();
  expect(lastName({ bytes: "4w==" })).toBeNull();
});

test("a refusal is a sentence", () => {
  const error = { action: "open", code: "permission_denied", path: { text: "/root/x" } } as const;
  expect(reason(error)).toBe("you do not have permission");
  expect(refused({ why: "op", error })).toBe("x: you do not have permission.");
  expect(refused({ why: "op", error: { ...error, path: { bytes: "4w==" } } })).toBe(
    "You do not have permission.",
  );
  expect(refused({ why: "not", text: "There is no clipboard." })).toBe("There is no clipboard.");
});
