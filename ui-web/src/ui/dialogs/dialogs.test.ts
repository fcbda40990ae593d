import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { PlanState } from "../../bindings/desktop/PlanState";
import type { UndoAsk } from "../../bindings/desktop/UndoAsk";
import type { Properties } from "../../bindings/desktop/Properties";
import { aJob, aPlan } from "../../mock/samples";
import type { Dialog } from "../../model/state";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { call, greet, panel, tell } from "../../test/host";
import { ARMING } from "../../model/arming";
import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

const aFile: Properties = {
  items: 1,
  name: { text: "notes.md" },
  folder: [{ name: { text: "Documents" }, up: 0 }],
  kind: "file",
  bytes: 8400,
  allocated: 12_288,
  files: 1,
  folders: 0,
  is_whole: true,
  mtime: 1_700_000_000_000_000,
  ctime: 1_700_000_000_000_000,
  btime: null,
  mode: 0o100644,
  mode_text: "rw-r--r--",
  user: "ines",
  group: "users",
  links: 1,
  target: null,
  xattrs: [{ name: { text: "user.rating" }, value: "5", size: 1 }],
  filesystem: "btrfs",
};

const anUndo: UndoAsk = {
  job: 7,
  verb: "copy",
  first: { text: "Album" },
  sources: 4,
  copies: 4,
  snapshots: 0,
  back: 0,
  replaced: 1,
  lost: 2,
};

let answers: Record<string, unknown>;

beforeAll(follow);
beforeEach(() => {
  answers = {
    complete: [],
    programs: [],
    properties: aFile,
    spelled: "notes.md",
    start: 9,
    rename_preview: {
      preview: 3,
      ready: true,
      rows: [{ old: { text: "a.jpg" }, new: { text: "b.jpg" }, problem: null }],
      total: 1,
      changed: 1,
      problems: 0,
      first_problem: null,
      mistake: null,
    },
  };
  call.mockReset().mockImplementation(async (name) => {
    const answer = answers[name] ?? null;
    if (answer instanceof Error) throw { why: "not", text: answer.message };
    return answer;
  });
  greet();
  tell({ type: "panel", ...panel("left") });
  tell({ type: "jobs", rows: [aJob], gone: [], lanes: [], all: app().all });
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
  vi.useRealTimers();
});

const asked = (name: string) =>
  call.mock.calls.filter(([it]) => it === name).map(([, args]) => args);
const button = <Kind extends HTMLElement = HTMLElement>(name: RegExp) =>
  screen.getByRole<Kind>("button", { name });
const dialog = () => screen.queryByRole("dialog");
/** Lets promises and frames that are due come to their end. */
const settle = async () => {
  await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => setTimeout(done));
  await tick();
};

async function open(dialog: Dialog, plan: Partial<PlanState> = {}): Promise<void> {
  tell({ type: "plan", ...aPlan, ...plan });
  act({ type: "dialog", dialog });
  render(Dialogs);
  await settle();
}

const EACH: [string, Dialog, Partial<PlanState>][] = [
  ["Copy 4 items", { kind: "transfer", plan: 5 }, {}],
  ["Link 4 items", { kind: "transfer", plan: 5 }, { verb: "link" }],
  ["Move 4 items to the trash", { kind: "removal", plan: 5 }, { verb: "trash" }],
  ["Delete 4 items permanently", { kind: "removal", plan: 5 }, { verb: "delete" }],
  ["Restore DSC_4410.NEF", { kind: "removal", plan: 5 }, { verb: "restore", items: 1 }],
  ["New folder", { kind: "make", what: "directory", side: "left" }, {}],
  ["New file", { kind: "make", what: "file", side: "left" }, {}],
  [
    "Create a link",
    { kind: "link", items: { items: "entries", ids: [2] }, id: 2, hard: false },
    {},
  ],
  ["Open with", { kind: "open-with", items: { items: "entries", ids: [2] } }, {}],
  ["Rename 1 item", { kind: "bulk", side: "left" }, {}],
  [
    "notes.md",
    { kind: "properties", items: { items: "marked", side: "left" }, checksum: false },
    {},
  ],
  ["Share storage in 4 items", { kind: "share", plan: 5 }, { verb: "dedupe" }],
  ["Find in Fjord", { kind: "find", side: "left" }, {}],
  ["Mark by name", { kind: "marks", side: "left", on: true }, {}],
  ["Unmark by name", { kind: "marks", side: "left", on: false }, {}],
  ["Speed limit of Fjord shoot", { kind: "limit", job: 1 }, {}],
  ["Speed limit of all jobs", { kind: "limit", job: null }, {}],
  ["Cancel copying Fjord shoot?", { kind: "cancel", job: 1 }, {}],
  ["Undo copy of 4 items?", { kind: "undo", undo: anUndo }, {}],
  ["Preferences", { kind: "preferences" }, {}],
  ["2 jobs are still running", { kind: "quit", jobs: 2, elevated: 0 }, {}],
  ["3 jobs are still running", { kind: "quit", jobs: 2, elevated: 1 }, {}],
  [
    "Copy 4 items into 2026",
    {
      kind: "drop",
      plan: 5,
      target: { target: "panel", side: "left" },
      asked: null,
      missing: 1,
      over: { left: 0, top: 0, width: 600, height: 400 },
      high: false,
    },
    {},
  ],
];

