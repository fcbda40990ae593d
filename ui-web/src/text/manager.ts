import type { PanelSubject } from "../bindings/desktop/PanelSubject";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PlaceKind } from "../bindings/desktop/PlaceKind";
import type { Section } from "../bindings/desktop/Section";
import * as format from "../model/format";
import { tr } from "./tr";

type Found = Extract<PanelSubject, { of: "found" }>;

/** Says what a search looks for. */
function sought({ pattern, contains }: Found): string {
  if (!contains) return pattern;
  return pattern
    ? tr("window-manager-sought-in", { contains, pattern })
    : tr("window-manager-sought", { contains });
}

/** Counts what a search has looked at: files where it looks for text, else all entries. */
function among({ contains, progress }: Found): string {
  return contains ? format.files(progress.among) : format.items(progress.among);
}

/** Says what a search could not read. */
function unread({ progress: { unlisted, unread } }: Found): string {
  const folders = unlisted > 0 && format.folders(unlisted);
  const files = unread > 0 && format.files(unread);
  if (folders && files) return tr("window-manager-unread-both", { folders, files });
  const what = folders || files;
  return what ? tr("window-manager-unread", { what }) : "";
}

/** Words of the manager. */
export const manager = {
  toolbar: tr("window-manager-toolbar"),
  view: tr("window-manager-view"),
  list: tr("window-manager-list"),
  grid: tr("window-manager-grid"),
  more: tr("window-manager-more"),
  copy: tr("window-manager-copy"),
  move: tr("window-manager-move"),
  rename: tr("window-manager-rename"),
  newFolder: tr("window-manager-new-folder"),
  trash: tr("window-manager-trash"),
  verify: tr("window-manager-verify"),
  putBack: tr("window-manager-put-back"),
  emptyTrash: tr("window-manager-empty-trash"),
  deleteForGood: tr("window-manager-delete-for-good"),
  tooNarrow: tr("window-manager-too-narrow"),
  findOrRun: tr("window-manager-find-or-run"),

  places: tr("window-manager-places"),
  sections: {
    places: tr("window-manager-sections-places"),
    devices: tr("window-manager-sections-devices"),
    bookmarks: tr("window-manager-sections-bookmarks"),
  } satisfies Record<Section, string>,
  /** Names of places that are the same on every machine; others have their own. */
  placeNames: {
    home: tr("window-manager-place-names-home"),
    documents: tr("window-manager-place-names-documents"),
    downloads: tr("window-manager-place-names-downloads"),
    pictures: tr("window-manager-place-names-pictures"),
    music: tr("window-manager-place-names-music"),
    videos: tr("window-manager-place-names-videos"),
    desktop: tr("window-manager-place-names-desktop"),
    trash: tr("window-manager-place-names-trash"),
    system: tr("window-manager-place-names-system"),
  } satisfies Partial<Record<PlaceKind, string>>,
  free: (bytes: number) => tr("window-manager-free", { size: format.size(bytes) }),
  used: (free: number, size: number) =>
    tr("window-manager-used", { free: format.size(free), size: format.size(size) }),
  addBookmark: tr("window-manager-add-bookmark"),
  removeBookmark: (name: string) => tr("window-manager-remove-bookmark", { name }),

  panel: (side: PanelSide, folder: string) => tr("window-manager-panel", { side, folder }),
  loadingPanel: tr("window-manager-loading-panel"),
  tabs: (side: PanelSide) => tr("window-manager-tabs", { side }),
  newTab: tr("window-manager-new-tab"),
  closeTab: (name: string) => tr("window-manager-close-tab", { name }),
  path: (side: PanelSide) => tr("window-manager-path", { side }),
  goTo: tr("window-manager-go-to"),
  filter: tr("window-manager-filter"),
  filtered: (text: string) => tr("window-manager-filtered", { text }),
  endFilter: tr("window-manager-end-filter"),
  filterHint: tr("window-manager-filter-hint"),
  search: tr("window-manager-search"),
  searchHint: tr("window-manager-search-hint"),
  close: tr("window-manager-close"),
  completions: tr("window-manager-completions"),

  columns: {
    name: tr("window-manager-column-name"),
    line: tr("window-manager-column-line"),
    width: (column: string) => tr("window-columns-width", { column }),
    widthHint: tr("window-columns-width-hint"),
  },
  mark: tr("window-manager-mark"),
  up: tr("window-manager-up"),
  leadsTo: (target: string) => `→ ${target}`,
  written: (percent: number) => format.percent(percent),
  writing: tr("window-manager-writing"),
  renameTo: (name: string) => tr("window-manager-rename-to", { name }),

  marked: (count: number) => tr("window-manager-marked", { shown: format.count(count) }),
  notShown: (count: number) => tr("count-not-shown", { shown: format.count(count) }),
  markedBytes: (bytes: number) => tr("window-manager-marked-bytes", { size: format.size(bytes) }),
  items: (shown: number, total: number) =>
    shown === total ? format.items(total) : format.itemsOf(shown, total),
  polled: tr("window-manager-polled"),
  sought,
  finding: (count: number, subject: Found) =>
    tr("window-manager-finding", {
      sought: sought(subject),
      among: among(subject),
      shown: format.count(count),
    }),
  found: (count: number, subject: Found) => {
    const { full, stopped } = subject.progress;
    const hits = tr("window-manager-hits", {
      count,
      shown: format.count(count),
      sought: sought(subject),
      among: among(subject),
    });
    const more = full ? tr("window-manager-hits-more", { hits }) : hits;
    const left = unread(subject);
    const all = left ? tr("window-manager-hits-unread", { hits: more, unread: left }) : more;
    return stopped ? tr("window-manager-hits-stopped", { hits: all }) : all;
  },
  lineAt: (line: number) => tr("window-manager-line-at", { shown: format.count(line) }),
  linesFound: (count: number, more: boolean) =>
    tr(more ? "window-manager-lines-found-more" : "window-manager-lines-found", {
      shown: format.count(count),
    }),
  stopFinding: tr("window-manager-stop-finding"),
  connecting: (machine: string) => tr("window-manager-connecting", { machine }),
  stopConnecting: tr("window-manager-stop-finding"),
  onMachine: (folder: string, machine: string) =>
    tr("window-manager-on-machine", { folder, machine }),
  farFolder: tr("window-manager-far-folder"),

  empty: tr("window-manager-empty"),
  emptyHint: (side: PanelSide) => tr("window-manager-empty-hint", { side }),
  emptyAlone: tr("window-manager-empty-alone"),
  paste: tr("window-manager-paste"),
  noneMatch: tr("window-manager-none-match"),
  allHidden: tr("window-manager-all-hidden"),
  showHidden: tr("window-manager-show-hidden"),
  nothingFound: tr("window-manager-nothing-found"),
  nothingFoundHint: ({ contains }: Found) =>
    contains ? tr("window-manager-nothing-found-text") : tr("window-manager-nothing-found-name"),
  stillFinding: tr("window-manager-still-finding"),
  trashSize: (shown: number, bytes: number) =>
    tr("window-manager-trash-size", { items: format.items(shown), size: format.size(bytes) }),
  trashEmpty: tr("window-manager-trash-empty"),
  listing: tr("window-manager-listing"),
  failed: tr("window-manager-failed"),
  errno: (errno: number) => `${errno}`,
  retry: tr("window-manager-retry"),
  goUp: tr("window-manager-go-up"),

  preview: tr("window-manager-preview"),
  nothingToPreview: tr("window-manager-nothing-to-preview"),
  noPreview: tr("window-manager-no-preview"),
  emptyFolder: tr("window-manager-empty-folder"),
  moreNames: (count: number) => tr("window-manager-more-names", { shown: format.count(count) }),
  previewCut: tr("window-manager-preview-cut"),
  previewAround: (line: number) =>
    tr("window-manager-preview-around", { shown: format.count(line) }),
  dimensions: tr("window-manager-dimensions"),
  pixels: (width: number, height: number) =>
    tr("window-manager-pixels", { width: format.count(width), height: format.count(height) }),
  size: tr("window-manager-size"),
  modified: tr("window-manager-modified"),
  inFolder: tr("window-manager-in-folder"),
  open: tr("window-manager-open"),
  properties: tr("window-manager-properties"),
  thumbnail: (name: string) => tr("window-manager-thumbnail", { name }),

  split: tr("window-manager-split"),
  status: tr("window-manager-status"),
  progress: tr("window-manager-progress"),
  working: (count: number) => tr("window-manager-working", { shown: format.count(count) }),
  paused: (count: number) => tr("window-manager-paused", { shown: format.count(count) }),
  queued: (count: number) => tr("window-manager-queued", { shown: format.count(count) }),
  needYou: (count: number) => tr("window-manager-need-you", { shown: format.count(count) }),
  failedItems: (count: number) => tr("window-manager-failed-items", { shown: format.count(count) }),
  changing: tr("window-manager-changing"),
  cancel: tr("window-manager-cancel"),
  nothingRunning: tr("window-manager-nothing-running"),
  limited: (rate: number) => tr("window-manager-limited", { rate: format.rate(rate) }),
  hints: {
    "switch-panel": tr("window-manager-hints-switch-panel"),
    mark: tr("window-manager-hints-mark"),
    jobs: tr("window-manager-hints-jobs"),
    help: tr("window-manager-hints-help"),
  },
  menu: tr("window-manager-menu"),
  menus: {
    openTab: tr("window-manager-menus-open-tab"),
    openOther: tr("window-manager-menus-open-other"),
    eject: tr("window-manager-menus-eject"),
    removeBookmark: tr("window-manager-menus-remove-bookmark"),
    closeTab: tr("window-manager-menus-close-tab"),
    closeOthers: tr("window-manager-menus-close-others"),
    foldersFirst: tr("window-manager-menus-folders-first"),
    descending: tr("window-manager-menus-descending"),
  },
  error: (folder: string, why: string) => tr("window-manager-error", { folder, why }),
};
