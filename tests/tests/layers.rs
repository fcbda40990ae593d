//! Tests of filesystems that lie over others or are an image: overlayfs and squashfs.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]
#![allow(clippy::print_stderr, reason = "not a test that was skipped, which CI refuses")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use fcp_test_support::bin::installed;
use fcp_test_support::home::Home;
use fcp_test_support::output::{names, out, sh, state, temporaries};
use fcp_test_support::{Kind, Mounts, What, assert_same, with_mounts};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn build(home: &Home) {
    home.make_tree();
    symlink("plain", home.at("tree/link")).unwrap();
    sh(&home.at("tree"), "touch -d '2001-02-03 04:05:06.123456789' plain sub/deep sub");
}

/// How often a word is in what a job tells.
fn count(home: &Home, args: &[&str], word: &str) -> usize {
    let told = home.run("fcp", &[&["--json", "--events=all"], args].concat());
    assert!(told.status.success(), "{told:?}");
    out(&told).matches(word).count()
}

/// Runs a test with overlays of several kinds: their lower layer has `tree` and `dir`, which are what `tree` of the home is.
fn with_overlays(test: impl Fn(&Home, &Path, &Path) + Sync) {
    for (kind, options) in [
        // Another filesystem below, whose files have devices of their own.
        (Some(Kind::Ext4), ""),
        // Files keep their numbers, and a renamed folder is only told to be the one below.
        (None, ",index=on,redirect_dir=on,metacopy=on"),
        (Some(Kind::Ext4), ",xino=on,redirect_dir=on"),
    ] {
        let needs: Vec<Kind> = kind.into_iter().collect();
        with_mounts(&needs, |mounts: &Mounts| {
            let home = Home::new(mounts.root());
            build(&home);
            let base = mounts.filesystem(Kind::Tmpfs, 256 << 20);
            let lower = match kind {
                Some(kind) => mounts.filesystem(kind, 128 << 20).join("lower"),
                None => base.join("lower"),
            };
            sh(
                Path::new("/"),
                &format!(
                    "mkdir -p {lower} {base}/upper {base}/work
                    cp -a {tree} {lower}/tree; cp -a {tree} {lower}/dir",
                    lower = lower.display(),
                    base = base.display(),
                    tree = home.at("tree").display(),
                ),
            );
            let view = mounts.directory("view");
            let layers = format!(
                "lowerdir={},upperdir={base}/upper,workdir={base}/work{options}",
                lower.display(),
                base = base.display(),
            );
            let mut mount = std::process::Command::new("mount");
            mount.args(["-t", "overlay", "-o", &layers, "overlay"]).arg(&view);
            if !mount.status().unwrap().success() {
                eprintln!("the kernel has no such overlay: {options}");
                return;
            }
            let before = state(&lower);
            test(&home, &view, &base.join("upper"));
            assert_eq!(state(&lower), before, "the lower layer is read alone");
            assert_eq!(temporaries(&view), Vec::<PathBuf>::new());
        });
    }
}

