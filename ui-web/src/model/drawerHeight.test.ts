import { expect, test } from "vitest";

import { clampHeight, openHeight } from "./drawerHeight";

test("conflicts open a drawer of about 70 % of the window, and errors alone do not", () => {
  expect(openHeight("questions", true, 800)).toBe(560);
  expect(openHeight("questions", false, 800)).toBe(120);
  expect(openHeight("jobs", true, 800)).toBe(120);
});

test("the history opens with room for a report", () => {
  expect(openHeight("history", false, 800)).toBe(372);
});

test("the panels keep their room, and the drawer its own", () => {
  expect(clampHeight(900, 800)).toBe(600);
  expect(clampHeight(10, 800)).toBe(120);
  expect(clampHeight(300, 250)).toBe(120);
});
