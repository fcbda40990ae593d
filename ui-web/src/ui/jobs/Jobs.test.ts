import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { JobState } from "../../bindings/desktop/JobState";
import { Questions, usual } from "../../mock/questions";
import { allStages, job as makeJob, type Job } from "../../mock/stages";
import { Jobs as FakeJobs } from "../../mock/jobs";
import type { Commands } from "../../model/commands";
import { act, app, follow } from "../../model/store.svelte";
import { text } from "../../text";
import { expectAccessible } from "../../test/axe";
import { call, greet, tell } from "../../test/host";
import Status from "../manager/Status.svelte";
import Drawer from "./Drawer.svelte";
import History from "./History.svelte";
import Jobs from "./Jobs.svelte";

vi.mock("../../host", () => import("../../test/host"));

const asked = () => call.mock.calls.filter(([name]) => name === "job" || name === "jobs");

beforeEach(async () => {
  call.mockClear();
  // The drawer has the height that the user gave it.
  window.innerHeight = 800;
  await follow();
  tell({ type: "jobs", ...new FakeJobs(allStages()).change() });
});

/** What a row says, read from left to right. */
function said(job: JobState): string {
  const row = document.querySelector<HTMLElement>(`[data-job="${job.job}"]`)!;
  const cells = within(row).getAllByRole("gridcell");
  return cells.map((cell) => cell.textContent?.replace(/\s+/g, " ").trim()).join(" | ");
}

test("every stage says what it is in words", () => {
  render(Jobs);
  for (const job of Object.values(app().jobs)) expect(said(job)).toContain(text.jobs.stage(job));
});

test("rows, lanes and files in flight can be used by everybody", async () => {
  render(Jobs);
  await expectAccessible();
});

test("flushing never says 100 %", () => {
  const job = Object.values(app().jobs).find(({ stage }) => stage === "flushing")!;
  tell({
    type: "jobs",
    rows: [{ ...job, percent: 100 }],
    gone: [],
    lanes: app().lanes,
    all: app().all,
  });
  render(Jobs);
  expect(said(job)).not.toContain("100");
});

test("keys move through the rows, pause, reorder and cancel", async () => {
  render(Jobs);
  const rows = () => [...document.querySelectorAll<HTMLElement>("[data-job], [data-lane]")];
  rows()[1]!.focus();
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
  expect(document.activeElement).toBe(rows()[2]);
  await fireEvent.keyDown(document.activeElement!, { key: "Home" });
  expect(document.activeElement).toBe(rows()[0]);
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });

  const first = Number(rows()[1]!.dataset.job);
  await fireEvent.keyDown(document.activeElement!, { key: " " });
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowUp", altKey: true });
  expect(asked()).toEqual([
    ["job", { job: first, ask: { ask: "pause" } }],
    ["job", { job: first, ask: { ask: "place", to: "up" } }],
  ]);
  await fireEvent.keyDown(document.activeElement!, { key: "Delete" });
  expect(app().dialog).toEqual({ kind: "cancel", job: first });
  act({ type: "dialog", dialog: null });
});

test("a job that was cancelled takes no command any more", async () => {
  only([makeJob("nvme0n1", { job: 1, first: "Exports", stage: "cancelling" })]);
  render(Jobs);
  const row = document.querySelector<HTMLElement>("[data-job]")!;
  const cancel = within(row).getByRole("button", { name: "Cancel…" });
  expect(cancel.getAttribute("aria-disabled")).toBe("true");
  await fireEvent.click(cancel);
  // Neither the row nor its lane offers to pause it.
  expect(screen.queryByRole("button", { name: /^(Pause|Resume)/ })).toBeNull();
  await fireEvent.keyDown(document.querySelector("[data-lane]")!, { key: " " });
  for (const key of [" ", "Delete"]) await fireEvent.keyDown(row, { key });
  await fireEvent.keyDown(row, { key: "ArrowUp", altKey: true });
  expect([asked(), app().dialog]).toEqual([[], null]);
  await fireEvent.click(within(row).getByRole("button", { name: "More" }));
  expect(screen.queryByRole("menuitem", { name: /first|Speed limit|Start/ })).toBeNull();
  expect(screen.getByRole("menuitem", { name: "Copy as command" })).toBeTruthy();
});

