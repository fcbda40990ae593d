import { untrack } from "svelte";

import { app, attempt } from "../../model/store.svelte";

import type { QuestionTable } from "../../model/questionTable.svelte";

/** Milliseconds in which changes gather before they are asked about. */
const GATHER = 60;

/**
 * Keeps a table's preview at what its rules would answer. Call it while a component is made.
 *
 * One preview is asked for at a time, and it is shown even if the questions changed meanwhile: while both sides
 * are compared they change all the time, and a preview that had to be of the newest ones would never come.
 */
export function foresee(table: QuestionTable): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGathering = false;
  let isAsking = false;
  /** Whether something changed since it was asked. */
  let isStale = false;
  let refusals = 0;
  let isGone = false;

  function askIn(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), wait);
  }

  function changed(): void {
    isStale = true;
    refusals = 0;
    if (isAsking || isGathering) return;
    isGathering = true;
    askIn(GATHER);
  }

  async function ask(): Promise<void> {
    isGathering = false;
    isStale = false;
    const { question } = table;
    if (!question) return;
    isAsking = true;
    const tried = await attempt("rules", question);
    isAsking = false;
    if (isGone) return;
    // A pattern that is half typed is refused, which is nothing to tell.
    if (JSON.stringify(question) === JSON.stringify(table.question)) {
      table.show(question, "done" in tried ? tried.done : null);
    }
    if (isStale) changed();
    // What refused it may be over soon; what is not is asked about ever more rarely.
    else if ("refused" in tried) askIn(GATHER * 2 ** ++refusals);
  }

  const questions = $derived(app().questions);
  const wanted = $derived(JSON.stringify(table.question));
  $effect(() => {
    // A verdict on content changes what rules answer.
    void [questions, wanted];
    if (!untrack(() => table.question)) table.show(null, null);
    changed();
  });
  $effect(() => () => {
    isGone = true;
    clearTimeout(timer);
  });
}
