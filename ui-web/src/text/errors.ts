// Why something failed, in the words of the terminal programs.

import type { Code } from "../bindings/Code";
import type { OpError } from "../bindings/OpError";
import type { WirePath } from "../bindings/WirePath";
import type { Refusal } from "../bindings/desktop/Refusal";

const reasons: Record<Code, string> = {
  not_found: "it does not exist",
  permission_denied: "permission denied",
  exists: "the name is taken",
  no_space: "no space left",
  read_only: "the filesystem is read-only",
  name_too_long: "the name is too long",
  same_file: "source and destination are the same file",
  into_itself: "a folder cannot go into itself",
  omitted_directory: "it is a folder, and the job takes files only",
  over_directory: "a folder is in the way",
  over_non_directory: "a file is in the way",
  just_created: "this job has just made it from another source",
  not_a_directory: "it is not a folder",
  dangling_symlink: "the destination is a symlink that leads nowhere",
  backup_is_source: "the backup would replace the source",
  source_changed: "the source changed meanwhile",
  mismatch: "the copy differs from the source",
  unsupported: "not supported here",
  loop: "a symlink leads back to a folder above it",
  not_empty: "the folder is not empty",
  root: "it is the root folder",
  working_directory: "it is the working folder, or above it",
  dot_directory: "“.” and “..” are not deleted",
  mount_point: "something else is mounted there",
  cross_device: "it is on another filesystem",
  other_device: "it is not on the device it was on",
  changed_since: "it has changed since",
  original_gone: "what it was copied from is gone",
  replaced: "what it replaced was not kept",
  io: "input/output error",
  usage: "the request makes no sense",
  internal: "internal error, please report it",
  other: "unknown error",
};

/** Says why something failed, to follow a colon. */
export function reason(error: OpError): string {
  return reasons[error.code];
}

/** Gives the last name of a path, harmless to look at; null if it is no text. */
export function lastName(path: WirePath): string | null {
  if (!("text" in path)) return null;
  const name = path.text.replace(/\/+$/, "").split("/").at(-1) ?? "";
  const escaped = (char: string) => `\\u{${char.codePointAt(0)!.toString(16).toUpperCase()}}`;
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped) || null;
}

/** Says why the program did not do what it was asked for, as a sentence. */
export function refused(refusal: Refusal): string {
  switch (refusal.why) {
    case "op": {
      const name = lastName(refusal.error.path);
      const why = reason(refusal.error);
      return name ? `${name}: ${why}.` : `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
    }
    case "gone":
      return "It is not there any more.";
    case "stale_plan":
      return "Something changed meanwhile. Look again, and then confirm.";
    case "not":
      return refusal.text;
  }
}
