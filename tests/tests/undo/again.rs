//! Tests of undos that were killed, follow each other, or meet what is not theirs.

use super::*;

#[test]
fn a_copy_stays_where_only_the_trash_lacks_space() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(mounts.root());
        let volume = mounts.tmpfs("size=16m,nr_inodes=6");
        home.make(&["f", "d/x"]);
        home.ok("fcp", &["f", "d", volume.to_str().unwrap()]);
        // No inode is left for a trash.
        let full = (0..6).find(|n| fs::write(volume.join(format!("own{n}")), "").is_err());
        assert!(full.is_some());
        let told = undo_in_part(&home);
        assert!(told.contains("No space left on device"), "{told}");
        assert!(!told.contains("deleted it permanently"), "{told}");
        assert!(volume.join("f").exists() && volume.join("d/x").exists());
        fs::remove_file(volume.join("own0")).unwrap();
    });
}
