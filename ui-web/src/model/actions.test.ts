import { describe, expect, test, vi } from "vitest";

import { TERMINAL_ACTIONS, WINDOW_ACTIONS } from "../bindings/desktop/actionNames";
import type { JobState } from "../bindings/desktop/JobState";
import { preferences } from "../mock/samples";
import { panel } from "../test/host";

import { canRun, grouped, isAction, jobKeys, panelKeys, run } from "./actions";
import type { Session } from "./actions/session";
import { keysOf, step } from "./keys";
import { reduce, type Gesture } from "./reduce";
import { initial, type State } from "./state";

/** A session that records the requests. */
function session(change: Partial<State> = {}, job: number | null = null) {
  const panels = { left: panel("left"), right: panel("right") };
  let state: State = { ...initial, panels, preferences, ...change };
  const ask = vi.fn<(name: string, args: unknown) => Promise<null>>(async () => null);
  const focus = vi.fn(() => true);
  const made: Session = {
    get state() {
      return state;
    },
    region: "left",
    page: 10,
    beside: 1,
    job,
    act: (gesture: Gesture) => (state = reduce(state, gesture)),
    ask: ask as unknown as Session["ask"],
    focus,
  };
  return { made, ask, focus };
}

/** Jobs of which nothing but the stage matters. */
const at = (...stages: JobState["stage"][]) =>
  Object.fromEntries(stages.map((stage, job) => [job, { job, stage } as JobState]));

test("sorting by the same again turns the order over", () => {
  const { made, ask } = session();
  run("sort-name", made);
  run("sort-size", made);
  const sort = { key: "name", descending: true, directories_first: true };
  expect(ask).toHaveBeenNthCalledWith(1, "panel", { side: "left", ask: { ask: "sort", sort } });
  expect(ask).toHaveBeenNthCalledWith(2, "panel", {
    side: "left",
    ask: { ask: "sort", sort: { ...sort, key: "size", descending: false } },
  });
});

test("a copy goes to the other panel, or nobody knows where yet", () => {
  const one = session({ preferences: { ...preferences, two_panels: false } });
  run("copy", one.made);
  expect(one.ask).toHaveBeenCalledWith(
    "plan",
    expect.objectContaining({ target: { target: "unknown" } }),
  );
});

test("what needs an item says so on the way up, and marks nothing silently", () => {
  const up = { left: panel("left", { cursor: 0, marked: 0 }), right: panel("right") };
  for (const name of ["copy", "move", "trash", "delete", "rename", "duplicate", "view"] as const) {
    const { made, ask } = session({ panels: up });
    run(name, made);
    expect(made.state.toast?.notice.detail, name).toBe("Select an item first");
    expect([ask.mock.calls, made.state.dialog, made.state.renaming]).toEqual([[], null, null]);
  }
  const { made, ask } = session({ panels: up });
  run("mark", made);
  expect([ask.mock.calls, made.state.toast]).toEqual([[], null]);
});

test("a folder has no checksum, and the user is told so", () => {
  const { made } = session();
  const rows = panel("left").rows;
  const folder = rows.map((it) => ({ ...it, kind: "directory" as const }));
  run("checksums", made);
  expect(made.state.dialog).toMatchObject({ kind: "properties", checksum: true });
  const other = session({
    panels: { left: panel("left", { rows: folder }), right: panel("right") },
  });
  run("checksums", other.made);
  expect(other.made.state.dialog).toBeNull();
  expect(other.made.state.toast?.notice.detail).toMatch(/^Only files have checksums/);
});

test("verifying compares with the other panel at once, and needs two panels", async () => {
  const one = session({ preferences: { ...preferences, two_panels: false } });
  expect(canRun("verify", one.made)).toBe(false);
  const { made, ask } = session();
  ask.mockResolvedValueOnce(7 as never);
  run("verify", made);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  const items = { items: "marked", side: "left" };
  const target = { target: "panel", side: "right" };
  expect(ask).toHaveBeenNthCalledWith(1, "plan", { verb: "verify", items, target });
  expect(ask).toHaveBeenNthCalledWith(2, "start", { plan: 7, choices: preferences.choices });
});

test("nothing is done with nothing", () => {
  const left = panel("left", { cursor: 0, marked: 0 });
  const { made, ask } = session({ panels: { left, right: null } });
  run("trash", made);
  run("rename", made);
  expect(ask).not.toHaveBeenCalled();
  expect(made.state.renaming).toBeNull();
  expect(canRun("paste", made)).toBe(true);
});

