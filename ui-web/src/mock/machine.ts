// The made-up machine behind the page: its panels, jobs and settings as the scene begins them, and what it tells.

import type { Notice } from "../bindings/desktop/Notice";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PlaceState } from "../bindings/desktop/PlaceState";
import type { Preferences } from "../bindings/desktop/Preferences";
import type { Update } from "../bindings/desktop/Update";

import commander from "../../../assets/keymaps/commander.toml?raw";

import { Checksums } from "./checksums";
import { MockComparison } from "./comparison";
import { MockDiff } from "./diff";
import { MockElevation } from "./elevation";
import { Jobs } from "./jobs";
import { MockKeys } from "./keys";
import { Panel } from "./panel";
import { Plans } from "./plans";
import { Questions } from "./questions";
import { preferences as usual } from "./samples";
import { SCENES } from "./scenes";
import { archive, home, name } from "./tree";
import { Viewer } from "./viewer";

const query = new URLSearchParams(location.search);
/** What the page is opened with. */
export const scene = (SCENES[query.get("scene") ?? "manager"] ?? SCENES.manager!)();
/** Whether the clock stands still. */
export const isStill = query.has("still");
export const keys = new MockKeys(keymap(commander));

let listener: (update: Update) => void = () => {};

/** Takes the function that receives updates. */
export function listen(told: (update: Update) => void): void {
  listener = told;
}

/** Tells an update. */
export function tell(update: Update): void {
  listener(update);
}

export const panels: Record<PanelSide, Panel> = {
  left: new Panel("left", scene.left, home.children[3]!),
  right: new Panel("right", archive, home),
};
export const jobs = new Jobs(scene.jobs);
export const questions = new Questions(scene.questions);
export const plans = new Plans(panels);
export const comparison = new MockComparison();
export const checksums = new Checksums(
  (state) => tell({ type: "checksum", ...state }),
  isStill ? 0 : 1500,
);
export const diff = new MockDiff((state) => tell({ type: "diff", ...state }));
export const elevation = new MockElevation(
  (state) => tell({ type: "elevation", ...state }),
  isStill ? 0 : 1500,
);
export const viewer = new Viewer((state) => tell({ type: "viewer", ...state }));

const places: PlaceState[] = (
  [
    ["places", "home", "ines", null, null],
    ["places", "documents", "Documents", null, null],
    ["places", "downloads", "Downloads", null, null],
    ["places", "pictures", "Pictures", null, null],
    ["places", "trash", "Trash", null, null],
    ["devices", "disk", "System", 612e9, 1.9e12],
    ["devices", "removable", "Backup SSD", 931e9, 2e12],
    ["devices", "network", "Studio NAS", 6.2e12, 12e12],
    ["bookmarks", "bookmark", "Archive", null, null],
    ["bookmarks", "bookmark", "Invoices", null, null],
  ] as const
).map(([section, kind, text, free, size], id) => ({
  id,
  section,
  kind,
  name: name(text),
  free,
  size,
  filesystem: size === null ? "" : "btrfs",
}));

const preferences: Preferences = {
  ...usual,
  drawer: 340,
  ...scene.preferences,
  theme: query.get("theme") === "dark" ? "dark" : "light",
};

/** What commands change as a whole. */
export const settings = { preferences, places };

/** The finished jobs. */
export const HISTORY = SCENES.states!()
  .jobs.filter(({ state }) => state.stage === "finished")
  .map(({ state }) => state);

/** Tells the jobs and their questions. */
export function tellJobs(): void {
  tell({ type: "jobs", ...jobs.change() });
  tell({ type: "questions", ...questions.state() });
}

/** Tells both panels. */
export function tellPanels(): null {
  tell({ type: "panel", ...panels.left.state() });
  tell({ type: "panel", ...panels.right.state() });
  return null;
}

/** Tells a notice. */
export function note(
  code: Notice["code"],
  tone: Notice["tone"] = "good",
  more: Partial<Notice> = {},
): null {
  const nothing = { name: null, count: null, job: null, error: null, detail: null, undo: false };
  tell({ type: "notice", tone, code, ...nothing, ...more });
  return null;
}

/** Lists the folders of both panels again. */
export function listAgain(): null {
  panels.left.list();
  panels.right.list();
  return tellPanels();
}

/** Reads the keys of a preset. */
function keymap(toml: string) {
  const section = (title: string) =>
    [...(toml.split(`[${title}]`)[1]?.split(/^\[/m)[0] ?? "").matchAll(/^"(.*?)" = "(.*?)"/gm)].map(
      ([, key, action]): [string, string] => [key!.replace("\\\\", "\\"), action!],
    );
  return {
    preset: "commander",
    typing: "search",
    panels: section("panels"),
    jobs: section("jobs"),
    viewer: section("viewer"),
    commands: [["alt-w", "Word count"] satisfies [string, string]],
  };
}
