// Texts of errors, in the words of the terminal programs.

import type { Action } from "../bindings/Action";
import type { Code } from "../bindings/Code";
import type { OpError } from "../bindings/OpError";
import type { WirePath } from "../bindings/WirePath";
import type { Refusal } from "../bindings/desktop/Refusal";
import { tr } from "./tr";

const reasons: Record<Code, string> = {
  not_found: tr("window-error-reasons-not-found"),
  permission_denied: tr("window-error-reasons-permission-denied"),
  exists: tr("window-error-reasons-exists"),
  no_space: tr("window-error-reasons-no-space"),
  read_only: tr("window-error-reasons-read-only"),
  name_too_long: tr("window-error-reasons-name-too-long"),
  same_file: tr("window-error-reasons-same-file"),
  into_itself: tr("window-error-reasons-into-itself"),
  overlap: tr("window-error-reasons-overlap"),
  omitted_directory: tr("window-error-reasons-omitted-directory"),
  over_directory: tr("window-error-reasons-over-directory"),
  over_non_directory: tr("window-error-reasons-over-non-directory"),
  invalid_name: tr("window-error-reasons-invalid-name"),
  not_kept: tr("window-error-reasons-not-kept"),
  just_created: tr("window-error-reasons-just-created"),
  not_a_directory: tr("window-error-reasons-not-a-directory"),
  dangling_symlink: tr("window-error-reasons-dangling-symlink"),
  backup_is_source: tr("window-error-reasons-backup-is-source"),
  source_changed: tr("window-error-reasons-source-changed"),
  ends_early: tr("window-error-reasons-ends-early"),
  mismatch: tr("window-error-reasons-mismatch"),
  unsupported: tr("window-error-reasons-unsupported"),
  loop: tr("window-error-reasons-loop"),
  not_empty: tr("window-error-reasons-not-empty"),
  root: tr("window-error-reasons-root"),
  working_directory: tr("window-error-reasons-working-directory"),
  dot_directory: tr("window-error-reasons-dot-directory"),
  mount_point: tr("window-error-reasons-mount-point"),
  cross_device: tr("window-error-reasons-cross-device"),
  other_device: tr("window-error-reasons-other-device"),
  earlier_failed: tr("window-error-reasons-earlier-failed"),
  changed_since: tr("window-error-reasons-changed-since"),
  original_gone: tr("window-error-reasons-original-gone"),
  original_differs: tr("window-error-reasons-original-differs"),
  original_unreadable: tr("window-error-reasons-original-unreadable"),
  not_in_trash: tr("window-error-reasons-not-in-trash"),
  replaced: tr("window-error-reasons-replaced"),
  no_home: tr("window-error-reasons-no-home"),
  unreadable: tr("window-error-reasons-unreadable"),
  io: tr("window-error-reasons-io"),
  disconnected: tr("window-error-reasons-disconnected"),
  under_way: tr("window-error-reasons-under-way"),
  unreachable: tr("window-error-reasons-unreachable"),
  no_fcp: tr("window-error-reasons-no-fcp"),
  refused: tr("window-error-reasons-refused"),
  elsewhere: tr("window-error-reasons-elsewhere"),
  usage: tr("window-error-reasons-usage"),
  not_an_archive: tr("window-error-reasons-not-an-archive"),
  damaged: tr("window-error-reasons-damaged"),
  encrypted: tr("window-error-reasons-encrypted"),
  unsafe_name: tr("window-error-reasons-unsafe-name"),
  too_large: tr("window-error-reasons-too-large"),
  unknown_ending: tr("window-error-reasons-unknown-ending"),
  not_utf8: tr("window-error-reasons-not-utf8"),
  internal: tr("window-error-reasons-internal"),
  other: tr("window-error-reasons-other"),
};

/** The errno of a disk or network that does not answer. */
const ETIMEDOUT = 110;

/** Says why something failed, to follow a colon. */
export function reason(error: OpError): string {
  if (error.errno === ETIMEDOUT) return tr("window-error-disk-silent");
  if (error.action === "dedupe" && error.code === "unsupported") {
    return error.filesystem
      ? tr("window-error-cannot-share-on", { filesystem: error.filesystem })
      : tr("window-error-cannot-share");
  }
  if (error.code === "invalid_name" && error.filesystem)
    return tr("window-error-invalid-name-on", { filesystem: error.filesystem });
  const reason = reasons[error.code];
  return error.said ? tr("window-error-said", { reason, said: harmless(error.said) }) : reason;
}

