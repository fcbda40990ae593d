//! Tests of changed modes and owners.

use super::*;

/// A tree with a symlink that leads out of it: the tree, and what it leads to.
fn tree(dir: &Path) -> (PathBuf, PathBuf) {
    let (top, outside) = (dir.join(odd("top")), dir.join("outside"));
    fs::create_dir_all(top.join("sub").join(odd("deep"))).unwrap();
    fs::write(&outside, "").unwrap();
    fs::write(top.join("file"), "").unwrap();
    fs::write(top.join("sub").join(odd("deep")).join("script"), "").unwrap();
    set(&outside, 0o600);
    set(&top.join("file"), 0o644);
    set(&top.join("sub").join(odd("deep")).join("script"), 0o755);
    link_to(&outside, top.join("sub/link")).unwrap();
    (top, outside)
}

fn modes(top: &Path) -> Vec<u32> {
    let deep = top.join("sub").join(odd("deep"));
    [top, &top.join("file"), &top.join("sub"), &deep, &deep.join("script")].map(mode_of).to_vec()
}

#[test]
fn modes_change_in_a_tree_and_nowhere_else() {
    let (_scratch, dir) = scratch();
    let (top, outside) = tree(&dir);
    let before = modes(&top);
    let change = ModeChange::parse("go-rwx,u=rwX").unwrap();
    let changed = set_mode(std::slice::from_ref(&top), &ANY, &change, true, &GO_ON);
    assert_eq!((changed.done, changed.failures, changed.stopped), (5, 0, false));
    assert_eq!(modes(&top), [0o700, 0o600, 0o700, 0o700, 0o700]);
    assert_eq!(mode_of(&outside), 0o600);
    undo(&changed.undo.unwrap()).unwrap();
    assert_eq!(modes(&top), before);

    let same = set_mode(&[top.join("file")], &ANY, &ModeChange::exactly(0o644), false, &GO_ON);
    assert_eq!((same.done, same.undo), (1, None));
}

#[test]
fn an_operand_that_is_a_symlink_stands_for_its_target() {
    let (_scratch, dir) = scratch();
    let (top, outside) = tree(&dir);
    let operands = [top.join("sub/link"), dir.join("missing")];
    let changed = set_mode(&operands, &ANY, &ModeChange::parse("a=r").unwrap(), false, &GO_ON);
    assert_eq!((changed.done, changed.failures), (1, 1));
    assert_eq!(changed.failed[0].path.0, operands[1]);
    assert_eq!(mode_of(&outside), 0o444);
    undo(&changed.undo.unwrap()).unwrap();
    assert_eq!(mode_of(&outside), 0o600);
}

#[test]
fn an_operand_of_another_type_than_was_shown_fails() {
    let (_scratch, dir) = scratch();
    let (top, outside) = tree(&dir);
    let operands = [top.join("sub/link"), top.join("file")];
    let as_file = |_: &Path| Some(FileKind::File);
    let change = ModeChange::exactly(0o640);
    let changed = set_mode(&operands, &as_file, &change, false, &GO_ON);
    assert_eq!((changed.done, codes(Err(changed.failed))), (1, vec![Code::ChangedSince]));
    assert_eq!((mode_of(&outside), mode_of(&operands[1])), (0o600, 0o640));
    let uid = fs::metadata(&outside).unwrap().uid();
    let changed = set_owner(&operands, &as_file, Some(uid), None, true, &GO_ON);
    assert_eq!((changed.done, codes(Err(changed.failed))), (1, vec![Code::ChangedSince]));
}

#[test]
fn a_symlink_to_a_folder_does_not_stand_for_all_that_is_in_it() {
    let (_scratch, dir) = scratch();
    let (top, _) = tree(&dir);
    let before = modes(&top);
    let (link, other) = (dir.join("link"), dir.join("other"));
    link_to(&top, &link).unwrap();
    fs::create_dir(&other).unwrap();
    let changed = set_mode(&[link, other.clone()], &ANY, &ModeChange::exactly(0o700), true, &GO_ON);
    assert_eq!((changed.done, changed.failures), (2, 0));
    assert_eq!((mode_of(&top), mode_of(&other)), (0o700, 0o700));
    assert_eq!(modes(&top)[1..], before[1..]);
}