describe("every dialog", () => {
  test.each(EACH)("%s has a name, can be used by everybody, and goes by Esc", async (...given) => {
    const [name, subject, plan] = given;
    await open(subject, plan);
    const shown = screen.getByRole("dialog", { name });
    await expectAccessible();
    expect(shown.contains(document.activeElement)).toBe(true);
    await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    await settle();
    expect(dialog()).toBeNull();
  });
});

describe("a copy", () => {
  test("follows the path that is typed, and starts there", async () => {
    await open({ kind: "transfer", plan: 5 });
    const path = screen.getByRole<HTMLInputElement>("combobox", { name: "To" });
    expect(path.value).toBe(aPlan.to_path);
    await fireEvent.input(path, { target: { value: "/elsewhere/" } });
    await settle();
    const target = { target: "path", text: "/elsewhere/", side: "left" };
    expect(asked("replan").at(-1)).toEqual({ plan: 5, verb: "copy", target });
    await fireEvent.submit(path.form!);
    await settle();
    expect(asked("start")).toEqual([
      { plan: 5, choices: { ...app().preferences!.choices, remember: false } },
    ]);
    expect(dialog()).toBeNull();
    expect(asked("discard")).toEqual([]);
  });

  test("what counts while it is typed does not change the path", async () => {
    await open({ kind: "transfer", plan: 5 });
    const path = screen.getByRole<HTMLInputElement>("combobox", { name: "To" });
    await fireEvent.input(path, { target: { value: "/else" } });
    tell({ type: "plan", ...aPlan, files: 9000, to_path: "/old/" });
    await settle();
    expect(path.value).toBe("/else");
    expect(dialog()!.textContent).toContain("9,000 files");
  });

  test("Ctrl+Enter queues it paused", async () => {
    await open({ kind: "transfer", plan: 5 });
    await fireEvent.keyDown(document.activeElement!, { key: "Enter", ctrlKey: true });
    await settle();
    expect(asked("start")).toMatchObject([{ choices: { start: "paused" } }]);
  });

  test("a plan that is not started is forgotten", async () => {
    await open({ kind: "transfer", plan: 5 });
    await fireEvent.click(button(/^Cancel/));
    await settle();
    expect(asked("discard")).toEqual([{ plan: 5 }]);
  });

  test("a refusal is told, and the dialog stays", async () => {
    answers.start = new Error("There is no such folder.");
    await open({ kind: "transfer", plan: 5 });
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(screen.getByRole("alert").textContent).toContain("There is no such folder.");
    expect(dialog()).not.toBeNull();
  });

  test("folders complete the path, by Tab", async () => {
    answers.complete = ["/media/Backup SSD/", "/media/Stick/"];
    await open({ kind: "transfer", plan: 5 });
    const path = screen.getByRole<HTMLInputElement>("combobox", { name: "To" });
    await fireEvent.input(path, { target: { value: "/med" } });
    await settle();
    await fireEvent.keyDown(path, { key: "ArrowDown" });
    await fireEvent.keyDown(path, { key: "ArrowDown" });
    const offers = within(screen.getByRole("listbox"));
    expect(offers.getByRole("option", { selected: true }).textContent).toContain("Stick");
    await expectAccessible();
    await fireEvent.keyDown(path, { key: "Tab" });
    expect(path.value).toBe("/media/Stick/");
    await settle();
    await fireEvent.keyDown(path, { key: "Escape" });
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(dialog()).not.toBeNull();
  });
});

