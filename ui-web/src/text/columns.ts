import { tr } from "./tr";

/** Words of the dialog about the columns of the panels. */
export const columns = {
  title: tr("window-columns-title"),
  note: tr("window-columns-note"),
  earlier: (column: string) => tr("window-columns-earlier", { column }),
  later: (column: string) => tr("window-columns-later", { column }),
  usualWidths: tr("window-columns-usual-widths"),
};
