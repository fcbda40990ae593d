import type { DropRule } from "../bindings/desktop/DropRule";
import type { FindKinds } from "../bindings/desktop/FindKinds";
import type { Letters } from "../bindings/desktop/Letters";
import type { Theme } from "../bindings/desktop/Theme";
import type { UndoAsk } from "../bindings/desktop/UndoAsk";
import type { FileKind } from "../bindings/FileKind";
import type { Verb } from "../bindings/Verb";
import { count, counted, items, size } from "../model/format";

import { NOUN } from "./verbs";

/** Words of the dialogs. */
export const dialogs = {
  cancel: "Cancel",
  close: "Close",
  escape: "Esc",
  enter: "⏎",
  completions: "Folders that fit",

  transfer: {
    to: "To",
    toHint: "A path that ends in a slash is a folder",
    paused: "Queue paused",
    pausedKey: "Ctrl ⏎",
  },

  removal: {
    trash: (what: string) => `Move ${what} to the trash`,
    trashNote: "They can be restored from there. They take space until the trash is emptied.",
    trashDo: "Move to trash",
    forGood: "Delete for good…",
    delete: (what: string) => `Delete ${what} for good`,
    deleteNote: "They do not go to the trash, and nothing brings them back.",
    deleteDo: (n: number) => `Delete ${count(n)} for good`,
    keep: "Keep them",
    restore: (what: string) => `Restore ${what}`,
    restoreNote: "They go back to where they were. Nothing there is replaced.",
    restoreDo: "Restore",
  },

  make: {
    directory: "New folder",
    file: "New file",
    name: "Name",
    directoryHint: "A slash makes folders in folders",
    directoryDo: "Make folder",
    fileDo: "Make file",
  },

  link: {
    title: "Make a link",
    at: "Link at",
    kind: "Kind",
    symbolic: "Symlink, which leads to the path",
    hard: "Hard link, another name of the same file",
    do: "Make link",
  },

  bulk: {
    title: (n: number) => `Rename ${items(n)}`,
    template: "New name",
    templateHint: "[N] name, [E] extension, [C] counter, [Y]-[M]-[D] date of change",
    find: "Find in it",
    replace: "Replace by",
    regex: "Regular expression",
    case: "Capitals differ",
    letters: "Letters",
    lettersAre: [
      ["keep", "As they are"],
      ["lower", "small"],
      ["upper", "CAPITALS"],
      ["title", "Each Word"],
    ] satisfies [Letters, string][],
    start: "Counter from",
    step: "Step",
    digits: "Digits",
    before: "Now",
    after: "Then",
    preview: "Names now and then",
    do: (n: number) => `Rename ${count(n)}`,
    nothing: "No name changes.",
    changed: (n: number) => `${counted(n, "name changes", "names change")}`,
    problems: (n: number) => `${counted(n, "name", "names")} cannot be`,
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
    loading: "Reading",
    kind: "Type",
    folder: "In",
    target: "Leads to",
    size: "Size",
    sizeOf: (bytes: number) => `${size(bytes)}, ${counted(bytes, "byte", "bytes")}`,
    onDisk: "On disk",
    inside: "Inside",
    insideOf: (files: number, folders: number) =>
      `${counted(files, "file", "files")}, ${counted(folders, "folder", "folders")}`,
    mtime: "Modified",
    ctime: "Changed",
    btime: "Made",
    links: "Names it has",
    filesystem: "Filesystem",
    access: "Who may do what",
    mode: "Mode",
    modeHint: "755, or u+x,go-w",
    user: "Owner",
    group: "Group",
    recursive: "Also what is inside",
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
    patternHint: "A part of it, or a glob such as *.jpg",
    kinds: "Find",
    kindsAre: [
      ["both", "Files and folders"],
      ["files", "Files"],
      ["directories", "Folders"],
    ] satisfies [FindKinds, string][],
    larger: "At least",
    smaller: "At most",
    sizeHint: "as 500 kB or 2 GB",
    days: "Changed within days",
    hidden: "Hidden files, too",
    gitignore: "Leave out what .gitignore names",
    badSize: "A size, as 500 kB or 2 GB",
    badDays: "A number of days",
    do: "Find",
  },

  marks: {
    mark: "Mark by name",
    unmark: "Unmark by name",
    pattern: "Names",
    hint: "A part of a name, or a glob such as *.jpg",
    markDo: "Mark",
    unmarkDo: "Unmark",
  },

  limit: {
    ofJob: (name: string) => `Limit ${name}`,
    ofAll: "Limit all jobs together",
    presets: "At most",
    none: "No limit",
    other: "Another speed",
    otherHint: "as 20 MB/s or 500 kB/s",
    bad: "A speed, as 20 MB/s or 500 kB/s",
    do: "Limit",
  },

  cancelJob: {
    title: (verb: Verb, name: string) => `End ${gerund[verb]} ${name}`,
    done: (n: number) => `${counted(n, "item is", "items are")} done and stay as they are.`,
    nothing: "Nothing is done so far.",
    flight: (n: number) => `${counted(n, "file that is", "files that are")} half there go.`,
    keep: "Let it go on",
    do: "End it",
  },

  undoJob: {
    title: ({ verb, first, sources }: UndoAsk) =>
      `Undo ${NOUN[verb]} of ${sources > 1 ? items(sources) : first.text}?`,
    copies: (n: number) => `${counted(n, "copy goes", "copies go")} to the trash.`,
    back: (n: number) => `${counted(n, "item goes", "items go")} back to where it was.`,
    replaced: (n: number) => `${counted(n, "replaced file comes", "replaced files come")} back.`,
    lost: (n: number) =>
      `${counted(n, "replaced file", "replaced files")} cannot come back: the old content was not kept.`,
    changed: "Items that changed since stay as they are.",
    do: "Undo",
    stay: "Cancel",
  },

  preferences: {
    title: "Preferences",
    theme: "Theme",
    themes: [
      ["system", "As the system"],
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
      ["copy", "Copy at once"],
      ["move", "Move at once"],
      ["link", "Link at once"],
    ] satisfies [DropRule, string][],
    notifications: "Notifications of long jobs and questions",
    mistakes: "In your configuration",
  },

  quit: {
    title: (n: number) => `Quit while ${counted(n, "job is", "jobs are")} not over`,
    note: (n: number) =>
      `${n === 1 ? "It" : "They"} can go on without a window, or wait for the next time.`,
    handOn: (n: number) => `Let ${them(n)} go on`,
    pause: (n: number) => `Pause ${them(n)}`,
    cancel: (n: number) => `End ${them(n)}`,
    stay: "Stay",
  },
};

const them = (n: number) => (n === 1 ? "it" : "them");

const gerund: Record<Verb, string> = {
  copy: "copying",
  move: "moving",
  delete: "deleting",
  trash: "trashing",
  restore: "restoring",
  undo: "undoing",
  verify: "verifying",
};