describe("equal files", () => {
  const possible = { possible: true, unreadable: 0 };
  const equal = { groups: 2, files: 3, bytes: 3_000_000, bytes_freed: 2_000_000, shared: 1 };
  const isDisabled = () => button<HTMLButtonElement>(/^Share storage/).disabled;

  test("share their storage once the user has seen what there is to win", async () => {
    const sharing = { plan: null, ...possible };
    await open({ kind: "share", plan: 5 }, { verb: "dedupe", sharing });
    expect(dialog()!.textContent).toContain("Looking for equal files. Nothing is changed.");
    expect(isDisabled()).toBe(true);
    await fireEvent.submit(document.querySelector("form")!);
    await fireEvent.keyDown(document.activeElement!, { key: "Enter", ctrlKey: true });
    await settle();
    expect(asked("start")).toEqual([]);
    const told = { ...aPlan, verb: "dedupe", sharing: { ...possible, plan: equal } } as const;
    tell({ type: "plan", ...told });
    await settle();
    expect(dialog()!.textContent).toContain("3 files in 2 sets of equal files");
    expect(dialog()!.textContent).toContain("2.00\u00a0MB to win");
    expect(dialog()!.textContent).toContain("1 file shares its storage already");
    await fireEvent.click(button(/^Share storage/));
    await settle();
    expect(asked("start")).toMatchObject([{ plan: 5, choices: { start: "queue" } }]);
  });

  test("that the filesystem cannot share, or that are none, start nothing", async () => {
    const sharing = { possible: false, unreadable: 2, plan: equal };
    await open({ kind: "share", plan: 5 }, { verb: "dedupe", sharing });
    expect(dialog()!.textContent).toContain("This filesystem cannot share storage.");
    expect(dialog()!.textContent).toContain("2 items cannot be read");
    expect(isDisabled()).toBe(true);
    const none = { ...equal, files: 0 };
    tell({ type: "plan", ...aPlan, verb: "dedupe", sharing: { ...possible, plan: none } });
    await settle();
    expect(dialog()!.textContent).toContain("No equal files have storage of their own.");
    expect(isDisabled()).toBe(true);
  });
});

describe("links", () => {
  const make = async () => {
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    return asked("edit").at(-1);
  };

  test("to several entries go into the other panel's folder, and lead there as chosen", async () => {
    const items = { items: "marked", side: "left" } as const;
    tell({ type: "panel", ...panel("right", { path: "/media/Backup SSD" }) });
    await open({ kind: "link", items, id: null, hard: false });
    const into = "/media/Backup SSD/";
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "In folder" }).value).toBe(into);
    await fireEvent.click(screen.getByRole("radio", { name: /^Relative symlink/ }));
    expect(await make()).toMatchObject({
      ask: { edit: "links", items: { items: "marked" }, at: into, side: "right", kind: "relative" },
    });
    expect(dialog()).toBeNull();
  });

  test("to one entry get its name until another is typed, and a refusal is told", async () => {
    const items = { items: "entries" as const, ids: [2] };
    await open({ kind: "link", items, id: 2, hard: true });
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Link at" }).value).toBe(
      "notes.md",
    );
    answers.edit = new Error("There is one already.");
    expect(await make()).toMatchObject({ ask: { at: "notes.md", kind: "hard" } });
    expect(screen.getByRole("alert").textContent).toContain("There is one already.");
  });
});

describe("other programs", () => {
  const items = { items: "entries" as const, ids: [2] };

  test("are offered, the default first, and open the file", async () => {
    answers.programs = [
      { id: "a.desktop", name: "Editor", is_default: true },
      { id: "b.desktop", name: "Writer", is_default: false },
    ];
    await open({ kind: "open-with", items });
    const first = screen.getByRole("radio", { name: "Editor (default)" });
    expect(document.activeElement).toBe(first);
    await expectAccessible();
    await fireEvent.click(screen.getByRole("radio", { name: "Writer" }));
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(asked("open_with")).toEqual([{ items, program: "b.desktop" }]);
    expect(dialog()).toBeNull();
  });

  test("that are none are told, and nothing can be opened", async () => {
    answers.programs = [];
    await open({ kind: "open-with", items });
    expect(dialog()!.textContent).toContain("No installed program says that it opens these items.");
    expect(button<HTMLButtonElement>(/^Open/).disabled).toBe(true);
  });
});

