// Answers the commands of the page as the program would, on the made-up machine.

import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { Commands } from "../model/commands";

import { completed, preview, properties, renamed } from "./facts";
import {
  checksums,
  comparison,
  diff,
  elevation,
  HISTORY,
  isStill,
  jobs,
  keys,
  listAgain,
  note,
  panels,
  plans,
  questions,
  scene,
  settings,
  tell,
  tellJobs,
  tellPanels,
  viewer,
} from "./machine";
import { checkName, checkPlan, checkStart, gone, not, stale } from "./refusals";
import { entry, file, folder, name, nas, put, type Node } from "./tree";

function answered(count: () => number): number {
  const done = count();
  jobs.wait(scene.questions[0]?.job ?? 1, questions.state().count);
  tellJobs();
  return done;
}

function made(side: PanelSide, node: Node): null {
  put(panels[side].folder, node);
  note("made", "good", { name: node.name, undo: true });
  listAgain();
  panels[side].stand(node);
  return tellPanels();
}

type Answers = {
  [Name in keyof Commands]: (args: Commands[Name]["args"]) => Commands[Name]["result"];
};

/** What each command does; a test compares their names with what the program grants. */
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
    checkPlan(verb, plans.nodes(items), plans.folder(target));
    const plan = plans.make(verb, items, target);
    tell({ type: "plan", ...plan, files: 0, bytes: 0, counted: false });
    setTimeout(() => tell({ type: "plan", ...plan, ...plans.found(plan) }), isStill ? 0 : 300);
    return plan.plan;
  },
  replan: ({ plan, verb, target }) => {
    const moves = verb === "move" || verb === "link";
    if (moves && plans.find(plan)?.machine) checkPlan(verb, [nas], null);
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
      failing: 1,
      failures: [
        {
          name: { text: "locked.raw" },
          error: { action: "open", code: "permission_denied", path: { text: "/locked.raw" } },
        },
      ],
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
  redo: () => note("nothing_to_redo"),

  hold: ({ items }) => items,
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
  after_queue: ({ ask }) => {
    jobs.follow(ask);
    tellJobs();
    return null;
  },
  too_large: () => ({
    archives: 1,
    first: { text: "zeros.tar.zst" },
    packed: 4_200_000,
    limit: 1_073_741_824,
    unpacked: 42_000_000_000,
  }),
  run_command: ({ name }) =>
    note("command_ran", "good", {
      detail: `${name} has run: 12`,
      output: "a.txt 5\nb.txt 7\n12\n",
    }),
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
  stop_changes: () => null,
  stop_elevated: ({ plan }) => elevation.stop(plan),

  machines: () => ["nas", "slow"],
  eject: ({ place }) => {
    if (settings.places.find(({ id }) => id === place)?.kind !== "removable") gone();
    settings.places = settings.places.filter(({ id }) => id !== place);
    tell({ type: "places", places: settings.places });
    return null;
  },

  edit_keys: ({ ask }) => {
    const clashes = keys.change(ask);
    if (clashes.length === 0) tell({ type: "keymap", keymap: keys.keymap(), mistakes: [] });
    return clashes;
  },
  prefer: ({ change }) => {
    settings.preferences = { ...settings.preferences, ...change };
    tell({ type: "preferences", ...settings.preferences });
    return null;
  },
  show_window: () => null,
  quit: ({ choice }) => {
    if (choice !== "stay") note("handed_on", "plain", { count: jobs.open });
    return null;
  },
};