/** Gives words of others, harmless to look at. */
function harmless(text: string): string {
  const escaped = (char: string) => `\\u{${char.codePointAt(0)!.toString(16).toUpperCase()}}`;
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/** Makes a sentence of a reason. */
export function sentence(why: string): string {
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

/** Says why a folder is not shown, as a sentence. */
export function unlisted(error: OpError): string {
  if (error.code === "permission_denied" && !error.said)
    return tr("window-error-unlisted-permission");
  return sentence(reason(error));
}

/** Gives the last name of a path, harmless to look at; null if it is no text. */
export function lastName(path: WirePath): string | null {
  if (!("text" in path)) return null;
  const name = path.text.replace(/\/+$/, "").split("/").at(-1) ?? "";
  // Before the name of another machine stands a NUL byte, and behind it people write a colon.
  return harmless(name.startsWith("\0") ? `${name.slice(1)}:` : name) || null;
}

/** Says why the program did not do what it was asked for, as a sentence. */
export function refused(refusal: Refusal): string {
  switch (refusal.why) {
    case "op": {
      const name = lastName(refusal.error.path);
      const why = reason(refusal.error);
      return name ? `${name}: ${why}.` : sentence(why);
    }
    case "gone":
      return tr("window-error-gone");
    case "stale_plan":
      return tr("window-error-stale-plan");
    case "not":
      return refusal.text;
  }
}

const steps: Record<Action, string> = {
  stat: tr("window-error-steps-stat"),
  stat_destination: tr("window-error-steps-stat-destination"),
  open: tr("window-error-steps-open"),
  open_dir: tr("window-error-steps-open-dir"),
  list_dir: tr("window-error-steps-list-dir"),
  read: tr("window-error-steps-read"),
  write: tr("window-error-steps-write"),
  close: tr("window-error-steps-close"),
  clone: tr("window-error-steps-clone"),
  snapshot: tr("window-error-steps-snapshot"),
  create_file: tr("window-error-steps-create-file"),
  create_dir: tr("window-error-steps-create-dir"),
  create_symlink: tr("window-error-steps-create-symlink"),
  create_hard_link: tr("window-error-steps-create-hard-link"),
  create_fifo: tr("window-error-steps-create-fifo"),
  create_special: tr("window-error-steps-create-special"),
  read_link: tr("window-error-steps-read-link"),
  set_mode: tr("window-error-steps-set-mode"),
  set_owner: tr("window-error-steps-set-owner"),
  set_times: tr("window-error-steps-set-times"),
  set_xattr: tr("window-error-steps-set-xattr"),
  publish: tr("window-error-steps-publish"),
  backup: tr("window-error-steps-backup"),
  keep: tr("window-error-steps-keep"),
  remove: tr("window-error-steps-remove"),
  move: tr("window-error-steps-move"),
  exchange: tr("window-error-steps-exchange"),
  trash: tr("window-error-steps-trash"),
  restore: tr("window-error-steps-restore"),
  undo: tr("window-error-steps-undo"),
  record: tr("window-error-steps-record"),
  journal: tr("window-error-steps-journal"),
  sync: tr("window-error-steps-sync"),
  verify: tr("window-error-steps-verify"),
  dedupe: tr("window-error-steps-dedupe"),
  unpack: tr("window-error-steps-unpack"),
  pack: tr("window-error-steps-pack"),
  send: tr("window-error-steps-send"),
  receive: tr("window-error-steps-receive"),
  target: tr("window-error-steps-target"),
  copy: tr("window-error-steps-copy"),
  delete: tr("window-error-steps-delete"),
  start: tr("window-error-steps-start"),
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
  return steps[error.action];
}

/** Gives the kernel's name for a failure: `EACCES`; nothing where it is not the kernel's. */
export function errno(error: Pick<OpError, "errno">): string {
  const { errno: number } = error;
  return typeof number === "number" ? (errnos[number] ?? `errno ${number}`) : "";
}
