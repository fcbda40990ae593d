// Decides when the drawer opens automatically: a job takes longer than a second, or needs an answer.

import type { JobState } from "../bindings/desktop/JobState";

import type { DrawerTab } from "./state";

/** From how many microseconds of work on a job is worth a look. */
const LONG = 1_000_000;

/** What has had its moment. */
export interface Attended {
  jobs: ReadonlySet<number>;
  questions: number;
}

/** What a window has attended to when it opens. */
export const NOTHING: Attended = { jobs: new Set(), questions: 0 };

const AT_WORK: ReadonlySet<JobState["stage"]> = new Set([
  "counting",
  "working",
  "waiting",
  "stalled",
  "flushing",
  "verifying",
]);

/** Says what the drawer opens for, if for anything; each job and each batch of questions does so once. */
export function attention(
  before: Attended,
  jobs: readonly Pick<JobState, "job" | "stage" | "active">[],
  questions: number,
): { attended: Attended; opens: DrawerTab | null } {
  const long = jobs.filter((job) => AT_WORK.has(job.stage) && job.active > LONG);
  const isNew = long.some((job) => !before.jobs.has(job.job));
  const attended = {
    jobs: isNew ? new Set([...before.jobs, ...long.map((job) => job.job)]) : before.jobs,
    questions,
  };
  if (questions > 0 && before.questions === 0) return { attended, opens: "questions" };
  return { attended, opens: isNew ? "jobs" : null };
}
