// Takes names apart without breaking their letters.

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What belongs to the letter before it: accents, as macOS stores them, and parts of an emoji. */
const BELONGS = /^[\p{M}\p{Emoji_Modifier}\u200d]/u;

/** Says whether a text has letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Splits a text so that about `tail` characters are in the second part, which begins with a whole letter. */
export function split(text: string, tail: number): [head: string, tail: string] {
  const all = [...text];
  let at = Math.max(all.length - tail, 0);
  while (at > 0 && (BELONGS.test(all[at] ?? "") || all[at - 1] === "\u200d")) at--;
  return [all.slice(0, at).join(""), all.slice(at).join("")];
}
