//! Tests of copies that continue: what an earlier one has left is used only where it is what the source is now.

use std::time::SystemTime;

use super::broken::{cut, pass};
use super::*;

/// Sends a tree until the connection breaks in its last file; gives where the rest has arrived.
fn begun(place: &Place, flags: &[&str]) -> PathBuf {
    place.home.make(&["there/"]);
    fs::write(place.at("src/zz"), vec![9; 3 << 20]).unwrap();
    cut(place, "cut", 2 << 20);
    let to = place.far("there");
    let args = [flags, &["src", &to]].concat();
    assert_eq!(place.told_by("cut", &args).2, 1);
    let [name] = place.arriving("there").try_into().unwrap();
    place.at("there").join(name).join("in/src")
}

#[test]
fn what_has_arrived_gets_the_attributes_of_now() {
    let place = Place::new();
    place.home.make(&["src/a"]);
    assert!(begun(&place, &["-a"]).join("a").exists());
    fs::set_permissions(place.at("src/a"), fs::Permissions::from_mode(0o600)).unwrap();
    place.ok(&["-a", "src", &place.far("there")]);
    assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
}

#[test]
fn other_attributes_are_another_copy() {
    let place = Place::new();
    place.home.make(&["src/a"]);
    fs::set_permissions(place.at("src/a"), fs::Permissions::from_mode(0o4755)).unwrap();
    begun(&place, &["-a"]);
    place.ok(&["src", &place.far("there")]);
    assert_eq!(fs::metadata(place.at("there/src/a")).unwrap().mode() & 0o7000, 0);
    // That of the first request is still there, for this request.
    assert_eq!(place.arriving("there").len(), 1);
    place.ok(&["-a", "src", &place.far("there")]);
    assert_eq!(place.arriving("there").len(), 0);
}

#[test]
fn neither_size_nor_time_stands_for_the_content() {
    let place = Place::new();
    place.home.make(&["src/a"]);
    let staged = begun(&place, &[]).join("a");
    let time = fs::metadata(&staged).unwrap().modified().unwrap();
    let len = fs::metadata(&staged).unwrap().len() as usize;
    // As a power cut leaves it.
    fs::write(&staged, vec![0; len]).unwrap();
    fs::File::options().write(true).open(&staged).unwrap().set_modified(time).unwrap();
    place.ok(&["src", &place.far("there")]);
    assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
}

#[test]
fn a_file_with_another_name_is_not_written_to() {
    let place = Place::new();
    place.home.make(&["src/a"]);
    let staged = begun(&place, &[]);
    // Where the first process was killed later, both could be names of one file.
    fs::remove_file(staged.join("a")).unwrap();
    fs::hard_link(staged.join("zz"), staged.join("a")).unwrap();
    place.ok(&["src", &place.far("there")]);
    assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
}

#[test]
fn what_is_of_another_kind_now_arrives_as_that() {
    let place = Place::new();
    place.home.make(&["src/dir/x", "src/file", "src/other/y"]);
    symlink("file", place.at("src/link")).unwrap();
    begun(&place, &[]);
    fcp_test_support::remove_all(&place.at("src/dir")).unwrap();
    fs::remove_file(place.at("src/file")).unwrap();
    fs::remove_file(place.at("src/link")).unwrap();
    fcp_test_support::remove_all(&place.at("src/other")).unwrap();
    place.home.make(&["src/dir", "src/file/x", "src/link/z"]);
    symlink("dir", place.at("src/other")).unwrap();
    place.ok(&["src", &place.far("there")]);
    assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
}

#[test]
fn sources_of_another_folder_are_others() {
    let place = Place::new();
    place.home.make(&["src/a", "two/src/a", "two/src/zz"]);
    begun(&place, &[]);
    let time = fs::metadata(place.at("src/a")).unwrap().modified().unwrap();
    let file = fs::File::options().write(true).open(place.at("two/src/a")).unwrap();
    file.set_modified(time).unwrap();
    let to = place.far("there");
    let mut command = place.fcp_by("rsh", &["src", &to]);
    command.current_dir(place.at("two"));
    assert!(run(&mut command).status.success());
    assert_same(&place.at("two/src"), &place.at("there/src"), &What::contents());
}

#[test]
fn a_stopped_copy_replaces_nothing() {
    let place = Place::new();
    place.home.make(&["there/"]);
    let old = vec![1; 3 << 20];
    fs::write(place.at("big"), vec![2; 30 << 20]).unwrap();
    // Slow enough that the signal comes in the middle of the file, whatever is in the pipes.
    let pass = pass(&place, u64::MAX >> 1, "", "", 0.01);
    place.script("slow", &format!("shift; {pass} | sh -c \"$1\""));
    for _ in 0..4 {
        fs::write(place.at("there/big"), &old).unwrap();
        let begun = SystemTime::now();
        let mut child = place.fcp_by("slow", &["big", &place.far("there")]).spawn().unwrap();
        fcp_test_support::until("something arrives", || {
            let [name] = place.arriving("there").try_into().unwrap_or_default();
            let staged = place.at("there").join::<String>(name).join("in/big");
            fs::metadata(staged)
                .is_ok_and(|meta| meta.len() > 1 << 20 && meta.modified().unwrap() > begun)
        });
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        child.wait().unwrap();
        fcp_test_support::until("the other end has left", || {
            place.arriving("there").len() == 1 && !is_held(&place)
        });
        assert!(fs::read(place.at("there/big")).unwrap() == old);
        fcp_test_support::remove_all(&place.at("there").join(&place.arriving("there")[0])).unwrap();
    }
}

/// Whether a process works in the directory in which items arrive.
fn is_held(place: &Place) -> bool {
    let [name] = place.arriving("there").try_into().unwrap();
    let lock = fs::File::open(place.at("there").join::<String>(name).join("lock"));
    let Ok(lock) = lock else { return false };
    rustix::fs::flock(&lock, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_err()
}

#[test]
fn what_waits_for_an_answer_is_kept_when_the_copy_is_stopped() {
    let place = Place::new();
    place.home.make(&["src/a", "src/b", "there/src/a"]);
    fs::write(place.at("src/a"), "new a").unwrap();
    for flags in [["-T", "src/.", "there/src"], ["-T", "src", "there/src"]] {
        let to = place.far(flags[2]);
        let args = ["--json", "--control", "--on-conflict=ask", flags[0], flags[1], &to];
        let mut command = place.fcp_by("rsh", &args);
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut kept = false;
        for line in std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap())) {
            let line = line.unwrap();
            if line.contains("question.asked") {
                std::io::Write::write_all(
                    &mut input,
                    b"{\"id\":1,\"cmd\":\"cancel\",\"job\":null}\n",
                )
                .unwrap();
            }
            kept |= line.contains("part_kept");
        }
        assert!(!child.wait().unwrap().success() && kept, "{flags:?}");
        assert_ne!(place.home.read("there/src/a"), "new a");
        assert_eq!(place.arriving("there").len(), 1, "{flags:?}");
        place.ok(&["-T", flags[1], &to]);
        assert_eq!(place.home.read("there/src/a"), "new a", "{flags:?}");
        assert!(place.arriving("there").is_empty(), "{flags:?}");
        fs::write(place.at("there/src/a"), "old").unwrap();
    }
}
