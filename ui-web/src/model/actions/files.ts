// Actions that change files, or show their properties.

import type { Items } from "../../bindings/desktop/Items";
import type { PlanVerb } from "../../bindings/desktop/PlanVerb";
import type { Target } from "../../bindings/desktop/Target";
import type { TextOf } from "../../bindings/desktop/TextOf";
import type { Dialog, State } from "../state";

import { current, other, type Action, type Session } from "./session";

/** Gives what is marked in the panel in use, or what is under its cursor. */
function meant(state: State): Items {
  return { items: "marked", side: state.focus };
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
  const kind = verb === "trash" || verb === "delete" ? "removal" : "transfer";
  session.act({ type: "dialog", dialog: { kind, plan: made } });
}

/** Plans what takes nothing away, and starts it at once. */
async function planAndStart(
  { state, ask }: Session,
  verb: "restore" | "verify" | "dedupe",
  target: Target,
): Promise<void> {
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
}));

function link(hard: boolean): Action {
  const made = dialog("link", (state) => {
    const id = current(state)?.id ?? null;
    return id === null ? null : { kind: "link", id, hard };
  });
  return { ...made, needs: "entry" };
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
    needs: "items",
    run: (session) => planAndStart(session, "restore", { target: "unknown" }),
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
    run: (session) => planAndStart(session, "dedupe", { target: "unknown" }),
  },
  properties: { ...properties, needs: "items" },
  mode: { ...properties, needs: "items" },
  owner: { ...properties, needs: "items" },
  edit: {
    icon: "open",
    needs: "items",
    run: ({ state, ask }) => ask("open", { items: meant(state) }),
  },
  "copy-path": copyText("paths"),
  "copy-name": copyText("names"),
  undo: { icon: "undo", run: ({ ask }) => ask("undo", { change: null }) },
  redo: { icon: "retry", run: ({ ask }) => ask("jobs", { lane: null, ask: { ask: "redo" } }) },
} satisfies Record<string, Action>;
