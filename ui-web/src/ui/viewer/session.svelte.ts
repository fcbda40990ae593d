// What the viewer keeps from one file to the next.

/** How the user likes lines to be shown, until the window is closed. */
export const habits = $state({ wrap: false, numbers: true });

let last = 0;

/** Gives the next number of a request. */
export function ticket(): number {
  return ++last;
}
