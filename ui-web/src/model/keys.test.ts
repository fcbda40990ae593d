import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { bindings, keyOf, keysOf, named, over, shown, step, type Pressed } from "./keys";

function pressed(key: string, ...held: ("ctrl" | "alt" | "shift" | "meta" | "altgr")[]): Pressed {
  const altGr = held.includes("altgr");
  return {
    key,
    ctrlKey: altGr || held.includes("ctrl"),
    altKey: altGr || held.includes("alt"),
    shiftKey: held.includes("shift"),
    metaKey: held.includes("meta"),
    getModifierState: (name) => name === "AltGraph" && altGr,
  };
}

describe("a key event is written", () => {
  test.each([
    [pressed("p", "ctrl"), "ctrl-p"],
    [pressed("P", "ctrl", "shift"), "ctrl-shift-p"],
    [pressed("F6", "shift"), "shift-f6"],
    [pressed("Enter", "alt"), "alt-enter"],
    [pressed("A", "shift"), "A"],
    [pressed("H", "alt", "shift"), "alt-H"],
    [pressed("?", "shift"), "?"],
    [pressed("+", "alt", "shift"), "alt-+"],
    [pressed("-", "alt"), "alt--"],
    [pressed(" ", "ctrl"), "ctrl-space"],
    [pressed("ArrowDown", "shift"), "shift-down"],
    [pressed("@", "altgr"), "@"],
    [pressed("é"), "é"],
    [pressed("Shift", "shift"), null],
    [pressed("l", "meta"), null],
    [{ ...pressed("a"), isComposing: true }, null],
  ])("%o as %s", (event, written) => expect(keyOf(event)).toBe(written));
});

test.each([
  ["Ctrl-X", "ctrl-x"],
  ["alt-ctrl-x", "ctrl-alt-x"],
  ["shift-g", "G"],
  ["shift-F5", "shift-f5"],
  ["alt-T", "alt-T"],
  ["-", "-"],
  ["alt--", "alt--"],
  ["Space", "space"],
])("a keymap's %s is %s", (written, name) => expect(named(written)).toBe(name));

test.each([
  ["ctrl-p", "Ctrl P"],
  ["alt-H", "Alt Shift H"],
  ["shift-f6", "Shift F6"],
  ["pageup", "PgUp"],
  ["g", "g"],
  ["esc", "Esc"],
  ["alt--", "Alt -"],
])("%s reads %s", (key, text) => expect(shown(key)).toBe(text));

describe("a keymap", () => {
  const names = ["copy", "rename", "jobs", "bookmark-add", "first", "home", "quit"] as const;
  type Name = (typeof names)[number];
  const isAction = (name: string): name is Name => (names as readonly string[]).includes(name);
  const keymap = bindings<Name>(
    [
      ["esc 5", "copy"],
      ["c", "copy"],
      ["f5", "copy"],
      ["f2", "jobs"],
      ["shift-f6", "rename"],
      ["ctrl-x h", "bookmark-add"],
      ["f4", "shell"],
    ],
    isAction,
  );

  test("says what a key does", () => {
    expect(step(keymap, ["f5"])).toEqual({ does: "copy" });
    expect(step(keymap, ["f4"])).toEqual({ does: null });
  });
  test("waits for the rest of a sequence", () => {
    expect(step(keymap, ["ctrl-x"])).toMatchObject({ more: [{ action: "bookmark-add" }] });
    expect(step(keymap, ["ctrl-x", "h"])).toEqual({ does: "bookmark-add" });
    expect(step(keymap, ["ctrl-x", "q"])).toEqual({ does: null });
  });
  test("yields to habits", () => {
    const both = over(keymap, [{ keys: ["f2"], action: "rename" }]);
    expect(step(both, ["f2"])).toEqual({ does: "rename" });
    expect(keysOf(both, "jobs")).toEqual([]);
    expect(step(over(keymap, [{ keys: ["ctrl-x"], action: "quit" }]), ["ctrl-x"])).toEqual({
      does: "quit",
    });
    expect(keysOf(both, "rename")).toEqual(["F2", "Shift F6"]);
  });
  test("shows function keys first", () => expect(keysOf(keymap, "copy")).toEqual(["F5", "c"]));
});

test.each(["commander", "vim"])("every key of %s is written as events are", (preset) => {
  const text = readFileSync(`../assets/keymaps/${preset}.toml`, "utf8");
  const keys = [...text.matchAll(/^"((?:\\.|[^"\\])+)" = /gm)].flatMap(([, it]) =>
    it!.replaceAll("\\\\", "\\").split(" "),
  );
  expect(keys.length).toBeGreaterThan(100);
  for (const key of keys) expect(named(key)).toBe(key);
});
