// Converts permission bits to the grid of checkboxes (owner, group, others) and to the spelling of `chmod`.

/** The bits of the grid: a row each for the owner, the group and others; read, write, execute. */
export const BITS = [
  [0o400, 0o200, 0o100],
  [0o040, 0o020, 0o010],
  [0o004, 0o002, 0o001],
] as const;

/** Set user id, set group id, and sticky. */
export const SPECIAL = [0o4000, 0o2000, 0o1000] as const;

/** Spells a mode as `755` or `2755`. */
export function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(3, "0");
}

/** Reads an octal mode; null for anything else, as `u+x`, which the grid cannot show. */
export function fromOctal(text: string): number | null {
  return /^[0-7]{1,4}$/.test(text.trim()) ? parseInt(text.trim(), 8) : null;
}

/** Tells whether `chmod` would take it. */
export function isMode(text: string): boolean {
  return (
    fromOctal(text) !== null ||
    /^[ugoa]*([-+=][rwxXst]*)+(,[ugoa]*([-+=][rwxXst]*)+)*$/.test(text.trim())
  );
}

/** Spells a mode as `ls` does: `rw-r--r--`, `rwsr-xr-x`. */
export function permissions(mode: number): string {
  return BITS.map(([read, write, execute], who) => {
    const special = (mode & SPECIAL[who]!) !== 0;
    const letter = who === 2 ? "t" : "s";
    const runs = (mode & execute) !== 0;
    const last = special ? (runs ? letter : letter.toUpperCase()) : runs ? "x" : "-";
    return `${mode & read ? "r" : "-"}${mode & write ? "w" : "-"}${last}`;
  }).join("");
}
