import { aJob } from "../mock/samples";
import { describe, expect, test } from "vitest";

import type { Notice } from "../bindings/desktop/Notice";
import type { NoticeCode } from "../bindings/desktop/NoticeCode";

import { notices } from "./notices";

const PLAIN: Notice = {
  tone: "plain",
  code: "made",
  name: { text: "2026" },
  count: null,
  job: null,
  error: null,
  detail: null,
  undo: false,
};

const CODES: Record<NoticeCode, string> = {
  job_done: "2026 is copied",
  job_errors: "0 items of 2026 failed",
  job_cancelled: "The job of 2026 was ended",
  job_failed: "2026 could not be done",
  needs_you: "0 answers are needed",
  renamed: "It is named 2026 now",
  made: "2026 is there",
  changed: "2026 changed",
  undo_done: "Undo: 0 items undone",
  undo_errors: "Undo: 0 items undone, 0 could not be undone",
  redo_done: "Redo: 0 items redone",
  redo_errors: "Redo: 0 items redone, 0 could not be redone",
  undone: "Taken back",
  nothing_to_undo: "Nothing to undo",
  nothing_to_redo: "Nothing to redo",
  copied: "2026 copied to the clipboard",
  cut: "2026 cut",
  nothing_to_paste: "The clipboard holds no files",
  failed: "That did not work: 2026",
  drop_missing: "0 dropped names do not exist",
  not_found: "Nothing was found",
  compared: "Both panels hold the same",
  handed_on: "The jobs go on in the background",
  queue_trouble: "The queue could not be opened as it was",
};

describe("every notice has words", () => {
  test.each(Object.entries(CODES))("%s", (code, title) => {
    expect(notices.say({ ...PLAIN, code: code as NoticeCode }, null).title).toBe(title);
  });
});

test("a finished copy is on its disk only once it is", () => {
  const done: Notice = { ...PLAIN, code: "job_done", name: null, job: 1 };
  const job = { ...aJob, stage: "finished", outcome: "completed", items: 138 } as const;
  expect(notices.say(done, { ...job, on_disk: true })).toEqual({
    title: "4 items are on Backup SSD",
    more: "138 items, 18.4\u00a0GB.",
  });
  expect(notices.say(done, job).title).toBe("4 items are copied");
});

test("a failure says why", () => {
  const error = { action: "open", code: "permission_denied", path: { text: "/x/y" } } as const;
  expect(notices.say({ ...PLAIN, code: "failed", name: null, error }, null)).toEqual({
    title: "That did not work: y",
    more: "permission denied.",
  });
  expect(notices.say({ ...PLAIN, code: "failed", name: null, detail: "Why." }, null)).toEqual({
    title: "That did not work",
    more: "Why.",
  });
});
