// Slows down numbers that change too often to be read: shows only some of the values, each unchanged.

import { untrack } from "svelte";

/** A value that changes at most so often. */
export interface Steady<T> {
  readonly shown: T;
}

/**
 * Follows a value, but shows it at most once every `gap` milliseconds.
 *
 * `atOnce` tells changes that must not wait, as when a job is paused. Call it while a component is made.
 */
export function steady<T>(
  source: () => T,
  gap: number,
  atOnce: (before: T, after: T) => boolean = () => false,
): Steady<T> {
  let shown = $state.raw(source());
  let next: T;
  let since = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    timer = undefined;
    since = performance.now();
    shown = next;
  };

  $effect(() => {
    next = source();
    const rest = since + gap - performance.now();
    if (
      rest <= 0 ||
      atOnce(
        untrack(() => shown),
        next,
      )
    ) {
      clearTimeout(timer);
      show();
    } else {
      timer ??= setTimeout(show, rest);
    }
  });
  $effect(() => () => clearTimeout(timer));

  return {
    get shown() {
      return shown;
    },
  };
}
