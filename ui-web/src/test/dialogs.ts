// Shows dialogs in their tests, with a program that answers as a test says.

import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";

import type { PlanState } from "../bindings/desktop/PlanState";
import type { Properties } from "../bindings/desktop/Properties";
import type { UndoAsk } from "../bindings/desktop/UndoAsk";
import { aJob, aPlan } from "../mock/samples";
import type { Commands } from "../model/commands";
import type { Dialog, Quitting } from "../model/state";
import { act, app, follow } from "../model/store.svelte";
import Dialogs from "../ui/dialogs/Dialogs.svelte";

import { call, greet, panel, tell } from "./host";

export const aFile: Properties = {
  items: 1,
  name: { text: "notes.md" },
  folder: [{ name: { text: "Documents" }, up: 0 }],
  kind: "file",
  bytes: 8400,
  allocated: 12_288,
  files: 1,
  folders: 0,
  is_whole: true,
  mtime: 1_700_000_000_000_000,
  ctime: 1_700_000_000_000_000,
  btime: null,
  mode: 0o100644,
  mode_text: "rw-r--r--",
  user: "ines",
  group: "users",
  links: 1,
  target: null,
  xattrs: [{ name: { text: "user.rating" }, value: "5", size: 1 }],
  filesystem: "btrfs",
};

/** An undo that is asked for. */
export const anUndo: UndoAsk = {
  job: 7,
  verb: "copy",
  first: { text: "Album" },
  sources: 4,
  copies: 4,
  snapshots: 0,
  back: 0,
  replaced: 1,
  lost: 2,
  rights: 0,
  machine: null,
};

/** What the program answers if a test says nothing else. */
const usual = {
  complete: [],
  programs: [],
  properties: aFile,
  spelled: "notes.md",
  start: 9,
  rename_preview: {
    preview: 3,
    ready: true,
    rows: [{ old: { text: "a.jpg" }, new: { text: "b.jpg" }, problem: null }],
    total: 1,
    changed: 1,
    problems: 0,
    first_problem: null,
    mistake: null,
  },
};

/** What the program answers, by the name of the command; an error is a refusal. */
export const answers: Record<string, unknown> = {};

/** Begins each test of a file with no dialog, a panel, a job and the usual answers. */
export function prepare(): void {
  beforeAll(follow);
  beforeEach(() => {
    for (const name in answers) delete answers[name];
    Object.assign(answers, usual);
    call.mockReset().mockImplementation(async (name, args) => {
      if (name === "hold") return (args as Commands["hold"]["args"]).items;
      const answer = answers[name] ?? null;
      if (answer instanceof Error) throw { why: "not", text: answer.message };
      return answer;
    });
    greet();
    tell({ type: "panel", ...panel("left") });
    tell({ type: "jobs", rows: [aJob], gone: [], lanes: [], all: app().all });
  });
  afterEach(() => {
    act({ type: "dialog", dialog: null });
    act({ type: "quitting", quitting: null });
    cleanup();
    vi.useRealTimers();
  });
}

/** Finds a button. */
export const button = <Kind extends HTMLElement = HTMLElement>(name: RegExp) =>
  screen.getByRole<Kind>("button", { name });

/** Finds the dialog that is open. */
export const dialog = () => screen.queryByRole("dialog");

/** Lets promises and frames that are due come to their end. */
export const settle = async () => {
  await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => setTimeout(done));
  await tick();
};

/** Draws the dialog that the state has. */
export async function draw(): Promise<void> {
  render(Dialogs);
  await settle();
}

/** Asks what becomes of work before the program quits. */
export async function quit(work: Partial<Quitting>): Promise<void> {
  tell({ type: "quit", jobs: 0, elevated: 0, changes: 0, ...work });
  await draw();
}

/** Opens a dialog; if it is about a plan, about this one. */
export async function open(dialog: Dialog, plan: Partial<PlanState> = {}): Promise<void> {
  tell({ type: "plan", ...aPlan, ...plan });
  act({ type: "dialog", dialog });
  await draw();
}
