import { cleanup, fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import { expectAccessible } from "../../test/axe";
import { call, lastAsked } from "../../test/host";
import { grid, key, part, prepare, show } from "../../test/manager";

vi.mock("../../host", () => import("../../test/host"));

prepare();

test("the path bar becomes a field that completes", async () => {
  await show();
  call.mockImplementation(async (name) => (name === "complete" ? ["/Pictures/"] : null));
  await key({ key: "l", ctrlKey: true });
  const field = screen.getByLabelText<HTMLInputElement>("Go to a path");
  expect(field.value).toBe("/Pictures/Fjord");
  await fireEvent.input(field, { target: { value: "/Pi" } });
  await screen.findByText("/Pictures/");
  await expectAccessible(part("#left-panel"));
  await fireEvent.keyDown(field, { key: "Tab" });
  expect(field.value).toBe("/Pictures/");
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(lastAsked("panel")).toEqual({
    side: "left",
    ask: { ask: "go", to: { to: "path", text: "/Pictures/" } },
  });
});

describe("the path bar", () => {
  /** What the crumbs are called, and whether they have an icon. */
  const crumbs = () =>
    [...document.querySelectorAll("#left-panel nav button")].map((crumb) => [
      crumb.textContent,
      crumb.querySelector("svg") !== null,
    ]);
  const way = (...names: string[]) => ({
    crumbs: names.map((text, n) => ({ name: { text }, up: names.length - 1 - n })),
  });

  test("begins at the root outside of the home folder", async () => {
    await show(way("/", "srv"));
    expect(crumbs()).toEqual([
      ["/", true],
      ["srv", false],
    ]);
  });

  test("begins at Home inside of it, and says so there, too", async () => {
    await show(way("ines", "Pictures"));
    expect(crumbs()).toEqual([
      ["Home", true],
      ["Pictures", false],
    ]);
    await fireEvent.click(within(part("#left-panel nav")).getByRole("button", { name: "Home" }));
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "go", to: { to: "up", up: 1 } },
    });
    cleanup();
    await show(way("ines"));
    expect(crumbs()).toEqual([["Home", true]]);
    expect(part("#left-panel [data-row='0']").textContent).toContain("Parent folder");
  });

  test("names the machine first where the folder is on another one", async () => {
    const machine = { host: { text: "nas" }, waits: false };
    await show({ ...way("nas:/", "srv"), path: "nas:/srv", machine });
    expect(crumbs()).toEqual([
      ["nas:/", true],
      ["srv", false],
    ]);
    // Which machine it is, is seen and not only read aloud.
    expect(document.querySelector("#left-panel nav .read-aloud")).toBeNull();
    await expectAccessible(part("#left-panel"));
    cleanup();
    await show({ ...way("nas:"), path: "nas:", machine });
    expect(crumbs()).toEqual([["nas:", true]]);
  });

  test("does not take the trash for the home folder", async () => {
    await show({ ...way("Trash"), subject: { of: "trash" } });
    expect(crumbs()).toEqual([["Trash", false]]);
  });
});

test("a machine that keeps silent is named, and can be left", async () => {
  const machine = { host: { text: "nas" }, waits: true };
  await show({ machine, loading: true, rows: [], len: 0, shown: 0, total: 0, marked: 0 });
  expect(part("#left-panel .empty").textContent).toContain("Connecting to nas");
  await expectAccessible(part("#left-panel"));
  await fireEvent.click(within(part("#left-panel .empty")).getByRole("button", { name: "Stop" }));
  expect(lastAsked("panel")).toEqual({ side: "left", ask: { ask: "stop_listing" } });
  cleanup();
  // Where a folder is listed again, its rows stay.
  await show({ machine });
  expect(part("#left-panel .foot").textContent).toContain("Connecting to nas");
});

test("the place that the folder is in is marked among the places", async () => {
  await show();
  const places = part("[data-region=places]");
  expect(places.querySelectorAll("[aria-current]").length).toBe(1);
  expect(places.querySelector("[aria-current]")?.textContent).toContain("Home");
  await fireEvent.click(within(places).getByText("System"));
  expect(lastAsked("panel")).toMatchObject({ ask: { ask: "go", to: { to: "place", place: 2 } } });
  expect(document.activeElement).toBe(grid());
});
