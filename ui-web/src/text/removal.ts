import { count } from "../model/format";

import { tr } from "./tr";

/** Words of the dialog about what goes to the trash, comes from it, or is deleted. */
export const removal = {
  trash: (what: string) => tr("window-removal-trash", { what }),
  trashNote: tr("window-removal-trash-note"),
  trashThereNote: (machine: string) => tr("window-removal-trash-there-note", { machine }),
  trashDo: tr("window-removal-trash-do"),
  forGood: tr("window-removal-for-good"),
  delete: (what: string) => tr("window-removal-delete", { what }),
  deleteNote: tr("window-removal-delete-note"),
  deleteDo: (n: number) => tr("window-removal-delete-do", { shown: count(n) }),
  empty: tr("window-removal-empty"),
  emptyNote: (n: number) => tr("window-removal-empty-note", { count: n, shown: count(n) }),
  keep: tr("window-removal-keep"),
  restore: (what: string) => tr("window-removal-restore", { what }),
  restoreNote: tr("window-removal-restore-note"),
  restoreDo: tr("window-removal-restore-do"),
};
