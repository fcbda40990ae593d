// Actions that change files, or show their properties.

import type { Items } from "../../bindings/desktop/Items";
import type { PlanVerb } from "../../bindings/desktop/PlanVerb";
import type { Target } from "../../bindings/desktop/Target";
import type { TextOf } from "../../bindings/desktop/TextOf";
import { text } from "../../text";
import type { Dialog, State } from "../state";

import { current, other, panel, type Action, type Session } from "./session";

/** Gives what is marked in the panel in use, or what is under its cursor. */
function meant(state: State): Items {
  return { items: "marked", side: state.focus };
}

/** Gives the dialog that shows what a verb would do. */
function dialogOf(verb: PlanVerb): "transfer" | "removal" | "pack" | "share" {
  switch (verb) {
    case "trash":
    case "delete":
    case "restore":
      return "removal";
    case "pack":
      return "pack";
    case "dedupe":
      return "share";
    case "copy":
    case "move":
    case "link":
    case "verify":
    case "extract":
      return "transfer";
  }
}

/** Plans, and shows the plan before anything happens. */
export async function plan(
  session: Session,
  verb: PlanVerb,
  items: Items,
  target: Target,
): Promise<void> {
  const made = await session.ask("plan", { verb, items, target });
  if (made === null) return;
  session.act({ type: "dialog", dialog: { kind: dialogOf(verb), plan: made } });
}

/** Plans what takes nothing away, and starts it at once; the dialog names marked items that are not shown. */
async function planAndStart(session: Session, verb: PlanVerb, target: Target): Promise<void> {
  const { state, ask } = session;
  if (panel(state)?.unseen) return plan(session, verb, meant(state), target);
  const made = await ask("plan", { verb, items: meant(state), target });
  const choices = state.preferences?.choices;
  if (made !== null && choices) await ask("start", { plan: made, choices });
}

function transfer(verb: PlanVerb, icon: string): Action {
  return {
    icon,
    needs: "items",
    run: (session) => {
      const { focus, preferences } = session.state;
      const target: Target = preferences?.two_panels
        ? { target: "panel", side: other(focus) }
        : { target: "unknown" };
      return plan(session, verb, meant(session.state), target);
    },
  };
}

function remove(verb: "trash" | "delete"): Action {
  return {
    icon: "trash",
    needs: "items",
    run: (session) => plan(session, verb, meant(session.state), { target: "unknown" }),
  };
}

function remember(cut: boolean, icon: string): Action {
  return {
    icon,
    needs: "items",
    run: ({ state, ask }) => ask("copy_files", { items: meant(state), cut }),
  };
}

function copyText(what: TextOf): Action {
  return {
    icon: "doc",
    needs: "items",
    run: ({ state, ask }) => ask("copy_text", { items: meant(state), what }),
  };
}

function dialog(icon: string | undefined, make: (state: State) => Dialog | null): Action {
  return {
    icon,
    run: ({ state, act }) => {
      const made = make(state);
      if (made) act({ type: "dialog", dialog: made });
    },
  };
}

const properties = dialog("gear", (state) => ({
  kind: "properties",
  items: meant(state),
  checksum: false,
}));

/** Computes the checksum of the entry under the cursor, in its properties. */
const checksums: Action = {
  icon: "shield",
  run: ({ state, act }) => {
    const row = current(state);
    if (!row || row.id === null) return;
    if (row.kind !== "file" && row.kind !== "symlink")
      return act({ type: "refused", why: text.dialogs.properties.noChecksum });
    const items: Items = { items: "entries", ids: [row.id] };
    act({ type: "dialog", dialog: { kind: "properties", items, checksum: true } });
  },
};

function link(hard: boolean): Action {
  const made = dialog("link", (state): Dialog => {
    const marked = panel(state)?.marked ?? 0;
    // The name of a single link is that of its item until the user types another.
    const id = marked === 0 ? (current(state)?.id ?? null) : null;
    return { kind: "link", items: meant(state), id, hard };
  });
  return { ...made, needs: "items" };
}

