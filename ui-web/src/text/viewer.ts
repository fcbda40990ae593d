import type { ViewerAbout } from "../bindings/desktop/ViewerAbout";
import type { ViewerFound } from "../bindings/desktop/ViewerFound";
import type { ViewerMode } from "../bindings/desktop/ViewerMode";
import type { ViewerAction } from "../model/viewer";
import { count, size } from "../model/format";
import { tr } from "./tr";

/** Words of the viewer. */
export const viewer = {
  label: (name: string) => tr("window-viewer-label", { name }),
  text: (name: string) => tr("window-viewer-text", { name }),
  loading: tr("window-viewer-loading"),
  find: tr("window-viewer-find"),
  findHint: tr("window-viewer-find-hint"),
  next: tr("window-viewer-next"),
  previous: tr("window-viewer-previous"),
  go: tr("window-viewer-go"),
  goHint: tr("window-viewer-go-hint"),
  mode: tr("window-viewer-mode"),
  modes: [
    ["auto", tr("window-viewer-modes-auto")],
    ["bytes", tr("window-viewer-modes-bytes")],
    ["windows1252", "Windows-1252"],
    ["latin1", "ISO 8859-1"],
    ["utf8", "UTF-8"],
    ["utf16le", "UTF-16 LE"],
    ["utf16be", "UTF-16 BE"],
    ["utf32le", "UTF-32 LE"],
    ["utf32be", "UTF-32 BE"],
  ] satisfies [ViewerMode, string][],
  wrap: tr("window-viewer-wrap"),
  numbers: tr("window-viewer-numbers"),
  follow: tr("window-viewer-follow"),
  open: tr("window-viewer-open"),
  close: tr("window-viewer-close"),
  position: tr("window-viewer-position"),
  picture: (name: string) => tr("window-viewer-picture", { name }),
  withKey: (label: string, key: string | undefined) => (key ? `${label} (${key})` : label),

  /** What keys do, for the list of all keys. */
  keys: tr("window-viewer-keys"),
  actions: {
    escape: tr("window-viewer-actions-escape"),
    up: tr("window-viewer-actions-up"),
    down: tr("window-viewer-actions-down"),
    "page-up": tr("window-viewer-actions-page-up"),
    "page-down": tr("window-viewer-actions-page-down"),
    "half-page-up": tr("window-viewer-actions-half-page-up"),
    "half-page-down": tr("window-viewer-actions-half-page-down"),
    first: tr("window-viewer-actions-first"),
    last: tr("window-viewer-actions-last"),
    "viewer-close": tr("window-viewer-actions-viewer-close"),
    "viewer-edit": tr("window-viewer-actions-viewer-edit"),
    "viewer-find": tr("window-viewer-actions-viewer-find"),
    "viewer-find-back": tr("window-viewer-actions-viewer-find-back"),
    "viewer-find-next": tr("window-viewer-actions-viewer-find-next"),
    "viewer-find-previous": tr("window-viewer-actions-viewer-find-previous"),
    "viewer-follow": tr("window-viewer-actions-viewer-follow"),
    "viewer-go-to": tr("window-viewer-actions-viewer-go-to"),
    "viewer-hex": tr("window-viewer-actions-viewer-hex"),
    "viewer-left": tr("window-viewer-actions-viewer-left"),
    "viewer-next": tr("window-viewer-actions-viewer-next"),
    "viewer-numbers": tr("window-viewer-actions-viewer-numbers"),
    "viewer-preview": tr("window-viewer-actions-viewer-preview"),
    "viewer-previous": tr("window-viewer-actions-viewer-previous"),
    "viewer-reload": tr("window-viewer-actions-viewer-reload"),
    "viewer-right": tr("window-viewer-actions-viewer-right"),
    "viewer-encoding": tr("window-viewer-actions-viewer-encoding"),
    "viewer-wrap": tr("window-viewer-actions-viewer-wrap"),
  } satisfies Record<ViewerAction, string>,

  /** `Rust, UTF-8, 12.4 kB, 310 lines`. */
  about: ({ kind, facts, size: bytes, lines }: ViewerAbout) =>
    [
      kind,
      ...facts,
      ...(bytes === null ? [] : [size(bytes)]),
      ...(lines === null ? [] : [tr("window-viewer-lines", { count: lines, shown: count(lines) })]),
    ].join(", "),

  /** Where the search ended. */
  found: (found: ViewerFound) => {
    if (found.found === "nothing") return tr("window-viewer-not-found");
    const where =
      found.line === null
        ? null
        : tr("window-viewer-found-where", { line: count(found.line), column: `${found.column}` });
    const which =
      found.nth === null
        ? null
        : tr("window-viewer-found-which", { nth: count(found.nth), all: count(found.of ?? 0) });
    const all = [which, where, found.wrapped ? tr("window-viewer-found-wrapped") : null];
    const said = all.filter((part) => part !== null).join(", ");
    return said ? said[0]!.toUpperCase() + said.slice(1) : tr("window-viewer-found");
  },
  searching: tr("window-viewer-searching"),
  stopped: tr("window-viewer-search-stopped"),
  lastFile: tr("window-viewer-last-file"),
  firstFile: tr("window-viewer-first-file"),
};
