// Handles the pointer on rows and tiles alike: select, open, drag, open the menu.

import type { Name } from "../../bindings/desktop/Name";
import type { PanelSide } from "../../bindings/desktop/PanelSide";
import type { PanelState } from "../../bindings/desktop/PanelState";
import type { Row } from "../../bindings/desktop/Row";
import { command, run, type ActionName } from "../../model/actions";
import { cursorTo, rowAt, runCommand } from "../../model/actions/session";
import { taking } from "../../model/drop";
import type { Menu } from "../../model/state";
import { act, app } from "../../model/store.svelte";
import { text } from "../../text";

import { band, type Touching } from "./band.svelte";
import { carry } from "./carry";
import { openSortMenu } from "./menus";
import { Selection } from "./selection";
import { session, usePanel } from "./session.svelte";

const ENTRY_MENU: readonly (ActionName | null)[] = [
  "open",
  "open-tab",
  "open-other",
  null,
  "copy",
  "move",
  "yank",
  "cut",
  "paste",
  "duplicate",
  "pack",
  null,
  "rename",
  "mark-here",
  "copy-name",
  "copy-path",
  "properties",
  null,
  "trash",
  "delete",
];

const FILE_MENU: readonly (ActionName | null)[] = [
  "open",
  "open-with",
  "view",
  ...ENTRY_MENU.slice(1).filter((name) => name !== "open-tab" && name !== "open-other"),
];

const ARCHIVE_MENU: readonly (ActionName | null)[] = [
  "open",
  "extract-here",
  "extract",
  ...FILE_MENU.slice(1),
];

const MANY_MENU: readonly (ActionName | null)[] = [
  "copy",
  "move",
  "yank",
  "cut",
  "duplicate",
  "pack",
  null,
  "bulk-rename",
  "copy-name",
  "copy-path",
  "properties",
  null,
  "mark-none",
  null,
  "trash",
  "delete",
];

const FOLDER_MENU: readonly (ActionName | null)[] = [
  "make-directory",
  "make-file",
  "paste",
  null,
  "mark-all",
  "hidden",
  "reload",
  "bookmark-add",
  null,
  "find",
  "trashed",
];

const TRASH_MENU: readonly (ActionName | null)[] = ["restore", "mark-here", null, "delete"];

const TRASH_FOLDER_MENU: readonly (ActionName | null)[] = [
  "empty-trash",
  null,
  "mark-all",
  "reload",
];

/** Tells whether a panel shows lines that a search found in files; tiles have no room for them. */
export function showsLines({ subject }: PanelState): boolean {
  return subject.of === "found" && Boolean(subject.contains);
}

/** Gives the id in the page of a row, which is where the keyboard's cursor is. */
export function rowId(side: PanelSide, at: number): string {
  return `${side}-${at}`;
}

/** Gives the name to show for a row: the way up says where it leads, where the path bar tells that. */
export function nameOf(side: PanelSide, row: Row): Name {
  if (row.id !== null) return row.name;
  return app().panels[side]?.crumbs.at(-2)?.name ?? { text: text.manager.up };
}

/** Says whether the name of a row is being edited; the other panel may show the same entry. */
export function isRenaming(side: PanelSide, row: Row): boolean {
  const { renaming, focus } = app();
  return renaming !== null && row.id === renaming && focus === side;
}

/** Gives what a row that can be entered takes drops for, as the value of `data-drop`. */
export function dropOn(side: PanelSide, row: Row | undefined): string | undefined {
  if (!row?.enters) return undefined;
  return taking(
    row.id === null ? { target: "crumb", side, up: 1 } : { target: "entry", id: row.id },
  );
}

/** Opens the menu of an entry, of all marked ones, or of the folder. */
function openMenu(side: PanelSide, row: Row | undefined, at: Pick<Menu, "x" | "y" | "byKey">) {
  const panel = app().panels[side];
  const marked = panel?.marked ?? 0;
  // By a key, marked entries are meant wherever the cursor is; the pointer says which it means.
  const isMany = marked > 1 && (row?.marked || at.byKey);
  const menu = isMany
    ? { actions: MANY_MENU, title: text.manager.marked(marked) }
    : {
        actions:
          typeof row?.id !== "number"
            ? FOLDER_MENU
            : row.enters
              ? ENTRY_MENU
              : row.unpacks
                ? ARCHIVE_MENU
                : FILE_MENU,
      };
  if (panel?.subject.of === "trash")
    menu.actions = menu.actions === FOLDER_MENU ? TRASH_FOLDER_MENU : TRASH_MENU;
  act({
    type: "menu",
    menu: { ...menu, actions: [...menu.actions, ...userCommands(panel)], ...at },
  });
}