test("amounts that were not counted to their end are said to be more", async () => {
  answers = {
    ...answers,
    properties: { ...aFile, kind: "directory", folders: 2, is_whole: false },
  };
  await open({ kind: "properties", items: { items: "entries", ids: [2] }, checksum: false });
  expect(screen.getAllByText(/^at least /)).toHaveLength(3);
});

describe("a checksum", () => {
  const SUM = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const state = { id: 3, algorithm: "blake3", bytes: 4000, percent: 48, error: null } as const;

  test("is computed on request, told how far it is, stopped and compared", async () => {
    answers = { ...answers, checksum: 3, compare_checksum: { match: "same" } };
    const items = { items: "entries", ids: [2] } as const;
    await open({ kind: "properties", items: { ...items, ids: [2] }, checksum: false });
    expect(asked("checksum")).toEqual([]);
    await fireEvent.click(button(/^Compute/));
    await settle();
    expect(asked("checksum")).toEqual([
      { items: { items: "entries", ids: [2] }, algorithm: "blake3" },
    ]);
    tell({ type: "checksum", ...state, stage: "running", sum: null });
    await settle();
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(48);
    await expectAccessible();
    await fireEvent.click(button(/^Stop/));
    expect(asked("stop_checksum")).toEqual([{ id: 3 }]);
    tell({ type: "checksum", ...state, stage: "done", sum: SUM });
    await settle();
    await fireEvent.click(button(/^Copy the checksum/));
    expect(asked("copy_line")).toEqual([{ text: SUM }]);
    const field = screen.getByRole("textbox", { name: "Compare with" });
    await fireEvent.input(field, { target: { value: SUM } });
    await settle();
    expect(asked("compare_checksum").at(-1)).toEqual({ id: 3, text: SUM });
    expect(screen.getByText("The file has this checksum")).not.toBeNull();
  });

  test("begins at once where the user asked for it, and ends with the dialog", async () => {
    answers = { ...answers, checksum: 4, compare_checksum: { match: "nothing" } };
    await open({ kind: "properties", items: { items: "entries", ids: [2] }, checksum: true });
    expect(asked("checksum")).toHaveLength(1);
    act({ type: "dialog", dialog: null });
    await settle();
    expect(asked("stop_checksum")).toEqual([{ id: 4 }]);
  });

  test("ends also where the dialog was closed before it had a number", async () => {
    let answer: (id: number) => void = () => {};
    answers = { ...answers, checksum: new Promise<number>((resolve) => (answer = resolve)) };
    await open({ kind: "properties", items: { items: "entries", ids: [2] }, checksum: true });
    act({ type: "dialog", dialog: null });
    await settle();
    expect(asked("stop_checksum")).toEqual([]);
    answer(7);
    await settle();
    expect(asked("stop_checksum")).toEqual([{ id: 7 }]);
  });
});