test("a lane of a cancelled and a paused job offers to resume", async () => {
  only([
    makeJob("nvme0n1", { job: 1, first: "Exports", stage: "cancelling" }),
    makeJob("nvme0n1", { job: 2, first: "Music", stage: "paused" }),
  ]);
  render(Jobs);
  const lane = document.querySelector<HTMLElement>("[data-lane]")!;
  await fireEvent.click(within(lane).getByRole("button", { name: /^Resume/ }));
  expect(asked()).toEqual([["jobs", { lane: "nvme0n1", ask: { ask: "resume" } }]]);
});

test("all jobs cannot be paused once each was cancelled", async () => {
  only([makeJob("nvme0n1", { job: 1, first: "Exports", stage: "cancelling" })]);
  greet({ drawer: 316 });
  act({ type: "drawer", tab: "jobs" });
  render(Drawer);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Pause all" });
  expect(button.disabled).toBe(true);
});

test("a menu offers what the job can do, and gives the focus back", async () => {
  render(Jobs);
  const row = document.querySelector<HTMLElement>('[data-job="1"]')!;
  const more = within(row).getByRole("button", { name: "More" });
  await fireEvent.click(more);
  const menu = screen.getByRole("menu");
  await expectAccessible(menu);
  const items = within(menu).getAllByRole("menuitem");
  expect(document.activeElement).toBe(items[0]);
  await fireEvent.keyDown(items[0]!, { key: "ArrowDown" });
  expect(document.activeElement).toBe(items[1]);
  await fireEvent.keyDown(items[1]!, { key: "Escape" });
  await vi.waitFor(() => expect(document.activeElement).toBe(more));
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a job is held until another one ends", async () => {
  render(Jobs);
  const row = document.querySelector<HTMLElement>('[data-job="1"]')!;
  await fireEvent.click(within(row).getByRole("button", { name: "More" }));
  await fireEvent.click(screen.getByRole("menuitem", { name: "Start after…" }));
  await fireEvent.click(screen.getByRole("menuitem", { name: "Copy Documents has finished" }));
  expect(asked()).toEqual([["job", { job: 1, ask: { ask: "hold", after: 2 } }]]);
});

test("two jobs of one name can be waited for, each by where its items go", async () => {
  only([
    makeJob("nvme0n1", { job: 1, first: "Videos", stage: "queued" }),
    makeJob("nvme0n1", { job: 2, first: "Documents", to: { text: "/a" }, stage: "queued" }),
    makeJob("nvme0n1", { job: 3, first: "Documents", to: { text: "/b" }, stage: "queued" }),
    makeJob("nvme0n1", { job: 4, first: "Documents", to: { text: "/b" }, stage: "queued" }),
  ]);
  render(Jobs);
  const row = document.querySelector<HTMLElement>('[data-job="1"]')!;
  await fireEvent.click(within(row).getByRole("button", { name: "More" }));
  await fireEvent.click(screen.getByRole("menuitem", { name: "Start after…" }));
  const offered = screen.getAllByRole("menuitem").map((it) => it.textContent.trim());
  const named = (target: string) => `Copy Documents to ${target} has finished`;
  expect(offered).toEqual([named("/a"), named("/b"), named("/b")]);
  await fireEvent.click(screen.getByRole("menuitem", { name: named("/a") }));
  expect(asked()).toEqual([["job", { job: 1, ask: { ask: "hold", after: 2 } }]]);
});

