// Scrolls lists that are higher than a browser lets an element be.
//
// Browsers keep lengths as 64ths of a pixel in 32 bits, so that nothing is higher than 33,554,431 pixels, and less where
// the page is enlarged: 1.19 million rows. The element of a higher list is `TALLEST`, and its rows stand `shift` above
// their place. Small steps of the user move the list by as many pixels, and large ones by their share of the whole.

/** The most CSS pixels that the content of a list is high. */
export const TALLEST = 8_000_000;

/** Pixels at either end of a list in which its element moves as far as the list, so that both end together. */
const EDGE = 1_000_000;

/** Milliseconds without a step after which the scroll bar shows again where the list is. */
const REST = 150;

/** Where a list is scrolled to: by `top + shift` pixels, of which its element is scrolled by `top`. */
export interface Stand {
  top: number;
  shift: number;
}

/** How far a list and its element can be scrolled. */
interface Ends {
  last: number;
  lastTop: number;
}

function ends(whole: number, room: number): Ends {
  return { last: Math.max(whole - room, 0), lastTop: Math.max(Math.min(whole, TALLEST) - room, 0) };
}

/** Gives the place of an element that is scrolled by `top`. */
function placeOf(top: number, { last, lastTop }: Ends): number {
  if (top <= EDGE) return top;
  if (top >= lastTop - EDGE) return top + last - lastTop;
  return EDGE + Math.round(((top - EDGE) / (lastTop - 2 * EDGE)) * (last - 2 * EDGE));
}

/** Gives how far the element is scrolled at a place. */
function topOf(at: number, { last, lastTop }: Ends): number {
  if (at <= EDGE) return at;
  if (at >= last - EDGE) return at - last + lastTop;
  return EDGE + Math.round(((at - EDGE) / (last - 2 * EDGE)) * (lastTop - 2 * EDGE));
}

/** Gives where a list of `whole` pixels stands when it is scrolled to a place, with `room` pixels in sight. */
export function standing(at: number, whole: number, room: number): Stand {
  if (whole <= TALLEST) return { top: at, shift: 0 };
  const both = ends(whole, room);
  const place = Math.min(Math.max(at, 0), both.last);
  const top = topOf(place, both);
  return { top, shift: place - top };
}

/** Gives where a list is after the user scrolled its element to `top`. */
export function scrolledTo(before: Stand, top: number, whole: number, room: number): Stand {
  if (whole <= TALLEST) return { top, shift: 0 };
  const both = ends(whole, room);
  const by = top - before.top;
  if (Math.abs(by) > room) return { top, shift: placeOf(top, both) - top };
  const at = Math.min(Math.max(before.top + before.shift + by, 0), both.last);
  // The element is at its end before the list is.
  const isStuck = (top <= 0 && at > 0) || (top >= both.lastTop && at < both.last);
  return isStuck ? standing(at, whole, room) : { top, shift: at - top };
}

/** A list that scrolls, however high it is. Make it while a component is made. */
export class TallList {
  readonly #whole: () => number;
  readonly #room: () => number;
  #stand = $state.raw<Stand>({ top: 0, shift: 0 });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The height of the element, in pixels. */
  readonly height = $derived.by(() => Math.min(this.#whole(), TALLEST));
  /** How far above their place rows are drawn, in pixels. */
  readonly shift = $derived.by(() => (this.#whole() > TALLEST ? this.#stand.shift : 0));
  /** How far the list is scrolled, in pixels. */
  readonly scrolled = $derived.by(() => this.#stand.top + this.shift);

  /** `whole` gives the height that all rows need, and `room` that of the rows in sight. */
  constructor(whole: () => number, room: () => number) {
    this.#whole = whole;
    this.#room = room;
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** Takes in that the user scrolled. */
  follow(box: HTMLElement): void {
    this.#put(box, scrolledTo(this.#stand, box.scrollTop, this.#whole(), this.#room()));
    clearTimeout(this.#timer);
    if (this.#whole() > TALLEST) this.#timer = setTimeout(() => this.go(box, this.scrolled), REST);
  }

  /** Scrolls to a place, in pixels from the top of the list. */
  go(box: HTMLElement, at: number): void {
    this.#put(box, standing(at, this.#whole(), this.#room()));
  }

  #put(box: HTMLElement, { top, shift }: Stand): void {
    if (box.scrollTop !== top) box.scrollTop = top;
    // The browser may know an end that is nearer, or whole pixels alone.
    this.#stand = { top: box.scrollTop, shift: top + shift - box.scrollTop };
  }
}