test("the cursor stays inside, however far it is sent", () => {
  const { made, ask } = session();
  run("last", made);
  expect(ask).toHaveBeenLastCalledWith("panel", {
    side: "left",
    ask: { ask: "cursor", row: 3, touch: 1 },
  });
  run("page-up", made);
  expect(made.state.panels.left?.cursor).toBe(0);
});

test("Esc ends the innermost thing first", () => {
  const filtered = (marked: number) => ({
    left: panel("left", { filter: "x", marked }),
    right: null,
  });
  const { made, ask } = session({ panels: filtered(1) });
  run("mark-range", made);
  expect(made.state.anchor.left).toBe(2);
  run("escape", made);
  expect(made.state.anchor.left).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  run("escape", made);
  const none = { ask: "mark", mark: { mark: "none" } };
  expect(ask).toHaveBeenCalledWith("panel", { side: "left", ask: none });
  const { made: unmarked, ask: asked } = session({ panels: filtered(0) });
  run("escape", unmarked);
  expect(asked).toHaveBeenCalledWith("panel", { side: "left", ask: { ask: "filter", text: "" } });
});

test("Esc leads back to the panel from elsewhere", () => {
  const { made, focus } = session();
  run("escape", Object.defineProperty(made, "region", { value: "drawer" }));
  expect(focus).toHaveBeenCalledWith("left");
});

describe("jobs", () => {
  test("are asked about before the program quits over them", () => {
    const calm = session();
    run("quit", calm.made);
    expect(calm.ask).toHaveBeenCalledWith("quit", { choice: "hand_on" });
    const busy = session({ jobs: at("waiting", "paused", "finished") });
    run("quit", busy.made);
    expect(busy.ask).not.toHaveBeenCalled();
    expect(busy.made.state.quitting).toEqual({ jobs: 2, elevated: 0, changes: 0 });
  });

  test("are not the only work that is asked about", () => {
    const busy = session({ changing: 1 });
    run("quit", busy.made);
    expect(busy.ask).not.toHaveBeenCalled();
    expect(busy.made.state.quitting).toMatchObject({ changes: 1 });
  });

  test("of the administrator are asked about until they have ended", () => {
    const elevation = {
      plan: 1,
      stage: "running",
      verb: "copy",
      items: 0,
      items_total: null,
      percent: null,
      bytes: 0,
      done: 0,
      failed: 0,
      skipped: 0,
      error: null,
      trouble: null,
    } as const;
    const busy = session({ elevation });
    run("quit", busy.made);
    expect(busy.ask).not.toHaveBeenCalled();
    expect(busy.made.state.quitting).toEqual({ jobs: 0, elevated: 1, changes: 0 });
    const calm = session({ elevation: { ...elevation, stage: "ended" } });
    run("quit", calm.made);
    expect(calm.ask).toHaveBeenCalledWith("quit", { choice: "hand_on" });
  });

  test.each([
    [at("working", "paused"), "pause"],
    [at("waiting"), "pause"],
    [at("queued", "paused"), "pause"],
    [at("paused", "finished"), "resume"],
  ])("pause while there is one to pause, and go on else", (jobs, what) => {
    const { made, ask } = session({ jobs });
    run("pause-all", made);
    expect(ask).toHaveBeenCalledWith("jobs", { lane: null, ask: { ask: what } });
  });

  test("that are being cancelled are neither paused nor resumed", () => {
    const { made, ask } = session({ jobs: at("cancelling", "finished") }, 0);
    for (const name of ["pause-all", "pause", "pause-lane"] as const) run(name, made);
    expect(ask).not.toHaveBeenCalled();
    expect(canRun("pause-all", made)).toBe(false);
  });

  test("take keys only while one has the keyboard", () => {
    const jobs = { 4: { stage: "paused" } as JobState };
    expect(canRun("pause", session({ jobs }).made)).toBe(false);
    const { made, ask } = session({ jobs }, 4);
    run("pause", made);
    expect(ask).toHaveBeenCalledWith("job", { job: 4, ask: { ask: "resume" } });
    run("cancel", made);
    expect(made.state.dialog).toEqual({ kind: "cancel", job: 4 });
  });

  test("show their drawer when something of it is wanted", async () => {
    const { made, ask, focus } = session();
    run("questions", made);
    expect(made.state.drawer).toBe("questions");
    expect(ask).toHaveBeenCalledWith("prefer", {
      change: { drawer: expect.any(Number) as number },
    });
    await vi.waitFor(() => expect(focus).toHaveBeenCalledWith("drawer"));
  });
});

