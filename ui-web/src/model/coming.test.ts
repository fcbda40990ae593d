import { expect, test } from "vitest";

import { aJob } from "../mock/samples";
import { panel, row } from "../test/host";

import { coming } from "./coming";

const job = {
  ...aJob,
  job: 1,
  verb: "copy" as const,
  stage: "working" as const,
  sources: 1,
  first: { text: "big.iso" },
  to: { text: "/Pictures/Fjord/" },
  percent: 62,
};

test("a file that is copied into the folder has a row before it has its name", () => {
  expect(coming(panel("left"), { 1: job })).toEqual([{ job: 1, name: job.first, percent: 62 }]);
  const home = { crumbs: ["ines", "Fjord"].map((text, n) => ({ name: { text }, up: 1 - n })) };
  const below = { ...job, to: { text: "~/Fjord" } };
  expect(coming(panel("left", home), { 1: below })).toHaveLength(1);
});

test("a file that is listed, or goes elsewhere, has no second row", () => {
  const rows = [row(9, "big.iso", { written: 62 })];
  expect(coming(panel("left", { rows, len: 1 }), { 1: job })).toEqual([]);
  expect(coming(panel("left", { len: 500 }), { 1: job })).toEqual([]);
  expect(coming(panel("left"), { 1: { ...job, to: { text: "/Pictures" } } })).toEqual([]);
  expect(coming(panel("left"), { 1: { ...job, stage: "finished" } })).toEqual([]);
});
