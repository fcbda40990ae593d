// Finds the paths of items that failed, as text for the clipboard.

import type { Name } from "../bindings/desktop/Name";
import type { OpError } from "../bindings/OpError";

/** Before the name of another machine stands a NUL byte; people write a colon behind it. */
function written(path: string): string {
  return path.replace(/^\0([^/]*)/, "$1:");
}

/**
 * Gives the path of an item that failed, in one line. `below` is its path below the operand or the folder of the
 * operands, and `from` that folder, as they are shown. Of two paths in an error the item is the one in that folder,
 * and the other is its copy.
 */
export function failedPath(below: string, error: OpError | null, from: string | null): string {
  const paths = [error?.path, error?.other].flatMap((path) =>
    path && "text" in path ? [written(path.text)] : [],
  );
  const own = paths.filter((path) => path === below || path.endsWith(`/${below}`));
  // The user's folder is shown as `~`.
  const folder = from?.replace(/^~/, "").replace(/\/$/, "") ?? "";
  const path = own.find((path) => path.includes(`${folder}/`)) ?? own[0];
  // A name with bytes or characters that cannot be shown is written as it is shown.
  return path !== undefined && !/\p{Cc}/u.test(path) ? path : below;
}

/** Gives the path that a question names, below the operands. */
export function joined(folder: Name, name: Name): string {
  return folder.text === "" ? name.text : `${folder.text}/${name.text}`;
}
