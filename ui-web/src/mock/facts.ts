// Properties and previews of single files of the mock's fake tree.

import type { Preview } from "../bindings/desktop/Preview";
import type { Properties } from "../bindings/desktop/Properties";
import type { RenamePreview } from "../bindings/desktop/RenamePreview";
import type { RenameRow } from "../bindings/desktop/RenameRow";
import type { RenameRule } from "../bindings/desktop/RenameRule";

import { crumbs, measured } from "./rows";
import { fjord, home, name, way, type Node } from "./tree";

/** Tells what is known of entries. */
export function properties(nodes: Node[]): Properties {
  const first = nodes[0] ?? fjord;
  const bytes = nodes.reduce((sum, node) => sum + measured(node), 0);
  const folders = nodes.filter((node) => node.kind === "directory").length;
  const mode = first.kind === "directory" ? 0o755 : 0o644;
  return {
    items: nodes.length,
    name: first.name,
    folder: crumbs(first.parent ?? home),
    kind: first.kind,
    bytes,
    allocated: Math.ceil(bytes / 4096) * 4096,
    files: nodes.length - folders,
    folders,
    is_whole: true,
    mtime: first.mtime,
    ctime: first.mtime,
    btime: first.mtime,
    mode,
    mode_text: first.kind === "directory" ? "rwxr-xr-x" : "rw-r--r--",
    user: "ines",
    group: "ines",
    links: 1,
    target: first.target,
    xattrs: [{ name: name("user.rating"), value: "5", size: 1 }],
    filesystem: "btrfs",
  };
}

/** Tells what is in an entry. */
export function preview(node: Node | undefined): Preview {
  if (!node) {
    return { id: null, name: name(""), size: null, mtime: null, content: { content: "none" } };
  }
  return {
    id: node.id,
    name: node.name,
    size: node.size,
    mtime: node.mtime,
    content: content(node),
  };
}

function content(node: Node): Preview["content"] {
  switch (node.icon) {
    case "image":
      return { content: "image", thumb: node.id, width: 8256, height: 5504 };
    case "video":
      return {
        content: "media",
        facts: [
          ["Duration", "4 min 12 s"],
          ["Video", "HEVC, 3840 × 2160, 25 fps"],
        ],
      };
    case "folder":
      return {
        content: "folder",
        names: node.children.slice(0, 40).map((child) => child.name),
        count: node.children.length,
      };
    case "document":
    case "code":
      return {
        content: "text",
        lines: ["# Call sheet", "", "05:00  Depart from the harbour", "06:40  First light"],
        cut: true,
      };
    default:
      return {
        content: "bytes",
        lines: ["00000000  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|"],
        cut: true,
      };
  }
}

/** Says what a rule makes of names. */
export function renamed(nodes: Node[], rule: RenameRule): RenamePreview {
  const rows: RenameRow[] = nodes.map((node, n) => {
    const [, stem = "", extension = ""] = /^(.*?)(\.[^.]*)?$/.exec(node.name.text) ?? [];
    const counter = String(rule.start + n * rule.step).padStart(rule.digits, "0");
    // What has no extension gets no dot either.
    const template = extension === "" ? rule.template.replace(/\.\[E\]$/, "") : rule.template;
    const filled = template
      .replaceAll("[N]", stem)
      .replaceAll("[E]", extension.slice(1))
      .replaceAll("[C]", counter);
    const replaced = rule.find === "" ? filled : filled.replaceAll(rule.find, rule.replace);
    const problem = replaced === "" ? "the name is empty" : null;
    return { old: node.name, new: name(replaced), problem };
  });
  const changed = rows.filter((row) => row.old.text !== row.new.text).length;
  const problems = rows.filter((row) => row.problem !== null).length;
  const first = rows.findIndex((row) => row.problem !== null);
  return {
    preview: 1,
    ready: changed > 0 && problems === 0,
    rows,
    total: rows.length,
    changed,
    problems,
    first_problem: first < 0 ? null : first,
    mistake: null,
  };
}

/** Gives folders that a typed path may mean. */
export function completed(text: string): string[] {
  const paths = [home, ...home.children].map(
    (node) => `${["/home", ...way(node).map((it) => it.name.text)].join("/")}/`,
  );
  return paths.filter((path) => path.startsWith(text));
}
