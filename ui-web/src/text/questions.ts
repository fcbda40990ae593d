import type { AnswerKind, ScopeKind } from "../model/questions";
import type { Compared } from "../bindings/desktop/Compared";
import type { Condition } from "../bindings/desktop/Condition";
import type { ConflictKind } from "../bindings/ConflictKind";
import type { FileKind } from "../bindings/FileKind";
import type { OpError } from "../bindings/OpError";
import type { SideState } from "../bindings/desktop/SideState";
import type { Verb } from "../bindings/Verb";
import * as format from "../model/format";
import { reason } from "./errors";

const ANSWERS: Record<AnswerKind, string> = {
  skip: "Skip",
  overwrite: "Replace",
  overwrite_for_good: "Replace for good",
  rename: "Keep both",
  rename_existing: "Keep both, rename old",
  newer: "Replace if newer",
  older: "Replace if older",
  larger: "Replace if larger",
  smaller: "Replace if smaller",
  different_meta: "Replace if size or time differ",
  different_content: "Replace if content differs",
  merge: "Merge",
  remove: "Delete",
  retry: "Retry",
  portable_name: "Change name",
  abort: "Cancel job",
};

const QUICK = {
  skip: "Skip all",
  rename: "Keep both",
  merge: "Merge all",
  overwrite: "Replace all",
};

const CONDITIONS: Record<Condition, string> = {
  identical: "Identical",
  probably_same: "Probably identical",
  different: "Different",
  newer_and_larger: "Incoming newer and larger",
  newer: "Incoming newer",
  older: "Incoming older",
  larger: "Incoming larger",
  smaller: "Incoming smaller",
  empty: "Incoming empty",
  folders: "Two folders",
  mismatch: "Folder replaces file",
  failed: "Failed",
  otherwise: "Otherwise",
};

const FILES: Record<FileKind, string> = {
  file: "file",
  directory: "folder",
  symlink: "link",
  fifo: "FIFO",
  socket: "socket",
  char_device: "device",
  block_device: "device",
  unknown: "unknown",
};

const REST: Record<Verb, string> = {
  copy: "The rest keeps copying.",
  move: "The rest keeps moving.",
  delete: "The rest is being deleted.",
  trash: "The rest is being moved to the trash.",
  restore: "The rest is being restored.",
  undo: "The rest is being undone.",
  verify: "The rest is being compared.",
  dedupe: "The rest is being looked at.",
  extract: "The rest is being extracted.",
  pack: "The archive is finished, and gets its name after your answer.",
};

/** A badge and what stands below it. */
export interface Verdict {
  badge: string;
  tone: "" | "acc" | "ok" | "warn" | "bad";
  detail: string;
}

function content({ content, thorough }: Compared): string {
  if (content === null) return "being compared";
  if (content === "identical") return thorough ? "every byte read" : "in the parts that were read";
  if (content === "probably_same") return "size and samples are equal";
  return content === "different" ? "content differs" : "content unknown";
}

function verdict(kind: ConflictKind, compared: Compared): Verdict {
  switch (kind) {
    case "directory":
      return { badge: "Two folders", tone: "acc", detail: "can be merged" };
    case "directory_in_the_way":
      return { badge: "Existing folder", tone: "warn", detail: "cannot merge" };
    case "file_in_the_way":
      return { badge: "Existing file", tone: "warn", detail: "cannot merge" };
    case "file":
      break;
  }
  const { newer, larger } = compared;
  if (compared.content === "identical") {
    return { badge: "Identical", tone: "ok", detail: content(compared) };
  }
  // The size is told of the side that the badge names.
  const more = newer < 0 ? -larger : larger;
  const size = `${format.size(Math.abs(more))} ${more > 0 ? "larger" : "smaller"}`;
  const detail = more === 0 ? content(compared) : size;
  if (newer > 0) return { badge: "Incoming newer", tone: "acc", detail };
  if (newer < 0) return { badge: "Existing newer", tone: "warn", detail };
  return { badge: "Same time", tone: "", detail: more === 0 ? detail : `incoming ${size}` };
}

