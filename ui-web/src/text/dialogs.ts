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
import type { UndoAsk } from "../bindings/desktop/UndoAsk";
import type { Algorithm } from "../bindings/Algorithm";
import type { DedupePlan } from "../bindings/DedupePlan";
import type { FileKind } from "../bindings/FileKind";
import type { Verb } from "../bindings/Verb";
import { count, counted, items, rate, size } from "../model/format";

import { NOUN } from "./verbs";

/** Words of the dialogs. */
export const dialogs = {
  cancel: "Cancel",
  close: "Close",
  escape: "Esc",
  enter: "⏎",
  completions: "Matching folders",

  transfer: {
    to: "To",
    toHint: "End with / to copy into a folder",
    paused: "Add paused",
    pausedKey: "Ctrl ⏎",
  },

  openWith: {
    title: "Open with",
    programs: "Programs",
    default: (name: string) => `${name} (default)`,
    none: "No installed program says that it opens these items.",
    loading: "Looking for programs",
    do: "Open",
  },

  pack: {
    name: "Name",
    format: "Format",
    formats: [
      ["zip", "zip: opens everywhere"],
      ["tar_zst", "tar.zst: fast and small"],
      ["tar_gz", "tar.gz: opens on any Unix"],
      ["tar_xz", "tar.xz: smallest, slow"],
      ["tar", "tar: not compressed"],
    ] satisfies [ArchiveFormat, string][],
    folder: "In folder",
    exists: "If the archive already exists",
    onConflict: [
      ["ask", "Ask"],
      ["overwrite", "Replace"],
      ["overwrite_for_good", "Replace for good"],
      ["rename", "Keep both"],
      ["skip", "Skip"],
    ] satisfies [OnConflict, string][],
  },

  share: {
    title: (plan: PlanState) =>
      `Share storage in ${plan.items === 1 ? plan.first.text : items(plan.items)}`,
    note: "Each file stays a file of its own; only the blocks on the disk become common.",
    looking: "Looking for equal files. Nothing is changed.",
    equal: ({ files, groups, bytes }: DedupePlan) =>
      files === 0
        ? "No equal files have storage of their own."
        : `${counted(files, "file", "files")} in ${counted(groups, "set", "sets")} of equal files, ${size(bytes)}`,
    wins: (bytes: number) => `${size(bytes)} to win`,
    shared: (n: number) =>
      n === 1
        ? "1 file shares its storage already"
        : `${count(n)} files share their storage already`,
    impossible: "This filesystem cannot share storage.",
    unreadable: (n: number) => `${counted(n, "item", "items")} cannot be read`,
    do: "Share storage",
  },

  checksum: {
    title: "Checksum",
    algorithm: "Algorithm",
    algorithms: [
      ["blake3", "BLAKE3"],
      ["sha256", "SHA-256"],
      ["xxh3", "XXH3"],
    ] satisfies [Algorithm, string][],
    compute: "Compute",
    stop: "Stop",
    stopped: "Stopped",
    progress: "Part of the file that was read",
    read: (bytes: number) => size(bytes),
    copy: "Copy the checksum",
    compare: "Compare with",
    compareHint: "Paste a checksum, or the line of a list",
    match: (match: ChecksumMatch) => {
      switch (match.match) {
        case "nothing":
          return "";
        case "not_understood":
          return "This is not a checksum";
        case "other":
          return `This is a checksum of another algorithm: ${ALGORITHMS[match.algorithm]}`;
        case "same":
          return "The file has this checksum";
        case "not_yet":
          return "The checksum of the file is not known yet";
        case "different":
          return "The file has another checksum";
      }
    },
  },

  removal: {
    trash: (what: string) => `Move ${what} to the trash`,
    trashNote: "Items can be restored from the trash. They use space until it is emptied.",
    trashDo: "Move to Trash",
    forGood: "Delete permanently…",
    delete: (what: string) => `Delete ${what} permanently`,
    deleteNote: "Items deleted permanently are not moved to the trash and cannot be restored.",
    deleteDo: (n: number) => `Delete ${count(n)} permanently`,
    keep: "Keep",
    restore: (what: string) => `Restore ${what}`,
    restoreNote: "Items return to their original folders. Nothing there is replaced.",
    restoreDo: "Restore",
  },

  make: {
    directory: "New folder",
    file: "New file",
    name: "Name",
    directoryHint: "Use / to create nested folders",
    directoryDo: "Create",
    fileDo: "Create",
  },

  link: {
    title: "Create a link",
    titles: "Create links",
    at: "Link at",
    atHint: "End with / to use a folder; the link gets the name of the item",
    into: "In folder",
    intoHint: "The links get the names of the items",
    kind: "Kind",
    absolute: "Symlink: holds the whole path",
    relative: "Relative symlink: holds the path from its own folder",
    hard: "Hard link: another name of the same file",
    do: "Create link",
    doAll: "Create links",
  },

  bulk: {
    title: (n: number) => `Rename ${items(n)}`,
    template: "New name",
    templateHint: "[N] name, [E] extension, [C] counter, [Y]-[M]-[D] date modified",
    find: "Find",
    replace: "Replace with",
    regex: "Regular expression",
    case: "Match case",
    letters: "Letters",
    lettersAre: [
      ["keep", "Unchanged"],
      ["lower", "lowercase"],
      ["upper", "UPPERCASE"],
      ["title", "Title Case"],
    ] satisfies [Letters, string][],
    start: "Counter from",
    step: "Step",
    digits: "Digits",
    before: "Current name",
    after: "New name",
    preview: "Current and new names",
    do: (n: number) => `Rename ${count(n)}`,
    nothing: "No names change.",
    changed: (n: number) => `${counted(n, "name changes", "names change")}`,
    problems: (n: number) => `${counted(n, "name", "names")} cannot be used`,
    show: "Show",
  },

  properties: {
    title: (n: number, name: string) => (n === 1 ? name : items(n)),
    kinds: {
      file: "File",
      directory: "Folder",
      symlink: "Symlink",
      fifo: "FIFO",
      socket: "Socket",
      char_device: "Character device",
      block_device: "Block device",
      unknown: "Unknown",
    } satisfies Record<FileKind, string>,
    loading: "Loading",
    kind: "Type",
    folder: "Location",
    target: "Link target",
    size: "Size",
    sizeOf: (bytes: number) => `${size(bytes)}, ${counted(bytes, "byte", "bytes")}`,
    onDisk: "On disk",
    inside: "Contents",
    insideOf: (files: number, folders: number) =>
      `${counted(files, "file", "files")}, ${counted(folders, "folder", "folders")}`,
    mtime: "Modified",
    ctime: "Changed",
    btime: "Created",
    links: "Hard links",
    filesystem: "Filesystem",
    access: "Permissions",
    mode: "As for chmod",
    modeHint: "For example 755 or u+x,go-w",
    user: "Owner",
    group: "Group",
    recursive: "Apply to all contents",
    who: ["Owner", "Group", "Others"],
    may: ["Read", "Write", "Execute"],
    specials: "Special",
    special: ["Set user id", "Set group id", "Sticky"],
    bit: (who: string, may: string) => `${who}: ${may.toLowerCase()}`,
    xattrs: "Extended attributes",
    xattrSize: (bytes: number) => counted(bytes, "byte", "bytes"),
    do: "Change",
  },

  find: {
    title: (folder: string) => `Find in ${folder}`,
    pattern: "Name",
    patternHint: "Part of the name, or a pattern such as *.jpg",
    kinds: "Find",
    kindsAre: [
      ["both", "Files and folders"],
      ["files", "Files"],
      ["directories", "Folders"],
    ] satisfies [FindKinds, string][],
    larger: "At least",
    smaller: "At most",
    sizeHint: "For example 500 kB or 2 GB",
    days: "Modified in the last days",
    contains: "Contains",
    containsHint: "Text in the files; leave it empty to find them by name alone",
    reads: "The text is",
    readsAre: [
      ["text", "As typed"],
      ["words", "Whole words"],
      ["regex", "A regular expression"],
    ] satisfies [FindReads, string][],
    case: "Capitals",
    caseAre: [
      ["smart", "Matter if I type one"],
      ["matters", "Matter"],
      ["ignored", "Do not matter"],
    ] satisfies [FindCase, string][],
    hidden: "Include hidden files",
    gitignore: "Exclude files in .gitignore",
    badSize: "Enter a size, for example 500 kB or 2 GB",
    badDays: "Enter a number of days",
    do: "Find",
  },

  marks: {
    mark: "Mark by name",
    unmark: "Unmark by name",
    pattern: "Names",
    hint: "Part of a name, or a pattern such as *.jpg",
    markDo: "Mark",
    unmarkDo: "Unmark",
  },

  limit: {
    ofJob: (name: string) => `Speed limit of ${name}`,
    ofAll: "Speed limit of all jobs",
    presets: "Speed limit",
    none: "No limit",
    preset: (bytes: number) => rate(bytes).replace(/\.0+(?=\D)/, ""),
    other: "Another speed",
    otherHint: "For example 20 MB/s or 500 kB/s",
    bad: "Enter a speed, for example 20 MB/s or 500 kB/s",
    do: "Limit",
  },

  cancelJob: {
    title: (verb: Verb, name: string) => `Cancel ${gerund[verb]} ${name}?`,
    done: (n: number) => `${counted(n, "finished item is", "finished items are")} kept.`,
    nothing: "No item is finished yet.",
    flight: (n: number) => `${counted(n, "unfinished file", "unfinished files")} will be removed.`,
    keep: "Continue",
    do: "Cancel job",
  },

  forget: {
    title: "Forget the history?",
    lost: "The reports and logs of all finished jobs are deleted, and none of them can be undone or retried.",
    do: "Forget history",
    keep: "Keep it",
  },

  undoJob: {
    title: ({ verb, first, sources }: UndoAsk) =>
      `Undo ${NOUN[verb]} of ${sources > 1 ? items(sources) : first.text}?`,
    copies: (n: number) => `${counted(n, "copy", "copies")} will be moved to the trash.`,
    snapshots: (n: number) =>
      `${counted(n, "snapshot", "snapshots")} will be deleted, or moved to the trash if the source has changed since.`,
    back: (n: number) => `${counted(n, "item", "items")} will be moved back.`,
    replaced: (n: number) => `${counted(n, "replaced file", "replaced files")} will be restored.`,
    lost: (n: number) =>
      `${counted(n, "replaced file", "replaced files")} cannot be restored: the old content was not kept.`,
    changed: "Items that have changed since are kept.",
    do: "Undo",
    stay: "Cancel",
  },

  preferences: {
    title: "Preferences",
    theme: "Theme",
    themes: [
      ["system", "System"],
      ["light", "Light"],
      ["dark", "Dark"],
    ] satisfies [Theme, string][],
    twoPanels: "Two panels",
    places: "Places",
    preview: "Preview",
    grid: "Grid of thumbnails",
    compact: "Compact rows",
    keys: "Keys",
    presets: [
      ["commander", "Commander"],
      ["vim", "Vim"],
    ] as [string, string][],
    drops: "Drops",
    same: "On the same disk",
    other: "To another disk",
    rules: [
      ["ask", "Ask"],
      ["copy", "Copy without asking"],
      ["move", "Move without asking"],
      ["link", "Link without asking"],
    ] satisfies [DropRule, string][],
    notifications: "Notify about long jobs and questions",
    mistakes: "Errors in your configuration",
  },

  quit: {
    title: (n: number) => `${counted(n, "job is", "jobs are")} still running`,
    note: (n: number) =>
      `${n === 1 ? "It" : "They"} can keep running in the background, or pause until the next start.`,
    handOn: "Keep running in background",
    pause: "Pause until next start",
    cancel: (n: number) => (n === 1 ? "Cancel job" : "Cancel jobs"),
    stay: "Don’t quit",
  },
};

const ALGORITHMS: Record<Algorithm, string> = {
  blake3: "BLAKE3",
  sha256: "SHA-256",
  xxh3: "XXH3",
};

const gerund: Record<Verb, string> = {
  copy: "copying",
  move: "moving",
  delete: "deleting",
  trash: "trashing",
  restore: "restoring",
  undo: "undoing",
  verify: "verifying",
  dedupe: "sharing storage",
  extract: "extracting",
  pack: "packing",
};
