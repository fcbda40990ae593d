import type { Icon } from "../../bindings/desktop/Icon";
import type { PlaceKind } from "../../bindings/desktop/PlaceKind";

/** Names in `icons.svg` of what entries are. */
export const ENTRY: Record<Icon, string> = {
  up: "up",
  folder: "folder",
  document: "doc",
  code: "doc",
  image: "image",
  video: "film",
  audio: "file",
  archive: "layers",
  link: "link",
  device: "drive",
  file: "file",
};

/** Names in `icons.svg` of what places are. */
export const PLACE: Record<PlaceKind, string> = {
  home: "home",
  documents: "doc",
  downloads: "download",
  pictures: "image",
  music: "file",
  videos: "film",
  desktop: "folder",
  trash: "trash",
  system: "drive",
  disk: "drive",
  removable: "usb",
  network: "server",
  bookmark: "star",
};