/** Actions that change files, or tell of them. */
export const files = {
  copy: transfer("copy", "copy"),
  move: transfer("move", "move"),
  "copy-here": {
    icon: "copy",
    needs: "items",
    run: (session) =>
      plan(session, "copy", meant(session.state), { target: "panel", side: session.state.focus }),
  },
  duplicate: {
    icon: "copy",
    needs: "items",
    run: (session) => {
      const { focus, panels } = session.state;
      const target: Target = { target: "panel", side: focus };
      // What a search has found is not in one folder: the user sees where the copies go.
      return panels[focus]?.subject.of === "found"
        ? plan(session, "copy", meant(session.state), target)
        : planAndStart(session, "copy", target);
    },
  },
  yank: remember(false, "copy"),
  cut: remember(true, "move"),
  paste: {
    icon: "enter",
    run: async ({ state, ask, act }) => {
      const made = await ask("paste", { target: { target: "panel", side: state.focus } });
      if (made !== null) act({ type: "dialog", dialog: { kind: "transfer", plan: made } });
    },
  },
  rename: {
    icon: "pencil",
    needs: "entry",
    run: ({ state, act }) => act({ type: "rename", id: current(state)?.id ?? null }),
  },
  "bulk-rename": dialog("pencil", (state) => ({
    kind: "bulk",
    side: state.focus,
  })),
  "make-directory": dialog("folder-plus", (state) => ({
    kind: "make",
    what: "directory",
    side: state.focus,
  })),
  "make-file": dialog("file", (state) => ({ kind: "make", what: "file", side: state.focus })),
  symlink: link(false),
  "hard-link": link(true),
  trash: remove("trash"),
  delete: remove("delete"),
  restore: {
    icon: "undo",
    needs: "trashed",
    run: (session) => planAndStart(session, "restore", { target: "unknown" }),
  },
  "empty-trash": {
    icon: "trash",
    run: async ({ ask, act }) => {
      const items: Items = { items: "trash" };
      const made = await ask("plan", { verb: "delete", items, target: { target: "unknown" } });
      if (made !== null)
        act({ type: "dialog", dialog: { kind: "removal", plan: made, empties: true } });
    },
  },
  verify: {
    icon: "shield",
    needs: "pair",
    run: (session) =>
      planAndStart(session, "verify", { target: "panel", side: other(session.state.focus) }),
  },
  "share-storage": {
    icon: "layers",
    needs: "items",
    run: (session) => plan(session, "dedupe", meant(session.state), { target: "unknown" }),
  },
  extract: transfer("extract", "layers"),
  "extract-here": {
    icon: "layers",
    needs: "items",
    run: (session) =>
      planAndStart(session, "extract", { target: "panel", side: session.state.focus }),
  },
  pack: {
    icon: "layers",
    needs: "items",
    run: (session) => {
      const { focus, preferences } = session.state;
      const side = preferences?.two_panels ? other(focus) : focus;
      return plan(session, "pack", meant(session.state), { target: "panel", side });
    },
  },
  properties: { ...properties, needs: "items" },
  checksums: { ...checksums, needs: "entry" },
  mode: { ...properties, needs: "items" },
  owner: { ...properties, needs: "items" },
  edit: {
    icon: "open",
    needs: "items",
    run: ({ state, ask }) => ask("open", { items: meant(state) }),
  },
  "open-with": {
    ...dialog("open", (state): Dialog => ({ kind: "open-with", items: meant(state) })),
    needs: "items",
  },
  "user-menu": {
    icon: "term",
    run: ({ state, act }) => {
      if (state.hello?.commands.length)
        act({ type: "dialog", dialog: { kind: "palette", only: "commands" } });
      else act({ type: "refused", why: text.palette.noCommands });
    },
  },
  "copy-path": copyText("paths"),
  "copy-name": copyText("names"),
  undo: { icon: "undo", run: ({ ask }) => ask("undo", { change: null }) },
  redo: { icon: "retry", run: ({ ask }) => ask("redo", {}) },
} satisfies Record<string, Action>;