#[test]
fn an_overlay_is_copied_to_and_from_and_mirrored() {
    with_overlays(|home, view, _| {
        home.ok("fcp", &["-aT", text(&view.join("tree")), "copy"]);
        assert_same(&home.at("tree"), &home.at("copy"), &What::everything());
        for options in ["-aT", "-aT", "-aT --resume", "-aT --verify=blake3 --fsync"] {
            let there = view.join("there");
            let args: Vec<_> = options.split(' ').chain(["tree", text(&there)]).collect();
            home.ok("fcp", &args);
            assert_same(&home.at("tree"), &there, &What::everything());
        }
        // Over files of the lower layer.
        fs::remove_file(home.at("copy/sub/äöü")).unwrap();
        home.write("copy/plain", "changed");
        home.write("copy/new", "new");
        fs::set_permissions(home.at("copy/sub/deep"), fs::Permissions::from_mode(0o600)).unwrap();
        let source = home.at("copy/.");
        let there = view.join("tree");
        home.ok("fcp", &["--mirror", text(&source), text(&there)]);
        assert_same(&home.at("copy"), &there, &What::everything());
        let again = ["--mirror", text(&source), text(&there)];
        assert_eq!(count(home, &again, r#""op":"copy_file""#), 0);
        assert_same(&home.at("copy"), &there, &What::everything());
    });
}

#[test]
fn what_moves_or_is_deleted_in_an_overlay_comes_back() {
    with_overlays(|home, view, _| {
        let at = |name: &str| view.join(name).into_os_string().into_string().unwrap();
        let is_whole = |name: &str| {
            assert_same(&home.at("tree"), &view.join(name), &What::contents());
            let inode = |file: &str| fs::metadata(view.join(name).join(file)).unwrap().ino();
            assert_eq!(inode("big"), inode("sub/big too"), "{name}");
        };
        home.ok("fmv", &[&at("dir/plain"), &at("dir/other")]);
        home.ok("fcp", &["--undo"]);
        is_whole("dir");
        home.ok("fmv", &["-T", &at("dir"), &at("moved")]);
        is_whole("moved");
        assert_eq!(names(view), ["moved", "tree"]);
        home.ok("fcp", &["--undo"]);
        is_whole("dir");
        assert_eq!(names(view), ["dir", "tree"]);
        home.ok("frm", &["-r", "--trash", &at("dir")]);
        home.ok("fcp", &["--undo"]);
        is_whole("dir");
        home.write("plain", "new");
        home.ok("fcp", &["--keep-replaced", "plain", &at("dir")]);
        home.ok("fcp", &["--undo"]);
        is_whole("dir");
        home.ok("fmv", &["-T", &at("dir"), "out"]);
        // Its own time changed with the file that came and left.
        let what = What { root: false, ..What::everything() };
        assert_same(&home.at("tree"), &home.at("out"), &what);
        home.ok("fmv", &["-T", "out", &at("dir")]);
        is_whole("dir");
        // Nothing of the layer below is seen again in a folder of the same name.
        home.ok("frm", &["-r", &at("dir"), &at("tree")]);
        fs::create_dir(view.join("dir")).unwrap();
        assert_eq!(names(view.join("dir")), Vec::<String>::new());
        home.ok("fcp", &["-aT", "tree", &at("dir")]);
        is_whole("dir");
    });
}

/// Runs a test with a read-only image that has `tree` of the home.
fn with_image(test: impl Fn(&Home, &Path) + Sync) {
    with_mounts(&[], |mounts: &Mounts| {
        if !installed("mksquashfs") {
            eprintln!("there is no mksquashfs here");
            return;
        }
        let home = Home::new(mounts.root());
        build(&home);
        let image = mounts.directory("image");
        let script = format!(
            "mkdir in; cp -a tree in/tree; mksquashfs in image.sq -quiet -no-progress >/dev/null
            rm -r in; mount -t squashfs -o loop image.sq {}",
            image.display()
        );
        let mut made = std::process::Command::new("sh");
        made.args(["-ec", &script]).current_dir(home.at(""));
        if made.status().unwrap().success() {
            test(&home, &image);
        } else {
            eprintln!("the kernel has no squashfs");
        }
    });
}

#[test]
fn an_image_that_is_read_only_is_copied_whole_and_once() {
    with_image(|home, image| {
        // It keeps whole seconds.
        let what = What { holes: None, mtime: false, ..What::everything() };
        home.ok("fcp", &["-aT", text(&image.join("tree")), "copy"]);
        assert_same(&home.at("tree"), &home.at("copy"), &what);
        let source = image.join("tree/.");
        let again = ["--mirror", text(&source), "copy"];
        assert_eq!(count(home, &again, r#""op":"copy_file""#), 0);
    });
}

#[test]
fn nothing_is_copied_by_a_move_of_what_cannot_leave_a_read_only_filesystem() {
    with_image(|home, image| {
        let tree = image.join("tree");
        let file = tree.join("plain");
        let refused = format!("fmv: cannot move '{}' to 'moved': ", text(&tree));
        home.tells("fmv", &["-T", text(&tree), "moved"], 1, &[(&refused, "")]);
        home.tells("fmv", &["--exclude=*o", "-T", text(&tree), "moved"], 1, &[(&refused, "")]);
        let refused = format!("fmv: cannot move '{}' to 'moved': ", text(&file));
        home.tells("fmv", &[text(&file), "moved"], 1, &[(&refused, "")]);
        assert!(!home.has("moved"));
        // As GNU's, which leaves the copy.
        assert_eq!(home.told("mv", &[text(&file), "moved"]).1, 1);
        assert!(home.has("moved"));
    });
}
