// Changes the marks of a panel by clicks: a plain click selects one entry, Ctrl and Shift extend.
//
// The selected entry of a plain click is the one under the cursor, which actions mean while nothing is marked.

import type { Mark } from "../../bindings/desktop/Mark";
import type { PanelSide } from "../../bindings/desktop/PanelSide";
import type { PanelState } from "../../bindings/desktop/PanelState";
import type { Row } from "../../bindings/desktop/Row";
import { cursorTo } from "../../model/actions/session";
import { act, app, ask } from "../../model/store.svelte";
import type { Run } from "../../model/window";

import { session } from "./session.svelte";

/** A row that was clicked, with its number at that time. */
interface Clicked {
  path: string;
  id: number | null;
  at: number;
}

/** The selection of one panel, as the pointer changes it. */
export class Selection {
  /** Where a range of Shift begins. */
  private start: Clicked | null = null;
  /** The entry of the last plain click, which Ctrl extends. */
  private alone: Clicked | null = null;

  constructor(private readonly side: PanelSide) {}

  private get panel(): PanelState | null {
    return app().panels[this.side];
  }

  /** Selects an entry alone. */
  only(at: number, row: Row): void {
    this.clear();
    this.start = this.alone = this.clicked(at, row);
    cursorTo(session, this.side, at);
  }

  /** Turns the mark of an entry over; `extends` keeps the entry of a plain click before. */
  toggle(at: number, row: Row, extending: boolean): void {
    const { panel } = this;
    const first = extending && panel?.marked === 0 ? this.now(this.alone) : null;
    const marks: Mark[] = [{ mark: "toggle", row: at }];
    if (first !== null && first !== at && first === panel?.cursor)
      marks.unshift({ mark: "only", row: first });
    void this.send(marks);
    this.start = this.clicked(at, row);
    this.alone = null;
    cursorTo(session, this.side, at);
  }

  /** Marks from the entry clicked before to this one; `adds` keeps the marks elsewhere. */
  extend(at: number, adds: boolean): void {
    const from = this.now(this.start) ?? this.panel?.cursor ?? at;
    const range: Mark = { mark: "range", from, to: at, on: true };
    void this.send(adds || this.panel?.marked === 0 ? [range] : [{ mark: "none" }, range]);
    this.alone = null;
    cursorTo(session, this.side, at);
  }

  /** Marks the rows of a rubber band; the cursor stands where the pointer let go. */
  take(runs: readonly Run[], at: number | null): void {
    if (at === null) return;
    this.start = this.alone = null;
    const marks = runs.map(({ from, count }): Mark => ({
      mark: "range",
      from,
      to: from + count - 1,
      on: true,
    }));
    void this.send(marks);
    cursorTo(session, this.side, at);
  }

  /** Removes all marks and ends a range that moving the cursor would extend. */
  clear(): void {
    const { side, panel } = this;
    if (app().anchor[side] !== null) act({ type: "anchor", side, row: null });
    if ((panel?.marked ?? 0) > 0) void this.send([{ mark: "none" }]);
  }

  private clicked(at: number, { id }: Row): Clicked {
    return { path: this.panel?.path ?? "", id, at };
  }

  /** Gives the row of what was clicked: entries may have come or gone above it since. */
  private now(clicked: Clicked | null): number | null {
    const { panel } = this;
    if (!clicked || !panel || clicked.path !== panel.path) return null;
    const known = panel.rows.findIndex(({ id }) => id === clicked.id);
    return known < 0 ? clicked.at : panel.from + known;
  }

  /** Sends changes one after the other, since each begins with the marks the one before left. */
  private async send(marks: readonly Mark[]): Promise<void> {
    for (const mark of marks) await ask("panel", { side: this.side, ask: { ask: "mark", mark } });
  }
}
