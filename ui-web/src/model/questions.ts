// Groups open questions, maps keys to answers and builds rules. Independent of all components.

import type { Answer } from "../bindings/Answer";
import { ANSWER_KEYS, HARMLESS } from "../bindings/desktop/answerKeys";
import type { Condition } from "../bindings/desktop/Condition";
import type { Name } from "../bindings/desktop/Name";
import type { QuestionRow } from "../bindings/desktop/QuestionRow";
import type { Rule } from "../bindings/desktop/Rule";
import type { RuleScope } from "../bindings/desktop/RuleScope";
import { RULE_ANSWERS } from "../bindings/desktop/ruleAnswers";
import type { RulesPreview } from "../bindings/desktop/RulesPreview";

/** The pattern of the other name, as the engine has it; the incoming item gets it, or the existing one. */
export const KEEP_BOTH = "{stem} ({n}){ext}";

/** Answers without their patterns. */
export type AnswerKind = Exclude<Answer, object> | "rename" | "rename_existing";

/** The questions of a job. */
export interface JobQuestions {
  job: number;
  name: Name;
  /** Conflicts, and items that need the user's consent before they are removed. */
  choices: QuestionRow[];
  errors: QuestionRow[];
}

/** Gives the questions job by job, in the order in which they were asked. */
export function byJob(rows: readonly QuestionRow[]): JobQuestions[] {
  const jobs = new Map<number, JobQuestions>();
  for (const row of rows) {
    const group = jobs.get(row.job) ?? {
      job: row.job,
      name: row.job_name,
      choices: [],
      errors: [],
    };
    (row.about.about === "error" ? group.errors : group.choices).push(row);
    jobs.set(row.job, group);
  }
  return [...jobs.values()];
}

/** Gives what kind of answer it is. */
export function kindOf(answer: Answer): AnswerKind {
  if (typeof answer === "string") return answer;
  return "rename" in answer ? "rename" : "rename_existing";
}

/** Makes an answer of a kind; `pattern` is that of an incoming item's other name. */
export function answerOf(kind: AnswerKind, pattern = KEEP_BOTH): Answer {
  if (kind === "rename") return { rename: pattern };
  return kind === "rename_existing" ? { rename_existing: KEEP_BOTH } : kind;
}

/** Tells whether an answer leaves all that is there as it is. */
export function isHarmless(kind: AnswerKind): boolean {
  return HARMLESS.includes(kind);
}

/** The letters of answers, which are those of the terminal programs. */
const KEYS: Record<string, readonly AnswerKind[]> = ANSWER_KEYS;

/** Gives the key that gives an answer to a question, as a capital letter. */
export function keyOfAnswer(kind: AnswerKind, row: QuestionRow): string | null {
  const key = Object.keys(KEYS).find((key) => answerByKey(key, row) === kind);
  return key?.toUpperCase() ?? null;
}

/** Tells whether a kind of answer fits a question. */
export function fits(row: QuestionRow, kind: AnswerKind): boolean {
  return row.answers.some((answer) => kindOf(answer) === kind);
}

/** Gives what a key answers to a question: the first of its answers that fits. */
export function answerByKey(key: string, row: QuestionRow): AnswerKind | null {
  return KEYS[key.toLowerCase()]?.find((kind) => fits(row, kind)) ?? null;
}

/** The rules that a table begins with. */
export const USUAL: readonly Rule[] = [
  { when: "identical", answer: "skip" },
  { when: "newer", answer: "overwrite" },
  { when: "otherwise", answer: answerOf("rename") },
];

/** All conditions, in the order in which they are offered. */
export const CONDITIONS = Object.keys(RULE_ANSWERS) as readonly Condition[];

/** Gives the answers that make sense for a condition, the harmless one first; null asks. */
export function answersTo(when: Condition): readonly (AnswerKind | null)[] {
  return RULE_ANSWERS[when];
}

/** Gives a rule whose condition no other has yet; it goes before the one for everything else. */
export function withRule(rules: readonly Rule[]): readonly Rule[] {
  const when = CONDITIONS.find((one) => rules.every((rule) => rule.when !== one));
  if (!when) return rules;
  const end = rules.findIndex((rule) => rule.when === "otherwise");
  const at = end < 0 ? rules.length : end;
  return [...rules.slice(0, at), { when, answer: "skip" }, ...rules.slice(at)];
}

/** Gives the rules with one moved a step. */
export function moved(rules: readonly Rule[], at: number, step: -1 | 1): readonly Rule[] {
  const to = at + step;
  const [rule, other] = [rules[at], rules[to]];
  if (!rule || !other) return rules;
  return rules.map((it, n) => (n === at ? other : n === to ? rule : it));
}

/** For what rules are meant, before it is known of which question. */
export type ScopeKind = RuleScope["of"];

/** Gives the scope of rules; null while there is no question to take it from. */
export function scopeOf(
  kind: ScopeKind,
  row: QuestionRow | undefined,
  marked: number[],
): RuleScope | null {
  if (!row) return null;
  switch (kind) {
    case "job":
      return { of: "job", job: row.job, at: row.id };
    case "these":
      return { of: "these", ids: marked };
    case "this":
    case "folder":
    case "extension":
      return { of: kind, id: row.id };
  }
}

/** Gives what rules would answer to each question. */
export function foreseen(preview: RulesPreview | null): ReadonlyMap<number, Answer | null> {
  return new Map(preview?.answers);
}
