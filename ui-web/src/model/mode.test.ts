import { expect, test } from "vitest";

import { BITS, fromOctal, isMode, octal, permissions, SPECIAL } from "./mode";

test("a mode is spelled by its permission bits alone", () => {
  expect(octal(0o100755)).toBe("755");
  expect(octal(0o42775)).toBe("2775");
  expect(octal(0o7)).toBe("007");
});

test("the grid has each bit once", () => {
  const bits = [...BITS.flat(), ...SPECIAL];
  expect(new Set(bits).size).toBe(12);
  expect(bits.reduce((sum, bit) => sum | bit, 0)).toBe(0o7777);
});

test.each(["755", "0644", " 2775 ", "u+x,go-w", "a=rX", "+t", "ug=rw,o="])("%j is one", (text) =>
  expect(isMode(text)).toBe(true),
);
test.each(["", "888", "75555", "u", "x+u", "rwxr-xr-x", "u+x,"])("%j is none", (text) =>
  expect(isMode(text)).toBe(false),
);
test("only octal modes can be shown in the grid", () => {
  expect(fromOctal("0644")).toBe(0o644);
  expect(fromOctal("u+x")).toBeNull();
});

test.each([
  [0o100644, "rw-r--r--"],
  [0o755, "rwxr-xr-x"],
  [0o4755, "rwsr-xr-x"],
  [0o2644, "rw-r-Sr--"],
  [0o1777, "rwxrwxrwt"],
])("%o is read as %s", (mode, words) => expect(permissions(mode)).toBe(words));
