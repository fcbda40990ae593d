//! Tests that built trees contain everything that was requested.

use super::*;
use crate::{Scratch, What, diff};

#[test]
fn one_seed_builds_one_tree() {
    let scratch = Scratch::new();
    let (one, two, other) = (scratch.join("1"), scratch.join("2"), scratch.join("3"));
    let totals = Tree::user(5).build(&one).unwrap();
    assert_eq!(totals, Tree::user(5).build(&two).unwrap());
    assert_eq!(totals.entries, 200);
    assert!(totals.symlinks > 0 && totals.hard_links > 0 && totals.specials > 0);
    crate::assert_same(&one, &two, &What::everything());
    Tree::user(6).build(&other).unwrap();
    assert!(!diff(&one, &other, &What::everything()).unwrap().is_empty());
}

#[test]
fn everything_can_be_built_and_removed_as_root() {
    if !rustix::process::geteuid().is_root() {
        crate::skip::skip("needs root");
        return;
    }
    let scratch = Scratch::new();
    let totals = Tree::full(1).entries(600).build(&scratch.join("full")).unwrap();
    assert_eq!(totals.entries, 600);
    let sum =
        totals.directories + totals.files + totals.symlinks + totals.hard_links + totals.specials;
    assert_eq!(sum, 600);
}

#[test]
fn any_depth_is_reached() {
    let scratch = Scratch::new();
    // As many directories as levels: they must form one chain.
    let tree = Tree::plain(1).entries(9_000).depth(1_500);
    assert_eq!(tree.build(&scratch.join("deep")).unwrap().directories, 1_500);
    let mut at = Cursor::open(&scratch.join("deep")).unwrap();
    for _ in 0..1_500 {
        let entries = at.entries().unwrap();
        let next = entries.iter().find(|(_, kind)| *kind == FileType::Directory);
        at.down(&next.unwrap().0).unwrap();
    }
}
