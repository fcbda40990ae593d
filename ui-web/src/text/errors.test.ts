import { expect, test } from "vitest";

import { lastName, reason, refused, unlisted } from "./errors";

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

test("what another program said is told with the reason", () => {
  const said = "web: Permission denied (publickey).\u202e";
  const error = {
    action: "list_dir",
    code: "unreachable",
    path: { text: "/\0web/" },
    said,
  } as const;
  expect(reason(error)).toContain("there is no connection");
  expect(reason(error)).toContain("(web: Permission denied (publickey).\\u{202E})");
  expect(unlisted({ ...error, code: "permission_denied" })).toContain("publickey");
  expect(lastName(error.path)).toBe("web:");
  expect(lastName({ text: "/\0web/srv/a" })).toBe("a");
});