#[test]
fn rights_may_be_taken_from_a_tree_and_given_back_by_its_owner() {
    let (_scratch, dir) = scratch();
    set(&dir, 0o777);
    while_nobody(|| {
        let (top, _) = tree(&dir);
        let before = modes(&top);
        let closed = set_mode(
            std::slice::from_ref(&top),
            &ANY,
            &ModeChange::parse("a-x,g-r").unwrap(),
            true,
            &GO_ON,
        );
        assert_eq!((closed.done, closed.failed.as_slice()), (5, &[][..]));
        assert_eq!(mode_of(&top), before[0] & !0o151);
        assert!(fs::metadata(top.join("file")).is_err(), "nobody can search it");
        undo(closed.undo.as_ref().unwrap()).unwrap();
        assert_eq!(modes(&top), before);
        // The other way round: what has to be opened first, and closed last by the undo.
        let change = |text, top: &PathBuf| {
            set_mode(
                std::slice::from_ref(top),
                &ANY,
                &ModeChange::parse(text).unwrap(),
                true,
                &GO_ON,
            )
        };
        assert_eq!(change("u-rx", &top).failures, 0);
        let opened = change("u+rwX", &top);
        assert_eq!((opened.done, opened.failed.as_slice()), (5, &[][..]));
        undo(&opened.undo.unwrap()).unwrap();
        assert_eq!(mode_of(&top) & 0o500, 0);
        assert_eq!(change("u+rwX", &top).failures, 0);
    });
}

#[test]
fn what_belongs_to_others_fails_and_the_rest_goes_on() {
    let (_scratch, dir) = scratch();
    set(&dir, 0o755);
    let (top, _) = tree(&dir);
    set(&top.join("sub"), 0o700);
    std::os::unix::fs::chown(top.join("file"), Some(65534), None).unwrap();
    while_nobody(|| {
        let change = ModeChange::parse("o+w").unwrap();
        let changed = set_mode(std::slice::from_ref(&top), &ANY, &change, true, &GO_ON);
        // The tree, and the directory below twice: it cannot be changed, nor entered.
        assert_eq!((changed.done, changed.failures), (1, 3), "{changed:?}");
        let denied = |error: &OpError| error.code == Code::PermissionDenied;
        assert!(changed.failed.iter().all(denied));
    });
    assert_eq!(mode_of(&top.join("file")), 0o646);
}

#[test]
fn undo_of_modes_leaves_alone_what_has_changed() {
    let (_scratch, dir) = scratch();
    let (top, _) = tree(&dir);
    let change = ModeChange::parse("o+w").unwrap();
    let edit = set_mode(std::slice::from_ref(&top), &ANY, &change, true, &GO_ON).undo.unwrap();
    set(&top.join("file"), 0o600);
    assert_eq!(codes(undo(&edit)), [Code::ChangedSince]);
    assert_eq!(mode_of(&top.join("file")), 0o600);
    assert_eq!(mode_of(&top), 0o755);
}

#[test]
fn a_stop_is_heard() {
    let (_scratch, dir) = scratch();
    let (top, _) = tree(&dir);
    let stop = AtomicBool::new(true);
    let change = ModeChange::parse("o+w").unwrap();
    let changed = set_mode(std::slice::from_ref(&top), &ANY, &change, true, &stop);
    assert_eq!((changed.stopped, changed.done, changed.undo), (true, 0, None));
    assert_eq!(mode_of(&top.join("file")), 0o644);
}

#[test]
fn owners_change_and_symlinks_have_their_own() {
    if !rustix::process::geteuid().is_root() {
        return fcp_test_support::skip::skip("only root gives files away");
    }
    let (_scratch, dir) = scratch();
    let (top, outside) = tree(&dir);
    set(&top.join("file"), 0o4755);
    let changed = set_owner(std::slice::from_ref(&top), &ANY, Some(7), None, true, &GO_ON);
    assert_eq!((changed.done, changed.failures), (6, 0));
    let owner = |path: &Path| {
        let meta = fs::symlink_metadata(path).unwrap();
        (meta.uid(), meta.gid())
    };
    assert_eq!(owner(&top.join("sub/link")), (7, 0));
    assert_eq!(owner(&top.join("file")), (7, 0));
    assert_eq!(owner(&outside), (0, 0));
    assert_eq!(mode_of(&top.join("file")), 0o755, "the kernel takes this bit");
    undo(&changed.undo.unwrap()).unwrap();
    assert_eq!(owner(&top.join("sub/link")), (0, 0));
    assert_eq!(mode_of(&top.join("file")), 0o4755);
    let group = set_owner(&[top.join("sub/link")], &ANY, None, Some(9), false, &GO_ON);
    assert_eq!((group.done, owner(&top.join("sub/link"))), (1, (0, 9)));
}

#[test]
fn more_changes_than_can_be_remembered_have_no_undo() {
    let (_scratch, dir) = scratch();
    for n in 0..10_001 {
        fs::File::create(dir.join(n.to_string())).unwrap();
    }
    let change = ModeChange::parse("600").unwrap();
    let changed = set_mode(std::slice::from_ref(&dir), &ANY, &change, true, &GO_ON);
    assert_eq!((changed.done, changed.undo), (10_002, None));
}