describe("habits of the desktop", () => {
  const keymap = {
    preset: "commander",
    viewer: [],
    typing: "search",
    commands: [],
    panels: [
      ["f2", "jobs"],
      ["ctrl-c", "quit"],
      ["ctrl-x h", "bookmark-add"],
      ["left", "parent"],
      ["nonsense", "shell"],
    ] as [string, string][],
    jobs: [
      ["f2", "jobs"],
      ["ctrl-c", "quit"],
    ] as [string, string][],
  };

  test("come before the keymap in panels", () => {
    const keys = panelKeys(keymap, false);
    expect(step(keys, ["f2"])).toEqual({ does: "rename" });
    expect(step(keys, ["ctrl-c"])).toEqual({ does: "yank" });
    expect(step(keys, ["ctrl-x"])).toEqual({ does: "cut" });
    expect(keysOf(keys, "bookmark-add")).toEqual([]);
    expect(step(keys, ["left"])).toEqual({ does: "parent" });
  });
  test("let arrows go sideways among tiles", () => {
    expect(step(panelKeys(keymap, true), ["left"])).toEqual({ does: "left" });
  });
  test("about files mean nothing in the drawer", () => {
    expect(step(jobKeys(keymap), ["f2"])).toEqual({ does: "jobs" });
    expect(step(jobKeys(keymap), ["ctrl-v"])).toEqual({ does: null });
    expect(step(jobKeys({ ...keymap, jobs: [["end", "last"]] }), ["end"])).toEqual({ does: null });
  });
});

test("keymaps know the name of every action, and no other is the window's alone", () => {
  const known = new Set([...TERMINAL_ACTIONS, ...WINDOW_ACTIONS]);
  const unknown = grouped.flatMap(([, names]) => names).filter((name) => !known.has(name));
  expect(unknown).toEqual([]);
  expect(WINDOW_ACTIONS.filter((name) => !isAction(name))).toEqual([]);
});

describe("where a panel shows another machine", () => {
  const machine = { host: { text: "nas" }, waits: false };
  const there = (side: "left" | "right", change = {}) => ({
    panels: {
      left: panel("left", side === "left" ? { machine, ...change } : {}),
      right: panel("right", side === "right" ? { machine, ...change } : {}),
    },
  });

  test.each(["duplicate", "mode", "properties", "find", "open-with", "bulk-rename"] as const)(
    "%s is refused in a line, and opens no dialog",
    (name) => {
      const { made, ask } = session(there("left"));
      expect(canRun(name, made)).toBe(false);
      run(name, made);
      expect(ask).not.toHaveBeenCalled();
      expect(made.state.dialog).toBeNull();
      expect(made.state.toast?.notice.detail).toContain("copy the items here first");
      // In the panel of this machine it works.
      expect(canRun(name, session(there("right")).made)).toBe(true);
    },
  );

  test("what is about both panels is refused for either", () => {
    for (const side of ["left", "right"] as const) {
      const { made } = session(there(side));
      for (const name of ["compare-folders", "symlink", "verify"] as const)
        expect(canRun(name, made)).toBe(false);
      for (const name of [
        "copy",
        "move",
        "trash",
        "delete",
        "rename",
        "make-directory",
        "reload",
        "view",
      ] as const)
        expect(canRun(name, made)).toBe(true);
    }
  });

  test("a file is shown instead of opened, and a folder is not viewed", () => {
    const file = session(there("left", { cursor: 2 }));
    run("open", file.made);
    expect(file.ask).not.toHaveBeenCalled();
    expect(file.made.state.dialog).toMatchObject({ kind: "view", id: 2, bytes: false });
    const folder = session(there("left", { cursor: 1 }));
    run("view", folder.made);
    expect(folder.made.state.dialog).toBeNull();
    expect(folder.made.state.toast?.notice.detail).toContain("entered");
  });

  test("waiting for it is stopped by the key that ends things", () => {
    const { made, ask } = session(there("left", { machine: { ...machine, waits: true } }));
    run("escape", made);
    expect(ask).toHaveBeenCalledWith("panel", { side: "left", ask: { ask: "stop_listing" } });
  });
});
