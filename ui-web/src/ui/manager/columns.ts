// The columns of a list beside the name. Heads, cells and widths follow from this table; a column is one entry of it.

import type { ColumnChoice } from "../../bindings/desktop/ColumnChoice";
import type { PanelColumn } from "../../bindings/desktop/PanelColumn";
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
  name: PanelColumn;
  label: string;
  /** What it says instead of items in the trash. */
  trashedLabel?: string;
  /** What the user reads before choosing it. */
  note: string;
  /** The order that a click on the head chooses; without one, the head is no button. */
  sort?: SortBy;
  /** CSS pixels. */
  width: number;
  /** Whether it shows numbers, which are flush right. */
  isNumber: boolean;
  /** Gives what it shows of an entry. */
  show: (row: Row) => string;
  /** Gives what it shows instead while a job writes the entry, of which so many percent are there. */
  writing?: (percent: number | null) => Cell;
}

/** CSS pixels of the narrowest column and of the widest one. */
export const LEAST = 48;
export const MOST = 600;

/** The size, which tiles show as well. */
export const SIZE: Column = {
  name: "size",
  label: tr("window-manager-size"),
  note: tr("window-columns-size-note"),
  sort: "size",
  width: 76,
  isNumber: true,
  show: ({ size, items }) =>
    size !== null ? format.size(size) : typeof items === "number" ? format.items(items) : "",
  writing: (percent) =>
    percent === null
      ? { text: "" }
      : { text: text.manager.written(percent), class: "accent-text bold" },
};

/** All columns, in the order in which they stand until the user chooses another. */
const ALL: readonly Column[] = [
  SIZE,
  {
    name: "time",
    label: tr("window-manager-modified"),
    // The time at which the item was moved there.
    trashedLabel: tr("window-manager-deleted"),
    note: tr("window-columns-time-note"),
    sort: "time",
    width: 136,
    isNumber: false,
    show: ({ mtime }) => (mtime === null ? "" : when(mtime)),
    writing: () => ({ text: text.manager.writing }),
  },
  {
    name: "permissions",
    label: tr("window-columns-permissions"),
    note: tr("window-columns-permissions-note"),
    width: 108,
    isNumber: false,
    show: ({ mode }) => (mode === null ? "" : format.permissions(mode)),
  },
  {
    name: "owner",
    label: tr("window-columns-owner"),
    note: tr("window-columns-owner-note"),
    width: 96,
    isNumber: false,
    show: ({ user }) => user ?? "",
  },
  {
    name: "group",
    label: tr("window-columns-group"),
    note: tr("window-columns-group-note"),
    width: 96,
    isNumber: false,
    show: ({ group }) => group ?? "",
  },
  {
    name: "extension",
    label: tr("window-columns-extension"),
    note: tr("window-columns-extension-note"),
    sort: "extension",
    width: 88,
    isNumber: false,
    show: ({ kind, name }) =>
      kind === "directory" ? "" : (/[^./]\.([^./]+)$/.exec(name.text)?.[1] ?? ""),
  },
  {
    name: "links",
    label: tr("window-columns-links"),
    note: tr("window-columns-links-note"),
    width: 56,
    isNumber: true,
    show: ({ links }) => (typeof links === "number" ? format.count(links) : ""),
  },
];

const BY_NAME = new Map(ALL.map((column) => [column.name, column]));

/** Gives a column. */
export function columnOf(name: PanelColumn): Column {
  return BY_NAME.get(name) ?? SIZE;
}

/** Gives all columns in the user's order; those without a choice follow, and are not shown. */
export function arranged(choices: readonly ColumnChoice[]): ColumnChoice[] {
  const others = ALL.filter(({ name }) => !choices.some(({ column }) => column === name));
  return [...choices, ...others.map(({ name }) => ({ column: name, shown: false, width: 0 }))];
}

