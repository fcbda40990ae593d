// Texts of errors, in the words of the terminal programs.

import type { OpError } from "../bindings/OpError";
import type { WirePath } from "../bindings/WirePath";
import type { Refusal } from "../bindings/desktop/Refusal";
import { dashed, tr } from "./tr";

/** The errno of a disk or network that does not answer. */
const ETIMEDOUT = 110;

/** Says why something failed, to follow a colon. */
export function reason(error: OpError): string {
  if (error.errno === ETIMEDOUT) return tr("window-error-disk-silent");
  if ((error.action === "trash" || error.action === "keep") && error.code === "not_a_directory")
    return tr("window-error-trash-is-no-folder");
  if (error.action === "dedupe" && error.code === "unsupported") {
    return error.filesystem
      ? tr("window-error-cannot-share-on", { filesystem: error.filesystem })
      : tr("window-error-cannot-share");
  }
  if (error.code === "unsupported" && error.filesystem)
    return tr("window-error-unsupported-on", { filesystem: error.filesystem });
  if (error.code === "invalid_name" && error.filesystem)
    return tr("window-error-invalid-name-on", { filesystem: error.filesystem });
  const reason = tr(`window-error-reasons-${dashed(error.code)}`);
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

/** Says what failed and why: `a.txt: it does not exist`. */
export function namedReason(error: OpError): string {
  const name = lastName(error.path);
  return name ? `${name}: ${reason(error)}` : reason(error);
}

/** Says why the program did not do what it was asked for, as a sentence. */
export function refused(refusal: Refusal): string {
  switch (refusal.why) {
    case "op": {
      const { error } = refusal;
      return lastName(error.path) ? `${namedReason(error)}.` : sentence(reason(error));
    }
    case "gone":
      return tr("window-error-gone");
    case "stale_plan":
      return tr("window-error-stale-plan");
    case "not":
      return refusal.text;
  }
}

/** Says why something is not possible, to follow a colon; `named` says of which item it is said. */
export function because(refusal: Refusal, named: boolean): string {
  if (refusal.why !== "op") return refused(refusal);
  return named ? namedReason(refusal.error) : reason(refusal.error);
}

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
  return tr(`window-error-steps-${dashed(error.action)}`);
}

/** Gives the kernel's name for a failure: `EACCES`; nothing where it is not the kernel's. */
export function errno(error: Pick<OpError, "errno">): string {
  const { errno: number } = error;
  return typeof number === "number" ? (errnos[number] ?? `errno ${number}`) : "";
}
