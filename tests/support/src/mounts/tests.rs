use super::*;
use crate::{Tree, What, assert_same};

#[test]
fn every_filesystem_keeps_a_full_tree() {
    let mut seen = Vec::new();
    for kind in Kind::ALL {
        let found = with_filesystem(kind, 256 << 20, |dir| {
            let magic = rustix::fs::statfs(dir).unwrap().f_type;
            let (left, right) = (dir.join("left"), dir.join("right"));
            let built = Tree::full(1).build(&left);
            assert!(built.is_ok(), "{kind:?}: {built:?}");
            Tree::full(1).build(&right).unwrap();
            assert_same(&left, &right, &What::everything());
            magic
        });
        seen.extend(found);
    }
    if seen.len() == Kind::ALL.len() {
        assert_eq!(seen, [0x9123_683e, 0x5846_5342, 0xef53, 0x0102_1994]);
    }
}

#[test]
fn children_see_the_mount_and_nobody_else() {
    let place = with_filesystem(Kind::Ext4, 8 << 20, |dir| {
        let shown = bin::run(Command::new("stat").args(["-f", "-c", "%T"]).arg(dir)).stdout;
        assert_eq!(shown, b"ext2/ext3\n");
        let seen = std::thread::scope(|scope| scope.spawn(visible).join().unwrap());
        assert!(seen.contains(dir.to_str().unwrap()));
        dir.to_owned()
    });
    if let Some(place) = place {
        // Other programs may mount something meanwhile.
        assert!(!visible().contains(place.parent().unwrap().to_str().unwrap()));
        assert!(!place.parent().unwrap().exists());
        assert!(!attached(place.parent().unwrap()));
    }
}

#[test]
fn a_panic_comes_through_and_cleans_up() {
    let root = std::sync::Mutex::default();
    let result = std::panic::catch_unwind(|| {
        with_mounts(&[Kind::Tmpfs], |mounts| {
            *root.lock().unwrap() = mounts.tmpfs("").display().to_string();
            panic!("on purpose")
        });
    });
    if rustix::process::geteuid().is_root() {
        assert_eq!(result.unwrap_err().downcast_ref(), Some(&"on purpose"));
        let root = root.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert!(!root.is_empty() && !visible().contains(root.as_str()));
    }
}

#[test]
fn binds_subvolumes_and_read_only() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let dir = mounts.filesystem(Kind::Btrfs, 0);
        mounts.subvolume(&dir.join("sub"));
        rustix::fs::mkdir(dir.join("bound"), 0o755.into()).unwrap();
        let dev = |name| rustix::fs::stat(dir.join(name)).unwrap().st_dev;
        assert_ne!(dev("sub"), dev("bound"));
        mounts.bind(&dir.join("sub"), &dir.join("bound"));
        assert_eq!(dev("sub"), dev("bound"));

        // Removal stops at the bind mount and spares what is mounted there.
        File::create_new(dir.join("sub/kept")).unwrap();
        assert!(crate::remove_all(&dir.join("bound")).is_err());
        assert!(dir.join("sub/kept").exists());

        mounts.unmount(&dir.join("bound"));
        mounts.read_only(&dir, true);
        let refused = File::create_new(dir.join("new")).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::ReadOnlyFilesystem);
    });
}

#[test]
fn the_rest_can_be_guarded() {
    let outside = Scratch::new();
    File::create_new(outside.join("kept")).unwrap();
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let inner = mounts.tmpfs("");
        mounts.guard_the_rest();
        let refused = fs::File::create(outside.join("new")).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::ReadOnlyFilesystem);
        assert!(crate::remove_all(&outside.join("kept")).is_err());
        File::create_new(inner.join("new")).unwrap();
        File::create_new(mounts.root().join("new")).unwrap();
    });
    assert!(outside.join("kept").exists());
    File::create_new(outside.join("new")).unwrap();
}

#[test]
fn removing_the_place_from_outside_keeps_nothing_alive() {
    let (tell, told) = std::sync::mpsc::channel::<PathBuf>();
    let (allow, allowed) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // This thread is outside of the namespace, as a cleaner of temporary files is.
            if let Ok(place) = told.recv() {
                crate::remove_all(&place).unwrap();
                allow.send(()).unwrap();
            }
        });
        with_mounts(&[Kind::Ext4], move |mounts| {
            mounts.filesystem(Kind::Ext4, 8 << 20);
            assert!(attached(mounts.root()));
            tell.send(mounts.root().to_owned()).unwrap();
            allowed.recv().unwrap();
            assert!(!mounts.root().exists());
            mounts.root().to_owned()
        })
    })
    .inspect(|place| assert!(!attached(place)));
}

/// Whether an image of this place is attached to a loop device.
fn attached(place: &Path) -> bool {
    let owner = place.display().to_string().replace('/', "!");
    let shown = bin::run(Command::new("losetup").arg("--all")).stdout;
    String::from_utf8(shown).unwrap().contains(&owner)
}
