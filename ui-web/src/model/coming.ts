// Finds the files that jobs are copying into a folder: they have temporary names, which panels do not list.

import type { JobState } from "../bindings/desktop/JobState";
import type { Name } from "../bindings/desktop/Name";
import type { PanelState } from "../bindings/desktop/PanelState";

/** A file that will be in the folder. */
export interface Coming {
  job: number;
  name: Name;
  percent: number | null;
}

/** Gives the folder of a panel as jobs tell it: below the home folder it begins with `~`. */
function told({ crumbs, path }: PanelState): string {
  const [home, ...below] = crumbs;
  const isAtHome = home !== undefined && home.name.text !== "/";
  return isAtHome ? ["~", ...below.map(({ name }) => name.text)].join("/") : path;
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/+$/, "");

/** Gives the files that jobs are copying into a panel's folder and that have no row yet. */
export function coming(panel: PanelState, jobs: Record<number, JobState>): Coming[] {
  // Of a long folder only some rows are known, and the file may be listed among the others.
  if (panel.subject.of !== "directory" || panel.rows.length < panel.len) return [];
  const folders = [told(panel), withoutSlash(panel.path)];
  return Object.values(jobs).flatMap(({ job, verb, stage, sources, to, first, percent }) => {
    const writes =
      (verb === "copy" || verb === "move") && (stage === "working" || stage === "stalled");
    if (!writes || sources !== 1 || !to || !folders.includes(withoutSlash(to.text))) return [];
    return panel.rows.some(({ name }) => name.text === first.text)
      ? []
      : [{ job, name: first, percent }];
  });
}
