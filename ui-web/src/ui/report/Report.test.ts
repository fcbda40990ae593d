import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { JobState } from "../../bindings/desktop/JobState";
import type { Report as Told } from "../../bindings/desktop/Report";
import { Jobs as FakeJobs } from "../../mock/jobs";
import { ended } from "../../mock/stages";
import type { Commands } from "../../model/commands";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { call, tell } from "../../test/host";
import { text } from "../../text";
import { report as words } from "../../text/report";
import History from "../jobs/History.svelte";
import Report from "./Report.svelte";

vi.mock("../../host", () => import("../../test/host"));

const jobs = new FakeJobs(ended());
const failed = () => Object.values(app().jobs).find((job) => job.failed > 0)!;

beforeEach(async () => {
  call.mockReset();
  call.mockImplementation(async (name, args) => {
    const { job } = args as { job: number };
    if (name === "report") return jobs.report(job, []);
    if (name === "log") return jobs.log(job);
    if (name === "history") return { jobs: Object.values(app().jobs), count: 1000 };
    return name === "command_line" ? "fcp a b" : null;
  });
  await follow();
  tell({ type: "jobs", ...new FakeJobs(ended()).change() });
});

test("a report says what failed and why, and can be used by everybody", async () => {
  render(Report, { job: failed().job, back: () => {} });
  const heading = await screen.findByRole("heading", { level: 2 });
  expect(heading.textContent).toBe("3 of 688 items failed, 2 skipped, the rest was copied");
  screen.getByText("3 failed: you do not have permission");
  screen.getByText("EACCES");
  screen.getByText("Copy methods");
  await expectAccessible();
});

test("the paths of what failed are copied, and it is said how many of all", async () => {
  render(Report, { job: failed().job, back: () => {} });
  await fireEvent.click(await screen.findByRole("button", { name: "Copy list of 3 failed items" }));
  const [, args] = call.mock.calls.find(([name]) => name === "copy_line")!;
  expect((args as { text: string }).text.split("\n")).toEqual([
    "/home/ines/Pictures/Day 2/DSC_4417.NEF",
    "/home/ines/Pictures/Day 2/DSC_4418.NEF",
    "/home/ines/Pictures/Drone/DSC_102.NEF",
  ]);
  expect(text.questions.copyErrors(200, 3412)).toBe("Copy list of 200 of 3,412 failed items");
});

test("a copy is verified again", async () => {
  const { job } = failed();
  render(Report, { job, back: () => {} });
  await fireEvent.click(await screen.findByRole("button", { name: "Verify again" }));
  expect(call).toHaveBeenCalledWith("job", { job, ask: { ask: "verify" } });
});

test("a report offers nothing that the undo of its job has made impossible", async () => {
  const { job } = failed();
  let isUndone = false;
  const usual = call.getMockImplementation()!;
  call.mockImplementation(async (name, args) => {
    if (name !== "report") return usual(name, args);
    const report = jobs.report(job, []);
    const now = { undo: !isUndone, verifiable: !isUndone, taken_back: isUndone };
    return { ...report, job: { ...report!.job, ...now } };
  });
  render(Report, { job, back: () => {} });
  await screen.findByRole("button", { name: "Undo" });
  isUndone = true;
  const undo = { ...failed(), job: 99, verb: "undo" } as const;
  tell({ type: "jobs", rows: [undo], gone: [], lanes: app().lanes, all: app().all });
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  expect(screen.queryByRole("button", { name: "Verify again" })).toBeNull();
});

test("only what was read back to its end and is still there is said to be verified", () => {
  const done = { ...failed(), outcome: "completed", verify: true } as const;
  const says = (change: Partial<JobState>) => words.subtitle({ ...done, ...change });
  expect(says({})).toMatch(/, verified$/);
  expect(says({ outcome: "cancelled" })).toMatch(/, not verified$/);
  expect(says({ taken_back: true, on_disk: false })).toMatch(/, undone$/);
  // A move on one disk reads nothing.
  expect(says({ verb: "move", bytes: 0 })).toMatch(/, not verified$/);
  expect(says({ verb: "trash" })).not.toContain("verified");
});

test("what failed is tried again, and the command line is copied", async () => {
  const { job } = failed();
  render(Report, { job, back: () => {} });
  await fireEvent.click(await screen.findByRole("button", { name: "Retry 3 failed" }));
  expect(call).toHaveBeenCalledWith("job", { job, ask: { ask: "retry" } });
  await fireEvent.click(screen.getByRole("button", { name: "Copy as command" }));
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith("copy_line", { text: "fcp a b" }));
});

