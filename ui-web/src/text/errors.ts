// Texts of errors, in the words of the terminal programs.

import type { Action } from "../bindings/Action";
import type { Code } from "../bindings/Code";
import type { OpError } from "../bindings/OpError";
import type { WirePath } from "../bindings/WirePath";
import type { Refusal } from "../bindings/desktop/Refusal";

const reasons: Record<Code, string> = {
  not_found: "it does not exist",
  permission_denied: "you do not have permission",
  exists: "the name already exists",
  no_space: "not enough free space",
  read_only: "the filesystem is read-only",
  name_too_long: "the name is too long",
  same_file: "it is already in this folder",
  into_itself: "a folder cannot be copied into itself",
  overlap: "it is, or lies in, another source or the destination",
  omitted_directory: "it is a folder, and the job takes files only",
  over_directory: "a folder with this name exists",
  over_non_directory: "a file with this name exists",
  invalid_name: "its filesystem takes no such name",
  not_kept: "its filesystem keeps none",
  just_created: "this job has just created it from another source",
  not_a_directory: "it is not a folder",
  dangling_symlink: "the destination is a broken symlink",
  backup_is_source: "the backup would replace the source",
  source_changed: "the source changed during the copy",
  ends_early: "it ended before its full size was read",
  mismatch: "the copy differs from the source",
  unsupported: "not supported here",
  loop: "a symlink leads back to a folder above it",
  not_empty: "the folder is not empty",
  root: "it is the root folder",
  working_directory: "it is the working folder, or above it",
  dot_directory: "“.” and “..” are not deleted",
  mount_point: "another filesystem is mounted there",
  cross_device: "it is on another filesystem",
  other_device: "it is not on the device it was on",
  changed_since: "it has changed since",
  original_gone: "its original was not found",
  original_differs: "it differs from its original",
  original_unreadable: "its original cannot be read",
  not_in_trash: "it is no longer in the trash",
  replaced: "the replaced file was not kept",
  no_home: "there is no home folder for the trash",
  unreadable: "the request of this job cannot be read; it is damaged, or a newer version wrote it",
  io: "input/output error",
  usage: "invalid request",
  not_an_archive: "it is not an archive of a known format",
  damaged: "it is damaged or cut off",
  encrypted: "it is encrypted",
  unsafe_name: "its name leads out of the folder, or through a link",
  too_large: "it becomes larger than the limit for archives, as if made to fill the disk",
  unknown_ending:
    "the name of an archive ends in .zip, .tar, .tar.gz (.tgz), .tar.xz (.txz) or .tar.zst (.tzst)",
  not_utf8: "its name is not UTF-8, and a zip archive holds no other; tar does",
  internal: "internal error, please report it",
  other: "unknown error",
};

/** The errno of a disk or network that does not answer. */
const ETIMEDOUT = 110;

/** Says why something failed, to follow a colon. */
export function reason(error: OpError): string {
  if (error.errno === ETIMEDOUT) return "the disk does not answer";
  if (error.action === "dedupe" && error.code === "unsupported") {
    return `${error.filesystem ?? "its filesystem"} cannot share storage between files`;
  }
  if (error.code === "invalid_name")
    return `${error.filesystem ?? "its filesystem"} takes no such name`;
  return reasons[error.code];
}

/** Says why a folder is not shown, as a sentence. */
export function unlisted(error: OpError): string {
  if (error.code === "permission_denied") return "You do not have permission to open this folder.";
  const why = reason(error);
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
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
      return "It no longer exists.";
    case "stale_plan":
      return "Something changed in the meantime. Check again, then confirm.";
    case "not":
      return refusal.text;
  }
}

const steps: Record<Action, string> = {
  stat: "look at it",
  stat_destination: "look at the target",
  open: "open it",
  open_dir: "open the folder",
  list_dir: "list the folder",
  read: "read it",
  write: "write it",
  close: "finish writing it",
  clone: "reflink it",
  snapshot: "take a snapshot of it",
  create_file: "create the file",
  create_dir: "create the folder",
  create_symlink: "create the link",
  create_hard_link: "create the hard link",
  create_fifo: "create the FIFO",
  create_special: "create the special file",
  read_link: "read the link",
  set_mode: "set its permissions",
  set_owner: "set its owner",
  set_times: "set its times",
  set_xattr: "set its extended attributes",
  publish: "give it its name",
  backup: "keep the existing file",
  keep: "move the replaced file to the trash",
  remove: "remove it",
  move: "move it",
  exchange: "exchange it",
  trash: "move it to the trash",
  restore: "restore it",
  undo: "undo it",
  record: "record it",
  journal: "write the journal",
  sync: "flush it to the disk",
  verify: "read it back",
  dedupe: "share its storage",
  unpack: "extract it",
  pack: "pack it",
  target: "use the target",
  copy: "copy it",
  delete: "delete it",
  start: "start its threads",
};

// The kernel's names for what users meet; others are shown by number.
const errnos: Record<number, string> = {
  1: "EPERM",
  2: "ENOENT",
  5: "EIO",
  6: "ENXIO",
  11: "EAGAIN",
  12: "ENOMEM",
  13: "EACCES",
  16: "EBUSY",
  17: "EEXIST",
  18: "EXDEV",
  19: "ENODEV",
  20: "ENOTDIR",
  21: "EISDIR",
  22: "EINVAL",
  24: "EMFILE",
  26: "ETXTBSY",
  27: "EFBIG",
  28: "ENOSPC",
  30: "EROFS",
  31: "EMLINK",
  36: "ENAMETOOLONG",
  39: "ENOTEMPTY",
  40: "ELOOP",
  95: "EOPNOTSUPP",
  110: "ETIMEDOUT",
  116: "ESTALE",
  121: "EREMOTEIO",
  122: "EDQUOT",
};

/** Says which step failed: `cannot read it`. */
export function failedStep(error: Pick<OpError, "action">): string {
  return `cannot ${steps[error.action]}`;
}

/** Gives the kernel's name for a failure: `EACCES`; nothing where it is not the kernel's. */
export function errno(error: Pick<OpError, "errno">): string {
  const { errno: number } = error;
  return typeof number === "number" ? (errnos[number] ?? `errno ${number}`) : "";
}
