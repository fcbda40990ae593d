// Actions that navigate panels, change what they show, and mark entries.

import type { SortBy } from "../../bindings/desktop/SortBy";
import type { Mark } from "../../bindings/desktop/Mark";
import type { Go } from "../../bindings/desktop/Go";
import { text } from "../../text";

import {
  askPanel,
  current,
  cursorTo,
  other,
  panel,
  prefer,
  type Action,
  type Session,
} from "./session";

function move(rows: (session: Session) => number): Action {
  return {
    run: (session) => {
      const { focus } = session.state;
      const shown = session.state.panels[focus];
      if (shown) cursorTo(session, focus, shown.cursor + rows(session));
    },
  };
}

function go(to: Go, icon?: string): Action {
  return { icon, run: (session) => askPanel(session, { ask: "go", to }) };
}

function mark(how: Mark): Action {
  return { run: (session) => askPanel(session, { ask: "mark", mark: how }) };
}

/** Turns the mark of the cursor's row over and moves on. */
function markAnd(rows: number): Action {
  return {
    needs: "entry",
    quiet: true,
    run: (session) => {
      const { focus } = session.state;
      const row = session.state.panels[focus]?.cursor ?? 0;
      void askPanel(session, { ask: "mark", mark: { mark: "toggle", row } });
      if (rows) cursorTo(session, focus, row + rows);
    },
  };
}

function sort(key: SortBy | null): Action {
  return {
    run: (session) => {
      const now = panel(session.state)?.sort;
      if (!now) return undefined;
      const again = key === null || key === now.key;
      const descending = again ? !now.descending : false;
      return askPanel(session, { ask: "sort", sort: { ...now, key: key ?? now.key, descending } });
    },
  };
}

function line(what: "path" | "filter" | "search", icon?: string): Action {
  return {
    icon,
    run: ({ state, act }) => {
      const shown = panel(state);
      const text = { path: shown?.path, filter: shown?.filter, search: "" }[what] ?? "";
      act({ type: "line", line: { side: state.focus, what, text } });
    },
  };
}

function tab(number: number): Action {
  return {
    run: (session) => {
      const id = panel(session.state)?.tabs[number - 1]?.id;
      if (id !== undefined) void askPanel(session, { ask: "tab", tab: { tab: "show", id } });
    },
  };
}

function seek(backwards: boolean): Action {
  return {
    run: (session) =>
      askPanel(session, { ask: "seek", text: session.state.sought, here: false, backwards }),
  };
}

/** Enters a folder or goes to a hit; opens anything else. */
function open(opens: boolean): Action {
  return {
    icon: "enter",
    run: (session) => {
      const row = current(session.state);
      if (!row) return;
      if (row.id === null) void askPanel(session, { ask: "go", to: { to: "up", up: 0 } });
      else if (row.enters || row.unpacks || panel(session.state)?.subject.of === "found") {
        void askPanel(session, { ask: "go", to: { to: "entry", id: row.id } });
      } else if (!opens) return;
      // No program here opens a file of another machine; its beginning is shown.
      else if (panel(session.state)?.machine) show(session, false);
      else void session.ask("open", { items: { items: "entries", ids: [row.id] } });
    },
  };
}

/** Ends the innermost thing that can be ended. */
function escape(session: Session): void {
  const { state, act } = session;
  const shown = panel(state);
  const isInPanel = session.region === null || session.region === state.focus;
  if (!isInPanel) session.focus(state.focus);
  else if (state.line) act({ type: "line", line: null });
  else if (state.anchor[state.focus] !== null)
    act({ type: "anchor", side: state.focus, row: null });
  else if (shown?.subject.of === "found" && !shown.subject.over)
    void askPanel(session, { ask: "stop_finding" });
  else if (shown?.machine?.waits) void askPanel(session, { ask: "stop_listing" });
  else if (shown && shown.marked > 0)
    void askPanel(session, { ask: "mark", mark: { mark: "none" } });
  else if (shown?.filter) void askPanel(session, { ask: "filter", text: "" });
  else if (shown && shown.subject.of !== "directory")
    void askPanel(session, { ask: "go", to: { to: "back" } });
}

function switchPanel(session: Session): void {
  const { state } = session;
  const isInPanel = session.region === "left" || session.region === "right";
  const side = isInPanel || session.region === null ? other(state.focus) : state.focus;
  session.act({ type: "focus", side });
  void session.ask("panels", { ask: { ask: "focus", side } });
  session.focus(side);
}

/** Shows what is in the entry under the cursor, as its content suggests or as bytes. */
function show({ state, act }: Session, bytes: boolean): void {
  const row = current(state);
  const id = row?.id ?? null;
  if (id === null) return;
  // What is in a folder of another machine, its panel shows.
  if (row?.enters && panel(state)?.machine) act({ type: "refused", why: text.manager.farFolder });
  else act({ type: "dialog", dialog: { kind: "view", side: state.focus, id, bytes } });
}

function view(bytes: boolean): Action {
  return { icon: "eye", needs: "entry", run: (session) => show(session, bytes) };
}

