// Draws speed over time as SVG paths. Only the shapes: all numbers that are shown come from the program.

/** The room a line is drawn in, in the units of its view box. */
export interface Room {
  width: number;
  height: number;
  /** Points at most; the newest is at the right edge. */
  points: number;
}

/** The shapes of a graph. */
export interface Graph {
  line: string;
  area: string;
  /** Where the newest point is. */
  end: { x: number; y: number } | null;
  /** How high the dashed mean is. */
  mean: number;
}

/** Room for the end dot and for the stroke. */
const EDGE = 4;

/** The small graph of a job's last minute. */
export const SPARK: Room = { width: 96, height: 28, points: 60 };

const short = (n: number) => String(Math.round(n * 10) / 10);

/** Draws speeds, the newest last; the highest of them touches the top. */
export function graph(speeds: readonly number[], room: Room, mean = 0): Graph {
  const shown = speeds.slice(-room.points);
  const top = Math.max(...shown, mean, 1);
  const floor = room.height - 1;
  const right = room.width - EDGE;
  const step = right / (room.points - 1);
  const y = (speed: number) => floor - (speed / top) * (floor - EDGE);
  const points = shown.map((speed, n) => ({
    x: right - (shown.length - 1 - n) * step,
    y: y(speed),
  }));
  const line = points
    .map(({ x, y }, n) => `${n === 0 ? "M" : "L"}${short(x)} ${short(y)}`)
    .join("");
  const first = points[0];
  const last = points.at(-1);
  const area =
    first && last
      ? `${line}L${short(last.x)} ${room.height}L${short(first.x)} ${room.height}z`
      : "";
  return { line, area, end: last ?? null, mean: y(mean) };
}
