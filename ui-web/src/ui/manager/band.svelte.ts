// The rubber band: a rectangle dragged from blank space, which selects the entries that it touches.

import type { PanelSide } from "../../bindings/desktop/PanelSide";
import type { Box } from "../../model/state";
import { has, type Run } from "../../model/window";

/** Pixels that the pointer may shake before it is a band. */
const THRESHOLD = 4;
/** The most pixels that the list scrolls in a frame. */
const FASTEST = 24;

/** A band while it is drawn, in pixels from the top left of all rows of the list. */
export interface Band extends Box {
  runs: readonly Run[];
}

/** Gives the entries that a box of the list touches. */
export type Touching = (box: Box) => readonly Run[];

/** What a band knows of the rows of a list. */
export interface Rows {
  touching: Touching;
  /** How far above their place they are drawn. */
  shift: () => number;
}

const bands = $state<Record<PanelSide, Band | null>>({ left: null, right: null });

/** Gives the band of a panel, if one is drawn. */
export function bandOf(side: PanelSide): Band | null {
  return bands[side];
}

/** Says whether the band of a panel touches a row. */
export function isBanded(side: PanelSide, at: number): boolean {
  return bands[side]?.runs.some((run) => has(run, at)) ?? false;
}

/** What becomes of a band. */
export interface Ends {
  /** It is one: the pointer moved far enough. */
  begun: () => void;
  /** The pointer let go; `at` is the entry nearest to it, null if none is touched. */
  done: (runs: readonly Run[], at: number | null) => void;
}

/** Draws a band from where the pointer went down in a list; Esc ends it without a selection. */
export function band(
  side: PanelSide,
  down: PointerEvent & { currentTarget: HTMLElement },
  { touching, shift }: Rows,
  { begun, done }: Ends,
): void {
  const list = down.currentTarget;
  const point = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = list.getBoundingClientRect();
    return {
      x: Math.min(Math.max(clientX - left, 0), list.clientWidth),
      y: shift() + Math.min(Math.max(clientY - top + list.scrollTop, 0), list.scrollHeight),
    };
  };
  const from = point(down);
  let at: MouseEvent = down;
  let drawn = false;
  let frame = 0;

  const draw = () => {
    const to = point(at);
    const box = {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    };
    bands[side] = { ...box, runs: touching(box) };
  };
  // The pointer may rest outside of the list while the list keeps scrolling.
  const scroll = () => {
    const { top, bottom } = list.getBoundingClientRect();
    const beyond = Math.min(at.clientY - top, 0) + Math.max(at.clientY - bottom, 0);
    if (beyond !== 0) {
      list.scrollTop += Math.max(Math.min(beyond, FASTEST), -FASTEST);
      draw();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    if (event.buttons === 0) return end();
    at = event;
    if (!drawn) {
      if (Math.hypot(at.clientX - down.clientX, at.clientY - down.clientY) < THRESHOLD) return;
      drawn = true;
      list.setPointerCapture?.(down.pointerId);
      frame = requestAnimationFrame(scroll);
      begun();
    }
    draw();
  };
  const up = (event: PointerEvent) => {
    at = event;
    if (drawn) {
      draw();
      const runs = bands[side]?.runs ?? [];
      const last = runs.at(-1);
      const isDown = point(at).y >= from.y;
      const nearest = isDown ? last && last.from + last.count - 1 : runs[0]?.from;
      done(runs, nearest ?? null);
    }
    end();
  };
  const key = (event: KeyboardEvent) => {
    if (!drawn || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    bands[side] = null;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", end);
    window.removeEventListener("keydown", key, true);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", end);
  window.addEventListener("keydown", key, true);
}
