// Actions of the queue.

import type { JobAsk } from "../../bindings/desktop/JobAsk";
import { isEnding, open, turnOf } from "../stage";
import type { DrawerTab } from "../state";

import { prefer, type Action, type Session } from "./session";

function ofJob(what: JobAsk, icon?: string): Action {
  return {
    icon,
    needs: "job",
    run: ({ job, ask }) => {
      if (job !== null) void ask("job", { job, ask: what });
    },
  };
}

/** Shows the drawer; `tab` is what it shows. */
async function openDrawer(session: Session, tab: DrawerTab): Promise<void> {
  session.act({ type: "drawer", tab });
  const { preferences, drawerHeight } = session.state;
  if (preferences?.drawer === 0) await prefer(session, { drawer: drawerHeight });
  session.focus("drawer");
}

function drawer(tab: DrawerTab, icon: string): Action {
  return { icon, run: (session) => openDrawer(session, tab) };
}

/** Shows the drawer, or hides it. */
async function toggleDrawer(session: Session): Promise<void> {
  if (session.state.preferences?.drawer === 0) return openDrawer(session, "jobs");
  await prefer(session, { drawer: 0 });
  session.focus(session.state.focus);
}

/** Actions of the queue. */
export const jobs = {
  jobs: { icon: "copy", run: toggleDrawer },
  drawer: { icon: "copy", run: toggleDrawer },
  answer: drawer("questions", "inbox"),
  questions: drawer("questions", "inbox"),
  finished: drawer("history", "history"),
  "pause-all": {
    icon: "pause",
    needs: "jobs",
    run: ({ state, ask }) => {
      const turn = turnOf(open(state.jobs));
      if (turn) void ask("jobs", { lane: null, ask: { ask: turn } });
    },
  },
  "limit-all": {
    icon: "gauge",
    run: ({ act }) => act({ type: "dialog", dialog: { kind: "limit", job: null } }),
  },
  "after-queue": {
    icon: "history",
    run: ({ act }) => act({ type: "dialog", dialog: { kind: "after" } }),
  },
  "queue-mode": {
    icon: "layers",
    run: ({ state, ask }) => {
      const next = { lanes: "all", all: "one", one: "lanes" } as const;
      return ask("jobs", { lane: null, ask: { ask: "mode", mode: next[state.all.mode] } });
    },
  },
  clear: { icon: "x", run: ({ ask }) => ask("jobs", { lane: null, ask: { ask: "clear" } }) },

  pause: {
    icon: "pause",
    needs: "job",
    run: ({ state, job, ask }) => {
      const row = job === null ? undefined : state.jobs[job];
      if (job !== null && !(row && isEnding(row)))
        void ask("job", { job, ask: { ask: row?.stage === "paused" ? "resume" : "pause" } });
    },
  },
  "pause-lane": {
    icon: "pause",
    needs: "job",
    run: ({ state, job, ask }) => {
      const lane = state.lanes.find((it) => job !== null && it.jobs.includes(job));
      const turn = turnOf((lane?.jobs ?? []).flatMap((it) => state.jobs[it] ?? []));
      if (lane && turn) void ask("jobs", { lane: lane.key, ask: { ask: turn } });
    },
  },
  cancel: {
    icon: "x",
    needs: "job",
    run: ({ job, act }) => {
      if (job !== null) act({ type: "dialog", dialog: { kind: "cancel", job } });
    },
  },
  "job-up": ofJob({ ask: "place", to: "up" }, "up"),
  "job-down": ofJob({ ask: "place", to: "down" }),
  "job-first": ofJob({ ask: "place", to: "first" }, "up"),
  "job-start": ofJob({ ask: "start" }, "fast"),
  "job-limit": {
    icon: "gauge",
    needs: "job",
    run: ({ job, act }) => {
      if (job !== null) act({ type: "dialog", dialog: { kind: "limit", job } });
    },
  },
  retry: ofJob({ ask: "retry" }, "retry"),
  "retry-administrator": {
    icon: "shield",
    needs: "job",
    run: ({ job, act }) => {
      if (job !== null)
        act({ type: "dialog", dialog: { kind: "elevation", of: { of: "job", job } } });
    },
  },
  repeat: ofJob({ ask: "repeat" }, "retry"),
  "undo-job": ofJob({ ask: "undo" }, "undo"),
  "copy-command": {
    icon: "term",
    needs: "job",
    run: async ({ job, ask }) => {
      const line = job === null ? null : await ask("command_line", { job });
      if (line !== null) await ask("copy_line", { text: line });
    },
  },
} satisfies Record<string, Action>;