test("the report has the log open, and both are filtered by name", async () => {
  const { job } = failed();
  render(Report, { job, back: () => {} });
  const list = await screen.findByRole("list", { name: "What happened in this job" });
  const lines = within(list).getAllByRole("listitem");
  const told = lines.map((line) =>
    line.textContent
      ?.replace(/^[\d:]+/, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  expect(told).toEqual([
    "Added",
    "Started with 4 workers",
    "688 items, 20.0 GB in all",
    "Day 2/DSC_4417.NEF failed: you do not have permission",
    "Flushing to disk",
    "With errors",
  ]);
  await expectAccessible();
  const filter = screen.getByRole("searchbox", { name: "Filter by name" });
  await fireEvent.input(filter, { target: { value: "dsc_44" } });
  expect(within(list).getAllByRole("listitem")).toHaveLength(6);
  await fireEvent.input(filter, { target: { value: "nothing" } });
  expect(within(list).getAllByRole("listitem")).toHaveLength(5);
});

test("a log that is refused says why, and does not say that it is being read", async () => {
  const { job } = failed();
  call.mockImplementation(async (name) => {
    if (name === "report") return jobs.report(job, []);
    throw { why: "not", text: "Command log not allowed by ACL" };
  });
  render(Report, { job, back: () => {} });
  await fireEvent.click(await screen.findByText("Log"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("The log could not be read. Command log not allowed by ACL");
  expect(screen.queryByText("Reading the log")).toBeNull();
});

test("a report that is gone leads back", async () => {
  call.mockImplementation(async () => null);
  const back = vi.fn();
  render(Report, { job: 1, back });
  await vi.waitFor(() => expect(back).toHaveBeenCalled());
});

test("a job that is looked at has been seen", async () => {
  call.mockImplementation(async (name) => {
    if (name !== "report") return null;
    const told = jobs.report(failed().job, []) as Told;
    return { ...told, job: { ...told.job, unseen: true } };
  });
  const { job } = failed();
  render(Report, { job, back: () => {} });
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith("job", { job, ask: { ask: "seen" } }));
});

test("the history is read page by page, and opens reports", async () => {
  render(History);
  const rows = await screen.findAllByRole("listitem");
  await expectAccessible();
  const list = screen.getByRole("list");
  await fireEvent.scroll(list);
  await vi.waitFor(() =>
    expect(call).toHaveBeenCalledWith("history", { from: rows.length, count: 50, troubled: false }),
  );
  await fireEvent.click(screen.getByRole("button", { name: "With errors" }));
  await vi.waitFor(() =>
    expect(call).toHaveBeenCalledWith("history", { from: 0, count: 50, troubled: true }),
  );
  await fireEvent.click(screen.getByRole("button", { name: "All" }));
  await fireEvent.click((await screen.findAllByTitle("Open the report"))[0]!);
  expect(app().report).not.toBeNull();
});

test("the keyboard follows into a report, and back to its row", async () => {
  act({ type: "report", job: null });
  render(History);
  await screen.findAllByTitle("Open the report");
  const { job } = failed();
  const row = () => document.querySelector<HTMLElement>(`[data-open="${job}"]`);
  row()!.focus();
  await fireEvent.click(row()!);
  const report = await screen.findByRole("region");
  await vi.waitFor(() => expect(document.activeElement).toBe(report));
  const filter = await screen.findByRole("searchbox", { name: "Filter by name" });
  await fireEvent.input(filter, { target: { value: "x" } });
  filter.focus();
  await fireEvent.keyDown(filter, { key: "Escape" });
  expect((filter as HTMLInputElement).value).toBe("");
  await fireEvent.keyDown(filter, { key: "Escape" });
  expect(app().report).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(row()));
});

describe("a history that was scrolled", () => {
  const all = () => Array.from({ length: 200 }, (_, n) => ({ ...failed(), job: 1000 - n }));
  const late: (() => void)[] = [];
  let isLate = false;

  beforeEach(() => {
    act({ type: "report", job: null });
    isLate = false;
    call.mockImplementation(async (name, args) => {
      if (name !== "history") return null;
      const { from, count, troubled } = args as Commands["history"]["args"];
      if (isLate && from > 0) await new Promise<void>((go) => late.push(go));
      const meant = troubled ? all().slice(0, 3) : all();
      return { jobs: meant.slice(from, from + count), count: meant.length };
    });
  });
  const rows = () => document.querySelectorAll("[data-open]").length;

  test("stays as long as it was when a job ends", async () => {
    render(History);
    await vi.waitFor(() => expect(rows()).toBe(50));
    await fireEvent.scroll(screen.getByRole("list"));
    await vi.waitFor(() => expect(rows()).toBe(100));
    const reads = () => call.mock.calls.filter(([name]) => name === "history").length;
    const before = reads();
    const ended = { ...failed(), job: 2000 };
    tell({ type: "jobs", rows: [ended], gone: [], lanes: app().lanes, all: app().all });
    await vi.waitFor(() => expect(reads()).toBe(before + 1));
    await tick();
    expect(rows()).toBe(100);
  });

  test("takes no jobs of a filter that was changed since they were asked for", async () => {
    render(History);
    await vi.waitFor(() => expect(rows()).toBe(50));
    isLate = true;
    await fireEvent.scroll(screen.getByRole("list"));
    await fireEvent.click(screen.getByRole("button", { name: "With errors" }));
    await vi.waitFor(() => expect(rows()).toBe(3));
    late.shift()!();
    await new Promise((done) => setTimeout(done));
    expect(rows()).toBe(3);
  });
});

test("the whole row of the history opens its report, and its buttons do what they say", async () => {
  act({ type: "report", job: null });
  render(History);
  const [row] = await screen.findAllByRole("listitem");
  await fireEvent.click(within(row!).getByText("Run again"));
  expect(app().report).toBeNull();
  await fireEvent.click(row!.querySelector(".subtitle")!);
  expect(app().report).not.toBeNull();
});

test("the history is forgotten only after a question", async () => {
  act({ type: "report", job: null });
  render(History);
  await fireEvent.click(await screen.findByText("Forget history…"));
  expect(app().dialog).toEqual({ kind: "forget" });
  expect(call).not.toHaveBeenCalledWith("jobs", expect.anything());
  const read = () => call.mock.calls.filter(([name]) => name === "history").length;
  const before = read();
  act({ type: "dialog", dialog: null });
  await vi.waitFor(() => expect(read()).toBe(before + 1));
});
