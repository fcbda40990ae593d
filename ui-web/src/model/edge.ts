// Computes how fast a drag near the edge of a list scrolls the list.

/** Pixels from an edge within which a drag scrolls; of a low list a third of its height. */
const ZONE = 56;
/** Pixels per second at the edge itself. */
const FASTEST = 1400;

/** Gives the speed in pixels per second, upwards below zero: the nearer to an edge, the faster. */
export function edgeSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const zone = Math.min(ZONE, (bottom - top) / 3);
  if (zone <= 0) return 0;
  const nearness = (inside: number) => Math.min(Math.max(1 - inside / zone, 0), 1);
  // Squared, so that there is a slow speed to aim with.
  return FASTEST * (nearness(bottom - y) ** 2 - nearness(y - top) ** 2);
}
