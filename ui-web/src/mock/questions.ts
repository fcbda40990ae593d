// Mock questions and the answers of rules, in the form that `desktop/src/questions.rs` sends.

import type { Answer } from "../bindings/Answer";
import type { ConflictKind } from "../bindings/ConflictKind";
import type { Condition } from "../bindings/desktop/Condition";
import type { Content } from "../bindings/desktop/Content";
import type { QuestionDetail } from "../bindings/desktop/QuestionDetail";
import type { QuestionRow } from "../bindings/desktop/QuestionRow";
import type { QuestionsState } from "../bindings/desktop/QuestionsState";
import type { Rule } from "../bindings/desktop/Rule";
import type { RuleScope } from "../bindings/desktop/RuleScope";
import type { RulesPreview } from "../bindings/desktop/RulesPreview";
import type { SideState } from "../bindings/desktop/SideState";

import { fits, kindOf } from "../model/questions";

import { denied } from "./stages";
import { at, name } from "./tree";

const JOB = { job: 1, job_name: name("Fjord shoot") };

function side(size: number, mtime: string, thumb: number | null, directory = false): SideState {
  return { kind: directory ? "directory" : "file", size, mtime: at(mtime), mode: 0o644, thumb };
}

let next = 1;

function conflict(
  text: string,
  folder: string,
  incoming: SideState,
  existing: SideState,
  content: Content | null,
  kind: ConflictKind = "file",
): QuestionRow {
  const compared = {
    newer: Math.sign(incoming.mtime - existing.mtime),
    larger: incoming.size - existing.size,
    content,
    thorough: content === "identical",
  };
  return {
    ...JOB,
    id: next++,
    name: name(text),
    folder: name(folder),
    extension: /\.[^.]+$/.exec(text)?.[0] ?? "",
    about: { about: "conflict", kind, incoming, existing, compared, just_created: false },
    answers: ["skip", { rename: "{stem} ({n}){ext}" }, "overwrite", "overwrite_for_good"],
  };
}

function failure(text: string, folder: string): QuestionRow {
  return {
    ...JOB,
    id: next++,
    name: name(text),
    folder: name(folder),
    extension: ".NEF",
    about: { about: "error", error: denied(`/home/ines/Pictures/Fjord shoot/${folder}/${text}`) },
    answers: ["skip", "retry", "abort"],
  };
}

/** Ten taken names and two files that could not be read, of a job. */
export function usual(job = 1): QuestionRow[] {
  next = 1;
  const MB = 1e6;
  const file = (
    text: string,
    folder: string,
    sizes: [number, number],
    times: [string, string],
    content: Content,
  ) => {
    const isPicture = /NEF|mov/.test(text);
    return conflict(
      text,
      folder,
      side(sizes[0], times[0], isPicture ? next : null),
      side(sizes[1], times[1], isPicture ? next + 7 : null),
      content,
    );
  };
  const rows = [
    file(
      "DSC_4410.NEF",
      "Day 2",
      [52_428_800, 52_428_800],
      ["2026-11-15 21:10", "2026-11-14 08:41"],
      "different",
    ),
    file(
      "DSC_4409.NEF",
      "Day 2",
      [51.8 * MB, 51.8 * MB],
      ["2026-11-14 08:41", "2026-11-14 08:41"],
      "identical",
    ),
    file(
      "DSC_4408.NEF",
      "Day 2",
      [52.1 * MB, 52.1 * MB],
      ["2026-11-14 08:40", "2026-11-14 08:40"],
      "identical",
    ),
    file(
      "fjord-timelapse-graded-v3-final-colour-pass-rec709.mov",
      "Selects",
      [18_578 * MB, 17_900 * MB],
      ["2026-11-20 23:58", "2026-11-19 22:14"],
      "different",
    ),
    file(
      "DSC_4415.NEF",
      "Day 1",
      [52.7 * MB, 53.011 * MB],
      ["2026-11-14 09:02", "2026-11-16 10:30"],
      "different",
    ),
    conflict(
      "Exports",
      "Selects",
      side(0, "2026-11-15 12:00", null, true),
      side(4100, "2026-11-03 12:00", null),
      null,
      "file_in_the_way",
    ),
    file(
      "call-sheet.pdf",
      "",
      [412_000, 398_000],
      ["2026-11-12 09:30", "2026-11-10 16:45"],
      "different",
    ),
    file(
      "DSC_4416.NEF",
      "Day 2",
      [51 * MB, 51 * MB],
      ["2026-11-16 07:12", "2026-11-14 09:05"],
      "different",
    ),
    file(
      "DSC_4419.NEF",
      "Day 1",
      [53.1 * MB, 53.1 * MB],
      ["2026-11-14 09:20", "2026-11-14 09:20"],
      "identical",
    ),
    file(
      "DSC_4420.NEF",
      "Day 1",
      [50.2 * MB, 50.2 * MB],
      ["2026-11-14 09:21", "2026-11-14 09:22"],
      "probably_same",
    ),
    failure("DSC_4417.NEF", "Day 2"),
    failure("DSC_4418.NEF", "Day 2"),
  ];
  return rows.map((row) => ({ ...row, job }));
}

