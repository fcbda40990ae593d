// Actions of the program and of its window.

import type { Theme } from "../../bindings/desktop/Theme";

import { open } from "../stage";

import { prefer, REGIONS, type Action, type Session } from "./session";

function theme(theme: Theme): Action {
  return { run: (session) => prefer(session, { theme }) };
}

function cycle(step: 1 | -1): Action {
  return {
    run: (session) => {
      const at = session.region ? REGIONS.indexOf(session.region) : 0;
      for (let n = 1; n <= REGIONS.length; n++) {
        const region = REGIONS[(at + step * n + REGIONS.length * n) % REGIONS.length];
        if (region && session.focus(region)) return;
      }
    },
  };
}

/** Quits; where jobs are not over, their fate is asked first. */
function quit({ state, act, ask }: Session): unknown {
  const jobs = open(state.jobs).length;
  const elevated = state.elevation && state.elevation.stage !== "ended" ? 1 : 0;
  const changes = state.changing;
  if (jobs + elevated + changes > 0)
    return act({ type: "quitting", quitting: { jobs, elevated, changes } });
  return ask("quit", { choice: "hand_on" });
}

const palette: Action = {
  icon: "search",
  run: ({ act }) => act({ type: "dialog", dialog: { kind: "palette", only: null } }),
};

/** Actions of the program and of its window. */
export const program = {
  help: { icon: "term", run: ({ act }) => act({ type: "dialog", dialog: { kind: "keys" } }) },
  palette,
  menu: palette,
  quit: { run: quit },
  "quit-here": { run: quit },
  preferences: {
    icon: "gear",
    run: ({ act }) => act({ type: "dialog", dialog: { kind: "preferences" } }),
  },
  "change-keys": {
    icon: "pencil",
    run: ({ act }) => act({ type: "dialog", dialog: { kind: "change-keys" } }),
  },
  "show-places": {
    icon: "sidebar",
    run: (session) => prefer(session, { places: !session.state.preferences?.places }),
  },
  list: { icon: "list", run: (session) => prefer(session, { grid: false }) },
  grid: { icon: "grid", run: (session) => prefer(session, { grid: true }) },
  compact: {
    icon: "list",
    run: (session) => prefer(session, { compact: !session.state.preferences?.compact }),
  },
  "theme-system": theme("system"),
  "theme-light": theme("light"),
  "theme-dark": theme("dark"),
  "show-copier": { icon: "copy", run: ({ ask }) => ask("show_window", { view: "copier" }) },
  "region-next": cycle(1),
  "region-previous": cycle(-1),
} satisfies Record<string, Action>;
