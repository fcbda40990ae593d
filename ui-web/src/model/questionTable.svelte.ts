// What the user is about to answer among the open questions, and when keys may answer them.

import { SvelteMap, SvelteSet } from "svelte/reactivity";

import type { Answer } from "../bindings/Answer";
import type { AnswerAsk } from "../bindings/desktop/AnswerAsk";
import type { QuestionRow } from "../bindings/desktop/QuestionRow";
import type { Rule } from "../bindings/desktop/Rule";
import type { RulesPreview } from "../bindings/desktop/RulesPreview";
import {
  answerByKey,
  answerOf,
  byJob,
  fits,
  foreseen,
  isHarmless,
  KEEP_BOTH,
  scopeOf,
  USUAL,
  type AnswerKind,
  type ScopeKind,
} from "./questions";
import { app, ask } from "./store.svelte";
import { ARMING } from "./arming";

/** What the user is about to answer: where they are, what is marked, which rules hold. */
export class QuestionTable {
  /** The job whose questions are shown; the first that has any until one is chosen. */
  #job = $state<number | null>(null);
  #cursor = $state<number | null>(null);
  /** Where the cursor was, for when its question is answered. */
  #at = $state(0);
  /** When keys begin to answer, and when those that change files do. */
  #ready = 0;
  #armed = 0;
  /** The question that stood under the cursor, and those that were answered in this window. */
  #stood: number | null = null;
  #told: readonly number[] = [];

  readonly marked = new SvelteSet<number>();
  /** Answers by hand that wait to be applied. */
  readonly given = new SvelteMap<number, Answer>();
  rules = $state.raw<readonly Rule[]>(USUAL);
  chosen = $state<Exclude<ScopeKind, "these">>("job");
  /** Whether the rules answer questions to come, too; those replace files that the user has not seen. */
  later = $state(false);
  /** The pattern of the other name that an incoming item gets. */
  pattern = $state(KEEP_BOTH);
  /** What the rules would answer, as it was told last. */
  preview = $state.raw<RulesPreview | null>(null);
  /** What that preview was asked with. */
  #previewed = "";

  readonly groups = $derived(byJob(app().questions.rows));
  readonly group = $derived(this.groups.find((it) => it.job === this.#job) ?? this.groups[0]);
  readonly rows = $derived(this.group?.choices ?? []);
  readonly at = $derived.by(() => {
    const at = this.rows.findIndex((row) => row.id === this.#cursor);
    return at >= 0 ? at : Math.max(Math.min(this.#at, this.rows.length - 1), 0);
  });
  readonly current = $derived<QuestionRow | undefined>(this.rows[this.at]);
  readonly marks = $derived(this.rows.filter((row) => this.marked.has(row.id)));
  /** Marks are the scope while there are any. */
  readonly kind = $derived<ScopeKind>(this.marks.length > 0 ? "these" : this.chosen);
  readonly #answers = $derived(foreseen(this.preview));
  /** Questions that are answered when the rules are applied. */
  readonly answered = $derived(
    this.preview?.answers.filter(([id]) => this.answerTo(id) !== null).length ?? 0,
  );
  /** The rules as they are sent: with the pattern that the user chose. */
  readonly #sent = $derived(
    this.rules.map(({ when, answer }) => ({
      when,
      answer:
        answer !== null && typeof answer === "object" && "rename" in answer
          ? answerOf("rename", this.pattern)
          : answer,
    })),
  );
  /** What the preview is asked with; a new one is asked for whenever this changes. */
  readonly question = $derived.by(() => {
    const marked = this.marks.map((row) => row.id);
    const scope = scopeOf(this.kind, this.current ?? this.group?.errors[0], marked);
    return scope && { rules: this.#sent, scope };
  });

  /** Shows the questions of a job. */
  choose(job: number): void {
    this.#job = job;
    this.#at = 0;
    this.later = false;
    this.marked.clear();
    this.appear();
  }

  /** Takes no answer for a moment, as the table has just appeared. */
  appear(): void {
    this.#ready = performance.now() + ARMING;
    this.#armed = this.#ready;
  }

  /**
   * Takes no key for a moment after another program has answered the question under the cursor: the one that takes
   * its place was not what the key was meant for.
   */
  stand(): void {
    const before = this.#stood;
    this.#stood = this.current?.id ?? null;
    if (before === null || before === this.#stood) return;
    const isAnswered = !this.rows.some((row) => row.id === before);
    if (isAnswered && !this.#told.includes(before)) this.appear();
    if (isAnswered) this.#told = this.#told.filter((id) => id !== before);
  }

  /** Gives what a question would be answered with; null asks. */
  answerTo(id: number): Answer | null {
    return this.given.get(id) ?? this.#answers.get(id) ?? null;
  }

  /** Moves the cursor. */
  go(to: number): void {
    this.#at = Math.max(0, Math.min(to, this.rows.length - 1));
    this.#cursor = this.rows[this.#at]?.id ?? null;
  }

  /** Marks a question, or takes its mark away. */
  mark(id: number): void {
    if (!this.marked.delete(id)) this.marked.add(id);
  }

  /** Marks all, or none if all are marked. */
  markAll(): void {
    const all = this.marks.length === this.rows.length;
    this.marked.clear();
    if (!all) for (const row of this.rows) this.marked.add(row.id);
  }

  /** Answers the marked questions, or the one under the cursor; those that the answer does not fit stay. */
  answer(kind: AnswerKind): void {
    const { current } = this;
    const meant = this.marks.length > 0 ? this.marks : current ? [current] : [];
    this.#tell(
      meant
        .filter((row) => fits(row, kind))
        .map((row) => ({ id: row.id, answer: answerOf(kind, this.pattern), scope: "this" })),
    );
    this.marked.clear();
  }

  /** Answers by a key; gives false where the key answers nothing here. */
  press(key: string): boolean {
    const kind = this.current && answerByKey(key, this.current);
    if (!kind) return false;
    // The key is taken even while it is inert, so that it means nothing else either.
    if (performance.now() >= (isHarmless(kind) ? this.#ready : this.#armed)) this.answer(kind);
    return true;
  }

  /** Answers all choices of the job, or its errors. */
  answerAll(rows: readonly QuestionRow[], kind: AnswerKind): void {
    const answer = answerOf(kind, this.pattern);
    const meant = rows.filter((row) => fits(row, kind));
    this.#tell(meant.map(({ id }) => ({ id, answer, scope: "this" })));
  }

  /** Takes what the rules would answer. */
  show(question: QuestionTable["question"], preview: RulesPreview | null): void {
    this.preview = preview;
    this.#previewed = JSON.stringify(question);
  }

  /** Applies what the table shows. */
  async apply(): Promise<void> {
    const { preview } = this;
    if (!preview || performance.now() < this.#armed) return;
    // A rule that was changed this moment has not been shown yet.
    if (JSON.stringify(this.question) !== this.#previewed) return;
    const byHand = [...this.given].filter(([id]) => preview.answers.some(([it]) => it === id));
    this.#tell(byHand.map(([id, answer]) => ({ id, answer, scope: "this" })));
    this.given.clear();
    this.marked.clear();
    this.#told = [...this.#told, ...preview.answers.map(([id]) => id)];
    await ask("apply_rules", { plan: preview.plan, later: this.later && this.kind === "job" });
  }

  #tell(answers: AnswerAsk[]): void {
    this.#told = [...this.#told, ...answers.map(({ id }) => id)];
    if (answers.length > 0) void ask("answer", { answers });
    // The next question appears at the same position, so a second click could answer it.
    this.#armed = performance.now() + ARMING;
  }
}
