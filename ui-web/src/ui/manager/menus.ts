// Context menus of things that no action is about: a place, a tab, the columns.

import type { Go } from "../../bindings/desktop/Go";
import type { PanelSide } from "../../bindings/desktop/PanelSide";
import type { PanelState } from "../../bindings/desktop/PanelState";
import type { PlaceState } from "../../bindings/desktop/PlaceState";
import type { SortBy } from "../../bindings/desktop/SortBy";
import type { Tab } from "../../bindings/desktop/Tab";
import type { TabAsk } from "../../bindings/desktop/TabAsk";
import type { ActionName } from "../../model/actions";
import { other } from "../../model/actions/session";
import type { MenuItem } from "../../model/state";
import { act, app, ask } from "../../model/store.svelte";
import { text } from "../../text";

import { arranged, changed, columnOf } from "./columns";
import { usePanel } from "./session.svelte";

const words = text.manager.menus;

function open(event: MouseEvent, actions: readonly (ActionName | MenuItem | null)[]): void {
  event.preventDefault();
  event.stopPropagation();
  // The menu key gives no position, so the menu opens below the focused element.
  const { left, bottom } = (event.currentTarget as Element).getBoundingClientRect();
  const isKey = event.button !== 2 && event.detail === 0 && event.clientX === 0;
  const [x, y] = isKey ? [left + 16, bottom] : [event.clientX, event.clientY];
  act({ type: "menu", menu: { actions, x, y, byKey: isKey } });
}

/** Opens the menu of a place or a device. */
export function openPlaceMenu(place: PlaceState, event: MouseEvent): void {
  const { focus } = app();
  const to: Go = { to: "place", place: place.id };
  const go = (side: PanelSide) => ask("panel", { side, ask: { ask: "go", to } });
  const inTab = async () => {
    await ask("panel", { side: focus, ask: { ask: "tab", tab: { tab: "new" } } });
    await go(focus);
  };
  const actions: (ActionName | MenuItem | null)[] = [
    { label: text.palette.actions.open, icon: "enter", run: () => void go(focus) },
    { label: words.openTab, icon: "plus", run: () => void inTab() },
    {
      label: words.openOther,
      icon: "cols",
      disabled: !app().preferences?.two_panels,
      run: () => void go(other(focus)),
    },
  ];
  if (place.kind === "removable")
    actions.push(null, {
      label: words.eject,
      icon: "up",
      run: () => void ask("eject", { place: place.id }),
    });
  if (place.kind === "trash") actions.push(null, "empty-trash");
  if (place.section === "bookmarks")
    actions.push(null, {
      label: words.removeBookmark,
      icon: "x",
      run: () => void ask("panels", { ask: { ask: "unbookmark", place: place.id } }),
    });
  open(event, actions);
}

/** Opens the menu of a tab. */
export function openTabMenu({ side, tabs }: PanelState, tab: Tab, event: MouseEvent): void {
  const tell = (tab: TabAsk) => ask("panel", { side, ask: { ask: "tab", tab } });
  const others = tabs.filter(({ id }) => id !== tab.id);
  usePanel(side);
  open(event, [
    {
      label: words.closeTab,
      icon: "x",
      disabled: others.length === 0,
      run: () => void tell({ tab: "close", id: tab.id }),
    },
    {
      label: words.closeOthers,
      disabled: others.length === 0,
      run: () => {
        for (const { id } of others) void tell({ tab: "close", id });
      },
    },
    null,
    { label: text.manager.newTab, icon: "plus", run: () => void tell({ tab: "new" }) },
  ]);
}

/** Opens the menu of a panel's columns: by which its rows are sorted, how, and which are shown. */
export function openSortMenu(side: PanelSide, event: MouseEvent): void {
  const sort = app().panels[side]?.sort;
  if (!sort) return;
  const columns = app().preferences?.columns ?? [];
  const tell = (change: Partial<typeof sort>) =>
    void ask("panel", { side, ask: { ask: "sort", sort: { ...sort, ...change } } });
  const by = (key: SortBy): MenuItem => ({
    label: text.palette.actions[`sort-${key}`],
    checked: sort.key === key,
    run: () => tell({ key, descending: false }),
  });
  open(event, [
    by("name"),
    by("size"),
    by("time"),
    by("extension"),
    null,
    {
      label: words.descending,
      checked: sort.descending,
      run: () => tell({ descending: !sort.descending }),
    },
    {
      label: words.foldersFirst,
      checked: sort.directories_first,
      run: () => tell({ directories_first: !sort.directories_first }),
    },
    null,
    ...arranged(columns).map(({ column, shown }) => ({
      label: columnOf(column).label,
      checked: shown,
      run: () =>
        void ask("prefer", { change: { columns: changed(columns, column, { shown: !shown }) } }),
    })),
    null,
    "columns",
  ]);
}
