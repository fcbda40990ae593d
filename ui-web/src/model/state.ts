// The type of the window's whole state, from which everything in it is drawn.

import type { Hello } from "../bindings/desktop/Hello";
import type { AllJobs } from "../bindings/desktop/AllJobs";
import type { JobState } from "../bindings/desktop/JobState";
import type { LaneState } from "../bindings/desktop/LaneState";
import type { Notice } from "../bindings/desktop/Notice";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PanelState } from "../bindings/desktop/PanelState";
import type { PlaceState } from "../bindings/desktop/PlaceState";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { Preferences } from "../bindings/desktop/Preferences";
import type { QuestionsState } from "../bindings/desktop/QuestionsState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Name } from "../bindings/desktop/Name";
import type { Target } from "../bindings/desktop/Target";
import type { UndoAsk } from "../bindings/desktop/UndoAsk";
import type { ChecksumState } from "../bindings/desktop/ChecksumState";
import type { DiffOf } from "../bindings/desktop/DiffOf";
import type { DiffState } from "../bindings/desktop/DiffState";
import type { ElevationOf } from "../bindings/desktop/ElevationOf";
import type { ElevationState } from "../bindings/desktop/ElevationState";
import type { ViewerState } from "../bindings/desktop/ViewerState";
import type { Items } from "../bindings/desktop/Items";

import type { ActionName, Command } from "./actions";

/** What the drawer shows. */
export type DrawerTab = "jobs" | "questions" | "history";

/** What is asked in front of everything else; each knows what it is about. */
export type Dialog =
  | { kind: "transfer"; plan: number }
  | {
      kind: "drop";
      plan: number;
      target: Target;
      asked: PlanVerb | null;
      missing: number;
      /** The panel over which the card stands; null where it stands over all. */
      over: PanelSide | null;
      /** Whether the card stands at the top of it, as it did while the files were dragged. */
      high: boolean;
    }
  | { kind: "pack"; plan: number }
  | { kind: "share"; plan: number }
  | { kind: "removal"; plan: number; empties?: boolean }
  | { kind: "make"; what: "directory" | "file"; side: PanelSide }
  | { kind: "link"; items: Items; id: number | null; hard: boolean }
  | { kind: "open-with"; items: Items }
  | { kind: "bulk"; side: PanelSide }
  | { kind: "comparison"; side: PanelSide }
  | { kind: "properties"; items: Items; checksum: boolean }
  | { kind: "view"; side: PanelSide; id: number; bytes: boolean }
  | { kind: "find"; side: PanelSide }
  | { kind: "connect"; side: PanelSide }
  | { kind: "marks"; side: PanelSide; on: boolean }
  | { kind: "limit"; job: number | null }
  | { kind: "cancel"; job: number }
  | { kind: "undo"; undo: UndoAsk }
  | { kind: "diff"; of: DiffOf }
  | { kind: "elevation"; of: ElevationOf }
  | { kind: "forget" }
  | { kind: "palette"; only: "places" | "commands" | null }
  | { kind: "keys" }
  | { kind: "change-keys" }
  | { kind: "preferences" }
  | { kind: "columns" }
  | { kind: "after" }
  | { kind: "anyway"; job: number }
  | { kind: "output"; output: string };

/** Work that has not ended, about which the user is asked before the program quits. */
export interface Quitting {
  /** Jobs. */
  jobs: number;
  /** Processes of the administrator. */
  elevated: number;
  /** Changes of modes and owners. */
  changes: number;
}

/** A line of text that is being typed in a panel: a path to go to, a filter, a name to stand on. */
export interface PanelLine {
  side: PanelSide;
  what: "path" | "filter" | "search";
  text: string;
}

/** An entry of a menu about something that no action names: a place, a tab, a column. */
export interface MenuItem {
  label: string;
  icon?: string;
  /** Whether it is chosen; undefined where it is no choice. */
  checked?: boolean;
  disabled?: boolean;
  /** The command of the user's own that it runs, whose key is shown. */
  command?: Command;
  run: () => void;
}

