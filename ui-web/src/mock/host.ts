// Replaces `../host.ts` where the page runs in a browser without the program: the same exports, fake data.
//
// `?scene=` chooses what is shown, `?theme=dark` how, and `?still` stops the clock.

import type { Notice } from "../bindings/desktop/Notice";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PlaceState } from "../bindings/desktop/PlaceState";
import type { Preferences } from "../bindings/desktop/Preferences";
import type { Refusal } from "../bindings/desktop/Refusal";
import type { Update } from "../bindings/desktop/Update";
import type { View } from "../bindings/desktop/View";
import type { Commands } from "../model/commands";

import commander from "../../../assets/keymaps/commander.toml?raw";

import { checkGranted } from "./granted";
import { checkName, checkPlan, checkStart, gone, not, stale } from "./refusals";
import { MockComparison } from "./comparison";
import { Checksums } from "./checksums";
import { MockKeys } from "./keys";
import { MockDiff } from "./diff";
import { MockElevation } from "./elevation";
import { completed, preview, properties, renamed } from "./facts";
import { Jobs } from "./jobs";
import { Panel } from "./panel";
import { Plans } from "./plans";
import { Questions } from "./questions";
import { preferences as usual } from "./samples";
import { SCENES } from "./scenes";
import { archive, entry, file, fjord, folder, home, name, put, type Node } from "./tree";
import { Viewer } from "./viewer";

const query = new URLSearchParams(location.search);
const scene = (SCENES[query.get("scene") ?? "manager"] ?? SCENES.manager!)();
const isStill = query.has("still");
const keys = new MockKeys(keymap(commander));

let tell: (update: Update) => void = () => {};
let preferences: Preferences = {
  ...usual,
  drawer: 340,
  ...scene.preferences,
  theme: query.get("theme") === "dark" ? "dark" : "light",
};

const panels: Record<PanelSide, Panel> = {
  left: new Panel("left", scene.left, home.children[3]!),
  right: new Panel("right", archive, home),
};
const jobs = new Jobs(scene.jobs);
const questions = new Questions(scene.questions);
const plans = new Plans(panels);
const comparison = new MockComparison();
const checksums = new Checksums(
  (state) => tell({ type: "checksum", ...state }),
  isStill ? 0 : 1500,
);
const diff = new MockDiff((state) => tell({ type: "diff", ...state }));
const elevation = new MockElevation(
  (state) => tell({ type: "elevation", ...state }),
  isStill ? 0 : 1500,
);
const viewer = new Viewer((state) => tell({ type: "viewer", ...state }));

/** The window this page is in: the compact copier, or the manager. */
export const view: View = scene.view;

/** Begins to tell what the scene shows. */
export async function subscribe(told: (update: Update) => void): Promise<void> {
  tell = told;
  const launched = plans.make("copy", { items: "clipboard" }, { target: "unknown" });
  tell({
    type: "hello",
    view,
    version: "0.0.0",
    preferences,
    keymap: keys.keymap(),
    mistakes: [],
    plan: view === "copier" ? launched.plan : null,
  });
  if (view === "copier") tell({ type: "plan", ...launched });
  if (scene.left === fjord) {
    const marked = ["Drone", "Selects", "DSC_4409.NEF", "DSC_4410.NEF"];
    const nodes = fjord.children.filter((node) => marked.includes(node.name.text));
    panels.left.only(nodes);
    panels.left.stand(nodes[3]!);
  }
  tell({ type: "panel", ...panels.left.state() });
  tell({ type: "panel", ...panels.right.state() });
  tell({ type: "places", places });
  tellJobs();
  if (scene.drag) tell({ type: "drag", drag: scene.drag });
  if (scene.notice) tell({ type: "notice", ...scene.notice });
  if (!isStill) {
    setInterval(() => {
      jobs.tick();
      tellJobs();
    }, 250);
  }
}

/** Carries out a command, as the program would. */
export async function call<Name extends keyof Commands>(
  command: Name,
  args: Commands[Name]["args"],
): Promise<Commands[Name]["result"]> {
  checkGranted(command);
  const answer = ANSWERS[command];
  return structuredClone(answer(args));
}

