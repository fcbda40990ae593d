// Collects what the palette offers: actions with their keys, places, and the folders that are open.

import type { State } from "../../model/state";
import {
  canRun,
  command,
  grouped,
  iconOf,
  isMisplaced,
  needOf,
  run,
  type ActionName,
  type Meant,
} from "../../model/actions";
import { askPanel, runCommand, type Session } from "../../model/actions/session";
import { find } from "../../model/fuzzy";
import { text } from "../../text";
import { PLACE } from "../manager/icons";
import { placeName } from "../manager/places";

/** Something that can be chosen. */
export interface Offer {
  id: string;
  group: string;
  icon: string;
  label: string;
  /** What else is known of it. */
  detail: string;
  /** Other words for it, which are found and not shown. */
  also?: string;
  /** Why it cannot be done now. */
  reason?: string | null;
  /** The action or the command of the user's own, whose key is shown. */
  action: Meant | null;
  run: (session: Session) => void;
}

/** An offer that matches, with the characters that do. */
export interface Hit extends Offer {
  places: ReadonlySet<number>;
}

/** Actions that mean something only while the keys that move about are at hand. */
const UNNAMED =
  /^(?:up|down|left|right|page-|half-|first$|last$|escape$|tab-\d|palette$|open$|enter$)/;

/** Says why an action cannot be done now; null if it can. */
function why(name: ActionName, session: Pick<Session, "state" | "job">): string | null {
  if (isMisplaced(name, session.state)) return text.palette.here;
  const need = needOf(name);
  return need && !canRun(name, session) ? text.palette.needs[need] : null;
}

/** Gives everything there is to choose. */
export function offers(
  state: State,
  job: number | null,
  only: "places" | "commands" | null,
): Offer[] {
  const actions: Offer[] = grouped.flatMap(([group, names]) =>
    names
      .filter((name) => !UNNAMED.test(name))
      .map((name) => ({
        id: name,
        group: text.palette.groups[group],
        icon: iconOf(name) ?? "enter",
        label: text.palette.actions[name],
        detail: "",
        also: text.palette.also[name],
        reason: why(name, { state, job }),
        action: name,
        run: (session) => run(name, session),
      })),
  );
  const places: Offer[] = state.places.map((place) => ({
    id: `place ${place.id}`,
    group: text.palette.go,
    icon: PLACE[place.kind],
    label: placeName(place),
    detail: place.free === null ? "" : text.manager.free(place.free),
    action: null,
    run: (session) => void askPanel(session, { ask: "go", to: { to: "place", place: place.id } }),
  }));
  const removable = state.places.filter((place) => place.kind === "removable");
  const ejects: Offer[] = removable.map((place) => ({
    id: `eject ${place.id}`,
    group: text.palette.groups.files,
    icon: "eject",
    label: text.palette.eject(placeName(place)),
    detail: "",
    also: text.palette.ejectAlso,
    action: null,
    run: (session) => void session.ask("eject", { place: place.id }),
  }));
  const [label, also, reason] = text.palette.noEject;
  const noEject: Offer = {
    id: "no eject",
    group: text.palette.groups.files,
    icon: "x",
    label,
    detail: "",
    also,
    reason,
    action: null,
    run: () => {},
  };
  const tabs: Offer[] = (["left", "right"] as const).flatMap((side) =>
    (state.panels[side]?.tabs ?? []).map((tab) => ({
      id: `tab ${side} ${tab.id}`,
      group: text.palette.go,
      icon: tab.host ? "server" : "folder",
      label: tab.name.text,
      detail: tab.host?.text ?? text.manager.tabs(side),
      action: null,
      run: (session) => {
        session.act({ type: "focus", side });
        void session.ask("panel", { side, ask: { ask: "tab", tab: { tab: "show", id: tab.id } } });
      },
    })),
  );
  const commands: Offer[] = (state.hello?.commands ?? []).map((name) => ({
    id: `command ${name}`,
    group: text.palette.commands,
    icon: "term",
    label: name,
    detail: "",
    reason: isMisplaced("user-menu", state) ? text.palette.here : null,
    action: command(name),
    run: (session) => runCommand(session, name),
  }));
  if (only === "places") return [...places, ...tabs];
  if (only === "commands") return commands;
  const eject = ejects.length > 0 ? ejects : [noEject];
  return [...actions, ...commands, ...eject, ...places, ...tabs];
}

/** Gives the offers that match, group by group, the group with the best one first. */
export function matching(all: Offer[], needle: string): [string, Hit[]][] {
  const hits = all
    .flatMap((offer) => {
      // What cannot be done now is found, and does not fill the list of what can.
      if (!needle && offer.reason) return [];
      const match = find(needle, offer.label);
      const other = match ? null : find(needle, offer.also ?? "");
      if (match) return [{ offer, match, rank: offer.reason ? 1 : 0 }];
      return other ? [{ offer, match: { ...other, places: [] }, rank: offer.reason ? 1 : 0 }] : [];
    })
    .sort((a, b) => (needle ? a.rank - b.rank || b.match.score - a.match.score : 0));
  const groups = new Map<string, Hit[]>();
  for (const { offer, match } of hits) {
    const group = groups.get(offer.group) ?? [];
    group.push({ ...offer, places: new Set(match.places) });
    groups.set(offer.group, group);
  }
  return [...groups];
}
