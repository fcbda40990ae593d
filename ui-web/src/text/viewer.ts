import type { ViewerAbout } from "../bindings/desktop/ViewerAbout";
import type { ViewerFound } from "../bindings/desktop/ViewerFound";
import type { ViewerMode } from "../bindings/desktop/ViewerMode";
import type { ViewerAction } from "../model/viewer";
import { count, counted, size } from "../model/format";

/** Words of the viewer. */
export const viewer = {
  label: (name: string) => `View ${name}`,
  text: (name: string) => `Content of ${name}`,
  loading: "Loading",
  find: "Find",
  findHint: "Text, or bytes as x:DEADBEEF",
  next: "Next match",
  previous: "Previous match",
  go: "Go to",
  goHint: "Line, 50% or 0x1F00",
  mode: "Show as",
  modes: [
    ["auto", "Detected"],
    ["bytes", "Bytes"],
    ["utf8", "UTF-8"],
    ["utf16le", "UTF-16 LE"],
    ["utf16be", "UTF-16 BE"],
    ["latin1", "ISO 8859-1"],
  ] satisfies [ViewerMode, string][],
  wrap: "Wrap lines",
  numbers: "Line numbers",
  follow: "Follow new lines",
  open: "Open with the default program",
  close: "Close",
  position: "Position in the file",
  picture: (name: string) => `Picture ${name}`,
  withKey: (label: string, key: string | undefined) => (key ? `${label} (${key})` : label),

  /** What keys do, for the list of all keys. */
  keys: "In the viewer",
  actions: {
    escape: "Close",
    up: "One line up",
    down: "One line down",
    "page-up": "One page up",
    "page-down": "One page down",
    "half-page-up": "Half a page up",
    "half-page-down": "Half a page down",
    first: "To the beginning",
    last: "To the end",
    "viewer-close": "Close",
    "viewer-edit": "Open with the default program",
    "viewer-find": "Find",
    "viewer-find-back": "Find",
    "viewer-find-next": "Next match",
    "viewer-find-previous": "Previous match",
    "viewer-follow": "Follow new lines",
    "viewer-go-to": "Go to a line or a byte",
    "viewer-hex": "Show as bytes or as text",
    "viewer-left": "To the left",
    "viewer-next": "Next file",
    "viewer-numbers": "Line numbers",
    "viewer-preview": "Close, and show the preview",
    "viewer-previous": "Previous file",
    "viewer-right": "To the right",
    "viewer-wrap": "Wrap lines",
  } satisfies Record<ViewerAction, string>,

  /** `Rust, UTF-8, 12.4 kB, 310 lines`. */
  about: ({ kind, facts, size: bytes, lines }: ViewerAbout) =>
    [
      kind,
      ...facts,
      ...(bytes === null ? [] : [size(bytes)]),
      ...(lines === null ? [] : [counted(lines, "line", "lines")]),
    ].join(", "),

  /** Where the search ended. */
  found: (found: ViewerFound) => {
    if (found.found === "nothing") return "Not found";
    const where = found.line === null ? null : `line ${count(found.line)}, column ${found.column}`;
    const which =
      found.nth === null ? null : `match ${count(found.nth)} of ${count(found.of ?? 0)}`;
    const all = [which, where, found.wrapped ? "continued from the other end" : null];
    const said = all.filter((part) => part !== null).join(", ");
    return said ? said[0]!.toUpperCase() + said.slice(1) : "Found";
  },
  searching: "Searching",
  lastFile: "This is the last file of the panel",
  firstFile: "This is the first file of the panel",
};
