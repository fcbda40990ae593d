import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../../test/axe";
import { answers, dialog, open, prepare, settle } from "../../test/dialogs";
import { asked } from "../../test/host";

vi.mock("../../host", () => import("../../test/host"));

prepare();

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Machine" });
const type = async (value: string) => {
  await fireEvent.input(field(), { target: { value } });
  await settle();
};
const connect = async () => {
  await fireEvent.submit(document.querySelector("form")!);
  await settle();
};

test("machines that ssh knows are offered, and the chosen one is shown", async () => {
  answers.machines = ["web", "website", "db"];
  await open({ kind: "connect", side: "right" });
  await type("we");
  expect(screen.getAllByRole("option").map((it) => it.textContent?.trim())).toEqual([
    "web",
    "website",
  ]);
  await expectAccessible();
  await fireEvent.keyDown(field(), { key: "Tab" });
  expect(field().value).toBe("web");
  await connect();
  const to = { to: "machine", text: "web" };
  expect(asked("panel")).toEqual([{ side: "right", ask: { ask: "go", to } }]);
  expect(dialog()).toBeNull();
});

test("what is no name of a machine is told", async () => {
  answers.machines = [];
  await open({ kind: "connect", side: "left" });
  answers.panel = new Error("This is no name of a machine");
  await type("a/b");
  await connect();
  expect(screen.getByRole("alert").textContent).toContain("no name of a machine");
  expect(dialog()).not.toBeNull();
});
