//! Tests that deletes need little memory and few descriptors, however deep or wide a tree is.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::path::Path;

use copy::{is_full, mkdir, names, text};
use fcp_engine::event::Summary;
use fcp_test_support::{Kind, Scratch, Tree, layout, with_filesystem};

const MIB: u64 = 1 << 20;

/// Deletes under limits of the shell's `ulimit`; gives the summary and the most memory it took.
fn measured(limits: &str, workers: &str, top: &Path) -> (Summary, u64) {
    let measured = copy::measured(limits, "frm", &["-r", "-w", workers, text(top)]);
    assert!(top.symlink_metadata().is_err());
    measured
}

#[test]
fn ten_thousand_levels_need_few_descriptors() {
    let scratch = Scratch::new();
    let depth = 10_000;
    for workers in ["1", "8"] {
        let top = scratch.join("top");
        layout::deep(&top, depth).unwrap();
        let (summary, memory) = measured("ulimit -n 64", workers, &top);
        assert_eq!(summary.done, depth as u64 + 2);
        assert!(memory <= 64 * MIB, "{workers} workers: {} MiB", memory / MIB);
    }
}

#[test]
fn a_deep_and_broad_tree_needs_few_descriptors() {
    let scratch = Scratch::new();
    for workers in ["1", "3", "16"] {
        let top = scratch.join("top");
        let totals = Tree::plain(1).entries(3000).depth(200).build(&top).unwrap();
        let (summary, _) = measured("ulimit -n 40", workers, &top);
        assert_eq!(summary.done, totals.entries + 1);
    }
}

#[test]
fn many_entries_need_little_memory() {
    let (directories, files) = if is_full() { (1000, 1_000_000) } else { (300, 100_000) };
    for kind in [Kind::Tmpfs, Kind::Ext4] {
        with_filesystem(kind, 2 << 30, |at| {
            for spread in [1, directories] {
                let top = at.join("top");
                mkdir(&top);
                for n in 0..spread {
                    layout::flat(&top.join(format!("d{n}")), files / spread, 0).unwrap();
                }
                let (summary, memory) = measured("ulimit -n 64", "4", &top);
                assert_eq!(summary.done as usize, files / spread * spread + spread + 1);
                assert!(memory <= 64 * MIB, "{kind:?}, {spread}: {} MiB", memory / MIB);
            }
            assert!(!names(at).contains(&"top".to_owned()));
        });
    }
}
