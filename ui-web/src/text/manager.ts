import type { PanelSubject } from "../bindings/desktop/PanelSubject";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PlaceKind } from "../bindings/desktop/PlaceKind";
import type { Section } from "../bindings/desktop/Section";
import * as format from "../model/format";

const side: Record<PanelSide, string> = { left: "left", right: "right" };

type Found = Extract<PanelSubject, { of: "found" }>;

/** Says what a search looks for. */
function sought({ pattern, contains }: Found): string {
  if (!contains) return pattern;
  return pattern ? `“${contains}” in ${pattern}` : `“${contains}”`;
}

/** Counts what a search has looked at: files where it looks for text, else all entries. */
function among({ contains, progress }: Found): string {
  return contains ? format.counted(progress.among, "file", "files") : format.items(progress.among);
}

/** Says what a search could not read. */
function unread({ progress: { unlisted, unread } }: Found): string {
  const parts = [
    ...(unlisted > 0 ? [format.counted(unlisted, "folder", "folders")] : []),
    ...(unread > 0 ? [format.counted(unread, "file", "files")] : []),
  ];
  return parts.length > 0 ? `; ${parts.join(" and ")} could not be read` : "";
}

/** Words of the manager. */
export const manager = {
  toolbar: "Actions",
  view: "View",
  list: "List",
  grid: "Grid",
  more: "More actions",
  copy: "Copy",
  move: "Move",
  rename: "Rename",
  newFolder: "New folder",
  trash: "Trash",
  verify: "Verify",
  putBack: "Restore",
  deleteForGood: "Delete permanently",
  tooNarrow: "This window is too narrow for it.",
  findOrRun: "Find or run",

  places: "Places",
  sections: {
    places: "Places",
    devices: "Devices",
    bookmarks: "Bookmarks",
  } satisfies Record<Section, string>,
  /** Names of places that are the same on every machine; others have their own. */
  placeNames: {
    home: "Home",
    documents: "Documents",
    downloads: "Downloads",
    pictures: "Pictures",
    music: "Music",
    videos: "Videos",
    desktop: "Desktop",
    trash: "Trash",
    system: "System",
  } satisfies Partial<Record<PlaceKind, string>>,
  free: (bytes: number) => `${format.size(bytes)} free`,
  used: (free: number, size: number) => `${format.size(free)} free of ${format.size(size)}`,
  addBookmark: "Add bookmark",
  removeBookmark: (name: string) => `Remove bookmark ${name}`,

  panel: (of: PanelSide, folder: string) => `${folder}, ${side[of]} panel`,
  loadingPanel: "Loading",
  tabs: (of: PanelSide) => `Tabs of the ${side[of]} panel`,
  newTab: "New tab",
  closeTab: (name: string) => `Close the tab ${name}`,
  path: (of: PanelSide) => `Path of the ${side[of]} panel`,
  goTo: "Go to a path",
  filter: "Filter",
  filtered: (text: string) => `Filter: ${text}`,
  endFilter: "Clear filter",
  filterHint: "Part of the name, or *.jpg",
  search: "Search in this folder",
  searchHint: "Jumps to the next match",
  close: "Close",
  completions: "Folders",

  columns: { name: "Name", size: "Size", time: "Modified", line: "Line" },
  mark: "Mark",
  up: "Parent folder",
  leadsTo: (target: string) => `→ ${target}`,
  written: (percent: number) => format.percent(percent),
  writing: "Copying here",
  renameTo: (name: string) => `New name for ${name}`,

  marked: (count: number) => `${format.count(count)} marked`,
  markedBytes: (bytes: number) => `, ${format.size(bytes)}`,
  items: (shown: number, total: number) =>
    shown === total ? format.items(total) : format.itemsOf(shown, total),
  polled: "No live updates here; checked every 2 seconds",
  sought,
  finding: (count: number, subject: Found) =>
    `Searching for ${sought(subject)}: ${among(subject)}, ${format.count(count)} found`,
  found: (count: number, subject: Found) => {
    const { full, stopped } = subject.progress;
    const hits = `${format.counted(count, "hit", "hits")} for ${sought(subject)}`;
    const more = full ? "; stopped here, there may be more" : "";
    const all = `${hits} among ${among(subject)}${more}${unread(subject)}`;
    return stopped ? `Stopped: ${all}` : all;
  },
  lineAt: (line: number) => `Line ${format.count(line)}`,
  linesFound: (count: number, more: boolean) => `${format.count(count)}${more ? "+" : ""} lines`,
  stopFinding: "Stop",

  empty: "This folder is empty",
  emptyHint: (from: PanelSide) => `Drop files here, or mark some on the ${side[from]} and press `,
  emptyAlone: "Drop files here, or paste some with ",
  paste: "Paste",
  noneMatch: "Nothing matches the filter",
  allHidden: "Only hidden files here",
  showHidden: "Show hidden files",
  nothingFound: "Nothing found",
  nothingFoundHint: ({ contains }: Found) =>
    contains
      ? "Try a shorter text; files that are no text are not searched"
      : "Try a shorter part of the name, or a pattern such as *.jpg",
  stillFinding: "Searching",
  trashEmpty: "The trash is empty",
  listing: "Loading",
  failed: "This folder cannot be opened",
  errno: (errno: number) => `${errno}`,
  retry: "Try again",
  goUp: "Go up",

  preview: "Preview",
  nothingToPreview: "Select a file to preview it",
  noPreview: "No preview for this file",
  emptyFolder: "Empty folder",
  moreNames: (count: number) => `and ${format.count(count)} more`,
  previewCut: "The beginning",
  previewAround: (line: number) => `Around line ${format.count(line)}`,
  dimensions: "Dimensions",
  pixels: (width: number, height: number) => `${format.count(width)} × ${format.count(height)} px`,
  size: "Size",
  modified: "Modified",
  inFolder: "Items",
  open: "Open",
  properties: "Properties",
  thumbnail: (name: string) => `Picture of ${name}`,

  split: "Width of the left panel",
  status: "Status",
  progress: "Progress of all jobs",
  working: (count: number) => `${format.count(count)} working`,
  heldUp: (count: number) => `${format.count(count)} waiting for you`,
  paused: (count: number) => `${format.count(count)} paused`,
  queued: (count: number) => `${format.count(count)} queued`,
  needYou: (count: number) => `Needs you: ${format.count(count)}`,
  failedItems: (count: number) => `${format.count(count)} failed`,
  nothingRunning: "Nothing running",
  limited: (rate: number) => `Limit ${format.rate(rate)}`,
  hints: {
    "switch-panel": "other panel",
    mark: "mark",
    jobs: "jobs",
    help: "all keys",
  },
  menu: "Actions",
  menus: {
    openTab: "Open in a new tab",
    openOther: "Open in the other panel",
    eject: "Eject",
    removeBookmark: "Remove bookmark",
    closeTab: "Close",
    closeOthers: "Close others",
    foldersFirst: "Folders first",
    descending: "Reverse order",
  },
  error: (folder: string, why: string) => `${folder}: ${why}`,
};
