import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { PlanState } from "../../bindings/desktop/PlanState";
import { aPlan } from "../../mock/samples";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, greet, panel, tell } from "../../test/host";
import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

const aPack: PlanState = {
  ...aPlan,
  verb: "pack",
  to_path: "/home/ines/Archive/",
  archive: { name: "Fjord shoot", format: "tar_zst" },
};

beforeAll(follow);
beforeEach(() => {
  const answers: Record<string, unknown> = { start: 9, complete: [] };
  call.mockReset().mockImplementation(async (name) => answers[name] ?? null);
  greet();
  tell({ type: "panel", ...panel("left") });
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
});

const settle = async () => {
  await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => setTimeout(done));
  await tick();
};
const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
const format = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Format" });

async function open(change: Partial<PlanState> = {}): Promise<void> {
  tell({ type: "plan", ...aPack, ...change });
  act({ type: "dialog", dialog: { kind: "pack", plan: 5 } });
  render(Dialogs);
  await settle();
}

test("the name that the program suggests can be used as it is", async () => {
  await open();
  expect(screen.getByRole("dialog", { name: "Pack 4 items" })).not.toBeNull();
  await expectAccessible();
  expect([name().value, format().value]).toEqual(["Fjord shoot", "tar_zst"]);
  expect(document.activeElement).toBe(name());
  // What is typed replaces it.
  expect([name().selectionStart, name().selectionEnd]).toEqual([0, "Fjord shoot".length]);
  await fireEvent.submit(name().form!);
  await settle();
  expect(asked("replan")).toEqual([]);
  const choices = { ...app().preferences!.choices, remember: false };
  expect(asked("start")).toEqual([{ plan: 5, choices }]);
});

test("what is typed and chosen is where the archive is made", async () => {
  await open();
  await fireEvent.input(name(), { target: { value: "photos" } });
  await fireEvent.change(format(), { target: { value: "zip" } });
  const folder = screen.getByRole("combobox", { name: "In folder" });
  await fireEvent.input(folder, { target: { value: "~/old/" } });
  await fireEvent.submit(name().form!);
  await settle();
  expect(asked("replan").at(-1)).toEqual({
    plan: 5,
    verb: "pack",
    target: {
      target: "archive",
      folder: "~/old/",
      side: "left",
      name: "photos",
      format: "zip",
      over_ending: false,
    },
  });
  expect(asked("start")).toHaveLength(1);
});

test("the ending of a typed name chooses the format, and another choice takes it off again", async () => {
  await open();
  await fireEvent.input(name(), { target: { value: "a.zip" } });
  await settle();
  tell({ type: "plan", ...aPack, archive: { name: "a", format: "zip" } });
  await settle();
  expect([name().value, format().value]).toEqual(["a.zip", "zip"]);
  await fireEvent.change(format(), { target: { value: "tar_xz" } });
  await settle();
  const target = { name: "a.zip", format: "tar_xz", over_ending: true };
  expect(asked("replan").at(-1)).toMatchObject({ target });
  tell({ type: "plan", ...aPack, archive: { name: "a", format: "tar_xz" } });
  await settle();
  expect([name().value, format().value]).toEqual(["a", "tar_xz"]);
});

test("an archive without a name cannot be started", async () => {
  await open();
  await fireEvent.input(name(), { target: { value: "" } });
  await fireEvent.submit(name().form!);
  await settle();
  expect(asked("start")).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Pack/ }).disabled).toBe(true);
});

test("an existing archive is told, and what becomes of it is chosen", async () => {
  await open({ conflicts: [{ kind: "file", count: 1 }] });
  expect(screen.getByRole("dialog").textContent).toContain("1 item already exists there");
  const exists = screen.getByRole("combobox", { name: "If the archive already exists" });
  await fireEvent.change(exists, { target: { value: "rename" } });
  await fireEvent.keyDown(name(), { key: "Enter", ctrlKey: true });
  await settle();
  expect(asked("start")).toMatchObject([{ choices: { on_conflict: "rename", start: "paused" } }]);
});
