import type { AnswerKind, ScopeKind } from "../model/questions";
import type { Compared } from "../bindings/desktop/Compared";
import type { Condition } from "../bindings/desktop/Condition";
import type { ConflictKind } from "../bindings/ConflictKind";
import type { OpError } from "../bindings/OpError";
import type { SideState } from "../bindings/desktop/SideState";
import type { Verb } from "../bindings/Verb";
import * as format from "../model/format";
import { reason, sentence } from "./errors";
import { dashed, inside, tr } from "./tr";

const QUICK = {
  skip: tr("window-question-quick-skip"),
  rename: tr("window-question-quick-rename"),
  merge: tr("window-question-quick-merge"),
  overwrite: tr("window-question-quick-overwrite"),
};

const condition = (when: Condition): string => tr(`window-question-conditions-${dashed(when)}`);

/** A badge and what stands below it. */
export interface Verdict {
  badge: string;
  tone: "" | "ok" | "warn";
  detail: string;
}

function content({ content, thorough }: Compared): string {
  if (content === null) return tr("window-question-content-unknown-yet");
  if (content === "identical")
    return thorough
      ? tr("window-question-content-every-byte")
      : tr("window-question-content-in-parts");
  if (content === "probably_same") return tr("window-question-content-samples");
  return content === "different"
    ? tr("window-question-content-differs")
    : tr("window-question-content-unknown");
}

function verdict(kind: ConflictKind, compared: Compared): Verdict {
  switch (kind) {
    case "directory":
      return {
        badge: tr("window-question-conditions-folders"),
        tone: "",
        detail: tr("window-question-can-merge"),
      };
    case "directory_in_the_way":
      return {
        badge: tr("window-question-existing-folder"),
        tone: "warn",
        detail: tr("window-question-cannot-merge"),
      };
    case "file_in_the_way":
      return {
        badge: tr("window-question-existing-file"),
        tone: "warn",
        detail: tr("window-question-cannot-merge"),
      };
    case "file":
      break;
  }
  const { newer, larger } = compared;
  if (compared.content === "identical") {
    return {
      badge: tr("window-question-conditions-identical"),
      tone: "ok",
      detail: content(compared),
    };
  }
  // The size is told of the side that the badge names.
  const more = newer < 0 ? -larger : larger;
  const size = tr(more > 0 ? "window-question-size-larger" : "window-question-size-smaller", {
    size: format.size(Math.abs(more)),
  });
  const detail = more === 0 ? content(compared) : size;
  if (newer > 0) return { badge: tr("window-question-conditions-newer"), tone: "", detail };
  if (newer < 0) return { badge: tr("window-question-existing-newer"), tone: "warn", detail };
  return {
    badge: tr("window-question-same-time"),
    tone: "",
    detail: more === 0 ? detail : tr("window-question-incoming", { size }),
  };
}

/** Words of the questions. */
/** Gives the last name of a folder that is told by its whole path, as that of a single file is. */
function briefly(folder: string): string {
  return folder.startsWith("/") ? (folder.split("/").at(-1) ?? folder) : folder;
}