/** A menu at a point of the page. */
export interface Menu {
  /** Actions by name, and entries of its own; null is a line between groups. */
  actions: readonly (ActionName | MenuItem | null)[];
  /** What it is about, where that is more than what is under the pointer. */
  title?: string;
  /** Whether a key opened it, which then leads to its first entry. */
  byKey?: boolean;
  x: number;
  y: number;
}

/** A part of the page, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Files that are dragged over the window. */
export interface Drag {
  /** Which files; null while another program holds them. */
  items: Items | null;
  /** Whether they come from another program, which draws them beside the pointer itself. */
  foreign: boolean;
  /** Whether they were let go. */
  released: boolean;
  /** Where the pointer is, in CSS pixels of the page. */
  x: number;
  y: number;
  /** How many files there are, and the first of them, once known. */
  count: number | null;
  first: Name | null;
  /** What the modifier keys ask for. */
  verb: PlanVerb | null;
  /** Dropped names that do not exist. */
  missing: number;
}

/** A notice with a number, so that a newer one replaces it. */
export interface Toast {
  id: number;
  notice: Notice;
}

/** Everything the window is a function of. */
export interface State {
  /** What was told first; null until then. */
  hello: Hello | null;
  preferences: Preferences | null;
  panels: Record<PanelSide, PanelState | null>;
  /** The panel that keys go to. */
  focus: PanelSide;
  /** The last `touch` that was sent for each panel. */
  touch: Record<PanelSide, number>;
  /** The entry whose name is being edited in its row. */
  renaming: number | null;
  /** Where a range of marks began in each panel; moving the cursor marks from there. */
  anchor: Record<PanelSide, number | null>;
  /** How many ranges were begun; the number of the last one. */
  ranges: number;
  line: PanelLine | null;
  /** What was searched last. */
  sought: string;
  menu: Menu | null;
  /** Keys of a sequence that is not over. */
  pressed: string[];
  places: PlaceState[];
  jobs: Record<number, JobState>;
  lanes: LaneState[];
  all: AllJobs;
  questions: QuestionsState;
  plans: Record<number, PlanState>;
  /** What is known of the file that the viewer showed last. */
  viewer: ViewerState | null;
  /** The checksum that is computed, or was last. */
  checksum: ChecksumState | null;
  /** How the two files differ that were compared last. */
  diff: DiffState | null;
  /** How far the process of the administrator is, or how it ended. */
  elevation: ElevationState | null;
  /** Changes of modes and owners of whole trees that run. */
  changing: number;
  drag: Drag | null;
  toast: Toast | null;
  /** The notice of questions that a newer notice stands before. */
  beneath: Notice | null;
  dialog: Dialog | null;
  /** What is asked before the program quits, in front of a dialog, which stays as the user left it. */
  quitting: Quitting | null;
  drawer: DrawerTab;
  /** The height that the drawer had when it was open last, in CSS pixels. */
  drawerHeight: number;
  /** The job whose report is open in the history. */
  report: number | null;
}

/** What a window shows before anything was told. */
export const initial: State = {
  hello: null,
  preferences: null,
  panels: { left: null, right: null },
  focus: "left",
  touch: { left: 0, right: 0 },
  renaming: null,
  anchor: { left: null, right: null },
  ranges: 0,
  line: null,
  sought: "",
  menu: null,
  pressed: [],
  places: [],
  jobs: {},
  lanes: [],
  all: {
    working: 0,
    waiting: 0,
    paused: 0,
    queued: 0,
    questions: 0,
    failed: 0,
    rate: 0,
    percent: null,
    eta: null,
    limit: null,
    mode: "lanes",
  },
  questions: { count: 0, rows: [] },
  plans: {},
  viewer: null,
  checksum: null,
  diff: null,
  elevation: null,
  changing: 0,
  drag: null,
  toast: null,
  beneath: null,
  dialog: null,
  quitting: null,
  drawer: "jobs",
  drawerHeight: 316,
  report: null,
};
