import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { JobState } from "../../bindings/desktop/JobState";
import type { PlanState } from "../../bindings/desktop/PlanState";
import { aJob, aPlan } from "../../mock/samples";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, greet, tell } from "../../test/host";
import Copier from "./Copier.svelte";

vi.mock("../../host", () => import("../../test/host"));

beforeAll(follow);
beforeEach(() => {
  const answers: Record<string, unknown> = { choose: 5, start: 9, complete: [] };
  call.mockReset().mockImplementation(async (name) => answers[name] ?? null);
  greet();
  jobs([]);
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
});

const button = (name: RegExp) => screen.getByRole("button", { name });
const settle = async () => {
  await new Promise((done) => setTimeout(done));
  await tick();
};

function jobs(rows: JobState[]): void {
  const gone = Object.keys(app().jobs).map(Number);
  const lane = { key: "8:0", name: "Backup SSD", detail: "sda", removable: true };
  tell({
    type: "jobs",
    rows: [],
    gone,
    lanes: [],
    all: app().all,
  });
  tell({
    type: "jobs",
    rows,
    gone: [],
    lanes: [{ ...lane, jobs: rows.map(({ job }) => job), rate: 0, paused: false }],
    all: app().all,
  });
}

/** Opens the window with a plan, as a launch with paths does. */
async function ask(change: Partial<PlanState> = {}): Promise<void> {
  render(Copier);
  await tick();
  await fireEvent.click(button(/^Choose files/));
  tell({ type: "plan", ...aPlan, ...change });
  await settle();
}

test("with nothing to do, it asks for files", async () => {
  render(Copier);
  await tick();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Drop files here");
  await expectAccessible();
  await fireEvent.click(button(/^Choose a folder/));
  expect(asked("choose")).toEqual([{ what: "folder", plan: null }]);
});

describe("after a drop or a launch", () => {
  test("it says what, where to and how, and starts with Enter", async () => {
    await ask();
    await expectAccessible();
    const page = screen.getByRole("main").textContent;
    for (const words of ["4 items, 48.2\u00a0GB", "Pictures / Fjord shoot", "Starts after 2 jobs"])
      expect(page).toContain(words);
    await fireEvent.keyDown(window, { key: "Enter" });
    await settle();
    expect(asked("start")).toMatchObject([{ plan: 5, choices: { remember: false } }]);
    expect(asked("discard")).toEqual([]);
  });

  test("letters choose the verb, and the plan follows", async () => {
    await ask();
    await fireEvent.keyDown(window, { key: "m" });
    const target = { target: "path", text: aPlan.to_path, side: "left" };
    await settle();
    expect(asked("replan")).toEqual([{ plan: 5, verb: "move", target }]);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Move/ }).checked).toBe(true);
  });

  test("nothing starts before it is said where to; a path can be typed", async () => {
    await ask({ to: [], to_path: "" });
    await fireEvent.keyDown(window, { key: "Enter" });
    await settle();
    expect(asked("start")).toEqual([]);
    await fireEvent.click(button(/Type a path/));
    const path = screen.getByRole("combobox", { name: "To" });
    await fireEvent.input(path, { target: { value: "/media/" } });
    await settle();
    const target = { target: "path", text: "/media/", side: "left" };
    expect(asked("replan").at(-1)).toEqual({ plan: 5, verb: "copy", target });
    await expectAccessible();
  });

  test("a later launch is asked about first, and then what was asked about before", async () => {
    await ask();
    const hello = app().hello!;
    tell({ type: "plan", ...aPlan, plan: 6, items: 1, first: { text: "later.mov" } });
    tell({ ...hello, type: "hello", plan: 6 });
    await settle();
    const title = () => screen.getByRole("heading", { level: 1 }).textContent;
    expect(title()).toContain("later.mov");
    expect(asked("discard")).toEqual([]);
    await fireEvent.keyDown(window, { key: "Escape" });
    await settle();
    expect(asked("discard")).toEqual([{ plan: 6 }]);
    expect(title()).toContain("4 items");
    await fireEvent.keyDown(window, { key: "Enter" });
    await settle();
    expect(asked("start")).toMatchObject([{ plan: 5 }]);
    expect(title()).toBe("Drop files here");
  });

  test("Esc forgets it", async () => {
    await ask();
    await fireEvent.keyDown(window, { key: "Escape" });
    await settle();
    expect(asked("discard")).toEqual([{ plan: 5 }]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Drop files here");
  });
});