/** Gives the commands of the user's configuration, where programs can work. */
function userCommands(panel: PanelState | null): Menu["actions"] {
  const names = app().hello?.commands ?? [];
  if (names.length === 0 || !panel || panel.machine || panel.subject.of === "trash") return [];
  const entry = (label: string) => ({
    label,
    icon: "term",
    command: command(label),
    run: () => runCommand(session, label),
  });
  return [null, ...names.map(entry)];
}

/** Opens the menu of the entry under the cursor, below it. */
export function openMenuByKey(): void {
  const { focus, panels } = app();
  const panel = panels[focus];
  if (!panel) return;
  const box = document.getElementById(rowId(focus, panel.cursor))?.getBoundingClientRect();
  const [x, y] = [(box?.left ?? 0) + 48, box?.bottom ?? 0];
  openMenu(focus, rowAt(panel, panel.cursor), { x, y, byKey: true });
}

/** Says whether a drag that begins here carries the entry; elsewhere in its row it draws a band. */
function isGrip(target: Element): boolean {
  return target.closest(".name-text, .entry > .glyph, .picture, .tile-icon, .link-target") !== null;
}

/** Says whether the pointer is on the list's scroll bar, which browsers tell as the list itself. */
function isScrollBar({ clientX, currentTarget: list }: MouseEvent & { currentTarget: Element }) {
  const { clientWidth } = list;
  return clientWidth > 0 && clientX >= list.getBoundingClientRect().left + clientWidth;
}

/**
 * Gives the handlers of a panel's rows; each row says its number by `data-row`. `shift` is how far above their place the
 * list draws them.
 */
export function pointing(side: PanelSide, touching: Touching, shift: () => number) {
  const selection = new Selection(side);
  // A click that ends a drag or a band selects nothing.
  let dragged = false;

  const hit = (event: Event): { at: number; row: Row } | null => {
    const element = (event.target as Element).closest<HTMLElement>("[data-row]");
    const panel = app().panels[side];
    if (!element || !panel) return null;
    const at = Number(element.dataset.row);
    const row = rowAt(panel, at);
    return row ? { at, row } : null;
  };
  const begun = () => (dragged = true);

  return {
    onpointerdown(event: PointerEvent & { currentTarget: HTMLElement }) {
      dragged = false;
      const target = event.target as Element;
      if (target.closest("input, .head") || isScrollBar(event)) return;
      usePanel(side);
      const { at, row } = hit(event) ?? {};
      const isPlain = !event.ctrlKey && !event.shiftKey;
      // Of marked entries the click clears the marks, since a drag carries them all.
      if (isPlain && !row?.marked && !target.closest(".checkbox")) selection.clear();
      if (at !== undefined && (isPlain || event.button === 1)) cursorTo(session, side, at);
      if (event.button !== 0 || target.closest(".checkbox")) return;
      if (row && row.id !== null && (row.marked || isGrip(target))) {
        const marked = app().panels[side]?.marked ?? 0;
        carry(
          event,
          row.marked
            ? // The marks alone, even if other programs delete the marked files during the drag.
              { items: { items: "marked", side, current: null }, count: marked, first: row.name }
            : { items: { items: "entries", ids: [row.id] }, count: 1, first: row.name },
          begun,
        );
      } else {
        band(
          side,
          event,
          { touching, shift },
          {
            begun,
            done: (runs, nearest) => selection.take(runs, nearest),
          },
        );
      }
    },
    onclick(event: MouseEvent) {
      const { at, row } = hit(event) ?? {};
      if (dragged || at === undefined || !row) return;
      const isBox = (event.target as Element).closest(".checkbox") !== null;
      if (row.id !== null && isBox) selection.toggle(at, row, false);
      else if (event.shiftKey) selection.extend(at, event.ctrlKey);
      else if (row.id !== null && event.ctrlKey) selection.toggle(at, row, true);
      else selection.only(at, row);
    },
    ondblclick(event: MouseEvent) {
      if ((event.target as Element).closest(".checkbox, input")) return;
      if (!event.ctrlKey && !event.shiftKey && hit(event)) run("open", session);
    },
    onauxclick(event: MouseEvent) {
      if (event.button === 1 && hit(event)) run("open-tab", session);
    },
    oncontextmenu(event: MouseEvent) {
      event.preventDefault();
      usePanel(side);
      if ((event.target as Element).closest(".head")) return openSortMenu(side, event);
      openMenu(side, hit(event)?.row, { x: event.clientX, y: event.clientY });
    },
  };
}