/** Gives the address of a thumbnail: hills under a sky, others for each id. */
export function thumb(id: number): string {
  const hue = (id * 47) % 360;
  const hills = [70, 90].map(
    (top, n) =>
      `<path fill="hsl(${hue} 35% ${45 - n * 20}%)" d="M0 ${top}l40-${18 + (id % 9)} 50 14 40-22 62 30v60H0z"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 128"><rect width="192" height="128" fill="hsl(${hue} 60% 80%)"/><circle cx="${60 + (id % 70)}" cy="36" r="12" fill="#fff6d8"/>${hills.join("")}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Reads what a rejected {@link call} says. */
export function refusal(error: unknown): Refusal {
  if (typeof error === "object" && error !== null && "why" in error) return error as Refusal;
  return { why: "not", text: String(error) };
}

let places: PlaceState[] = (
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

function tellJobs(): void {
  tell({ type: "jobs", ...jobs.change() });
  tell({ type: "questions", ...questions.state() });
}

function tellPanels(): null {
  tell({ type: "panel", ...panels.left.state() });
  tell({ type: "panel", ...panels.right.state() });
  return null;
}

function note(
  code: Notice["code"],
  tone: Notice["tone"] = "good",
  more: Partial<Notice> = {},
): null {
  const nothing = { name: null, count: null, job: null, error: null, detail: null, undo: false };
  tell({ type: "notice", tone, code, ...nothing, ...more });
  return null;
}

function listAgain(): null {
  panels.left.list();
  panels.right.list();
  return tellPanels();
}

function answered(count: () => number): number {
  const done = count();
  jobs.wait(scene.questions[0]?.job ?? 1, questions.state().count);
  tellJobs();
  return done;
}

type Answers = {
  [Name in keyof Commands]: (args: Commands[Name]["args"]) => Commands[Name]["result"];
};

/** What each command does here; exported so that a test can compare it with what the program grants. */
export const ANSWERS: Answers = {
  panel: ({ side, ask }) => {
    panels[side].check(ask);
    panels[side].ask(ask);
    tell({ type: "panel", ...panels[side].state() });
    return null;
  },
  panels: ({ ask }) => {
    switch (ask.ask) {
      case "swap": {
        const { left, right } = panels;
        const folder = left.folder;
        left.enter(right.folder);
        right.enter(folder);
        break;
      }
      case "equal":
        panels[ask.side === "left" ? "right" : "left"].enter(panels[ask.side].folder);
        break;
      case "compare":
        note("compared", "plain", { count: 2 });
        break;
      case "focus":
      case "bookmark":
      case "unbookmark":
        break;
    }
    return tellPanels();
  },
  complete: ({ text }) => completed(text),

  plan: ({ verb, items, target }) => {
    checkPlan(verb, plans.nodes(items));
    const plan = plans.make(verb, items, target);
    tell({ type: "plan", ...plan, files: 0, bytes: 0, counted: false });
    setTimeout(() => tell({ type: "plan", ...plan, ...plans.found(plan) }), isStill ? 0 : 300);
    return plan.plan;
  },
  replan: ({ plan, verb, target }) => {
    if (target.target === "archive" && target.name === "") not("Type a name for the archive");
    const state = plans.change(plan, verb, target) ?? stale();
    tell({ type: "plan", ...state });
    return null;
  },
  start: ({ plan }) => {
    checkStart(plans.find(plan) ?? stale());
    const state = plans.take(plan) ?? stale();
    const { verb } = state;
    const id = jobs.add({
      first: state.first.text,
      verb: verb === "link" ? "copy" : verb,
      links: verb === "link",
      sources: state.items,
      bytes_total: state.bytes,
      items_total: state.files,
      to: state.to_path === "" ? null : name(state.to_path),
    });
    tellJobs();
    return id;
  },
  foresee: ({ plan }) => {
    const state = plans.find(plan) ?? stale();
    return {
      plan: {
        totals: { items: state.files + state.folders, bytes: state.bytes, complete: true },
        directories: state.folders,
        conflicts: [{ kind: "file", count: 3 }],
        unreadable: 1,
        renamed: 0,
        bytes_needed: state.bytes,
        bytes_free: 931e9,
        reflink: false,
      },
      makes: false,
    };
  },
  discard: ({ plan }) => {
    plans.take(plan);
    return null;
  },

  edit: ({ ask }) => {
    switch (ask.edit) {
      case "rename": {
        const node = entry(ask.id) ?? gone();
        checkName(ask.to, node.parent, node);
        node.name = name(ask.to);
        note("renamed", "good", { name: node.name, undo: true });
        break;
      }
      case "make_directory":
        checkName(ask.name, panels[ask.side].folder, null, true);
        return made(ask.side, folder(ask.name, "2026-11-21 14:00", []));
      case "make_file":
        checkName(ask.name, panels[ask.side].folder, null, true);
        return made(ask.side, file(ask.name, 0, "2026-11-21 14:00"));
      case "links":
        if (plans.nodes(ask.items).length === 0) not("No item selected");
        note("made", "good", { name: name(ask.at), undo: true });
        break;
      case "mode":
      case "owner":
        note("changed", "good", { count: 1, undo: true });
        break;
    }
    return listAgain();
  },
  spelled: ({ id }) => (entry(id) ?? gone()).name.text,
  // A preview of the mock has all rows.
  rename_rows: () => [],
  rename_preview: ({ side, rule }) => renamed(panels[side].chosen(), rule),
  rename_all: () => {
    note("renamed", "good", { count: 2, undo: true });
    return 2;
  },
  compare_folders: ({ side }) => comparison.begin(side === "left" ? "update_right" : "update_left"),
  comparison: ({ comparison: id, ask }) => comparison.ask(id, ask),
  comparison_rows: ({ comparison: id, from }) => comparison.rows(id, from),
  undo: () => note("undone"),

  properties: ({ items }) => properties(plans.nodes(items)),
  preview: ({ side }) => preview(panels[side].under()),
  checksum: ({ items, algorithm }) => checksums.start(plans.nodes(items)[0] ?? gone(), algorithm),
  stop_checksum: ({ id }) => {
    checksums.stop(id);
    return null;
  },
  compare_checksum: ({ id, text }) => checksums.compare(id, text),
  viewer: ({ ticket, ask }) => viewer.ask(ticket, ask),
  open: ({ items }) => (plans.nodes(items).length > 0 ? null : not("No item selected")),
  programs: ({ items }) => {
    if (plans.nodes(items).length === 0) not("No item selected");
    return [
      { id: "org.gnome.TextEditor.desktop", name: "Text Editor", is_default: true },
      { id: "libreoffice-writer.desktop", name: "LibreOffice Writer", is_default: false },
      { id: "org.kde.kate.desktop", name: "Kate", is_default: false },
    ];
  },
  open_with: () => null,
  copy_files: ({ cut }) => note(cut ? "cut" : "copied", "plain", { count: 1 }),
  paste: ({ target }) => {
    const plan = plans.make("copy", { items: "clipboard" }, target);
    tell({ type: "plan", ...plan });
    return plan.plan;
  },
  copy_text: () => note("copied", "plain", { count: 1 }),
  copy_line: () => note("copied", "plain"),
  drag_out: () => null,
  drag_over: () => null,
  choose: ({ plan: of }) => {
    const to = { target: "place", place: 0 } as const;
    const chosen = of === null ? null : plans.change(of, "copy", to);
    const plan = chosen ?? plans.make("copy", { items: "clipboard" }, to);
    tell({ type: "plan", ...plan });
    return plan.plan;
  },

  job: ({ job, ask }) => {
    if (!jobs.find(job) && !HISTORY.some((it) => it.job === job)) gone();
    jobs.ask(job, ask);
    tellJobs();
    return null;
  },
  jobs: ({ lane, ask }) => {
    jobs.askAll(lane, ask);
    tellJobs();
    return null;
  },
  report: ({ job }) => jobs.report(job, HISTORY) ?? gone(),
  log: ({ job }) => jobs.log(job),
  history: ({ troubled }) => {
    const jobs = HISTORY.filter((job) => !troubled || job.outcome !== "completed");
    return { jobs, count: jobs.length };
  },
  command_line: () => "fcp -a '/home/ines/Pictures/Fjord shoot' /home/ines/Archive/2026/",

  answer: ({ answers }) => {
    answered(() => {
      questions.answer(answers.map(({ id }) => id));
      return answers.length;
    });
    return null;
  },
  question: ({ id, pattern }) => questions.detail(id, pattern) ?? gone(),
  compare: ({ id }) => {
    if (!questions.detail(id, null)) gone();
    questions.compare(id);
    tellJobs();
    return null;
  },
  open_both: ({ id }) => {
    if (!questions.detail(id, null)) gone();
    return null;
  },
  rules: ({ rules, scope }) => questions.rules(rules, scope),
  apply_rules: ({ plan }) => answered(() => questions.apply(plan) ?? stale()),

  diff: ({ of, ignores_space }) => diff.begin(of, ignores_space),
  diff_rows: ({ id, from }) => diff.rows(id, from),
  diff_next: ({ id, row, back }) => diff.next(id, row, back),
  close_diff: () => null,

  elevate: ({ of }) =>
    elevation.make(
      of,
      of.of === "job"
        ? (jobs.find(of.job) ?? HISTORY.find((it) => it.job === of.job) ?? null)
        : null,
    ),
  elevate_now: ({ plan }) => elevation.start(plan),
  stop_elevated: ({ plan }) => elevation.stop(plan),

  eject: ({ place }) => {
    if (places.find(({ id }) => id === place)?.kind !== "removable") gone();
    places = places.filter(({ id }) => id !== place);
    tell({ type: "places", places });
    return null;
  },

  edit_keys: ({ ask }) => {
    const clashes = keys.change(ask);
    if (clashes.length === 0) tell({ type: "keymap", keymap: keys.keymap(), mistakes: [] });
    return clashes;
  },
  prefer: ({ change }) => {
    preferences = { ...preferences, ...change };
    tell({ type: "preferences", ...preferences });
    return null;
  },
  show_window: () => null,
  quit: ({ choice }) => {
    if (choice !== "stay") note("handed_on", "plain", { count: jobs.open });
    return null;
  },
};

const HISTORY = SCENES.states!()
  .jobs.filter(({ state }) => state.stage === "finished")
  .map(({ state }) => state);

function made(side: PanelSide, node: Node): null {
  put(panels[side].folder, node);
  note("made", "good", { name: node.name, undo: true });
  listAgain();
  panels[side].stand(node);
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
  };
}
