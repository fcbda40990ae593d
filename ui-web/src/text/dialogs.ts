import type { ArchiveFormat } from "../bindings/desktop/ArchiveFormat";
import type { ChecksumMatch } from "../bindings/desktop/ChecksumMatch";
import type { DropRule } from "../bindings/desktop/DropRule";
import type { FindCase } from "../bindings/desktop/FindCase";
import type { FindReads } from "../bindings/desktop/FindReads";
import type { FindKinds } from "../bindings/desktop/FindKinds";
import type { Letters } from "../bindings/desktop/Letters";
import type { OnConflict } from "../bindings/desktop/OnConflict";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { Theme } from "../bindings/desktop/Theme";
import type { Name } from "../bindings/desktop/Name";
import type { UndoAsk } from "../bindings/desktop/UndoAsk";
import type { Algorithm } from "../bindings/Algorithm";
import type { DedupePlan } from "../bindings/DedupePlan";
import type { FileKind } from "../bindings/FileKind";
import type { Verb } from "../bindings/Verb";
import {
  bytes as bytesOf,
  count,
  files as filesOf,
  folders as foldersOf,
  items,
  rate,
  size,
} from "../model/format";

import { after, anyway, output } from "./afterwards";
import { columns } from "./columns";
import { removal } from "./removal";
import { inside, tr } from "./tr";