/** Actions that move about, change what a panel shows, and mark. */
export const browse = {
  up: move(({ beside }) => -beside),
  down: move(({ beside }) => beside),
  left: move(() => -1),
  right: move(() => 1),
  "page-up": move(({ page }) => -page),
  "page-down": move(({ page }) => page),
  "half-page-up": move(({ page }) => -Math.ceil(page / 2)),
  "half-page-down": move(({ page }) => Math.ceil(page / 2)),
  first: move(() => -Infinity),
  last: move(() => Infinity),
  "switch-panel": { icon: "cols", run: switchPanel },
  escape: { run: escape },

  open: open(true),
  enter: open(false),
  parent: go({ to: "up", up: 0 }, "up"),
  back: go({ to: "back" }, "left"),
  forward: go({ to: "forward" }, "right"),
  home: go({ to: "home" }, "home"),
  root: go({ to: "path", text: "/" }, "drive"),
  "go-to": line("path", "folder"),
  connect: {
    icon: "server",
    run: ({ state, act }) =>
      act({ type: "dialog", dialog: { kind: "connect", side: state.focus } }),
  },
  trashed: go({ to: "trash" }, "trash"),
  "bookmark-add": {
    icon: "star",
    run: ({ state, ask }) => ask("panels", { ask: { ask: "bookmark", side: state.focus } }),
  },
  bookmarks: {
    icon: "star",
    run: ({ act }) => act({ type: "dialog", dialog: { kind: "palette", only: "places" } }),
  },
  mounts: {
    icon: "drive",
    run: ({ act }) => act({ type: "dialog", dialog: { kind: "palette", only: "places" } }),
  },
  find: {
    icon: "search",
    run: ({ state, act }) => act({ type: "dialog", dialog: { kind: "find", side: state.focus } }),
  },
  "tab-new": {
    icon: "plus",
    run: (session) => askPanel(session, { ask: "tab", tab: { tab: "new" } }),
  },
  "tab-close": {
    icon: "x",
    run: (session) => {
      const id = panel(session.state)?.tab;
      if (id !== undefined) void askPanel(session, { ask: "tab", tab: { tab: "close", id } });
    },
  },
  "tab-next": { run: (session) => askPanel(session, { ask: "tab", tab: { tab: "next" } }) },
  "tab-previous": {
    run: (session) => askPanel(session, { ask: "tab", tab: { tab: "previous" } }),
  },
  "tab-1": tab(1),
  "tab-2": tab(2),
  "tab-3": tab(3),
  "tab-4": tab(4),
  "tab-5": tab(5),
  "tab-6": tab(6),
  "tab-7": tab(7),
  "tab-8": tab(8),
  "tab-9": tab(9),
  "open-tab": {
    icon: "plus",
    needs: "entry",
    run: async (session) => {
      const row = current(session.state);
      if (!row?.enters || row.id === null) return;
      await askPanel(session, { ask: "tab", tab: { tab: "new" } });
      await askPanel(session, { ask: "go", to: { to: "entry", id: row.id } });
    },
  },
  "open-other": {
    icon: "cols",
    needs: "entry",
    run: ({ state, ask }) => {
      const row = current(state);
      if (!row?.enters || row.id === null) return;
      const to: Go = { to: "entry", id: row.id };
      void ask("panel", { side: other(state.focus), ask: { ask: "go", to } });
    },
  },
  "swap-panels": {
    icon: "updown",
    needs: "panels",
    run: ({ ask }) => ask("panels", { ask: { ask: "swap" } }),
  },
  "equal-panels": {
    needs: "panels",
    run: ({ state, ask }) => ask("panels", { ask: { ask: "equal", side: state.focus } }),
  },
  "compare-panels": {
    icon: "layers",
    needs: "panels",
    run: ({ ask }) => ask("panels", { ask: { ask: "compare" } }),
  },

  "compare-folders": {
    icon: "layers",
    needs: "panels",
    run: ({ state, act }) =>
      act({ type: "dialog", dialog: { kind: "comparison", side: state.focus } }),
  },

  "compare-files": {
    icon: "layers",
    needs: "entry",
    run: ({ state, act }) =>
      act({ type: "dialog", dialog: { kind: "diff", of: { of: "panel", side: state.focus } } }),
  },

  hidden: {
    icon: "eye",
    run: (session) => askPanel(session, { ask: "hidden", shown: !panel(session.state)?.hidden }),
  },
  "sort-name": sort("name"),
  "sort-size": sort("size"),
  "sort-time": sort("time"),
  "sort-extension": sort("extension"),
  "sort-reverse": sort(null),
  columns: {
    icon: "cols",
    run: ({ act }) => act({ type: "dialog", dialog: { kind: "columns" } }),
  },
  filter: line("filter", "filter"),
  search: line("search", "search"),
  "search-next": seek(false),
  "search-previous": seek(true),
  reload: {
    icon: "retry",
    run: ({ ask }) => {
      for (const side of ["left", "right"] as const)
        void ask("panel", { side, ask: { ask: "reload" } });
    },
  },
  "one-panel": {
    icon: "cols",
    run: (session) => prefer(session, { two_panels: !session.state.preferences?.two_panels }),
  },
  preview: {
    icon: "preview",
    run: (session) => prefer(session, { preview: !session.state.preferences?.preview }),
  },
  view: view(false),
  "view-hex": view(true),
  "directory-sizes": { icon: "gauge", run: (session) => askPanel(session, { ask: "measure" }) },

  mark: markAnd(1),
  "mark-up": markAnd(-1),
  "mark-here": markAnd(0),
  "mark-range": {
    run: ({ state, act }) => {
      const side = state.focus;
      const row = state.anchor[side] === null ? (state.panels[side]?.cursor ?? null) : null;
      act({ type: "anchor", side, row });
    },
  },
  "mark-all": mark({ mark: "all" }),
  "mark-files": mark({ mark: "files" }),
  "mark-none": mark({ mark: "none" }),
  "mark-invert": mark({ mark: "invert" }),
  "mark-extension": mark({ mark: "extension" }),
  "mark-glob": {
    run: ({ state, act }) =>
      act({ type: "dialog", dialog: { kind: "marks", side: state.focus, on: true } }),
  },
  "unmark-glob": {
    run: ({ state, act }) =>
      act({ type: "dialog", dialog: { kind: "marks", side: state.focus, on: false } }),
  },
} satisfies Record<string, Action>;
