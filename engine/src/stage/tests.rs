use std::fs;

use super::*;

fn names(dir: &Path) -> Vec<std::ffi::OsString> {
    fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect()
}

#[test]
fn a_stage_whose_process_was_killed_before_it_held_the_lock_is_removed() {
    let above = tempfile::tempdir().unwrap();
    let path = sys::c_path(above.path()).unwrap();
    let mark = Mark::new(1);
    fs::create_dir(above.path().join(".fcp-00000002-0003-0-0-stage")).unwrap();
    fs::create_dir(above.path().join(".fcp-00000002-0004-0-0-stage")).unwrap();
    fs::write(above.path().join(".fcp-00000002-0004-0-0-stage/lock"), b"").unwrap();
    let stage = Stage::make(&path, mark, 0).unwrap();
    assert_eq!(names(above.path()), [stage.path().file_name().unwrap()]);
    stage.remove().unwrap();
    assert!(names(above.path()).is_empty());
}

#[test]
fn concurrent_stages_are_all_created() {
    let above = tempfile::tempdir().unwrap();
    let path = sys::c_path(above.path()).unwrap();
    thread::scope(|scope| {
        for key in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for number in 0..100 {
                    let stage = Stage::make(path, Mark::new(key), number).unwrap();
                    fs::write(stage.inside().join("f"), b"x").unwrap();
                    stage.remove().unwrap();
                }
            });
        }
    });
    assert!(names(above.path()).is_empty());
}

#[test]
fn a_stage_may_be_taken_up_while_another_process_removes_it() {
    let above = tempfile::tempdir().unwrap();
    let path = sys::c_path(above.path()).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..2_000 {
                    match Stage::take_up(path, c".fcp-00000001-00000002-arriving") {
                        Ok((stage, _)) => stage.remove().unwrap(),
                        Err(errno) => assert_eq!(errno, Errno::BUSY),
                    }
                }
            });
        }
    });
    assert!(names(above.path()).is_empty());
}
