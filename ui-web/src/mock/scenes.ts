// The scenes of the mock: what it shows first for `?scene=manager` and so on.

import type { DragState } from "../bindings/desktop/DragState";
import type { Notice } from "../bindings/desktop/Notice";
import type { Preferences } from "../bindings/desktop/Preferences";
import type { QuestionRow } from "../bindings/desktop/QuestionRow";

import { allStages, ended, usual as usualJobs, type Job } from "./stages";
import { usual as usualQuestions } from "./questions";
import { fjord, many, name, type Node } from "./tree";

/** What a scene begins with. */
export interface Scene {
  view: "manager" | "copier";
  preferences: Partial<Preferences>;
  left: Node;
  jobs: Job[];
  questions: QuestionRow[];
  drag: DragState | null;
  notice: Notice | null;
}

const PLAIN: Scene = {
  view: "manager",
  preferences: {},
  left: fjord,
  jobs: [],
  questions: [],
  drag: null,
  notice: null,
};

const BUSY = (): Scene => ({ ...PLAIN, jobs: usualJobs(), questions: usualQuestions() });

/** Each scene by its name. */
export const SCENES: Record<string, () => Scene> = {
  manager: BUSY,
  conflicts: () => ({ ...BUSY(), preferences: { drawer: 564 } }),
  copier: () => ({ ...PLAIN, view: "copier" }),
  drop: () => ({
    ...BUSY(),
    preferences: { drawer: 288 },
    drag: { drop: null, x: 900, y: 220, count: 4, first: fjord.name, verb: null, missing: 0 },
  }),
  done: () => ({
    ...PLAIN,
    preferences: { drawer: 372 },
    jobs: ended(),
    notice: {
      tone: "warn",
      code: "job_errors",
      name: name("Fjord shoot"),
      count: 3,
      job: 1,
      error: null,
      detail: null,
      undo: false,
    },
  }),
  empty: () => ({ ...PLAIN, preferences: { drawer: 288 } }),
  grid: () => ({
    ...PLAIN,
    jobs: usualJobs(),
    preferences: { grid: true, preview: true, two_panels: false, drawer: 0 },
  }),
  states: () => ({
    ...PLAIN,
    preferences: { drawer: 640 },
    jobs: allStages(),
    questions: usualQuestions(6),
  }),
  big: () => ({ ...PLAIN, preferences: { drawer: 0 }, left: many }),
};
