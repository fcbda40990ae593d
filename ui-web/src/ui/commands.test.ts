import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import { aJob } from "../mock/samples";
import { act, app } from "../model/store.svelte";
import { settle } from "../test/dialogs";
import { asked, call, lastAsked, tell } from "../test/host";
import { entry, key, part, prepare, show } from "../test/manager";
import { entries } from "./jobs/acts";

vi.mock("../host", () => import("../test/host"));

prepare();

/** Gives the window commands of the user. */
async function withCommands(...commands: string[]): Promise<void> {
  tell({ type: "hello", ...app().hello!, commands });
  await tick();
}

const nothing = { name: null, count: null, job: null, error: null, undo: false };

test("commands of the user are in the menus and in the palette", async () => {
  await show({ marked: 0 });
  await withCommands("Word count");
  await fireEvent.contextMenu(entry("a.jpg"));
  await fireEvent.click(within(part("[role=menu]")).getByText("Word count"));
  expect(lastAsked("run_command")).toMatchObject({ name: "Word count", side: "left" });
  act({ type: "dialog", dialog: { kind: "palette", only: "commands" } });
  await tick();
  const offers = [...part("dialog").querySelectorAll("[role=option]")];
  expect(offers.map((it) => it.textContent.trim())).toEqual(["Word count"]);
  await fireEvent.click(offers[0]!);
  expect(asked("run_command")).toHaveLength(2);
});

test("a key of a command runs it, is shown beside it, and is listed", async () => {
  await show({ marked: 0 });
  const { keymap } = app().hello!;
  const commands = ["Word count", "Tar"];
  const keys: [string, string][] = [
    ["f5", "Word count"],
    ["z t", "Tar"],
    // The window keeps its own.
    ["ctrl-c", "Tar"],
  ];
  tell({ type: "hello", ...app().hello!, commands, keymap: { ...keymap, commands: keys } });
  await tick();
  await key({ key: "F5" });
  expect(lastAsked("run_command")).toMatchObject({ name: "Word count", side: "left" });
  expect(asked("plan")).toHaveLength(0);
  await key({ key: "z" });
  expect(part(".which-key").textContent).toContain("Tar");
  await key({ key: "t" });
  expect(lastAsked("run_command")).toMatchObject({ name: "Tar" });
  await key({ key: "c", ctrlKey: true });
  expect(asked("run_command")).toHaveLength(2);
  await fireEvent.contextMenu(entry("a.jpg"));
  const item = within(part("[role=menu]")).getByText("Word count").closest("button")!;
  expect(item.querySelector("kbd")?.textContent).toBe("F5");
  act({ type: "menu", menu: null });
  act({ type: "dialog", dialog: { kind: "palette", only: "commands" } });
  await tick();
  const offers = [...part("dialog").querySelectorAll("[role=option]")];
  expect(offers.map((it) => it.querySelector("kbd")?.textContent)).toEqual(["F5", "z t"]);
  act({ type: "dialog", dialog: { kind: "keys" } });
  await tick();
  expect(part("dialog.keys-help").textContent).toContain("Word count");
});

test("without a command of the user, nothing is offered and the reason is told", async () => {
  await show();
  await withCommands();
  await fireEvent.contextMenu(entry("a.jpg"));
  expect(part("[role=menu]").textContent).not.toContain("Word count");
  await key({ key: "Escape" });
  act({ type: "menu", menu: null });
  await key({ key: "p", ctrlKey: true });
  const field = part("dialog input");
  await fireEvent.input(field, { target: { value: "your commands" } });
  await fireEvent.keyDown(field, { key: "Enter" });
  await tick();
  expect(document.body.textContent).toContain("config.toml");
});

test("what a command printed can be read whole", async () => {
  await show();
  const notice = { ...nothing, tone: "bad", code: "command_failed" } as const;
  const detail = "Mine failed with exit code 3: no";
  tell({ type: "notice", ...notice, detail, output: "one\ntwo\nno\n" });
  await tick();
  expect(document.body.textContent).toContain(detail);
  // A button that has just appeared takes no click.
  await new Promise((done) => setTimeout(done, 400));
  await fireEvent.click(screen.getByRole("button", { name: /Show output/ }));
  await settle();
  const dialog = screen.getByRole("dialog", { name: "Output of the command" });
  expect(dialog.querySelector("pre")?.textContent).toBe("one\ntwo\nno\n");
});

test("an archive that was refused as too large is extracted after a look at its sizes", async () => {
  await show();
  call.mockImplementation(async (name) =>
    name === "too_large"
      ? { archives: 1, first: { text: "x.zip" }, packed: 4200, limit: 1e9, unpacked: 42e9 }
      : null,
  );
  const job = {
    ...aJob,
    stage: "finished",
    outcome: "failed",
    failed: 1,
    too_large: true,
  } as const;
  const offered = entries(job, null).find(({ label }) => label === "Extract anyway…")!;
  expect(entries({ ...job, too_large: false }, null).map(({ label }) => label)).not.toContain(
    "Extract anyway…",
  );
  offered.act();
  await settle();
  const dialog = screen.getByRole("dialog", { name: "Extract without a limit" });
  expect(dialog.textContent).toContain("Becomes 42.0\u00a0GB; the limit is 1.00\u00a0GB");
  // The answer that changes nothing has the focus.
  expect(document.activeElement?.textContent).toContain("Cancel");
  await new Promise((done) => setTimeout(done, 400));
  await fireEvent.click(within(dialog).getByRole("button", { name: "Extract anyway" }));
  expect(lastAsked("job")).toEqual({ job: 1, ask: { ask: "anyway" } });
});