/** Words of the dialogs. */
export const dialogs = {
  cancel: tr("window-cancel"),
  close: tr("window-close"),
  escape: tr("window-key-esc"),
  enter: "⏎",
  completions: tr("window-completions"),

  transfer: {
    to: tr("window-transfer-to"),
    toHint: tr("window-transfer-to-hint"),
    paused: tr("window-transfer-paused"),
    pausedKey: `${tr("window-key-ctrl")} ⏎`,
  },

  openWith: {
    title: tr("window-open-with-title"),
    programs: tr("window-open-with-programs"),
    default: (name: string) => tr("window-open-with-default", { name }),
    none: tr("window-open-with-none"),
    loading: tr("window-open-with-loading"),
    do: tr("window-open-with-do"),
  },

  pack: {
    name: tr("window-pack-name"),
    format: tr("window-pack-format"),
    formats: [
      ["zip", tr("window-pack-formats-zip")],
      ["tar_zst", tr("window-pack-formats-tar-zst")],
      ["tar_gz", tr("window-pack-formats-tar-gz")],
      ["tar_xz", tr("window-pack-formats-tar-xz")],
      ["tar", tr("window-pack-formats-tar")],
    ] satisfies [ArchiveFormat, string][],
    folder: tr("window-pack-folder"),
    exists: tr("window-pack-exists"),
    onConflict: [
      ["ask", tr("window-pack-on-conflict-ask")],
      ["overwrite", tr("window-pack-on-conflict-overwrite")],
      ["overwrite_for_good", tr("window-pack-on-conflict-overwrite-for-good")],
      ["rename", tr("window-pack-on-conflict-rename")],
      ["skip", tr("window-pack-on-conflict-skip")],
    ] satisfies [OnConflict, string][],
  },

  share: {
    title: (plan: PlanState) =>
      tr("window-share-title", {
        what: plan.items === 1 ? plan.first.text : items(plan.items),
      }),
    note: tr("window-share-note"),
    looking: tr("window-share-looking"),
    equal: ({ files, groups, bytes }: DedupePlan) =>
      files === 0
        ? tr("window-share-none")
        : tr("window-share-equal", {
            files: filesOf(files),
            count: groups,
            shown: count(groups),
            size: size(bytes),
          }),
    wins: (bytes: number) => tr("window-share-wins", { size: size(bytes) }),
    shared: (n: number) => tr("window-share-shared", { count: n, shown: count(n) }),
    impossible: tr("window-share-impossible"),
    unreadable: (n: number) => tr("window-share-unreadable", { count: n, shown: count(n) }),
    do: tr("window-share-do"),
  },

  checksum: {
    title: tr("window-checksum-title"),
    algorithm: tr("window-checksum-algorithm"),
    algorithms: [
      ["blake3", "BLAKE3"],
      ["sha256", "SHA-256"],
      ["xxh3", "XXH3"],
    ] satisfies [Algorithm, string][],
    compute: tr("window-checksum-compute"),
    stop: tr("window-checksum-stop"),
    stopped: tr("window-checksum-stopped"),
    progress: tr("window-checksum-progress"),
    read: (bytes: number) => size(bytes),
    copy: tr("window-checksum-copy"),
    compare: tr("window-checksum-compare"),
    compareHint: tr("window-checksum-compare-hint"),
    match: (match: ChecksumMatch) => {
      switch (match.match) {
        case "nothing":
          return "";
        case "not_understood":
          return tr("window-checksum-not-understood");
        case "other":
          return tr("window-checksum-other", { algorithm: ALGORITHMS[match.algorithm] });
        case "same":
          return tr("window-checksum-same");
        case "not_yet":
          return tr("window-checksum-not-yet");
        case "different":
          return tr("window-checksum-different");
      }
    },
  },

  removal,

  make: {
    directory: tr("window-make-directory"),
    file: tr("window-make-file"),
    name: tr("window-make-name"),
    directoryHint: tr("window-make-directory-hint"),
    directoryDo: tr("window-make-directory-do"),
    fileDo: tr("window-make-file-do"),
  },

  link: {
    title: tr("window-link-title"),
    titles: tr("window-link-titles"),
    at: tr("window-link-at"),
    atHint: tr("window-link-at-hint"),
    into: tr("window-link-into"),
    intoHint: tr("window-link-into-hint"),
    kind: tr("window-link-kind"),
    absolute: tr("window-link-absolute"),
    relative: tr("window-link-relative"),
    hard: tr("window-link-hard"),
    do: tr("window-link-do"),
    doAll: tr("window-link-do-all"),
  },

  bulk: {
    title: (n: number) => tr("window-bulk-title", { items: items(n) }),
    template: tr("window-bulk-template"),
    templateHint: tr("window-bulk-template-hint"),
    find: tr("window-bulk-find"),
    replace: tr("window-bulk-replace"),
    regex: tr("window-bulk-regex"),
    case: tr("window-bulk-case"),
    letters: tr("window-bulk-letters"),
    lettersAre: [
      ["keep", tr("window-bulk-letters-are-keep")],
      ["lower", tr("window-bulk-letters-are-lower")],
      ["upper", tr("window-bulk-letters-are-upper")],
      ["title", tr("window-bulk-letters-are-title")],
    ] satisfies [Letters, string][],
    start: tr("window-bulk-start"),
    step: tr("window-bulk-step"),
    digits: tr("window-bulk-digits"),
    before: tr("window-bulk-before"),
    after: tr("window-bulk-after"),
    preview: tr("window-bulk-preview"),
    do: (n: number) => tr("window-bulk-do", { shown: count(n) }),
    nothing: tr("window-bulk-nothing"),
    changed: (n: number) => tr("window-bulk-changed", { count: n, shown: count(n) }),
    problems: (n: number) => tr("window-bulk-problems", { count: n, shown: count(n) }),
    show: tr("window-bulk-show"),
  },

  properties: {
    title: (n: number, name: string) =>
      tr("window-properties-title", { what: n === 1 ? name : items(n) }),
    noChecksum: tr("window-properties-no-checksum"),
    kinds: {
      file: tr("window-properties-kinds-file"),
      directory: tr("window-properties-kinds-directory"),
      symlink: tr("window-properties-kinds-symlink"),
      fifo: tr("window-properties-kinds-fifo"),
      socket: tr("window-properties-kinds-socket"),
      char_device: tr("window-properties-kinds-char-device"),
      block_device: tr("window-properties-kinds-block-device"),
      unknown: tr("window-properties-kinds-unknown"),
    } satisfies Record<FileKind, string>,
    loading: tr("window-properties-loading"),
    unread: tr("window-properties-unread"),
    kind: tr("window-properties-kind"),
    folder: tr("window-properties-folder"),
    target: tr("window-properties-target"),
    size: tr("window-properties-size"),
    // Below a kilobyte both would be the same number.
    sizeOf: (bytes: number) =>
      bytes < 1000
        ? bytesOf(bytes)
        : tr("window-properties-size-of", { size: size(bytes), bytes: bytesOf(bytes) }),
    atLeast: (amount: string) => tr("window-properties-at-least", { amount }),
    onDisk: tr("window-properties-on-disk"),
    inside: tr("window-properties-inside"),
    insideOf: (files: number, folders: number) =>
      tr("window-properties-inside-of", { files: filesOf(files), folders: foldersOf(folders) }),
    mtime: tr("window-properties-mtime"),
    ctime: tr("window-properties-ctime"),
    btime: tr("window-properties-btime"),
    links: tr("window-properties-links"),
    filesystem: tr("window-properties-filesystem"),
    access: tr("window-properties-access"),
    mode: tr("window-properties-mode"),
    modeHint: tr("window-properties-mode-hint"),
    user: tr("window-properties-user"),
    group: tr("window-properties-group"),
    recursive: tr("window-properties-recursive"),
    who: [
      tr("window-properties-user"),
      tr("window-properties-group"),
      tr("window-properties-others"),
    ],
    may: [
      tr("window-properties-read"),
      tr("window-properties-write"),
      tr("window-properties-execute"),
    ],
    specials: tr("window-properties-specials"),
    special: [
      tr("window-properties-set-user-id"),
      tr("window-properties-set-group-id"),
      tr("window-properties-sticky"),
    ],
    bit: (who: string, may: string) => tr("window-properties-bit", { who, may: inside(may) }),
    xattrs: tr("window-properties-xattrs"),
    xattrSize: (bytes: number) => bytesOf(bytes),
    do: tr("window-properties-do"),
  },

  connect: {
    title: tr("window-connect-title"),
    machine: tr("window-connect-machine"),
    hint: tr("window-connect-hint"),
    accept: tr("window-connect-accept"),
  },

  find: {
    title: (folder: string) => tr("window-find-title", { folder }),
    pattern: tr("window-find-pattern"),
    patternHint: tr("window-find-pattern-hint"),
    kinds: tr("window-find-kinds"),
    kindsAre: [
      ["both", tr("window-find-kinds-are-both")],
      ["files", tr("window-find-kinds-are-files")],
      ["directories", tr("window-find-kinds-are-directories")],
    ] satisfies [FindKinds, string][],
    larger: tr("window-find-larger"),
    smaller: tr("window-find-smaller"),
    sizeHint: tr("window-find-size-hint"),
    days: tr("window-find-days"),
    contains: tr("window-find-contains"),
    containsHint: tr("window-find-contains-hint"),
    reads: tr("window-find-reads"),
    readsAre: [
      ["text", tr("window-find-reads-are-text")],
      ["words", tr("window-find-reads-are-words")],
      ["regex", tr("window-find-reads-are-regex")],
    ] satisfies [FindReads, string][],
    case: tr("window-find-case"),
    caseAre: [
      ["smart", tr("window-find-case-are-smart")],
      ["matters", tr("window-find-case-are-matters")],
      ["ignored", tr("window-find-case-are-ignored")],
    ] satisfies [FindCase, string][],
    hidden: tr("window-find-hidden"),
    gitignore: tr("window-find-gitignore"),
    badSize: tr("window-find-bad-size"),
    badDays: tr("window-find-bad-days"),
    do: tr("window-find-do"),
  },

  marks: {
    mark: tr("window-marks-mark"),
    unmark: tr("window-marks-unmark"),
    pattern: tr("window-marks-pattern"),
    hint: tr("window-marks-hint"),
    markDo: tr("window-marks-mark-do"),
    unmarkDo: tr("window-marks-unmark-do"),
  },

  limit: {
    ofJob: (name: string) => tr("window-limit-of-job", { name }),
    ofAll: tr("window-limit-of-all"),
    presets: tr("window-limit-presets"),
    none: tr("window-limit-none"),
    preset: (bytes: number) => rate(bytes).replace(/\.0+(?=\D)/, ""),
    other: tr("window-limit-other"),
    otherHint: tr("window-limit-other-hint"),
    bad: tr("window-limit-bad"),
    do: tr("window-limit-do"),
  },

  cancelJob: {
    title: (verb: Verb, name: string) => tr("window-cancel-job-title", { verb, name }),
    done: (verb: Verb, n: number) =>
      tr("window-cancel-job-done", { verb, count: n, shown: count(n) }),
    nothing: tr("window-cancel-job-nothing"),
    flight: (n: number) => tr("window-cancel-job-flight", { count: n, shown: count(n) }),
    keep: tr("window-cancel-job-keep"),
    do: tr("window-cancel-job-do"),
  },

  forget: {
    title: tr("window-forget-title"),
    lost: tr("window-forget-lost"),
    do: tr("window-forget-do"),
    keep: tr("window-forget-keep"),
  },

  undoJob: {
    title: ({ verb, first, sources }: UndoAsk) =>
      tr("window-undo-job-title", { verb, what: sources > 1 ? items(sources) : first.text }),
    copies: (n: number) => tr("window-undo-job-copies", { count: n, shown: count(n) }),
    snapshots: (n: number) => tr("window-undo-job-snapshots", { count: n, shown: count(n) }),
    back: (n: number) => tr("window-undo-job-back", { count: n, shown: count(n) }),
    replaced: (n: number) => tr("window-undo-job-replaced", { count: n, shown: count(n) }),
    rights: (n: number) => tr("window-undo-job-rights", { count: n, shown: count(n) }),
    lost: (n: number) => tr("window-undo-job-lost", { count: n, shown: count(n) }),
    there: (machine: Name) => tr("window-undo-job-there", { machine: machine.text }),
    changed: tr("window-undo-job-changed"),
    do: tr("window-undo-job-do"),
    stay: tr("window-undo-job-stay"),
  },

  after,
  anyway,
  output,
  columns,

  preferences: {
    title: tr("window-preferences-title"),
    theme: tr("window-preferences-theme"),
    themes: [
      ["system", tr("window-preferences-themes-system")],
      ["light", tr("window-preferences-themes-light")],
      ["dark", tr("window-preferences-themes-dark")],
    ] satisfies [Theme, string][],
    twoPanels: tr("window-preferences-two-panels"),
    places: tr("window-preferences-places"),
    preview: tr("window-preferences-preview"),
    grid: tr("window-preferences-grid"),
    compact: tr("window-preferences-compact"),
    keys: tr("window-preferences-keys"),
    presets: [
      ["commander", tr("window-preferences-presets-commander")],
      ["vim", tr("window-preferences-presets-vim")],
    ] as [string, string][],
    drops: tr("window-preferences-drops"),
    same: tr("window-preferences-same"),
    other: tr("window-preferences-other"),
    rules: [
      ["ask", tr("window-preferences-rules-ask")],
      ["copy", tr("window-preferences-rules-copy")],
      ["move", tr("window-preferences-rules-move")],
      ["link", tr("window-preferences-rules-link")],
    ] satisfies [DropRule, string][],
    notifications: tr("window-preferences-notifications"),
    mistakes: tr("window-preferences-mistakes"),
  },

  quit: {
    title: (n: number) => tr("window-quit-title", { count: n, shown: count(n) }),
    note: (n: number) => tr("window-quit-note", { count: n }),
    elevated: tr("window-quit-elevated"),
    changing: tr("window-quit-changing"),
    changes: tr("window-quit-changes"),
    cancelChange: tr("window-quit-cancel-change"),
    handOn: tr("window-quit-hand-on"),
    pause: tr("window-quit-pause"),
    cancel: (n: number) => tr("window-quit-cancel", { count: n }),
    stay: tr("window-quit-stay"),
  },
};

const ALGORITHMS: Record<Algorithm, string> = {
  blake3: "BLAKE3",
  sha256: "SHA-256",
  xxh3: "XXH3",
};
