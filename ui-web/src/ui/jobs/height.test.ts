import { expect, test } from "vitest";

import { clampHeight, drawerHeight } from "./height";

test("questions take about 70 % of the window, until the user says otherwise", () => {
  expect(drawerHeight("questions", 316, 12, null, 800)).toBe(560);
  expect(drawerHeight("questions", 316, 12, 420, 800)).toBe(420);
  expect(drawerHeight("questions", 316, 0, null, 800)).toBe(316);
  expect(drawerHeight("jobs", 316, 12, 420, 800)).toBe(316);
});

test("a report has room for its numbers and groups", () => {
  expect(drawerHeight("history", 316, 0, null, 800)).toBe(372);
  expect(drawerHeight("history", 500, 0, null, 800)).toBe(500);
});

test("the panels keep their room, and the drawer its own", () => {
  expect(clampHeight(900, 800)).toBe(600);
  expect(clampHeight(10, 800)).toBe(120);
  expect(clampHeight(300, 250)).toBe(120);
});
