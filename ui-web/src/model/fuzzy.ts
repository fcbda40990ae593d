// Fuzzy search: decides which lines match the typed text, and how well.
//
// The letters must appear in their order; beginnings of words and letters side by side count more.

/** How well a line matches; larger is better. */
export interface Match {
  score: number;
  /** Which characters matched, by number. */
  places: number[];
}

const HIT = 16;
const WORD = 12;
const NEXT = 14;
const FAR = 12;

/** Matches a line; words of the needle match in any order, and none at all matches every line alike. */
export function find(needle: string, line: string): Match | null {
  const letters = [...line];
  const all: Match = { score: 0, places: [] };
  for (const word of needle.split(/\s+/).filter(Boolean)) {
    const hit = findWord([...word], letters);
    if (!hit) return null;
    all.score += hit.score;
    all.places.push(...hit.places);
  }
  const places = [...new Set(all.places)].sort((a, b) => a - b);
  // Of two equal matches the shorter line is nearer to what was meant.
  return { score: all.score * 64 - Math.min(letters.length, 63), places };
}

function findWord(word: string[], line: string[]): Match | null {
  const lower = line.map((letter) => letter.toLowerCase());
  // ends[i]: the best match of the letters so far that ends at column i.
  let ends: (Match | null)[] = [];
  for (const [n, wanted] of word.entries()) {
    const next: (Match | null)[] = [];
    let best: { match: Match; at: number } | null = null;
    for (const at of line.keys()) {
      const before: Match | null = at > 0 ? (ends[at - 1] ?? null) : null;
      const gap = best ? Math.min(at - best.at, FAR) : 0;
      if (before && (!best || before.score >= best.match.score - gap)) best = { match: before, at };
      if (lower[at] !== wanted.toLowerCase()) continue;
      const worth = HIT + (beginsWord(line, at) ? WORD : 0);
      if (n === 0) next[at] = { score: worth - Math.min(at, FAR), places: [at] };
      else if (best) {
        const near = before ? before.score + NEXT : -Infinity;
        const far = best.match.score - Math.min(at - best.at, FAR);
        const from = before && near >= far ? before : best.match;
        next[at] = { score: Math.max(near, far) + worth, places: [...from.places, at] };
      }
    }
    ends = next;
  }
  return ends.reduce<Match | null>(
    (best, it) => (it && (!best || it.score > best.score) ? it : best),
    null,
  );
}

function beginsWord(line: string[], at: number): boolean {
  return at === 0 || /[\s/._-]/.test(line[at - 1] ?? "");
}
