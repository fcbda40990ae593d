// Mock jobs that progress on a timer and obey requests, in the form that `desktop/src/jobs.rs` sends.

import type { AfterAsk } from "../bindings/desktop/AfterAsk";
import type { AfterState } from "../bindings/desktop/AfterState";
import type { JobAsk } from "../bindings/desktop/JobAsk";
import type { JobsAsk } from "../bindings/desktop/JobsAsk";
import type { JobsChange } from "../bindings/desktop/JobsChange";
import type { JobLog } from "../bindings/desktop/JobLog";
import type { JobState } from "../bindings/desktop/JobState";
import type { LaneState } from "../bindings/desktop/LaneState";
import type { Report } from "../bindings/desktop/Report";
import type { Mode } from "../bindings/Mode";

import { denied, GB, job, LANES, NOTHING_YET, type Given, type Job, type Lane } from "./stages";
import { at, name } from "./tree";

/** All jobs of the fake machine. */
export class Jobs {
  private told = new Map<number, string>();
  private gone: number[] = [];
  private limit: number | null = null;
  private mode: Mode = "lanes";
  private after: AfterState | undefined;

  constructor(private jobs: Job[]) {}

  /** Gives how many are not over. */
  get open(): number {
    return this.jobs.filter(({ state }) => state.stage !== "finished").length;
  }

  /** Finds a job. */
  find(id: number): JobState | undefined {
    return this.jobs.find(({ state }) => state.job === id)?.state;
  }

  /** Adds a job at the end, and gives its number. */
  add(given: Omit<Given, "job">): number {
    const id = Math.max(0, ...this.jobs.map(({ state }) => state.job)) + 1;
    const total = given.bytes_total ?? GB;
    const start = { ...NOTHING_YET, bytes_left: total, in_flight: [], rate: 0.8 * GB };
    this.jobs.push(job("nvme0n1", { ...start, ...given, job: id, first: given.first }));
    return id;
  }

  /** Takes what follows the queue; the mock never does it. */
  follow(ask: AfterAsk): void {
    if (ask.after === "nothing") this.after = undefined;
    else if (ask.after === "command") this.after = { action: "command", command: ask.text };
    else this.after = { action: ask.after };
  }

  /** Carries out a request about one job. */
  ask(id: number, ask: JobAsk): void {
    const found = this.jobs.find(({ state }) => state.job === id);
    if (!found) return;
    const { state } = found;
    switch (ask.ask) {
      case "pause":
        this.pause(found);
        break;
      case "resume":
      case "start":
        this.resume(found);
        break;
      case "cancel":
        this.cancel(found);
        break;
      case "place":
        this.place(found, { up: -1, down: 1, first: -99, last: 99 }[ask.to]);
        break;
      case "before": {
        this.jobs = this.jobs.filter((it) => it !== found);
        const to = this.jobs.findIndex((it) => it.state.job === ask.job);
        this.jobs.splice(to < 0 ? this.jobs.length : to, 0, found);
        break;
      }
      case "hold":
        state.after = ask.after;
        break;
      case "limit":
        state.limit = ask.rate;
        break;
      case "retry":
        state.unseen = false;
        this.add({ first: state.first.text, verb: state.verb });
        break;
      case "repeat":
        this.add({ first: state.first.text, verb: state.verb });
        break;
      case "undo":
      case "verify":
        this.add({ first: state.first.text, verb: ask.ask });
        break;
      case "clear":
        this.forget(found);
        break;
      case "seen":
        state.unseen = false;
        break;
    }
  }

  /** Carries out a request about all jobs, or about those of one lane. */
  askAll(lane: string | null, ask: JobsAsk): void {
    const meant = this.jobs.filter((it) => lane === null || it.lane === lane);
    switch (ask.ask) {
      case "pause":
        meant.forEach((it) => this.pause(it));
        break;
      case "resume":
        meant.forEach((it) => this.resume(it));
        break;
      case "cancel":
        meant.forEach((it) => this.cancel(it));
        break;
      case "limit":
        this.limit = ask.rate;
        break;
      case "mode":
        this.mode = ask.mode;
        break;
      case "clear":
      case "forget":
        meant.filter((it) => it.state.stage === "finished").forEach((it) => this.forget(it));
        break;
    }
  }

  /** Lets a quarter of a second pass. */
  tick(): void {
    for (const found of this.jobs) {
      const { state } = found;
      if (state.stage !== "working" || state.bytes_total === null) continue;
      state.bytes = Math.min(state.bytes + state.rate / 4, state.bytes_total);
      state.bytes_left = state.bytes_total - state.bytes;
      state.percent = Math.floor((state.bytes / state.bytes_total) * 100);
      state.items = Math.floor(((state.items_total ?? 1) * state.percent) / 100);
      state.history = [...state.history.slice(-59), state.rate];
      if (state.bytes_left === 0 && state.questions === 0) this.end(found, "completed");
    }
  }

  /** Takes the number of questions from a job. */
  wait(id: number, questions: number): void {
    const state = this.find(id);
    if (state) state.questions = questions;
  }

