import { expect, test } from "vitest";

import { clampHeight, mostHeight, openHeight } from "./drawerHeight";

test("conflicts open a drawer of about 70 % of the window, and errors alone do not", () => {
  expect(openHeight("questions", true, 800)).toBe(560);
  expect(openHeight("questions", false, 800)).toBe(120);
  expect(openHeight("jobs", true, 800)).toBe(120);
});

test("the history opens with room for a report", () => {
  expect(openHeight("history", false, 900)).toBe(372);
  expect(openHeight("history", false, 600)).toBe(136);
});

test("the panels keep their room, and the drawer its own", () => {
  expect(clampHeight(900, 800)).toBe(600);
  expect(clampHeight(10, 800)).toBe(120);
  expect(clampHeight(300, 250)).toBe(120);
});

test("the panels have ten rows, or half of a low window", () => {
  expect(mostHeight(900)).toBe(900 - 184 - 280);
  expect(mostHeight(600)).toBe(600 - 184 - 280);
  expect(mostHeight(520)).toBe(120);
  expect(mostHeight(500)).toBe(120);
  expect(mostHeight(400)).toBe(120);
});
