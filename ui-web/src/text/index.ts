// Every text that a user reads, in one place, ready to be translated: one file for each part of the window.

import { comparison } from "./comparison";
import { copier } from "./copier";
import { dialogs } from "./dialogs";
import { diff } from "./diff";
import { drop } from "./drop";
import { elevation } from "./elevation";
import { jobs } from "./jobs";
import { log } from "./log";
import { manager } from "./manager";
import { notices } from "./notices";
import { palette } from "./palette";
import { questions } from "./questions";
import { report } from "./report";
import { viewer } from "./viewer";

/** Every text that a user reads. */
export const text = {
  comparison,
  copier,
  dialogs,
  diff,
  drop,
  elevation,
  jobs,
  log,
  manager,
  notices,
  palette,
  questions,
  report,
  viewer,
};