function holds(when: Condition, row: QuestionRow): boolean {
  const about = row.about;
  if (when === "otherwise") return true;
  if (when === "failed") return about.about === "error";
  if (about.about !== "conflict") return false;
  const { compared, kind } = about;
  switch (when) {
    case "identical":
      return compared.content === "identical";
    case "probably_same":
      return compared.content === "probably_same";
    case "different":
      return compared.content === "different";
    case "newer_and_larger":
      return compared.newer > 0 && compared.larger > 0;
    case "newer":
      return compared.newer > 0;
    case "older":
      return compared.newer < 0;
    case "larger":
      return compared.larger > 0;
    case "smaller":
      return compared.larger < 0;
    case "empty":
      return about.incoming.size === 0 && about.existing.size > 0;
    case "folders":
      return kind === "directory";
    case "mismatch":
      return kind === "file_in_the_way" || kind === "directory_in_the_way";
  }
}

/** All questions of the fake machine. */
export class Questions {
  private plans: [number, Answer | null][][] = [];

  constructor(private rows: QuestionRow[]) {}

  /** Gives what waits. */
  state(): QuestionsState {
    return { count: this.rows.length, rows: structuredClone(this.rows) };
  }

  /** Takes answers away from what waits. */
  answer(ids: number[]): void {
    this.rows = this.rows.filter((row) => !ids.includes(row.id));
  }

  /** Finishes a comparison. */
  compare(id: number): void {
    const about = this.rows.find((row) => row.id === id)?.about;
    if (about?.about === "conflict") {
      about.compared = {
        ...about.compared,
        content: about.compared.content ?? "different",
        thorough: true,
      };
    }
  }

  /** Tells more of a question. */
  detail(id: number, pattern: string | null): QuestionDetail | null {
    const row = this.rows.find((it) => it.id === id);
    if (!row) return null;
    const stem = row.name.text.slice(0, row.name.text.length - row.extension.length);
    const below = [row.folder.text, row.name.text].filter((part) => part !== "").join("/");
    const shape = pattern ?? "{stem} ({n}){ext}";
    const renamed = shape
      .replace("{stem}", stem)
      .replace("{n}", "2")
      .replace(/\.?\{ext\}/, row.extension);
    return {
      id,
      incoming: name(`/home/ines/Pictures/Fjord shoot/${below}`),
      existing: name(`/home/ines/Archive/2026/Fjord shoot/${below}`),
      owners: ["ines", "ines"],
      differs_at: 18_202,
      rename: name(renamed),
    };
  }

  /** Says what rules would answer. */
  rules(rules: Rule[], scope: RuleScope): RulesPreview {
    const one = scope.of === "job" || scope.of === "these" ? null : scope.id;
    const of = this.rows.find((row) => row.id === one) ?? this.rows[0];
    const within = {
      this: (row: QuestionRow) => row === of,
      folder: (row: QuestionRow) => row.folder.text === of?.folder.text,
      extension: (row: QuestionRow) => row.extension === of?.extension,
      job: () => true,
    };
    const meant = this.rows.filter((row) =>
      scope.of === "these" ? scope.ids.includes(row.id) : within[scope.of](row),
    );
    const counts = rules.map(() => 0);
    const answers = meant.map((row): [number, Answer | null] => {
      const rule = rules.findIndex(({ when }) => holds(when, row));
      const answer = rules[rule]?.answer ?? null;
      if (answer === null || !fits(row, kindOf(answer))) return [row.id, null];
      counts[rule]!++;
      return [row.id, answer];
    });
    this.plans.push(answers);
    return {
      plan: this.plans.length,
      counts,
      answered: answers.filter(([, answer]) => answer !== null).length,
      replaced: answers.filter(([, answer]) => answer === "overwrite").length,
      answers,
      scopes: Object.values(within).map((fit) => this.rows.filter(fit).length),
    };
  }

  /** Does what a preview showed, and gives how many were answered; null if there was no such preview. */
  apply(plan: number): number | null {
    const shown = this.plans[plan - 1];
    if (!shown) return null;
    const answered = shown.filter(([, answer]) => answer !== null);
    this.answer(answered.map(([id]) => id));
    return answered.length;
  }
}
