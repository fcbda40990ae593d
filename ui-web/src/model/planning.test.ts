import { beforeEach, expect, test, vi } from "vitest";

import { preferences } from "../mock/samples";
import { call } from "../test/host";
import { Planning } from "./planning.svelte";

vi.mock("../host", () => import("../test/host"));

const { choices } = preferences;
const to = (text: string) => ({ target: "path", text, side: "left" }) as const;
const names = () => call.mock.calls.map(([name]) => name);

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = { plan: 5, start: 9 };
  call.mockReset().mockImplementation(async (name) => {
    if (answers[name] instanceof Error) throw { why: "not", text: answers[name].message };
    return answers[name] ?? null;
  });
});

test("it starts as it was changed last", async () => {
  const planning = Planning.make("copy", { items: "clipboard" }, to("/a/"));
  planning.change("copy", to("/b/"));
  await planning.settled();
  planning.change("move", to("/c/"));
  expect(await planning.start(choices)).toBe(9);
  expect(names()).toEqual(["plan", "replan", "replan", "start"]);
  expect(call.mock.calls[2]?.[1]).toEqual({ plan: 5, verb: "move", target: to("/c/") });
});

test("of changes that wait for one another only the last is sent", async () => {
  const planning = Planning.make("copy", { items: "clipboard" }, to("/a/"));
  for (const folder of ["/b/", "/c/", "/d/"]) planning.change("copy", to(folder));
  await planning.settled();
  expect(names()).toEqual(["plan", "replan"]);
  expect(call.mock.calls[1]?.[1]).toEqual({ plan: 5, verb: "copy", target: to("/d/") });
});

test("a plan is used once", async () => {
  const planning = Planning.of(5);
  await planning.start(choices);
  expect(await planning.start(choices)).toBeNull();
  planning.change("copy", to("/b/"));
  await planning.discard();
  expect(names()).toEqual(["start"]);
});

test("what a refused change left is not started, but a refused start may be tried again", async () => {
  const planning = Planning.of(5);
  answers.replan = new Error("No.");
  planning.change("copy", to("/b/"));
  expect(await planning.start(choices)).toBeNull();
  expect(planning.refusal).toEqual({ why: "not", text: "No." });
  answers = { start: new Error("Full.") };
  planning.change("copy", to("/c/"));
  expect(await planning.start(choices)).toBeNull();
  answers = { start: 9 };
  expect(await planning.start(choices)).toBe(9);
});

test("what was never planned is never started or forgotten", async () => {
  answers.plan = new Error("Gone.");
  const planning = Planning.make("copy", { items: "clipboard" }, to("/a/"));
  planning.change("move", to("/a/"));
  expect(await planning.start(choices)).toBeNull();
  await planning.discard();
  expect(names()).toEqual(["plan"]);
});
