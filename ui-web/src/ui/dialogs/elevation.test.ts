import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { ElevationState } from "../../bindings/desktop/ElevationState";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, greet, tell } from "../../test/host";
import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

const state: ElevationState = {
  plan: 1,
  stage: "asking",
  verb: "copy",
  items: 0,
  items_total: null,
  percent: null,
  bytes: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  error: null,
  trouble: null,
};

let plans = 0;

beforeEach(async () => {
  plans = 0;
  call.mockReset().mockImplementation(async (name) =>
    name === "elevate"
      ? {
          plan: ++plans,
          job: 7,
          verb: "copy",
          items: 2,
          whole: false,
          first: { text: "secret" },
          from: { text: "~/made" },
          to: [{ text: "/etc" }, { text: "/srv" }],
          more_to: 3,
          replaces: true,
          keeps_replaced: false,
          of_root: true,
          program: { text: "/usr/bin/fcp-tui" },
        }
      : null,
  );
  await follow();
  greet();
  // What an earlier test was told is of no plan of this one.
  tell({ type: "elevation", ...state, plan: 0 });
  act({ type: "dialog", dialog: { kind: "elevation", of: { of: "job", job: 7 } } });
  render(Dialogs);
  await screen.findByRole("dialog", { name: "Copy 2 items as administrator?" });
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
});

async function start() {
  const button = await vi.waitFor(() => {
    const found = screen.getByRole("button", { name: "Copy as administrator" });
    expect(found.getAttribute("aria-disabled")).toBe("false");
    return found;
  });
  await fireEvent.click(button);
  await vi.waitFor(() => expect(asked("elevate_now")).toHaveLength(1));
}

test("nothing is started before the user agrees, and then the plan that was shown", async () => {
  expect(asked("elevate_now")).toEqual([]);
  await expectAccessible();
  await start();
  expect(asked("elevate_now")).toEqual([{ plan: 1 }]);
  tell({ type: "elevation", ...state });
  await screen.findByText("Waiting for the password prompt");
  tell({ type: "elevation", ...state, stage: "running", items: 1, items_total: 2, percent: 50 });
  await screen.findByText("Copying as administrator: 1 of 2 items, 0 B");
  await expectAccessible();
  // What went well is told by a notice.
  tell({ type: "elevation", ...state, stage: "ended", items: 2, done: 2 });
  await vi.waitFor(() => expect(app().dialog).toBeNull());
});

test("the user sees where items come from and go, what is replaced, and who owns the copies", () => {
  const shown = screen.getByRole("dialog").textContent;
  for (const part of [
    "From ~/made",
    "To /etc",
    "To /srv",
    "And to 3 more folders",
    "Existing files are replaced.",
    "The copies will belong to root.",
  ])
    expect(shown).toContain(part);
  expect(shown).not.toContain("trash");
});

test("a refusal says that nothing was changed, and a new plan is needed to try again", async () => {
  await start();
  tell({ type: "elevation", ...state, stage: "ended", trouble: { trouble: "dismissed" } });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("You closed the password prompt. Nothing was changed.");
  await vi.waitFor(() =>
    expect(
      screen.getByRole("button", { name: "Copy as administrator" }).getAttribute("aria-disabled"),
    ).toBe("false"),
  );
  await fireEvent.click(screen.getByRole("button", { name: "Copy as administrator" }));
  await vi.waitFor(() => expect(asked("elevate")).toHaveLength(2));
  await tick();
  expect(asked("elevate_now")).toEqual([{ plan: 1 }]);
  await fireEvent.click(screen.getByRole("button", { name: "Copy as administrator" }));
  await vi.waitFor(() => expect(asked("elevate_now")).toEqual([{ plan: 1 }, { plan: 2 }]));
});

test("closing the dialog stops what waits for the password, and leaves what works", async () => {
  await start();
  tell({ type: "elevation", ...state });
  await tick();
  act({ type: "dialog", dialog: null });
  await vi.waitFor(() => expect(asked("stop_elevated")).toEqual([{ plan: 1 }]));
  act({ type: "dialog", dialog: { kind: "elevation", of: { of: "job", job: 7 } } });
  await screen.findByRole("dialog", { name: "Copy 2 items as administrator?" });
  call.mockClear();
  await start();
  tell({ type: "elevation", ...state, plan: 2, stage: "running" });
  await screen.findByRole("button", { name: /Continue in background/ });
  act({ type: "dialog", dialog: null });
  await tick();
  expect(asked("stop_elevated")).toEqual([]);
});

test("a failure that remains is told with its reason", async () => {
  await start();
  const error = { action: "read", code: "io", path: { text: "/etc/secret" }, errno: 5 } as const;
  tell({ type: "elevation", ...state, stage: "ended", done: 1, failed: 1, error });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("1 item failed: input/output error");
});
