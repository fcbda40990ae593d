// Generated from the engine's list of answers (presentation/answers.rs). Do not edit.
/** The letters of answers; of the answers of a letter, the first that fits a question counts. */
export const ANSWER_KEYS = {
  n: ["skip"],
  y: ["merge", "overwrite", "retry", "remove"],
  k: ["rename"],
  e: ["rename_existing", "remove"],
  p: ["overwrite_for_good"],
  c: ["portable_name"],
  w: ["newer"],
  b: ["larger"],
  d: ["different_meta", "remove"],
  s: ["skip"],
  m: ["merge"],
  r: ["retry", "rename"],
  t: ["remove"],
} as const;
/** Answers that leave all that is there as it is. */
export const HARMLESS: readonly string[] = ["skip", "retry", "portable_name", "rename"];