describe("a removal", () => {
  test("for good has the focus on keeping, and its button stays inert for a moment", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    tell({ type: "plan", ...aPlan, verb: "delete" });
    act({ type: "dialog", dialog: { kind: "removal", plan: 5 } });
    render(Dialogs);
    await tick();
    expect(document.activeElement).toBe(button(/^Keep/));
    const remove = button(/Delete 4 permanently/);
    await fireEvent.click(remove);
    vi.advanceTimersByTime(ARMING - 1);
    await fireEvent.click(remove);
    expect(asked("start")).toEqual([]);
    vi.advanceTimersByTime(1);
    await tick();
    await fireEvent.click(remove);
    vi.useRealTimers();
    await settle();
    expect(asked("start")).toHaveLength(1);
  });

  test("from the trash dialog, for good is a second step with a button that arms anew", async () => {
    await open({ kind: "removal", plan: 5 }, { verb: "trash" });
    await fireEvent.click(button(/Delete permanently…/));
    await settle();
    expect(asked("replan")).toMatchObject([{ plan: 5, verb: "delete" }]);
    expect(asked("start")).toEqual([]);
    tell({ type: "plan", ...aPlan, verb: "delete" });
    await tick();
    expect(button(/Delete 4 permanently/).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("small changes", () => {
  test("a folder is made by its name; a refusal stands at the field", async () => {
    await open({ kind: "make", what: "directory", side: "right" });
    const name = screen.getByRole("textbox", { name: "Name" });
    answers.edit = new Error("The name is taken.");
    await fireEvent.input(name, { target: { value: "2027" } });
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(asked("edit")).toEqual([
      { ask: { edit: "make_directory", side: "right", name: "2027" } },
    ]);
    expect(screen.getByRole("alert").textContent).toBe("The name is taken.");
    expect(name.getAttribute("aria-invalid")).toBe("true");
  });

  test("many names change as the preview showed, which follows the rule", async () => {
    await open({ kind: "bulk", side: "left" });
    expect(screen.getByText("1 name changes", { exact: false })).toBeTruthy();
    const find = screen.getByRole("textbox", { name: "Find" });
    await fireEvent.input(find, { target: { value: "a" } });
    await settle();
    expect(asked("rename_preview").at(-1)).toMatchObject({ side: "left", rule: { find: "a" } });
    await fireEvent.click(button(/^Rename 1/));
    await settle();
    expect(asked("rename_all")).toEqual([{ plan: 3 }]);
    expect(dialog()).toBeNull();
  });

  test("of very many names only those in sight are asked for and drawn", async () => {
    const name = (n: number) => ({ old: { text: `${n}.jpg` }, new: { text: "x" }, problem: null });
    const rows = (from: number) => Array.from({ length: 100 }, (_, n) => name(from + n));
    const counts = { total: 100_000, changed: 100_000, problems: 1, first_problem: 50_000 };
    answers.rename_preview = {
      preview: 3,
      ready: false,
      rows: rows(0),
      ...counts,
      mistake: null,
    };
    answers.rename_rows = rows(49_980);
    await open({ kind: "bulk", side: "left" });
    expect(screen.getByText("0.jpg")).toBeTruthy();
    expect(asked("rename_rows")).toEqual([]);
    expect(button(/^Rename/)).toHaveProperty("disabled", true);
    const box = screen.getByRole("region", { name: "Current and new names" });
    box.scrollTo = (to?: ScrollToOptions | number) => {
      box.scrollTop = (to as ScrollToOptions).top!;
      void fireEvent.scroll(box);
    };
    await fireEvent.click(button(/^Show/));
    await settle();
    await settle();
    expect(asked("rename_rows")).toEqual([{ preview: 3, from: 49_970 }]);
    expect(within(box).getAllByRole("row").length).toBeLessThan(60);
    expect(screen.queryByText("0.jpg")).toBeNull();
  });

  test("the grid and the octal mode are one", async () => {
    await open({
      kind: "properties",
      checksum: false,
      items: { items: "marked", side: "left" },
    });
    const mode = screen.getByRole<HTMLInputElement>("textbox", { name: "As for chmod" });
    expect(mode.value).toBe("644");
    await fireEvent.click(screen.getByRole("checkbox", { name: "Owner: execute" }));
    expect(mode.value).toBe("744");
    await fireEvent.input(mode, { target: { value: "600" } });
    const group = screen.getByRole<HTMLInputElement>("checkbox", { name: "Group: read" });
    expect(group.checked).toBe(false);
    await fireEvent.click(button(/^Change/));
    await settle();
    const items = { items: "marked", side: "left" };
    expect(asked("edit")).toEqual([
      { ask: { edit: "mode", items, mode: "600", recursive: false } },
    ]);
  });
});

describe("jobs", () => {
  test.each([
    ["20 MB/s", 20_000_000],
    ["500k", 500_000],
  ])("a limit is typed as %s", async (typed, rate) => {
    await open({ kind: "limit", job: null });
    const field = screen.getByRole("textbox", { name: "Another speed" });
    await fireEvent.input(field, { target: { value: typed } });
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(asked("jobs")).toEqual([{ lane: null, ask: { ask: "limit", rate } }]);
  });

  test("a limit begins at what is chosen", async () => {
    await open({ kind: "limit", job: null });
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "No limit" }));
    expect(screen.getByRole("radio", { name: /^5.MB.s$/ })).toBeTruthy();
  });

  test("what is no speed cannot be taken", async () => {
    await open({ kind: "limit", job: 1 });
    const field = screen.getByRole("textbox", { name: "Another speed" });
    await fireEvent.input(field, { target: { value: "fast" } });
    expect(screen.getByRole("alert").textContent).toContain("20 MB/s");
    await fireEvent.submit(document.querySelector("form")!);
    expect(asked("job")).toEqual([]);
  });

  test("the dialog that ends a job goes when the job does", async () => {
    await open({ kind: "cancel", job: 1 });
    expect(document.activeElement).toBe(button(/^Continue/));
    tell({
      type: "jobs",
      rows: [{ ...aJob, stage: "finished", outcome: "completed" }],
      gone: [],
      lanes: [],
      all: app().all,
    });
    await settle();
    expect(dialog()).toBeNull();
  });

  test("Esc stays, and the program learns of it", async () => {
    await open({ kind: "quit", jobs: 1, elevated: 0 });
    expect(document.activeElement).toBe(button(/^Don’t quit/));
    await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(asked("quit")).toEqual([{ choice: "stay" }]);
  });

  test("of the administrator can only be cancelled when the program quits", async () => {
    await open({ kind: "quit", jobs: 0, elevated: 1 });
    expect(dialog()!.textContent).toContain("What is done as administrator is cancelled");
    expect(screen.queryByRole("button", { name: /in background/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /Pause until/ })).toBeNull();
    expect(button(/^Cancel job/)).toBeTruthy();
  });
});

describe("an undo", () => {
  test("asks first, with what it would do, and Cancel has the focus", async () => {
    tell({ type: "undo", ...anUndo });
    render(Dialogs);
    await settle();
    expect(screen.getByRole("dialog", { name: "Undo copy of 4 items?" })).toBeTruthy();
    for (const line of [
      "4 copies will be moved to the trash.",
      "1 replaced file will be restored.",
      "2 replaced files cannot be restored: the old content was not kept.",
    ]) {
      expect(screen.getByText(line)).toBeTruthy();
    }
    expect(document.activeElement).toBe(button(/^Cancel/));
    await fireEvent.click(button(/^Cancel/));
    expect(asked("job")).toEqual([]);
  });

  test("is done when the user agrees", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    act({ type: "dialog", dialog: { kind: "undo", undo: anUndo } });
    render(Dialogs);
    await tick();
    vi.advanceTimersByTime(ARMING);
    await tick();
    await fireEvent.click(button(/^Undo/));
    vi.useRealTimers();
    expect(asked("job")).toEqual([{ job: 7, ask: { ask: "undo_now" } }]);
  });
});