describe("Esc while something is dragged", () => {
  const heard = vi.fn();
  beforeEach(() => {
    heard.mockClear();
    HTMLElement.prototype.setPointerCapture = () => undefined;
    window.addEventListener("keydown", heard);
    return () => window.removeEventListener("keydown", heard);
  });
  const pointer = (on: Element, type: string, clientY: number) =>
    fireEvent(on, new MouseEvent(type, { bubbles: true, cancelable: true, clientY }));
  const escape = () => fireEvent.keyDown(document.body, { key: "Escape" });

  test("leaves a job where it stands, and ends nothing in a panel", async () => {
    render(Jobs);
    const grip = document.querySelector(".grip")!;
    await pointer(grip, "pointerdown", 10);
    await pointer(grip, "pointermove", 500);
    expect(document.querySelector(".job.dragged")).not.toBeNull();
    await escape();
    expect(document.querySelector(".job.dragged")).toBeNull();
    await pointer(grip, "pointerup", 500);
    expect(asked()).toEqual([]);
    expect(heard).not.toHaveBeenCalled();
  });

  test("gives the drawer the height that it had", async () => {
    greet({ drawer: 316 });
    act({ type: "drawer", tab: "jobs" });
    render(Drawer);
    const height = () => document.querySelector<HTMLElement>(".drawer")!.style.height;
    const edge = screen.getByRole("separator");
    await pointer(edge, "pointerdown", 400);
    await pointer(edge, "pointermove", 380);
    expect(height()).toBe("336px");
    await escape();
    expect(height()).toBe("316px");
    await pointer(edge, "pointerup", 380);
    expect(call.mock.calls.filter(([name]) => name === "prefer")).toEqual([]);
    expect(heard).not.toHaveBeenCalled();
  });
});

test("a lane is collapsed by Enter", async () => {
  render(Jobs);
  const lane = document.querySelector<HTMLElement>("[data-lane]")!;
  const before = document.querySelectorAll("[data-job]").length;
  await fireEvent.keyDown(lane, { key: "Enter" });
  expect(lane.getAttribute("aria-expanded")).toBe("false");
  expect(document.querySelectorAll("[data-job]").length).toBeLessThan(before);
});

/** Tells of these jobs, and that all others are gone. */
function only(jobs: Job[]): void {
  const gone = Object.keys(app().jobs).map(Number);
  tell({ type: "jobs", rows: [], gone, lanes: [], all: app().all });
  tell({ type: "jobs", ...new FakeJobs(jobs).change() });
}

describe("a job that only waits for answers", () => {
  const asking = (job: number) =>
    makeJob("nvme0n1", { job, first: "Exports", stage: "waiting", percent: 97, questions: 2 });

  test("is not said to be at work, and its progress is still told", async () => {
    only([asking(1), asking(2)]);
    greet({ drawer: 0 });
    render(Drawer);
    render(Status);
    await tick();
    const running = document.querySelector<HTMLElement>(".running")!;
    expect(running.textContent).toContain("2 waiting for you");
    expect(running.textContent).not.toContain("working");
    const [closed, status] = screen.getAllByRole("progressbar");
    const percent = String(app().all.percent);
    expect(running.textContent).toContain(`${percent}\u00a0%`);
    expect(closed!.getAttribute("aria-valuenow")).toBe(percent);
    expect(status!.getAttribute("aria-valuenow")).toBe(percent);
    const footer = within(screen.getByRole("contentinfo"));
    footer.getByRole("button", { name: `Needs you: ${app().all.questions}` });
    expect(footer.queryByText(/working|waiting|Nothing/)).toBeNull();
    await expectAccessible();
  });

  test("can be paused with all others", async () => {
    only([asking(1)]);
    greet({ drawer: 316 });
    act({ type: "drawer", tab: "jobs" });
    render(Drawer);
    await fireEvent.click(screen.getByRole("button", { name: "Pause all" }));
    expect(asked()).toEqual([["jobs", { lane: null, ask: { ask: "pause" } }]]);
    // Without a job there is nothing to resume either.
    only([]);
    await tick();
    const button = screen.getByRole("button", { name: "Pause all" });
    expect((button as HTMLButtonElement).disabled).toBe(true);
  });
});

test("the progress of jobs that begin just now has a name at once", async () => {
  only([]);
  greet({ drawer: 0 });
  render(Drawer);
  await tick();
  only([
    makeJob("nvme0n1", { job: 1, first: "Exports", stage: "working" }),
    makeJob("nvme0n1", { job: 2, first: "Photos", stage: "working" }),
  ]);
  await tick();
  expect(screen.getByRole("progressbar").getAttribute("aria-label")).toContain("2 working");
});

