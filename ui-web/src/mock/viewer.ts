// The mock's viewer: files with made-up lines, of which only a part is told, as `desktop/src/viewer.rs` does.

import type { ViewerAsk } from "../bindings/desktop/ViewerAsk";
import type { ViewerContent } from "../bindings/desktop/ViewerContent";
import type { ViewerFound } from "../bindings/desktop/ViewerFound";
import type { ViewerLine } from "../bindings/desktop/ViewerLine";
import type { ViewerMode } from "../bindings/desktop/ViewerMode";
import type { ViewerRoom } from "../bindings/desktop/ViewerRoom";
import type { ViewerSpan } from "../bindings/desktop/ViewerSpan";
import type { ViewerState } from "../bindings/desktop/ViewerState";

import { gone, not } from "./refusals";
import { entry, type Node } from "./tree";

/** Bytes of each line of a text; so a line is found by its place. */
const WIDTH = 64;
const LINES = 20_000;

function line(n: number): string {
  const odd =
    n % 7 === 0 ? "// the harbour at low tide" : `"frame": ${n * 3}, "light": "${n % 5} stops"`;
  return n % 40 === 1 ? `# Day ${Math.ceil(n / 40)}` : `  ${odd}`;
}

function spans(text: string, at: number, sought: string): ViewerSpan[] {
  const tint = text.startsWith("#") ? "strong" : text.includes("//") ? "comment" : "text";
  const found = sought ? text.toLowerCase().indexOf(sought.toLowerCase()) : -1;
  if (found < 0) return [{ text, tint }];
  const end = found + sought.length;
  return [
    { text: text.slice(0, found), tint },
    { text: text.slice(found, end), tint, hit: at + found },
    { text: text.slice(end), tint },
  ];
}

function bytesOf(row: number): ViewerSpan[] {
  const codes = Array.from({ length: 16 }, (_, n) => (row * 31 + n * 7) % 256);
  const digits = codes.map(
    (code, n) => code.toString(16).padStart(2, "0") + (n === 7 ? "  " : " "),
  );
  const plain = codes.map((code) => (code > 31 && code < 127 ? String.fromCharCode(code) : "."));
  return [
    { text: `${(row * 16).toString(16).padStart(8, "0")}  `, tint: "muted" },
    { text: `${digits.join("")} `, tint: "text" },
    { text: plain.join(""), tint: "quoted" },
  ];
}

/** The file that the mock's viewer shows. */
export class Viewer {
  private file = 0;
  private node: Node | null = null;
  private mode: ViewerMode = "auto";
  private sought = "";

  constructor(private tell: (state: ViewerState) => void) {}

  /** Takes a request. */
  ask(ticket: number, ask: ViewerAsk): null {
    switch (ask.ask) {
      case "open":
        this.node = entry(ask.id) ?? gone();
        [this.file, this.mode, this.sought] = [ticket, ask.mode, ""];
        return this.show(ticket, ask.at ?? 0, ask.room);
      case "around":
        return this.show(ticket, ask.at, ask.room);
      case "end":
        return this.show(ticket, (LINES - 1) * WIDTH, ask.room, true);
      case "go": {
        const n = /^\d+$/.test(ask.text.trim()) ? Number(ask.text) : NaN;
        if (Number.isNaN(n))
          return not("Type a line number, a percentage (50%) or a byte offset (0x1F00)");
        return this.show(ticket, (Math.min(Math.max(n, 1), LINES) - 1) * WIDTH, ask.room);
      }
      case "find":
        return this.find(ticket, ask.text, ask.from, ask.back, ask.room);
      case "follow":
      case "close":
        return null;
    }
  }

  private find(ticket: number, text: string, from: number, back: boolean, room: ViewerRoom): null {
    this.sought = text;
    const hits = text
      ? Array.from({ length: LINES }, (_, n) => [
          n,
          line(n + 1)
            .toLowerCase()
            .indexOf(text.toLowerCase()),
        ])
          .filter(([, at]) => at! >= 0)
          .map(([n, at]) => n! * WIDTH + at!)
      : [];
    const next = back ? hits.findLast((at) => at < from) : hits.find((at) => at >= from);
    const at = next ?? (back ? hits.at(-1) : hits[0]);
    if (at === undefined) {
      this.tell({ ...this.state(ticket), found: { found: "nothing" } });
      return null;
    }
    const n = Math.floor(at / WIDTH);
    const found: ViewerFound = {
      found: "hit",
      at,
      line: n + 1,
      column: (at % WIDTH) + 1,
      nth: hits.indexOf(at) + 1,
      of: hits.length,
      wrapped: next === undefined,
    };
    return this.show(ticket, n * WIDTH, room, false, found);
  }

  private state(ticket: number): ViewerState {
    const node = this.node ?? gone();
    return { file: this.file, ticket, name: node.name };
  }

  private show(
    ticket: number,
    at: number,
    room: ViewerRoom,
    at_end = false,
    found?: ViewerFound,
  ): null {
    const node = this.node ?? gone();
    const isPicture = node.icon === "image" && this.mode === "auto";
    const areBytes = this.mode === "bytes" || (this.mode === "auto" && node.icon === "video");
    const content: ViewerContent = isPicture
      ? { content: "picture", thumb: node.id }
      : this.lines(at, room, areBytes);
    const about = isPicture
      ? { kind: "NEF image", facts: ["8,256 × 5,504"], size: node.size, lines: null }
      : areBytes
        ? { kind: "Data", facts: [], size: LINES * WIDTH, lines: null }
        : { kind: "JSON", facts: ["UTF-8"], size: LINES * WIDTH, lines: LINES };
    const place = at - (at % (areBytes ? 16 : WIDTH));
    const more = { about, content, place, at_end, ...(found && { found }) };
    this.tell({ ...this.state(ticket), ...more });
    return null;
  }

  private lines(at: number, { rows }: ViewerRoom, bytes: boolean): ViewerContent {
    const width = bytes ? 16 : WIDTH;
    const count = (LINES * WIDTH) / width;
    const place = Math.floor(at / width);
    const [from, to] = [Math.max(place - 3 * rows, 0), Math.min(place + 4 * rows, count)];
    const lines = Array.from({ length: to - from }, (_, nth): ViewerLine => {
      const n = from + nth;
      return bytes
        ? { at: n * 16, number: null, spans: bytesOf(n) }
        : { at: n * WIDTH, number: n + 1, spans: spans(line(n + 1), n * WIDTH, this.sought) };
    });
    return { content: "lines", lines, is_start: from === 0, is_end: to === count, bytes };
  }
}
