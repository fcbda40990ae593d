// The mock's file tree: folders of a photographer, a network share that fails, and a folder of 100,000 files.

import type { FileKind } from "../bindings/FileKind";
import type { Icon } from "../bindings/desktop/Icon";
import type { Name } from "../bindings/desktop/Name";
import type { NamePart } from "../bindings/desktop/NamePart";

/** A file or folder of the fake tree. */
export interface Node {
  id: number;
  name: Name;
  kind: FileKind;
  icon: Icon;
  size: number | null;
  mtime: number;
  target: Name | null;
  children: Node[];
  parent: Node | null;
  /** The machine that it is the topmost folder of, if that is another one. */
  host?: string;
  /** What comes of that machine instead of its files: nothing, or an error. */
  trouble?: "silent" | "unreachable";
}

/** Gives a name; `<E9>` in it becomes a chip. */
export function name(text: string): Name {
  const parts: NamePart[] = text
    .split(/(<[^>]+>)/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("<") ? { chip: part.slice(1, -1) } : { text: part }));
  const plain = text.replace(/<([^>]+)>/g, (_, chip: string) =>
    chip.startsWith("U+") ? `\\u{${chip.slice(2)}}` : `\\x${chip}`,
  );
  return plain === text ? { text } : { text: plain, parts };
}

/** Gives microseconds since the epoch of a day and time: `2026-11-14 08:41`. */
export function at(when: string): number {
  return Date.parse(when.replace(" ", "T")) * 1000;
}

const ICONS: Record<string, Icon> = {
  pdf: "document",
  md: "document",
  ods: "document",
  csv: "document",
  json: "code",
  nef: "image",
  jpg: "image",
  tif: "image",
  mov: "video",
  wav: "audio",
  zip: "archive",
};

const nodes = new Map<number, Node>();

/** Finds an entry. */
export function entry(id: number): Node | undefined {
  return nodes.get(id);
}

function add(node: Omit<Node, "id" | "parent">): Node {
  const added = { ...node, id: nodes.size + 1, parent: null };
  nodes.set(added.id, added);
  return added;
}

/** Makes a file. */
export function file(text: string, size: number, mtime: string): Node {
  const extension = /\.([^.]+)$/.exec(text)?.[1]?.toLowerCase() ?? "";
  const icon = ICONS[extension] ?? "file";
  const own = { name: name(text), size, mtime: at(mtime), target: null, children: [] };
  return add({ ...own, kind: "file", icon });
}

/** Makes a folder; its size is known once it was measured. */
export function folder(text: string, mtime: string, children: Node[], size?: number): Node {
  const own = { name: name(text), size: size ?? null, mtime: at(mtime), target: null };
  const made = add({ ...own, kind: "directory", icon: "folder", children });
  for (const child of children) child.parent = made;
  return made;
}

/** Puts a new entry into a folder. */
export function put(into: Node, node: Node): void {
  node.parent = into;
  into.children.push(node);
}

function link(text: string, target: string, mtime: string): Node {
  return Object.assign(file(text, 31, mtime), {
    kind: "symlink",
    icon: "link",
    target: name(target),
  } satisfies Partial<Node>);
}

const pictures = (count: number, first: number) =>
  Array.from({ length: count }, (_, n) =>
    file(`DSC_${first + n}.NEF`, 51_000_000 + n * 7919, "2026-11-14 08:40"),
  );

/** Where the left panel begins. */
export const fjord = folder("Fjord shoot", "2026-11-20 23:58", [
  folder("Day 1", "2026-11-14 18:02", pictures(214, 4000)),
  folder("Day 2", "2026-11-15 19:47", pictures(302, 4400)),
  folder("Drone", "2026-11-15 16:20", pictures(9, 100), 46_100_000_000),
  folder("Selects", "2026-11-20 21:15", pictures(24, 4410), 2_000_000_000),
  folder(".thumbnails", "2026-11-14 18:02", []),
  file("call-sheet.pdf", 412_000, "2026-11-12 09:30"),
  file("DSC_4408.NEF", 52_100_000, "2026-11-14 08:40"),
  file("DSC_4409.NEF", 51_800_000, "2026-11-14 08:41"),
  file("DSC_4410.NEF", 52_428_800, "2026-11-14 08:41"),
  file(
    "fjord-timelapse-graded-v3-final-colour-pass-rec709.mov",
    18_600_000_000,
    "2026-11-20 23:58",
  ),
  file("caf<E9>-notes.md", 8_400, "2026-11-21 09:12"),
  file("invoice<U+202E>gpj.exe", 96_000, "2026-11-21 09:12"),
  link("shot-list.ods", "../shared/shot-list.ods", "2026-11-11 17:05"),
  file("weather.json", 2_200, "2026-11-14 05:00"),
]);

/** Where the right panel begins. */
export const archive = folder("2026", "2026-11-21 08:56", [
  folder("Fjord shoot", "2026-11-21 10:00", []),
  folder("Harbour in winter", "2026-02-02 11:20", pictures(188, 1000)),
  folder("Portraits, Ines and Tomasz", "2026-06-19 15:44", pictures(96, 2000)),
  folder("Street, Lisbon", "2026-09-08 20:31", pictures(412, 3000)),
  folder("_catalogue", "2026-11-21 08:55", []),
  file("contact-sheet-2026.jpg", 6_800_000, "2026-11-21 08:55"),
  file("index.csv", 184_000, "2026-11-21 08:56"),
  file("README.md", 3_100, "2026-01-03 10:00"),
  file("licences-and-model-releases-signed-scans-2026.pdf", 24_900_000, "2026-10-21 13:18"),
  file("verify-2026-10.log", 96_000, "2026-10-31 23:40"),
]);

/** Has 100,000 files. */
export const many = folder(
  "Frames",
  "2026-11-01 12:00",
  Array.from({ length: 100_000 }, (_, n) =>
    file(`frame-${String(n).padStart(6, "0")}.tif`, 24_000_000 + n, "2026-11-01 12:00"),
  ),
);

/** What is in the trash. */
export const trash = folder("Trash", "2026-11-19 10:00", [
  file("old-contract.pdf", 412_000, "2026-11-19 10:00"),
]);

/** Where the pictures are. */
export const photos = folder("Pictures", "2026-11-20 23:58", [fjord, many]);

/** The user's folder. */
export const home = folder("ines", "2026-11-21 08:00", [
  photos,
  folder("Archive", "2026-11-21 08:55", [archive]),
  folder("Documents", "2026-11-18 08:00", [file("invoice-118.pdf", 88_000, "2026-11-18 08:00")]),
  folder("Downloads", "2026-11-20 17:00", [file("map.zip", 61_000_000, "2026-11-20 17:00")]),
]);

/** The topmost folder of another machine. */
export const nas: Node = Object.assign(
  folder("nas:/", "2026-11-01 12:00", [
    folder("photos", "2026-10-31 23:40", pictures(12, 9000)),
    file("inventory.csv", 18_400, "2026-10-02 09:00"),
  ]),
  { host: "nas" },
);

/** Gives the topmost folder of a machine: only `nas` answers, and `slow` keeps silent. */
export function machine(host: string): Node {
  if (host === "nas") return nas;
  const trouble = host === "slow" ? "silent" : "unreachable";
  return Object.assign(folder(`${host}:/`, "2026-11-01 12:00", []), { host, trouble } as const);
}

/** Gives the folders from the user's folder to this one, or from the topmost one of another machine. */
export function way(node: Node): Node[] {
  return node.parent ? [...way(node.parent), node] : [node];
}
