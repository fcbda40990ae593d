// The commands that the program grants to its pages, as both mock hosts know them.

import capability from "../../../desktop/capabilities/windows.json";

/** The names of the granted commands. */
export const GRANTED: ReadonlySet<string> = new Set(
  capability.permissions.map((name) => name.replace(/^allow-/, "").replaceAll("-", "_")),
);

/** Throws what Tauri rejects a command with that is not granted: a line of text. */
export function checkGranted(command: string): void {
  if (!GRANTED.has(command)) throw `Command ${command} not allowed by ACL`;
}
