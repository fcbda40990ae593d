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
  job_done: "Copied 2026",
  job_errors: "0 items of 2026 failed",
  job_cancelled: "Cancelled the job of 2026",
  job_failed: "2026 could not be done",
  needs_you: "0 questions about 2026",
  renamed: "Renamed to 2026",
  made: "Created 2026",
  changed: "Changed 2026",
  change_errors: "Changed 0 items, 0 failed",
  change_stopped: "Cancelled; changed 0 items",
  undo_done: "Undo: 0 items undone",
  undo_errors: "Undo: 0 items undone, 0 could not be undone",
  redo_done: "Redo: 0 items redone",
  redo_errors: "Redo: 0 items redone, 0 could not be redone",
  undone: "Undone",
  nothing_to_undo: "Nothing to undo",
  nothing_to_redo: "Nothing to redo",
  copied: "Copied 2026 to the clipboard",
  cut: "Cut 2026",
  nothing_to_paste: "The clipboard holds no files",
  failed: "Not possible: 2026",
  drop_missing: "0 items are left out: they are not on this computer",
  not_found: "Nothing found",
  folder_left: "2026 no longer exists",
  compared: "Both panels have the same items",
  handed_on: "The jobs continue in the background",
  put_off: "2026 cannot continue",
  reloaded: "The window was reloaded",
  launch_missing: "0 items do not exist",
  queue_trouble: "The queue could not be restored",
  settings_trouble: "The settings could not be read",
  elevation_done: "Done as administrator: 0 items",
  not_shown: "0 not shown: ",
  command_ran: "Command finished",
  names_left_out: "0 entries are not shown: their names lead out of the archive",
  listed_in_part: "The list may not be complete",
  command_failed: "Command failed",
  after_dropped: "Nothing happens after the jobs",
  elevation_errors: "As administrator: 0 items done, 0 failed",
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
    title: "Copied 138 items",
    more: "On disk in Backup SSD, 18.4\u00a0GB.",
  });
  expect(notices.say(done, job).more).toBe("To Backup SSD, 18.4\u00a0GB.");
  const skipped = { ...job, items: 18, skipped: 2 };
  expect(notices.say(done, skipped).title).toBe("Copied 16 items, skipped 2");
  const replaced = { ...job, items: 18, replaced: 3, renamed: 1 };
  expect(notices.say(done, replaced).title).toBe("Copied 18 items (3 replaced, 1 renamed)");
  const mirrored = { ...job, items: 20, removed: 2 };
  expect(notices.say(done, mirrored).title).toBe("Copied 18 items, removed 2");
  const kept = { ...job, verb: "pack", items: 1, items_total: 2, skipped: 1 } as const;
  expect(notices.say(done, kept).title).toBe("No archive was made: the one that was there is kept");
  const one = { ...PLAIN, count: 1, name: null };
  expect(notices.say({ ...one, code: "changed" }, null).title).toBe("Changed 1 item");
  expect(notices.say({ ...one, code: "renamed" }, null).title).toBe("Renamed 1 item");
  const emptied = { ...job, items: 2, removed: 2 };
  expect(notices.say(done, emptied).title).toBe("Removed 2 items");
});

test("a failure says why", () => {
  const error = { action: "open", code: "permission_denied", path: { text: "/x/y" } } as const;
  expect(notices.say({ ...PLAIN, code: "failed", name: null, error }, null)).toEqual({
    title: "Not possible: y",
    more: "You do not have permission.",
  });
  expect(notices.say({ ...PLAIN, code: "failed", name: null, detail: "Why." }, null)).toEqual({
    title: "Not possible",
    more: "Why.",
  });
});

test("the only item that failed is named, and of several operands none is", () => {
  const error = { action: "open", code: "not_found", path: { text: "/x/gone.txt" } } as const;
  const notice: Notice = { ...PLAIN, code: "job_errors", count: 1, error };
  const say = (name: string, sources: number, items: number, failed: number) =>
    notices.say(
      { ...notice, name: { text: name }, count: failed },
      { ...aJob, sources, items, failed, outcome: "completed_with_errors" },
    );
  expect(say("gone.txt", 1, 1, 1)).toEqual({
    title: "gone.txt could not be copied",
    more: expect.stringContaining("not"),
  });
  expect(say("Day 1", 1, 20, 3)).toEqual({
    title: "3 items of Day 1 failed",
    more: "The rest is done.",
  });
  expect(say("a.txt", 2, 5, 1)).toEqual({ title: "1 item failed", more: "The rest is done." });
  expect(say("a.txt", 2, 2, 2).more).not.toBe("The rest is done.");
});
