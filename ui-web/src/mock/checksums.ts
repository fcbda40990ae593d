// The mock's checksums: made-up digits that take a moment, as `desktop/src/checksums.rs` tells them.

import type { ChecksumMatch } from "../bindings/desktop/ChecksumMatch";
import type { ChecksumState } from "../bindings/desktop/ChecksumState";
import type { Algorithm } from "../bindings/Algorithm";

import { gone } from "./refusals";
import type { Node } from "./tree";

const DIGITS: Record<Algorithm, number> = { blake3: 64, sha256: 64, xxh3: 16 };

/** Computes one checksum at a time. */
export class Checksums {
  private state: ChecksumState | null = null;
  private last = 0;

  constructor(
    private tell: (state: ChecksumState) => void,
    private pause: number,
  ) {}

  /** Begins with a file. */
  start(node: Node, algorithm: Algorithm): number {
    const id = ++this.last;
    const size = node.size ?? 0;
    const bytes = Math.floor(size / 3);
    const begun = { id, algorithm, bytes, percent: 33, stage: "running", sum: null, error: null };
    this.say(begun as ChecksumState);
    const sum = Array.from({ length: DIGITS[algorithm] }, (_, n) =>
      ((node.id * 7 + n * n) % 16).toString(16),
    ).join("");
    setTimeout(() => {
      if (this.state?.id === id && this.state.stage === "running")
        this.say({ ...this.state, bytes: size, percent: 100, stage: "done", sum });
    }, this.pause);
    return id;
  }

  /** Stops it. */
  stop(id: number): void {
    if (this.state?.id === id && this.state.stage === "running")
      this.say({ ...this.state, stage: "stopped" });
  }

  /** Compares it with a typed one. */
  compare(id: number, text: string): ChecksumMatch {
    if (this.state?.id !== id) return gone();
    const typed = text.trim().toLowerCase();
    if (typed === "") return { match: "nothing" };
    if (!/^[0-9a-f]{16}(?:[0-9a-f]{48})?$/.test(typed)) return { match: "not_understood" };
    const { sum, algorithm } = this.state;
    if (typed.length !== DIGITS[algorithm])
      return { match: "other", algorithm: typed.length === 16 ? "xxh3" : "blake3" };
    if (sum === null) return { match: "not_yet" };
    return { match: typed === sum ? "same" : "different" };
  }

  private say(state: ChecksumState): void {
    this.state = state;
    this.tell(state);
  }
}
