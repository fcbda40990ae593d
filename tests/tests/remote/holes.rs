//! Tests of files with holes, which are neither sent nor read.

use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use super::*;

const TERABYTE: u64 = 1 << 40;

/// Writes a file of a terabyte, of which all but three places is a hole.
fn build(path: &Path) {
    let file = fs::File::create(path).unwrap();
    file.set_len(TERABYTE).unwrap();
    for at in [0, TERABYTE / 2 + 5, TERABYTE - 4] {
        file.write_all_at(b"data", at).unwrap();
    }
}

#[track_caller]
fn assert_built(path: &Path) {
    let file = fs::File::open(path).unwrap();
    let meta = file.metadata().unwrap();
    assert_eq!(meta.len(), TERABYTE);
    assert!(meta.blocks() < 20_000, "{} blocks", meta.blocks());
    for at in [0, TERABYTE / 2 + 5, TERABYTE - 4] {
        let mut there = [1; 12];
        let len = file.read_at(&mut there, at).unwrap();
        assert!(there[..len].starts_with(b"data") && there[4..len].iter().all(|byte| *byte == 0));
    }
}

#[test]
fn a_hole_of_a_terabyte_takes_no_time() {
    let place = Place::new();
    place.home.make(&["there/", "back/"]);
    build(&place.at("holes"));
    fs::File::create(place.at("empty")).unwrap().set_len(TERABYTE).unwrap();
    let begun = Instant::now();
    place.ok(&["--verify", "holes", "empty", &place.far("there")]);
    place.ok(&["--verify", &place.far("there/holes"), &place.far("there/empty"), "back"]);
    for dir in ["there", "back"] {
        assert_built(&place.at(dir).join("holes"));
        let meta = fs::metadata(place.at(dir).join("empty")).unwrap();
        assert_eq!((meta.len(), meta.blocks()), (TERABYTE, 0), "{dir}");
    }
    // To read a terabyte of zeros, even from memory, takes a minute or more.
    let passed = begun.elapsed();
    assert!(passed < Duration::from_secs(30), "{passed:?}");
}

#[test]
fn a_file_with_holes_is_continued() {
    let place = Place::new();
    place.home.make(&["src/", "there/"]);
    build(&place.at("src/holes"));
    let data = vec![7; 3 << 20];
    let file = fs::File::options().write(true).open(place.at("src/holes")).unwrap();
    file.write_all_at(&data, TERABYTE / 4).unwrap();
    file.write_all_at(&data, TERABYTE / 3).unwrap();
    broken::cut(&place, "cut", 4 << 20);
    place.told_by("cut", &["src", &place.far("there")]).ends(1);
    broken::count(&place, "count");
    let (out, err, code) = place.told_by("count", &["src", &place.far("there")]);
    assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0));
    assert!(broken::passed(&place) < 3 << 20, "{} bytes were sent again", broken::passed(&place));
    assert_built(&place.at("there/src/holes"));
    let file = fs::File::open(place.at("there/src/holes")).unwrap();
    for at in [TERABYTE / 4, TERABYTE / 3] {
        let mut there = vec![0; data.len()];
        file.read_exact_at(&mut there, at).unwrap();
        assert!(there == data);
    }
}

#[test]
fn holes_are_made_and_filled_as_the_flag_says() {
    let place = Place::new();
    place.home.make(&["there/", "back/"]);
    // Zeros in the middle and at the end, on the disk.
    let zeros = [&[1; 5000][..], &vec![0; 2 << 20], b"x", &vec![0; 1 << 20]].concat();
    fs::write(place.at("zeros"), &zeros).unwrap();
    let hole = fs::File::create(place.at("hole")).unwrap();
    hole.set_len(3 << 20).unwrap();
    hole.write_all_at(b"data", 1 << 20).unwrap();
    let blocks = |path: &Path| fs::metadata(path).unwrap().blocks() * 512;
    for (flag, holes) in [("--sparse=always", true), ("--sparse=never", false)] {
        for (from, to) in [("", place.far("there")), (&*place.far(""), "back".to_owned())] {
            let [zeros, hole] = ["zeros", "hole"].map(|name| format!("{from}{name}"));
            place.ok(&["--verify", flag, &zeros, &hole, &to]);
        }
        for (dir, name) in
            [("there", "zeros"), ("there", "hole"), ("back", "zeros"), ("back", "hole")]
        {
            let path = place.at(dir).join(name);
            assert_eq!(fs::read(&path).unwrap(), fs::read(place.at(name)).unwrap(), "{path:?}");
            let expected = if holes { 0..64 << 10 } else { 3 << 20..u64::MAX };
            assert!(expected.contains(&blocks(&path)), "{flag} {path:?}: {}", blocks(&path));
        }
        for dir in ["there", "back"] {
            fcp_test_support::remove_all(&place.at(dir)).unwrap();
            place.home.make(&[&format!("{dir}/")]);
        }
    }
}
