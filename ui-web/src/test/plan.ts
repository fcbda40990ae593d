import type { PlanState } from "../bindings/desktop/PlanState";

/** A plan for tests: four items of 48.2 GB to another disk. */
export const aPlan: PlanState = {
  plan: 5,
  verb: "copy",
  items: 4,
  first: { text: "DSC_4410.NEF" },
  thumbs: [],
  from: [
    { name: { text: "Pictures" }, up: 1 },
    { name: { text: "Fjord shoot" }, up: 0 },
  ],
  to: [
    { name: { text: "Photos" }, up: 1 },
    { name: { text: "2026" }, up: 0 },
  ],
  to_path: "/run/media/ines/Backup SSD/Photos/2026/",
  device: { text: "Backup SSD" },
  makes: false,
  error: null,
  files: 136,
  folders: 2,
  bytes: 48_200_000_000,
  counted: true,
  free: 931_000_000_000,
  free_after: 882_800_000_000,
  room: 2_000_000_000_000,
  reflink: false,
  same_device: false,
  filesystem: "exfat",
  conflicts: [],
  default_verb: "copy",
  behind: 2,
};
