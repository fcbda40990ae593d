// The commands of the program, as `desktop/src/commands/` takes them: names, arguments, results.

import type { AfterAsk } from "../bindings/desktop/AfterAsk";
import type { TooLarge } from "../bindings/desktop/TooLarge";
import type { AnswerAsk } from "../bindings/desktop/AnswerAsk";
import type { Algorithm } from "../bindings/Algorithm";
import type { ChecksumMatch } from "../bindings/desktop/ChecksumMatch";
import type { Choices } from "../bindings/desktop/Choices";
import type { Choose } from "../bindings/desktop/Choose";
import type { ComparisonAsk } from "../bindings/desktop/ComparisonAsk";
import type { ComparisonRow } from "../bindings/desktop/ComparisonRow";
import type { ComparisonState } from "../bindings/desktop/ComparisonState";
import type { DiffOf } from "../bindings/desktop/DiffOf";
import type { DiffPlace } from "../bindings/desktop/DiffPlace";
import type { DiffRow } from "../bindings/desktop/DiffRow";
import type { DiffState } from "../bindings/desktop/DiffState";
import type { EditAsk } from "../bindings/desktop/EditAsk";
import type { ElevationOf } from "../bindings/desktop/ElevationOf";
import type { ElevationPlan } from "../bindings/desktop/ElevationPlan";
import type { ForeseenPlan } from "../bindings/desktop/ForeseenPlan";
import type { History } from "../bindings/desktop/History";
import type { Items } from "../bindings/desktop/Items";
import type { JobAsk } from "../bindings/desktop/JobAsk";
import type { JobLog } from "../bindings/desktop/JobLog";
import type { JobsAsk } from "../bindings/desktop/JobsAsk";
import type { KeyClash } from "../bindings/desktop/KeyClash";
import type { KeysAsk } from "../bindings/desktop/KeysAsk";
import type { PanelAsk } from "../bindings/desktop/PanelAsk";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PanelsAsk } from "../bindings/desktop/PanelsAsk";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Preferences } from "../bindings/desktop/Preferences";
import type { Preview } from "../bindings/desktop/Preview";
import type { Program } from "../bindings/desktop/Program";
import type { Properties } from "../bindings/desktop/Properties";
import type { QuestionDetail } from "../bindings/desktop/QuestionDetail";
import type { QuitChoice } from "../bindings/desktop/QuitChoice";
import type { RenamePreview } from "../bindings/desktop/RenamePreview";
import type { RenameRow } from "../bindings/desktop/RenameRow";
import type { RenameRule } from "../bindings/desktop/RenameRule";
import type { Report } from "../bindings/desktop/Report";
import type { Rule } from "../bindings/desktop/Rule";
import type { RuleScope } from "../bindings/desktop/RuleScope";
import type { RulesPreview } from "../bindings/desktop/RulesPreview";
import type { Target } from "../bindings/desktop/Target";
import type { TextOf } from "../bindings/desktop/TextOf";
import type { UndoAsk } from "../bindings/desktop/UndoAsk";
import type { ViewerAsk } from "../bindings/desktop/ViewerAsk";
import type { View } from "../bindings/desktop/View";

/** Every command by its name. */
export interface Commands {
  /** Asks something of a panel. */
  panel: { args: { side: PanelSide; ask: PanelAsk }; result: null };
  /** Asks something of both panels. */
  panels: { args: { ask: PanelsAsk }; result: null };
  /** Gives folders that a typed path may mean. */
  complete: { args: { side: PanelSide; text: string }; result: string[] };

  /** Plans a copy, a move, links or a removal; the plan comes as updates, too, while it counts. */
  plan: { args: { verb: PlanVerb; items: Items; target: Target }; result: number };
  /** Changes what a plan does or where to; it keeps its id. */
  replan: { args: { plan: number; verb: PlanVerb; target: Target }; result: null };
  /** Starts what was planned and confirmed; gives the job. */
  start: { args: { plan: number; choices: Choices }; result: number };
  /** Gives what a copy or a move would do, without a change. */
  foresee: { args: { plan: number; choices: Choices }; result: ForeseenPlan };
  /** Forgets a plan. */
  discard: { args: { plan: number }; result: null };

  /** Makes a small change that is no job. */
  edit: { args: { ask: EditAsk }; result: null };
  /** Stops changes of modes and owners of whole trees; what is changed already is kept. */
  stop_changes: { args: Record<string, never>; result: null };
  /** Gives the text that an entry's name is edited as; `\xE9` is a byte. */
  spelled: { args: { id: number }; result: string };
  /** Says what a rule makes of the marked names. */
  rename_rows: { args: { preview: number; from: number }; result: RenameRow[] };
  rename_preview: {
    args: { side: PanelSide; rule: RenameRule; opens: boolean };
    result: RenamePreview;
  };
  /** Does what a preview showed; gives how many names changed. */
  rename_all: { args: { plan: number }; result: number };
  /** Compares the folders of both panels; the side that the user is in leads. */
  compare_folders: { args: { side: PanelSide }; result: ComparisonState };
  /** Asks something of the comparison, and tells how far it is. */
  comparison: { args: { comparison: number; ask: ComparisonAsk }; result: ComparisonState };
  /** Gives rows of the comparison, from one on. */
  comparison_rows: { args: { comparison: number; from: number }; result: ComparisonRow[] };
  /** Takes back a change, or the last one; gives what the user has to agree to before. */
  undo: { args: { change: number | null }; result: UndoAsk | null };
  /** Does again what was undone last, a small change or a job. */
  redo: { args: Record<string, never>; result: null };