/** Words of the questions. */
export const questions = {
  answer: (kind: AnswerKind): string => ANSWERS[kind],
  undecided: "Decide later",
  asks: "Ask",
  condition: (when: Condition): string => CONDITIONS[when],

  empty: "Nothing needs you",
  emptyWhy: "Conflicts and errors are collected here while everything else continues.",
  emptyPaused: "No open questions",
  /** A job that was interrupted before its questions were answered. */
  interrupted: (name: string, n: number): string =>
    `${name} was interrupted with ${format.counted(n, "open question", "open questions")}. ${n === 1 ? "It is" : "They are"} asked again when the job continues.`,
  resume: "Resume",

  taken: (n: number): string =>
    n === 1 ? "1 item already exists" : `${format.count(n)} items already exist`,
  undecidedItems: (n: number): string =>
    n === 1 ? "1 item needs a decision" : `${format.count(n)} items need a decision`,
  where: (folder: string | null): string => (folder === null ? "." : ` in ${folder}.`),
  rest: (verb: Verb): string => REST[verb],
  restDone: "Everything else is done.",
  jobs: "Which job",

  quick: (kind: "skip" | "rename" | "merge" | "overwrite", n: number): string =>
    `${QUICK[kind]} ${format.count(n)}`,
  unlisted: (n: number, all: number): string =>
    `The first ${format.count(n)} of ${format.count(all)} are listed; rules for all answer the others as well.`,

  rules: "Rules",
  when: "When",
  then: "Answer",
  ruleOf: (when: Condition): string => `Rule for ${CONDITIONS[when].toLowerCase()}`,
  addRule: "Add a rule",
  changeRule: "Move or remove",
  ruleBefore: "Move before",
  ruleAfter: "Move after",
  removeRule: "Remove",

  scope: "For",
  scopes: (kind: ScopeKind, folder: string, extension: string): string => {
    switch (kind) {
      case "this":
        return "This";
      case "these":
        return "Marked";
      case "folder":
        return folder === "" ? "This folder" : `Folder ${folder}`;
      case "extension":
        return extension;
      case "job":
        return "All";
    }
  },
  later: "and later ones in this job",
  apply: (n: number): string => `Apply to ${format.count(n)}`,
  applyKey: "Ctrl ⏎",

  table: "Conflicts",
  markAll: "Mark all",
  mark: (name: string): string => `Mark ${name}`,
  columns: {
    name: "Name",
    incoming: "Incoming",
    existing: "Existing",
    compared: "Compared",
    answer: "Answer",
  },
  answerTo: (name: string): string => `Answer for ${name}`,
  file: (side: SideState): string =>
    side.kind === "file" ? format.size(side.size) : FILES[side.kind],
  verdict,
  content,
  protectedItem: "Write-protected",
  toRemove: "To be deleted",
  notEmpty: "not empty",

  details: "Both sides",
  position: (at: number, n: number): string => `${format.count(at)} of ${format.count(n)}`,
  previous: "Previous",
  next: "Next",
  facts: {
    modified: "Modified",
    size: "Size",
    content: "Content",
    owner: "Owner",
    mode: "Permissions",
  },
  bytes: (n: number): string => `${format.count(n)}\u00a0B`,
  differsAt: (at: number): string => `first difference at byte ${format.count(at)}`,
  compare: "Read every byte",
  openBoth: "Open both",
  keepAs: "“Keep both” names the new file",
  pattern: "Pattern of the new name",
  /** A pattern as people read it: `name (n).ext`. */
  patternWords: (pattern: string): string =>
    pattern.replaceAll("{stem}", "name").replaceAll("{n}", "n").replaceAll("{ext}", ".ext"),
  recoverable: "Replaced files are moved to the trash. Undo or Restore brings them back.",

  errors: (n: number): string => (n === 1 ? "1 item failed" : `${format.count(n)} items failed`),
  errorList: "Failed items",
  wait: "Only these are waiting; everything else continues.",
  /** Each reason with its number: `Not enough free space (1), input/output error (1).` */
  reasons: (errors: readonly OpError[]): string => {
    const counts = new Map<string, number>();
    for (const error of errors) counts.set(reason(error), (counts.get(reason(error)) ?? 0) + 1);
    const told = [...counts].map(([why, n]) => `${why} (${format.count(n)})`).join(", ");
    return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
  },
  skipErrors: (n: number): string => `Skip ${format.count(n)}`,
  changeNames: (n: number): string => `Change ${format.counted(n, "name", "names")}`,
  retryErrors: (n: number): string => `Retry ${format.count(n)}`,
};
