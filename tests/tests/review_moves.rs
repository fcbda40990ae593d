//! Tests from a review of moves: reports are true, and no backup replaces the source.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use copy::{get, hard_link, mkdir, mv, names, put, text, tool};
use fcp_engine::error::Code;
use fcp_engine::spec::{Backup, BackupKind, DirectoryPolicy, Options};
use fcp_test_support::{Kind, Scratch, with_mounts};

fn simple(options: &mut Options) {
    options.backup = Some(Backup { kind: BackupKind::Simple, suffix: "~".into() });
    options.on_directory = DirectoryPolicy::Replace;
}

#[test]
fn a_backup_does_not_take_the_name_of_the_source() {
    let scratch = Scratch::new();
    let [old, new] = ["f", "f~"].map(|name| scratch.join(name));
    put(&old, b"f");
    // Renaming one name of a file over the other does nothing, and says that it did.
    hard_link(&old, &new);
    let told = mv(&new, &old).with(simple).run();
    let told = told.failed_with(&[("f~", Code::BackupIsSource)]);
    assert_eq!((told.summary.done, names(scratch.path())), (0, vec!["f".into(), "f~".into()]));
    assert_eq!(get(&old), b"f");

    let [old, new] = ["d", "d~"].map(|name| scratch.join(name));
    // An empty directory would be replaced by its own backup.
    mkdir(&old);
    mkdir(&new);
    let told = mv(&new, &old).with(simple).run();
    let _told = told.failed_with(&[("d~", Code::BackupIsSource)]);
    assert!(old.exists() && new.exists());
}

#[test]
fn a_volume_can_be_ejected_as_soon_as_a_move_to_it_has_ended() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        for n in 0..20 {
            let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
            mkdir(from.join("d"));
            put(from.join("d/f"), b"f");
            let _told = mv(from.join("d"), to.join(format!("d{n}"))).run().clean();
            tool("umount", &[text(&to)]);
        }
    });
}