  /** Gives what changed since the last time. */
  change(): JobsChange {
    const states = this.jobs.map(({ state }) => state);
    const changed = states.filter((state) => this.told.get(state.job) !== JSON.stringify(state));
    for (const state of changed) this.told.set(state.job, JSON.stringify(state));
    const gone = this.gone.splice(0);
    const count = (...stages: string[]) => states.filter((it) => stages.includes(it.stage)).length;
    const known = states.filter((it) => it.stage !== "finished" && it.bytes_total !== null);
    const sum = (of: (state: JobState) => number | null) =>
      known.reduce((total, state) => total + (of(state) ?? 0), 0);
    const over = { key: "", name: "", detail: "", removable: false };
    return {
      rows: structuredClone(changed),
      gone,
      lanes: [...LANES, over].map((lane) => this.lane(lane)).filter((it) => it.jobs.length > 0),
      all: {
        working: count("counting", "working", "flushing", "verifying", "stalled", "cancelling"),
        waiting: count("waiting"),
        paused: count("paused"),
        queued: count("queued"),
        questions: states.reduce((total, state) => total + state.questions, 0),
        failed: states.reduce((total, state) => total + (state.unseen ? state.failed : 0), 0),
        rate: states.reduce((total, state) => total + state.rate, 0),
        percent:
          known.length > 0
            ? Math.floor((sum((it) => it.bytes) / sum((it) => it.bytes_total)) * 100)
            : null,
        eta: known.find((it) => it.eta !== null)?.eta ?? null,
        limit: this.limit,
        mode: this.mode,
        ...(this.after && { after: this.after }),
      },
    };
  }

  /** Gives the report of a job; those of `past` ended long ago. */
  report(id: number, past: JobState[]): Report | null {
    const state = this.find(id) ?? past.find(({ job }) => job === id);
    if (!state) return null;
    const item = (text: string) => ({
      name: name(text),
      error: denied(`/home/ines/Pictures/${text}`),
    });
    const failed = ["Day 2/DSC_4417.NEF", "Day 2/DSC_4418.NEF", "Drone/DSC_102.NEF"].map(item);
    const skipped = ["Day 1/DSC_4001.NEF", "Day 1/DSC_4002.NEF"].map((text) => ({
      name: name(text),
      error: null,
    }));
    return {
      job: structuredClone(state),
      groups: [
        {
          reason: { reason: "failed", error: failed[0]!.error },
          count: state.failed,
          items: failed,
        },
        { reason: { reason: "skipped", why: "same" }, count: state.skipped, items: skipped },
        {
          reason: { reason: "warning", kind: "metadata_lost" },
          count: state.warnings,
          items: [{ name: name("Selects/DSC_4410.NEF"), error: null }],
        },
        {
          reason: { reason: "finished" },
          count: state.items - state.failed - state.skipped,
          items: [],
        },
      ].filter((group) => group.count > 0) as Report["groups"],
      bytes_reflinked: state.saved,
      bytes_kernel: Math.round(state.bytes * 0.4),
      bytes_streamed: Math.round(state.bytes * 0.1),
      peak: Math.max(0, ...state.history),
    };
  }

  /** Tells what happened in a job. */
  log(id: number): JobLog {
    const state = this.find(id);
    const end = state?.ended ?? Date.now() * 1000;
    const item = name("Day 2/DSC_4417.NEF");
    const error = denied("/home/ines/Pictures/Day 2/DSC_4417.NEF");
    const lines: JobLog["lines"] = [
      { at: end - 93_000_000, fact: { fact: "added" } },
      { at: end - 92_000_000, fact: { fact: "started", workers: 4 } },
      { at: end - 91_000_000, fact: { fact: "counted", items: 688, bytes: 20_000_000_000 } },
      { at: end - 40_000_000, fact: { fact: "failed", name: item, error } },
      { at: end - 1_000_000, fact: { fact: "flushing" } },
    ];
    if (state?.outcome) lines.push({ at: end, fact: { fact: "ended", outcome: state.outcome } });
    return { lines, count: lines.length };
  }

  private lane(lane: Lane): LaneState {
    const mine = this.jobs.filter((it) => it.lane === lane.key).map(({ state }) => state);
    return {
      ...lane,
      jobs: mine.map((state) => state.job),
      rate: mine.reduce((total, state) => total + state.rate, 0),
      paused: mine.length > 0 && mine.every((state) => state.stage === "paused"),
    };
  }

  private pause({ state }: Job): void {
    if (state.stage === "finished") return;
    state.stage = "paused";
    state.rate = 0;
    state.eta = null;
  }

  private resume({ state }: Job): void {
    if (state.stage !== "paused" && state.stage !== "queued") return;
    state.stage = "working";
    state.rate = state.mean || GB;
  }

  private cancel(found: Job): void {
    if (found.state.stage !== "finished") this.end(found, "cancelled");
  }

  private end(found: Job, outcome: JobState["outcome"]): void {
    const ended = at("2026-11-21 14:07");
    const over: Partial<JobState> = { stage: "finished", rate: 0, eta: null, in_flight: [], ended };
    Object.assign(found.state, over, {
      outcome,
      on_disk: true,
      undo: true,
      verifiable: true,
      unseen: true,
    });
    found.lane = "";
  }

  private place(found: Job, by: number): void {
    const mine = this.jobs.filter((it) => it.lane === found.lane);
    const to = Math.min(Math.max(mine.indexOf(found) + by, 0), mine.length - 1);
    mine.splice(mine.indexOf(found), 1);
    mine.splice(to, 0, found);
    this.jobs = [...this.jobs.filter((it) => it.lane !== found.lane), ...mine];
  }

  private forget(found: Job): void {
    this.jobs = this.jobs.filter((it) => it !== found);
    this.gone.push(found.state.job);
  }
}
