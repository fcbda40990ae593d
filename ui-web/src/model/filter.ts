// Decides which names match a filter.

import type { Name } from "../bindings/desktop/Name";

/** Says whether a name has what was typed in it, whatever its capitals. */
export function has(name: Name, typed: string): boolean {
  return name.text.toLowerCase().includes(typed.trim().toLowerCase());
}
