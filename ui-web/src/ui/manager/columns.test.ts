import { expect, test } from "vitest";

import type { Row } from "../../bindings/desktop/Row";
import { when } from "../../model/when";

import { cellOf, COLUMNS, SIZE, TRACKS } from "./columns";

const file: Row = {
  id: 7,
  name: { text: "DSC_4410.NEF" },
  kind: "file",
  icon: "image",
  enters: false,
  unpacks: false,
  size: 4_200_000,
  mtime: 1_763_733_600_000_000,
  mode: 0o644,
  marked: false,
  thumb: true,
};
const shown = (row: Row) => COLUMNS.map((column) => cellOf(column, row).text);

test("each column has a track behind those of the name, and a narrow list leaves some out", () => {
  const count = (tracks: string) => tracks.replace(/\(.*?\)/g, "").split(" ").length;
  expect(count(TRACKS.wide)).toBe(3 + COLUMNS.length);
  expect(count(TRACKS.narrow)).toBe(3 + COLUMNS.filter((it) => it.isAlwaysShown).length);
});

test("cells show what is known of an entry, and nothing of the way up", () => {
  expect(shown(file)).toEqual(["4.20\u00a0MB", when(1_763_733_600_000_000)]);
  expect(shown({ ...file, size: null, mtime: null })).toEqual(["", ""]);
  expect(cellOf(SIZE, { ...file, size: null, items: 3 }).text).toBe("3 items");
  expect(shown({ ...file, id: null })).toEqual(["", ""]);
});

test("cells say how much of an entry a job has written", () => {
  expect(shown({ ...file, written: 62 })).toEqual(["62\u00a0%", "Copying here"]);
});