describe("while a job runs", () => {
  test("it shows the job, what is in flight and what comes next", async () => {
    const next: JobState = { ...aJob, job: 2, stage: "queued", first: { text: "Music" } };
    jobs([aJob, next]);
    render(Copier);
    await settle();
    await expectAccessible();
    const page = screen.getByRole("main").textContent;
    for (const words of ["Copying 4 items to Backup SSD", "38\u00a0%", "drone.mov", "Music"])
      expect(page).toContain(words);
    await fireEvent.click(button(/^Start now: Music/));
    expect(asked("job")).toEqual([{ job: 2, ask: { ask: "start" } }]);
  });

  test("Space pauses, and cancelling asks first", async () => {
    jobs([aJob]);
    render(Copier);
    await settle();
    await fireEvent.keyDown(window, { key: " " });
    expect(asked("job")).toEqual([{ job: 1, ask: { ask: "pause" } }]);
    await fireEvent.click(button(/^Cancel copy/));
    await settle();
    expect(screen.getByRole("dialog", { name: "Cancel copying Fjord shoot?" })).toBeTruthy();
  });

  test("it takes no command once it was cancelled", async () => {
    jobs([{ ...aJob, stage: "cancelling" }]);
    render(Copier);
    await settle();
    await fireEvent.keyDown(window, { key: " " });
    await fireEvent.keyDown(window, { key: "Delete" });
    await fireEvent.click(button(/^Cancel copy/));
    expect(screen.queryByRole("button", { name: /^(Pause|Resume)/ })).toBeNull();
    expect([asked("job"), app().dialog]).toEqual([[], null]);
  });

  test("what needs the user is named, and answered without another window", async () => {
    jobs([{ ...aJob, questions: 1 }]);
    tell({
      type: "questions",
      count: 1,
      rows: [
        {
          id: 4,
          job: 1,
          job_name: { text: "Fjord shoot" },
          name: { text: "DSC_4410.NEF" },
          folder: { text: "" },
          extension: ".NEF",
          about: {
            about: "error",
            error: { action: "read", code: "io", path: { text: "/x" } },
          },
          answers: ["skip", "retry"],
        },
      ],
    });
    render(Copier);
    await settle();
    expect(screen.getByRole("main").textContent).toContain("Needs you: 1. DSC_4410.NEF failed.");
    await fireEvent.click(button(/^Decide/));
    await settle();
    expect(button(/^Skip 1/)).toBeTruthy();
    await expectAccessible();
    tell({ type: "questions", count: 0, rows: [] });
    await settle();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Copying 4 items");
  });
});

test("a copy that was undone is not said to be on the disk", async () => {
  const ended = { stage: "finished", outcome: "completed", ended: 5, percent: 100 } as const;
  jobs([{ ...aJob, ...ended, verify: true, taken_back: true }]);
  render(Copier);
  await settle();
  const text = screen.getByRole("main").textContent;
  expect(text).toContain("Undone");
  expect(text).not.toMatch(/on disk|flushed|verified/i);
});

test("when it is done, it says so and offers what is left to do", async () => {
  const ended = { stage: "finished", outcome: "completed_with_errors", ended: 5 } as const;
  jobs([{ ...aJob, ...ended, failed: 3, retry: true, undo: true, percent: 98 }]);
  render(Copier);
  await settle();
  await expectAccessible();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("3 items failed");
  await fireEvent.click(button(/^Retry 3 failed/));
  await fireEvent.click(button(/^Undo/));
  expect(asked("job")).toEqual([
    { job: 1, ask: { ask: "retry" } },
    { job: 1, ask: { ask: "undo" } },
  ]);
  await fireEvent.click(button(/^Done/));
  await tick();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Drop files here");
});
