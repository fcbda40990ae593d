// Every text that a user reads, in one place, ready to be translated: one file for each part of the window.

import { comparison } from "./comparison";
import { copier } from "./copier";
import { dialogs } from "./dialogs";
import { diff } from "./diff";
import { drop } from "./drop";
import { elevation } from "./elevation";
import { jobs } from "./jobs";
import { keys } from "./keys";
import { log } from "./log";
import { manager } from "./manager";
import { notices } from "./notices";
import { palette } from "./palette";
import { questions } from "./questions";
import { rehearsal } from "./rehearsal";
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
  keys,
  log,
  manager,
  notices,
  palette,
  questions,
  rehearsal,
  report,
  viewer,
};