/** Gives the choices with a column changed. */
export function changed(
  choices: readonly ColumnChoice[],
  column: PanelColumn,
  change: Partial<ColumnChoice>,
): ColumnChoice[] {
  return arranged(choices).map((it) => (it.column === column ? { ...it, ...change } : it));
}

/** Gives the choices with a column moved by one place. */
export function moved(
  choices: readonly ColumnChoice[],
  column: PanelColumn,
  by: 1 | -1,
): ColumnChoice[] {
  const all = arranged(choices);
  const from = all.findIndex((it) => it.column === column);
  const [it] = all.splice(from, 1);
  if (it) all.splice(Math.max(from + by, 0), 0, it);
  return all;
}

/** The most CSS pixels of a size whose column has the width of what is in it. */
const MOST_OF_SIZE = 160;

/**
 * Gives the columns that the user wants to see, each as wide as they made it. `size` is the width that the sizes need,
 * in which numbers of items are written out: `1.500 Objekte`.
 */
export function shown(choices: readonly ColumnChoice[], size = 0): Column[] {
  const wanted = choices.filter((choice) => choice.shown);
  return wanted.map(({ column, width }) => {
    const it = columnOf(column);
    if (width > 0) return { ...it, width };
    return it === SIZE ? { ...it, width: Math.max(it.width, Math.min(size, MOST_OF_SIZE)) } : it;
  });
}

/** Gives how many letters the longest size has. */
export function longestSize(rows: readonly (Row | undefined)[]): number {
  return Math.max(0, ...rows.map((row) => (row ? cellOf(SIZE, row).text.length : 0)));
}

/** CSS pixels between two columns. */
const GAP = 8;
/** What the edges of a row, the box and the icon take, and the least room that a name has. */
const NAME_ROOM = 2 * 12 + 2 * (16 + GAP) + 120;

/** Gives the room that is left for the columns beside those that are given; 0 is the width of a list not drawn yet. */
export function slack(columns: readonly Column[], width: number): number {
  if (width === 0) return Infinity;
  return columns.reduce((left, column) => left - column.width - GAP, width - NAME_ROOM);
}

/** Gives the columns for which there is room beside the names: from the right they are left out, sizes last. */
export function fitting(columns: readonly Column[], width: number): Column[] {
  const kept = [...columns];
  while (slack(kept, width) < 0) {
    const last = kept.findLastIndex(({ name }) => name !== "size");
    if (last < 0) break;
    kept.splice(last, 1);
  }
  return kept;
}

/** Gives the tracks of the grid: the box, the icon, the name with the room that is left, and the columns. */
export function tracks(columns: readonly Column[]): string {
  return ["16px 16px minmax(0, 1fr)", ...columns.map(({ width }) => `${width}px`)].join(" ");
}

/** The tracks where lines that a search found take the place of the columns. */
export const LINE_TRACKS = "16px 16px minmax(0, 2fr) minmax(0, 3fr)";

/** Gives the classes of a head or a cell. */
export function classes({ isNumber }: Column): string {
  return isNumber ? "column number" : "column";
}

/** Gives what a column shows of a row; of the way up it shows nothing. */
export function cellOf(column: Column, row: Row): Cell {
  if (typeof row.written === "number" && column.writing) return column.writing(row.written);
  return { text: row.id === null ? "" : column.show(row) };
}

/** Measures how wide a column has to be for all that a list shows in it. */
export function widthOf(list: Element, name: PanelColumn): number {
  const range = document.createRange();
  const widths = [...list.querySelectorAll(`[data-column="${name}"]`)].map((cell) => {
    range.selectNodeContents(cell.querySelector("[data-label]") ?? cell);
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    const paddings = (parseFloat(paddingLeft) || 0) + (parseFloat(paddingRight) || 0);
    return Math.ceil(range.getBoundingClientRect().width + paddings);
  });
  return Math.min(Math.max(LEAST, ...widths), MOST);
}
