//! Tests of mirrors of whole volumes, and of other filesystems in them.

use super::*;

#[test]
fn a_whole_volume_can_be_a_mirror_and_keeps_what_is_its_own() {
    let done = with_mounts(&[Kind::Ext4], |mounts| {
        let volume = mounts.filesystem(Kind::Ext4, 16 << 20);
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/a", "src/b/c"]);
        fs::write(volume.join("extra"), "").unwrap();
        fs::write(volume.join(".fcp-00000000-temporary"), "").unwrap();
        fs::create_dir(volume.join("below")).unwrap();
        let to = volume.to_str().unwrap();
        for _ in 0..2 {
            home.ok("fcp", &["--mirror", "src/.", to]);
            assert!(volume.join("lost+found").exists());
            assert!(volume.join(".fcp-00000000-temporary").exists());
            assert_eq!(trash_at(&volume.join(".Trash-0")).len(), 2);
        }
        // A filesystem that is mounted below is no extra folder to be removed.
        let other = volume.join("mounted");
        fs::create_dir(&other).unwrap();
        let foreign = mounts.tmpfs("size=1m");
        fs::write(foreign.join("precious"), "").unwrap();
        mounts.bind(&foreign, &other);
        for how in ["--mirror", "--mirror=delete"] {
            assert_eq!(home.told("fcp", &[how, "src/.", to]).1, 1);
            assert!(other.join("precious").exists());
        }
        mounts.unmount(&other);
        // Nor is one deep in an extra folder, with which it would move to the trash.
        let deep = volume.join("mounted/in/deep");
        fs::create_dir_all(&deep).unwrap();
        mounts.bind(&foreign, &deep);
        home.told("fcp", &["--mirror", "src/.", to]).says(1, "mounted");
        assert!(deep.join("precious").exists());
        // The same where it is in the way of a file.
        home.make(&["other/mounted"]);
        assert_eq!(home.told("fcp", &["--mirror", "other/.", to]).1, 1);
        assert!(deep.join("precious").exists());
    });
    let _skipped = done.is_none();
}

#[test]
fn what_is_on_another_filesystem_of_the_source_stays_with_x() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/mnt/", "src/a", "dst/mnt/kept", "dst/extra"]);
        mounts.bind(&mounts.tmpfs("size=1m"), &home.at("src/mnt"));
        home.ok("fcp", &["--mirror", "-x", "src/.", "dst"]);
        assert!(home.at("dst/mnt/kept").exists());
        assert_eq!(names_in_trash(&home), ["dst/extra"]);
    });
    let _skipped = done.is_none();
}

#[test]
fn a_disk_of_the_source_that_is_not_mounted_empties_nothing() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/disk/", "src/a", "dst/disk/kept", "dst/extra", "src/b/", "dst/b/gone"]);
        let disk = home.at("src/disk");
        let fstab = home.at("fstab");
        // A server that does not answer holds up no mirror of something else.
        let silent = mounts.directory("silent");
        let _device = mounts.silent(&silent).ok();
        let lines = [(&disk, "ext4"), (&silent.join("below"), "none")]
            .map(|(at, kind)| format!("LABEL=x {} {kind} defaults 0 2\n", at.display()));
        fs::write(&fstab, lines.concat()).unwrap();
        if !Path::new("/etc/fstab").exists() {
            return;
        }
        mounts.bind(&fstab, Path::new("/etc/fstab"));
        for how in ["--mirror", "--mirror=delete"] {
            home.told("fcp", &[how, "src/.", "dst"]).says(1, "/disk' is empty");
            assert_eq!(home.told("fcp", &[how, "--dry-run", "src/.", "dst"]).1, 1);
            assert!(home.has("dst/disk/kept") && home.has("dst/b/gone") && home.has("dst/extra"));
        }
        // One that is mounted is empty since the user has emptied it.
        mounts.bind(&mounts.tmpfs("size=1m"), &disk);
        home.ok("fcp", &["--mirror", "src/.", "dst"]);
        assert!(!home.has("dst/disk/kept") && home.has("dst/disk") && !home.has("dst/b/gone"));
    });
    let _skipped = done.is_none();
}

#[test]
fn a_disk_that_a_unit_or_the_automounter_names_empties_nothing_either() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/disk/", "src/a", "dst/disk/kept", "etc/"]);
        let disk = home.at("src/disk").display().to_string();
        let escape = |letter: char| match letter {
            '/' => "-".to_owned(),
            'a'..='z' | '0'..='9' => letter.to_string(),
            _ => format!("\\x{:02x}", u32::from(letter)),
        };
        let unit: String = disk.trim_start_matches('/').chars().map(escape).collect();
        let direct = format!("{disk}  -fstype=nfs4  nas:/a\n");
        mounts.bind(&home.at("etc"), Path::new("/etc"));
        for (name, text) in [
            (format!("systemd/system/{unit}.mount"), "[Mount]\n"),
            (format!("systemd/system/{unit}.automount"), "[Automount]\n"),
            ("auto.direct".to_owned(), &direct),
            ("auto.master.d/x.autofs".to_owned(), &direct),
        ] {
            home.make(&[&format!("etc/{name}")]);
            home.write(&format!("etc/{name}"), text);
            let (told, code) = home.told("fcp", &["--mirror", "src/.", "dst"]);
            assert!(code == 1 && told.contains("/disk' is empty"), "{name}: {told}");
            assert!(home.has("dst/disk/kept"));
            fs::remove_file(home.at("etc").join(&name)).unwrap();
        }
        home.ok("fcp", &["--mirror", "src/.", "dst"]);
        assert!(!home.has("dst/disk/kept"));
    });
    let _skipped = done.is_none();
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_of_the_automounter_that_shows_nothing_empties_nothing() {
    use std::ffi::CString;
    use std::os::fd::AsRawFd;

    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/net/", "src/a", "dst/net/nas/kept"]);
        let (daemon, pipe) = std::io::pipe().unwrap();
        let group = rustix::process::getpgrp().as_raw_nonzero();
        let options =
            format!("fd={},pgrp={group},minproto=5,maxproto=5,indirect", pipe.as_raw_fd());
        let options = CString::new(options).unwrap();
        let flags = rustix::mount::MountFlags::empty();
        // Kernels may be built without it.
        if rustix::mount::mount("none", home.at("src/net"), "autofs", flags, &*options).is_err() {
            return;
        }
        // What cannot be mounted is not found.
        drop(daemon);
        home.told("fcp", &["--mirror", "src/.", "dst"]).says(1, "/net' is empty");
        assert!(home.has("dst/net/nas/kept"));
    });
    let _skipped = done.is_none();
}

#[test]
fn the_trash_of_the_user_and_the_working_directory_are_never_extra() {
    let home = Home::temporary();
    home.make(&["src/a", "../extra"]);
    let other = Scratch::new();
    fs::write(other.path().join("a"), "").unwrap();
    // The home as the destination: the source is elsewhere, the trash and the records are in it.
    let source = other.path().join(".");
    let to = home.path().to_str().unwrap();
    home.ok("fcp", &["--mirror", source.to_str().unwrap(), to]);
    assert!(home.path().join(".local/share/Trash").exists() && home.path().join("a").exists());
    // A delete refuses the working directory as well.
    assert!(home.at("").exists());
    assert!(!home.path().join("extra").exists());
    home.ok("fcp", &["--mirror", source.to_str().unwrap(), to]);
}