export const questions = {
  answer: (kind: AnswerKind): string => tr(`answer-of-${dashed(kind)}`),
  undecided: tr("window-question-undecided"),
  asks: tr("window-question-asks"),
  condition,

  empty: tr("window-question-empty"),
  emptyWhy: tr("window-question-empty-why"),
  emptyPaused: tr("window-question-empty-paused"),
  /** A job that was interrupted before its questions were answered. */
  interrupted: (name: string, n: number): string =>
    tr("window-question-interrupted", { name, count: n, shown: format.count(n) }),
  resume: tr("window-question-resume"),

  taken: (n: number): string => tr("window-question-taken", { count: n, shown: format.count(n) }),
  undecidedItems: (n: number): string =>
    tr("window-question-undecided-items", { count: n, shown: format.count(n) }),
  where: (folder: string | null): string =>
    folder === null ? "." : tr("window-question-where", { folder }),
  rest: (verb: Verb): string => tr(`window-question-rest-${verb}`),
  restDone: tr("window-question-rest-done"),
  jobs: tr("window-question-jobs"),

  quick: (kind: "skip" | "rename" | "merge" | "overwrite", n: number): string =>
    `${QUICK[kind]} ${format.count(n)}`,
  unlisted: (n: number, all: number): string =>
    tr("window-question-unlisted", { n: format.count(n), all: format.count(all) }),

  rules: tr("window-question-rules"),
  when: tr("window-question-when"),
  then: tr("window-question-then"),
  ruleOf: (when: Condition): string =>
    tr("window-question-rule-of", { condition: inside(condition(when)) }),
  addRule: tr("window-question-add-rule"),
  changeRule: tr("window-question-change-rule"),
  ruleBefore: tr("window-question-rule-before"),
  ruleAfter: tr("window-question-rule-after"),
  removeRule: tr("window-question-remove-rule"),

  scope: tr("window-question-scope"),
  scopes: (kind: ScopeKind, folder: string, extension: string): string => {
    switch (kind) {
      case "this":
        return tr("window-question-scope-this");
      case "these":
        return tr("window-question-scope-marked");
      case "folder":
        return folder === ""
          ? tr("window-question-scope-this-folder")
          : tr("window-question-scope-folder", { folder: briefly(folder) });
      case "extension":
        return extension;
      case "job":
        return tr("window-question-scope-all");
    }
  },
  later: tr("window-question-later"),
  apply: (n: number): string => tr("window-question-apply", { shown: format.count(n) }),
  applyKey: `${tr("window-key-ctrl")} ⏎`,

  table: tr("window-question-table"),
  markAll: tr("window-question-mark-all"),
  mark: (name: string): string => tr("window-question-mark", { name }),
  columns: {
    name: tr("window-question-columns-name"),
    incoming: tr("window-question-columns-incoming"),
    existing: tr("window-question-columns-existing"),
    compared: tr("window-question-columns-compared"),
    answer: tr("window-question-columns-answer"),
  },
  answerTo: (name: string): string => tr("window-question-answer-to", { name }),
  file: (side: SideState): string =>
    side.kind === "file"
      ? format.size(side.size)
      : tr(`window-question-files-${dashed(side.kind)}`),
  verdict,
  content,
  protectedItem: tr("window-question-protected-item"),
  toRemove: tr("window-question-to-remove"),
  notEmpty: tr("window-question-not-empty"),

  details: tr("window-question-details"),
  position: (at: number, n: number): string =>
    tr("window-question-position", { at: format.count(at), n: format.count(n) }),
  previous: tr("window-question-previous"),
  next: tr("window-question-next"),
  facts: {
    from: tr("window-question-facts-from"),
    modified: tr("window-question-facts-modified"),
    size: tr("window-question-facts-size"),
    content: tr("window-question-facts-content"),
    owner: tr("window-question-facts-owner"),
    mode: tr("window-question-facts-mode"),
  },
  bytes: (n: number): string => tr("window-question-bytes", { shown: format.count(n) }),
  differsAt: (at: number): string => tr("window-question-differs-at", { shown: format.count(at) }),
  justCreated: tr("window-question-just-created"),
  compare: tr("window-question-compare"),
  openBoth: tr("window-question-open-both"),
  keepAs: tr("window-question-keep-as"),
  pattern: tr("window-question-pattern"),
  /** A pattern as people read it: `name (n).ext`. */
  patternWords: (pattern: string): string =>
    pattern
      .replaceAll("{stem}", tr("window-question-pattern-stem"))
      .replaceAll("{n}", tr("window-question-pattern-number"))
      .replaceAll("{ext}", tr("window-question-pattern-extension")),
  recoverable: tr("window-question-recoverable"),

  errors: (n: number): string => tr("window-question-errors", { count: n, shown: format.count(n) }),
  errorList: tr("window-question-error-list"),
  wait: tr("window-question-wait"),
  /** Each reason with its number: `Not enough free space (1), input/output error (1).` */
  reasons: (errors: readonly OpError[]): string => {
    // Of thousands, most fail for one reason, which is put into words once.
    const kinds = new Map<string, { error: OpError; n: number }>();
    for (const error of errors) {
      const { action, code, errno, filesystem, said } = error;
      const kind = [action, code, errno, filesystem, said].join("\n");
      kinds.set(kind, { error, n: (kinds.get(kind)?.n ?? 0) + 1 });
    }
    const counts = new Map<string, number>();
    for (const { error, n } of kinds.values())
      counts.set(reason(error), (counts.get(reason(error)) ?? 0) + n);
    const told = [...counts].map(([why, n]) => `${why} (${format.count(n)})`).join(", ");
    return sentence(told);
  },
  skipErrors: (n: number): string => tr("window-question-skip-errors", { shown: format.count(n) }),
  changeNames: (n: number): string =>
    tr("window-question-change-names", { count: n, shown: format.count(n) }),
  retryErrors: (n: number): string =>
    tr("window-question-retry-errors", { shown: format.count(n) }),
  /** Copies the paths of so many items of all that failed. */
  copyErrors: (n: number, all: number): string =>
    n < all
      ? tr("window-question-copy-some-errors", {
          shown: format.count(n),
          all: format.count(all),
        })
      : tr("window-question-copy-errors", { count: n, shown: format.count(n) }),
  copied: tr("window-notice-copied-it"),
};
