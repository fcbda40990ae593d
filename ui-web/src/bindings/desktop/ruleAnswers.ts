// Generated from the language of rules (presentation/rules.rs). Do not edit.
/** The conditions as they are offered, each with its answers, the harmless one first; null asks. */
export const RULE_ANSWERS = {
  identical: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  probably_same: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  different: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  newer_and_larger: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  newer: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  older: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  larger: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  smaller: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  empty: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
  folders: ["skip", "merge", "rename", null],
  mismatch: ["skip", "rename", null],
  failed: ["skip", "retry", null],
  otherwise: ["skip", "overwrite", "newer", "rename", "rename_existing", "overwrite_for_good", null],
} as const;
