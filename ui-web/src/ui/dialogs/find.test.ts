import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../../test/axe";
import { open, prepare, settle } from "../../test/dialogs";
import { asked } from "../../test/host";

vi.mock("../../host", () => import("../../test/host"));

prepare();

test("finding reads sizes and days", async () => {
  await open({ kind: "find", side: "left" });
  const type = (name: string, value: string) =>
    fireEvent.input(screen.getByRole("textbox", { name }), { target: { value } });
  await type("Name", "*.jpg");
  await type("At least", "2 MB");
  await type("Modified in the last days", "x");
  await fireEvent.submit(document.querySelector("form")!);
  expect(asked("panel")).toEqual([]);
  await type("Modified in the last days", "7");
  await fireEvent.submit(document.querySelector("form")!);
  await settle();
  expect(asked("panel")).toMatchObject([
    { ask: { ask: "find", what: { pattern: "*.jpg", larger: 2_000_000, smaller: null, days: 7 } } },
  ]);
});

test("finding text in files says how it is read", async () => {
  await open({ kind: "find", side: "left" });
  expect(screen.queryByRole("radio", { name: "Whole words" })).toBeNull();
  const contains = screen.getByRole("textbox", { name: "Contains" });
  await fireEvent.input(contains, { target: { value: "a needle" } });
  await fireEvent.click(screen.getByRole("radio", { name: "Whole words" }));
  await fireEvent.click(screen.getByRole("radio", { name: "Ignore case" }));
  await expectAccessible();
  await fireEvent.submit(document.querySelector("form")!);
  await settle();
  const what = { contains: { text: "a needle", reads: "words", case: "ignored" } };
  expect(asked("panel")).toMatchObject([{ ask: { ask: "find", what } }]);
});