test("the history is forgotten when the user agrees", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  act({ type: "dialog", dialog: { kind: "forget" } });
  render(Dialogs);
  await tick();
  expect(document.activeElement).toBe(button(/^Keep it/));
  vi.advanceTimersByTime(ARMING);
  await tick();
  await fireEvent.click(button(/^Forget history/));
  vi.useRealTimers();
  expect(asked("jobs")).toEqual([{ lane: null, ask: { ask: "forget" } }]);
  await vi.waitFor(() => expect(app().dialog).toBeNull());
});

test("a preference counts at once", async () => {
  await open({ kind: "preferences" });
  await fireEvent.click(screen.getByRole("switch", { name: "Compact rows" }));
  expect(asked("prefer")).toEqual([{ change: { compact: true } }]);
  await fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(asked("prefer").at(-1)).toEqual({ change: { theme: "dark" } });
});

test("finding reads sizes and days", async () => {
  await open({ kind: "find", side: "left" });
  const type = (name: string, value: string) =>
    fireEvent.input(screen.getByRole("textbox", { name }), { target: { value } });
  await type("Name", "*.jpg");
  await type("At least", "2 MB");
  await type("Modified in the last days", "x");
  await fireEvent.submit(document.querySelector("form")!);
  expect(asked("panel")).toEqual([]);
  await type("Modified in the last days", "7");
  await fireEvent.submit(document.querySelector("form")!);
  await settle();
  expect(asked("panel")).toMatchObject([
    { ask: { ask: "find", what: { pattern: "*.jpg", larger: 2_000_000, smaller: null, days: 7 } } },
  ]);
});

test("finding text in files says how it is read", async () => {
  await open({ kind: "find", side: "left" });
  expect(screen.queryByRole("radio", { name: "Whole words" })).toBeNull();
  const contains = screen.getByRole("textbox", { name: "Contains" });
  await fireEvent.input(contains, { target: { value: "a needle" } });
  await fireEvent.click(screen.getByRole("radio", { name: "Whole words" }));
  await fireEvent.click(screen.getByRole("radio", { name: "Do not matter" }));
  await expectAccessible();
  await fireEvent.submit(document.querySelector("form")!);
  await settle();
  const what = { contains: { text: "a needle", reads: "words", case: "ignored" } };
  expect(asked("panel")).toMatchObject([{ ask: { ask: "find", what } }]);
});
