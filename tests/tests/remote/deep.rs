//! Tests of trees that are deeper than a path may be long.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, Mode, OFlags};

use super::*;

#[test]
fn a_tree_with_paths_beyond_the_limit_of_the_kernel_arrives() {
    let place = Place::new();
    place.home.make(&["back/"]);
    // 22,000 bytes of path.
    let name = "n".repeat(200);
    fs::create_dir(place.at("src")).unwrap();
    let mut dir: OwnedFd = fs::File::open(place.at("src")).unwrap().into();
    for _ in 0..110 {
        rustix::fs::mkdirat(&dir, &name, Mode::RWXU).unwrap();
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        dir = rustix::fs::openat(&dir, &name, flags, Mode::empty()).unwrap();
    }
    let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = rustix::fs::openat(&dir, "leaf", flags, Mode::RUSR).unwrap();
    rustix::io::write(&file, b"deep").unwrap();
    place.ok(&["-a", "src", &place.far("there")]);
    place.ok(&["-a", &place.far("there"), "back"]);
    for tree in ["there", "back/there"] {
        let mut depth = 0;
        let mut dir: OwnedFd = fs::File::open(place.at(tree)).unwrap().into();
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        while let Ok(below) = rustix::fs::openat(&dir, &name, flags, Mode::empty()) {
            (dir, depth) = (below, depth + 1);
        }
        assert_eq!(depth, 110, "{tree}");
        assert_eq!(
            rustix::fs::statat(&dir, "leaf", AtFlags::empty()).unwrap().st_size,
            4,
            "{tree}"
        );
    }
}