test("the drawer opens by itself for a long job, once", async () => {
  greet({ drawer: 0 });
  render(Drawer);
  const opened = () => call.mock.calls.filter(([name]) => name === "prefer");
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  tell({ type: "jobs", ...new FakeJobs(allStages()).change() });
  await Promise.resolve();
  expect(opened()).toHaveLength(1);
});

test("a drawer that opens by itself for conflicts has room for them, and one that stands open grows", async () => {
  const height = () => document.querySelector<HTMLElement>(".drawer")!.style.height;
  const high = `${Math.round(window.innerHeight * 0.7)}px`;
  act({ type: "drawer", tab: "questions" });
  tell({ type: "questions", ...new Questions(usual()).state() });
  greet({ drawer: 0 });
  const { unmount } = render(Drawer);
  await tick();
  // The program has remembered that it is open.
  greet({ drawer: 316 });
  await tick();
  expect(height()).toBe(high);
  unmount();
  act({ type: "drawer", tab: "jobs" });
  render(Drawer);
  await tick();
  expect(height()).toBe("316px");
  act({ type: "drawer", tab: "questions" });
  await tick();
  expect(height()).toBe(high);
  act({ type: "drawer", tab: "jobs" });
  await tick();
  expect(height()).toBe(high);
  cleanup();
  // Conflicts that come while their tab is shown.
  tell({ type: "questions", count: 0, rows: [] });
  act({ type: "drawer", tab: "questions" });
  render(Drawer);
  await tick();
  expect(height()).toBe("316px");
  tell({ type: "questions", ...new Questions(usual()).state() });
  await tick();
  expect(height()).toBe(high);
  act({ type: "drawer", tab: "jobs" });
  tell({ type: "questions", count: 0, rows: [] });
});

test("the drawer can be used by everybody, and its height by keys", async () => {
  greet({ drawer: 316 });
  act({ type: "drawer", tab: "jobs" });
  render(Drawer);
  await expectAccessible();
  const edge = screen.getByRole("separator");
  await fireEvent.keyDown(edge, { key: "ArrowUp" });
  expect(call.mock.calls.find(([name]) => name === "prefer")?.[1]).toMatchObject({
    change: { drawer: 340 },
  });
  const tabs = screen.getAllByRole("tab");
  await fireEvent.keyDown(tabs[0]!, { key: "ArrowRight" });
  expect(app().drawer).toBe("questions");
  act({ type: "drawer", tab: "jobs" });
});

test("the history is read once for all jobs that end while it is being read", async () => {
  const done = (job: number) => makeJob("", { job, first: `Album ${job}`, stage: "finished" });
  const answers: ((told: unknown) => void)[] = [];
  call.mockImplementation((name) =>
    name === "history" ? new Promise((told) => answers.push(told)) : Promise.resolve(null),
  );
  only([]);
  render(History);
  for (const job of [1, 2, 3]) {
    only([1, 2, 3].slice(0, job).map(done));
    await tick();
  }
  expect(answers).toHaveLength(1);
  answers[0]!({ jobs: [done(1).state], count: 1 });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!({ jobs: [3, 2, 1].map((job) => done(job).state), count: 3 });
  await screen.findByText("Album 3");
  expect(answers).toHaveLength(2);
});

test("a failed job has its badge until the user has looked at the job", async () => {
  const failed = makeJob("", { job: 7, first: "Fjord", stage: "finished", failed: 3, retry: true });
  failed.state.unseen = true;
  const fake = new FakeJobs([failed]);
  const told = () => tell({ type: "jobs", ...fake.change() });
  call.mockImplementation(async (name, args) => {
    if (name === "history") return { jobs: [structuredClone(failed.state)], count: 1 };
    if (name === "report") return fake.report(7, []);
    if (name !== "job") return null;
    fake.ask(7, (args as Commands["job"]["args"]).ask);
    await Promise.resolve();
    told();
    return null;
  });
  only([]);
  told();
  greet({ drawer: 316 });
  act({ type: "drawer", tab: "jobs" });
  render(Drawer);
  await fireEvent.click(screen.getByRole("tab", { name: "History 3" }));
  await fireEvent.click(await screen.findByTitle("Open the report"));
  await screen.findByRole("tab", { name: "History" });
  act({ type: "report", job: null });
  act({ type: "drawer", tab: "jobs" });
});
