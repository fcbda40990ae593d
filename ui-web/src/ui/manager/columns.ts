// The columns of a list beside the name. Heads, cells and widths follow from this table; a column is one entry of it.

import type { Row } from "../../bindings/desktop/Row";
import type { SortBy } from "../../bindings/desktop/SortBy";
import * as format from "../../model/format";
import { when } from "../../model/when";
import { text } from "../../text";
import { tr } from "../../text/tr";

/** What a cell shows. */
export interface Cell {
  text: string;
  /** Classes of its text. */
  class?: string;
}

/** A column. */
export interface Column {
  label: string;
  /** What it says instead of items in the trash. */
  trashedLabel?: string;
  /** The order that a click on the head chooses; without one, the head is no button. */
  sort?: SortBy;
  /** CSS pixels. */
  width: number;
  /** Whether it shows numbers, which are flush right. */
  isNumber: boolean;
  /** Whether a narrow list shows it, too. Names come before everything else there. */
  isAlwaysShown: boolean;
  /** Gives what it shows of an entry. */
  show: (row: Row) => string;
  /** Gives what it shows instead while a job writes the entry, of which so many percent are there. */
  writing?: (percent: number | null) => Cell;
}

/** The size, which tiles show as well. */
export const SIZE: Column = {
  label: tr("window-manager-size"),
  sort: "size",
  width: 76,
  isNumber: true,
  isAlwaysShown: true,
  show: ({ size, items }) =>
    size !== null ? format.size(size) : typeof items === "number" ? format.items(items) : "",
  writing: (percent) =>
    percent === null
      ? { text: "" }
      : { text: text.manager.written(percent), class: "accent-text bold" },
};

/** The columns beside the name, from left to right. */
export const COLUMNS: readonly Column[] = [
  SIZE,
  {
    label: tr("window-manager-modified"),
    // The time at which the item was moved there.
    trashedLabel: tr("window-manager-deleted"),
    sort: "time",
    width: 136,
    isNumber: false,
    isAlwaysShown: false,
    show: ({ mtime }) => (mtime === null ? "" : when(mtime)),
    writing: () => ({ text: text.manager.writing }),
  },
];

/** The box, the icon, and the name with the room that is left. */
const NAME = "16px 16px minmax(0, 1fr)";

function tracks(columns: readonly Column[]): string {
  return [NAME, ...columns.map(({ width }) => `${width}px`)].join(" ");
}

/** The tracks of the grid in a wide list and in a narrow one, and where lines that a search found take the place of
 * the columns. */
export const TRACKS = {
  wide: tracks(COLUMNS),
  narrow: tracks(COLUMNS.filter((column) => column.isAlwaysShown)),
  lines: "16px 16px minmax(0, 2fr) minmax(0, 3fr)",
};

/** Gives the classes of a head or a cell. */
export function classes({ isNumber, isAlwaysShown }: Column): string {
  return ["column", isNumber && "number", !isAlwaysShown && "wide-only"].filter(Boolean).join(" ");
}

/** Gives what a column shows of a row; of the way up it shows nothing. */
export function cellOf(column: Column, row: Row): Cell {
  if (typeof row.written === "number" && column.writing) return column.writing(row.written);
  return { text: row.id === null ? "" : column.show(row) };
}
