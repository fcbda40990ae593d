import { describe, expect, test } from "vitest";

import capability from "../../../desktop/capabilities/windows.json";

import type { Commands } from "../model/commands";
import { ANSWERS } from "./answers";
import { call, refusal } from "./host";
import { preferences } from "./samples";
import { fjord } from "./tree";

test("the mock answers the commands that the program grants to its pages, and no others", async () => {
  const granted = capability.permissions.map((it) => it.replace("allow-", "").replaceAll("-", "_"));
  // `subscribe` is called by the host itself.
  expect([...Object.keys(ANSWERS), "subscribe"].sort()).toEqual(granted.sort());
  const refused = call("unheard_of" as "discard", { plan: 1 });
  expect(refusal(await refused.catch((error: unknown) => error))).toMatchObject({ why: "not" });
});

/** What the mock refuses a command with; undefined if it carries it out. */
async function refused<Name extends keyof Commands>(name: Name, args: Commands[Name]["args"]) {
  return call(name, args).then(
    () => undefined,
    (error: unknown) => refusal(error),
  );
}

describe("as the program does, the mock refuses", () => {
  const { choices } = preferences;
  const side = "left" as const;
  const id = fjord.children.find((node) => node.name.text === "weather.json")!.id;
  const items = { items: "entries" as const, ids: [id] };
  const make = (verb: "copy" | "move", target: "left" | null) =>
    call("plan", {
      verb,
      items,
      target: target ? { target: "panel", side: target } : { target: "unknown" },
    });

  test("names that are empty, lead elsewhere or exist already", async () => {
    const rename = (to: string) => refused("edit", { ask: { edit: "rename", id, to } });
    expect(await rename("")).toEqual({ why: "not", text: "Type a name first" });
    expect(await rename("a/b")).toMatchObject({ why: "not" });
    expect(await rename("call-sheet.pdf")).toMatchObject({ why: "op", error: { code: "exists" } });
    const edit = { edit: "make_directory", side, name: "Day 1" } as const;
    expect(await refused("edit", { ask: edit })).toMatchObject({ error: { code: "exists" } });
  });
  test("plans that were used, go nowhere, or go where the items are", async () => {
    const nowhere = await make("copy", null);
    const start = (plan: number) => refused("start", { plan, choices });
    expect(await start(nowhere)).toEqual({ why: "not", text: "Choose a folder first" });
    expect(await start(await make("move", side))).toMatchObject({ error: { code: "same_file" } });
    await call("discard", { plan: nowhere });
    expect(await start(nowhere)).toEqual({ why: "stale_plan" });
  });
  test("what no longer exists, and what has nothing to be about", async () => {
    expect(await refused("job", { job: 999, ask: { ask: "pause" } })).toEqual({ why: "gone" });
    expect(await refused("compare", { id: 999 })).toEqual({ why: "gone" });
    expect(await refused("apply_rules", { plan: 999, later: false })).toEqual({
      why: "stale_plan",
    });
    expect(await refused("eject", { place: 0 })).toEqual({ why: "gone" });
    const go = { ask: "go", to: { to: "entry", id: 999_999_999 } } as const;
    expect(await refused("panel", { side, ask: go })).toEqual({ why: "gone" });
  });
});