  /** Keeps what is meant for a dialog, which changes what it was opened for. */
  hold: { args: { items: Items }; result: Items };
  /** Tells what is known of files. */
  properties: { args: { items: Items }; result: Properties };
  /** Computes the checksum of a file; how far it is comes as updates with the number that this gives. */
  checksum: { args: { items: Items; algorithm: Algorithm }; result: number };
  /** Stops that. */
  stop_checksum: { args: { id: number }; result: null };
  /** Compares a checksum that the user has with that of the file. */
  compare_checksum: { args: { id: number; text: string }; result: ChecksumMatch };
  /** Tells what is in the file under the cursor. */
  preview: { args: { side: PanelSide }; result: Preview };
  /** Asks something of the viewer; the answers come as updates with the number of the request. */
  viewer: { args: { ticket: number; ask: ViewerAsk }; result: null };
  /** Opens files with the program the desktop has for them. */
  open: { args: { items: Items }; result: null };
  /** Gives the programs that can open all of some files, the default first. */
  programs: { args: { items: Items }; result: Program[] };
  /** Opens files with one of them. */
  open_with: { args: { items: Items; program: string }; result: null };
  /** Puts files into the clipboard. */
  copy_files: { args: { items: Items; cut: boolean }; result: null };
  /** Plans what the clipboard asks for. */
  paste: { args: { target: Target }; result: number };
  /** Puts paths or names into the clipboard as text. */
  copy_text: { args: { items: Items; what: TextOf }; result: null };
  /** Puts a line of text into the clipboard. */
  copy_line: { args: { text: string }; result: null };
  /** Begins to drag files to another program; the pointer is down. */
  drag_out: { args: { items: Items }; result: null };
  /** Says what is below files that are dragged over the window; `none` refuses them there. */
  drag_over: { args: { takes: boolean }; result: null };
  /** Lets the user choose files or a folder with the desktop's dialog, for a plan of the copier. */
  choose: {
    args: { what: Choose; plan: number | null };
    result: number | null;
  };

  /** Asks something of a job; gives what the user has to agree to before it is undone. */
  job: { args: { job: number; ask: JobAsk }; result: UndoAsk | null };
  /** Asks something of all jobs, or of those of a lane. */
  jobs: { args: { lane: string | null; ask: JobsAsk }; result: null };
  /** Tells what a job left. */
  report: { args: { job: number }; result: Report };
  /** Gives the history of ended jobs. */
  history: { args: { from: number; count: number; troubled: boolean }; result: History };
  /** Tells what happened in a job, the oldest first. */
  log: { args: { job: number }; result: JobLog };
  /** Gives the command line that does the same as a job. */
  command_line: { args: { job: number }; result: string };
  /** Says what follows once the user's jobs have completed. */
  after_queue: { args: { ask: AfterAsk }; result: null };
  /** Tells of archives that a job refused, since they become too large. */
  too_large: { args: { job: number }; result: TooLarge };
  /** Runs a command of the user's configuration in the folder of a panel. */
  run_command: { args: { name: string; side: PanelSide; items?: Items }; result: null };

  /** Answers questions by hand. */
  answer: { args: { answers: AnswerAsk[] }; result: null };
  /** Tells more of a question. */
  question: { args: { id: number; pattern: string | null }; result: QuestionDetail };
  /** Reads every byte of both sides. */
  compare: { args: { id: number }; result: null };
  /** Opens both sides of a conflict with the programs that the desktop has for them. */
  open_both: { args: { id: number }; result: null };
  /** Says what rules would answer. */
  rules: { args: { rules: Rule[]; scope: RuleScope }; result: RulesPreview };
  /** Answers what a preview showed; with `later`, the rules stay for questions to come. */
  apply_rules: { args: { plan: number; later: boolean }; result: number };

  /** Begins to compare the contents of two files; what is found comes as an update. */
  diff: { args: { of: DiffOf; ignores_space: boolean }; result: DiffState };
  /** Gives rows of lines, from one on. */
  diff_rows: { args: { id: number; from: number }; result: DiffRow[] };
  /** Gives the difference after a row, or before it; the first one for no row. */
  diff_next: { args: { id: number; row: number | null; back: boolean }; result: DiffPlace | null };
  /** Forgets the files. */
  close_diff: { args: { id: number }; result: null };

  /** Says what the administrator would do of what failed, or of a plan that was refused. */
  elevate: { args: { of: ElevationOf }; result: ElevationPlan };
  /** Starts that; the system asks for the password, and how far it is comes as updates. */
  elevate_now: { args: { plan: number }; result: null };
  /** Stops that; what is done is kept. */
  stop_elevated: { args: { plan: number }; result: null };

  /** Gives the machines that the user's ssh knows by name. */
  machines: { args: Record<string, never>; result: string[] };
  /** Unmounts a device, so that it can be removed. */
  eject: { args: { place: number }; result: null };

  /** Changes keys in the user's file; without a change, gives the keys that stand against it. */
  edit_keys: { args: { ask: KeysAsk }; result: KeyClash[] };
  /** Remembers what the user changed; what is not named stays as it is. */
  prefer: { args: { change: Partial<Preferences> }; result: null };
  /** Opens the other window, or this one's folder in it. */
  show_window: { args: { view: View }; result: null };
  /** Says what becomes of the jobs, and quits. */
  quit: { args: { choice: QuitChoice }; result: null };
}
