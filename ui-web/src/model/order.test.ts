import { expect, test, vi } from "vitest";

import { Order, sidesOf } from "./order";

/** A program that answers when the test says so. */
function program() {
  const came: string[] = [];
  const answers: Record<string, () => void> = {};
  const send = (name: string) => () => {
    came.push(name);
    return new Promise<void>((done) => (answers[name] = done));
  };
  return { came, answers, send };
}

test("a newer command reaches a panel after an older one, whatever takes how long", async () => {
  const { came, answers, send } = program();
  const order = new Order();
  void order.send(["left"], true, send("filter a"));
  void order.send(["left"], true, send("filter ab"));
  const plan = order.send(["left", "right"], false, send("plan"));
  void order.send(["right"], true, send("other panel"));
  await Promise.resolve();
  expect(came).toEqual(["filter a", "other panel"]);
  expect(order.isBusy("left")).toBe(true);
  answers["filter a"]!();
  await vi.waitFor(() => expect(came).toContain("filter ab"));
  expect(came).not.toContain("plan");
  answers["filter ab"]!();
  await vi.waitFor(() => expect(came).toContain("plan"));
  answers.plan!();
  await plan;
  expect(order.isBusy("left")).toBe(false);
});

test("a command that fails holds up none that follow, and one that is not answered only for a while", async () => {
  vi.useFakeTimers();
  try {
    const { came, send } = program();
    const order = new Order();
    const failed = order.send(["left"], true, () => Promise.reject(new Error("refused")));
    await expect(failed).rejects.toThrow("refused");
    void order.send(["left"], true, send("dead mount"));
    void order.send(["left"], true, send("cursor"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(came).toEqual(["dead mount"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(came).toEqual(["dead mount", "cursor"]);
  } finally {
    vi.useRealTimers();
  }
});

test("commands say which panels they are about", () => {
  expect(sidesOf("panel", { side: "left", ask: { ask: "reload" } })).toEqual(["left"]);
  expect(sidesOf("panels", { ask: { ask: "swap" } })).toEqual(["left", "right"]);
  const items = { items: "marked", side: "right" } as const;
  const target = { target: "panel", side: "left" } as const;
  expect(sidesOf("plan", { verb: "copy", items, target })).toEqual(["left", "right"]);
  expect(sidesOf("properties", { items })).toEqual(["right"]);
  expect(sidesOf("jobs", { lane: null, ask: { ask: "pause" } })).toEqual([]);
});
