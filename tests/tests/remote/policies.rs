//! Tests of what is there already, and of questions about it.

use super::*;

#[test]
fn what_is_unchanged_is_left_alone() {
    let place = Place::new();
    place.home.make(&["src/a", "src/b", "there/"]);
    place.ok(&["src", &place.far("there")]);
    let before = fs::metadata(place.at("there/src/a")).unwrap().ino();
    fs::write(place.at("src/b"), "other").unwrap();
    place.ok(&["src", &place.far("there")]);
    assert_eq!(fs::metadata(place.at("there/src/a")).unwrap().ino(), before);
    assert_eq!(place.home.read("there/src/b"), "other");
}

#[test]
fn the_policy_for_existing_files_holds() {
    for (flags, expected) in [
        (["-n"].as_slice(), "old"),
        (&["--on-conflict=different-content"], "new"),
        (&["--update=none"], "old"),
        (&["-u"], "old"),
        (&["--on-conflict=older"], "new"),
        (&["--on-conflict=larger"], "new"),
        (&["--on-conflict=rename"], "old"),
        (&[], "new"),
        (&["-b"], "new"),
    ] {
        for push in [true, false] {
            let place = Place::new();
            place.home.make(&["there/"]);
            fs::write(place.at("f"), "new text").unwrap();
            fs::write(place.at("there/f"), "old").unwrap();
            let hour = std::time::Duration::from_secs(3600);
            let file = fs::File::options().write(true).open(place.at("f")).unwrap();
            file.set_modified(std::time::SystemTime::now() - hour).unwrap();
            let (from, to) = if push {
                ("f".to_owned(), place.far("there"))
            } else {
                (place.far("f"), "there".to_owned())
            };
            let args = [flags, &[from.as_str(), to.as_str()]].concat();
            let (out, err, code) = place.told(&args);
            assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0), "{args:?}");
            assert!(place.home.read("there/f").starts_with(expected), "{args:?}");
            if flags == ["-b"] {
                assert_eq!(place.home.read("there/f~"), "old");
            }
            if flags == ["--on-conflict=rename"] {
                assert_eq!(names(place.at("there")).len(), 2);
            }
        }
    }
}

#[test]
fn questions_of_the_other_end_are_answered_here() {
    for push in [true, false] {
        let place = Place::new();
        place.home.make(&["src/a", "src/b", "there/src/a", "there/src/b"]);
        fs::write(place.at("src/a"), "new a").unwrap();
        fs::write(place.at("src/b"), "new b").unwrap();
        let (from, to) = if push {
            ("src".to_owned(), place.far("there"))
        } else {
            (place.far("src"), "there".to_owned())
        };
        let args = ["--json", "--control", "--on-conflict=ask", &from, &to];
        let mut command = place.fcp_by("rsh", &args);
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut to_child = child.stdin.take().unwrap();
        let events = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
        let mut asked = 0;
        for line in events {
            let event: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
            if event["type"] == "question.asked" {
                asked += 1;
                let question = &event["question"];
                let is_a = question.to_string().contains("there/src/a");
                let answer = if is_a { "overwrite" } else { "skip" };
                let line = serde_json::json!({"id": asked, "cmd": "answer", "question": question["id"], "answer": answer});
                std::io::Write::write_all(&mut to_child, format!("{line}\n").as_bytes()).unwrap();
            }
            assert!(event["type"] != "reply" || event["ok"] == true, "{event}");
            if event["type"] == "job.summary" {
                assert_eq!(event["summary"]["outcome"], "completed", "{event}");
                break;
            }
        }
        drop(to_child);
        assert_eq!((asked, child.wait().unwrap().code()), (2, Some(0)));
        assert_eq!(place.home.read("there/src/a"), "new a");
        assert_ne!(place.home.read("there/src/b"), "new b");
    }
}

#[test]
fn questions_are_left_unanswered_when_no_user_is_left() {
    let place = Place::new();
    place.home.make(&["src/a", "src/b", "there/src/a"]);
    fs::write(place.at("src/a"), "new a").unwrap();
    let to = place.far("there");
    let args = ["--json", "--control", "--on-conflict=ask", "src", &to];
    let mut command = place.fcp_by("rsh", &args);
    let (out, err, code) = output::told(&run(command.stdin(bin::input(""))));
    assert_eq!((err.as_str(), code), ("", 5), "{out}");
    assert_ne!(place.home.read("there/src/a"), "new a");
    assert!(place.home.has("there/src/b"));
}

#[test]
fn filters_hold_where_the_sources_are() {
    let place = Place::new();
    place.home.make(&["src/a.o", "src/a.c", "src/.gitignore", "src/skip/x", "one/", "two/"]);
    fs::write(place.at("src/.gitignore"), "skip/\n").unwrap();
    place.ok(&["--exclude=*.o", "--gitignore", "src", &place.far("one")]);
    place.ok(&["--exclude=*.o", "--gitignore", &place.far("src"), "two"]);
    for dir in ["one/src", "two/src"] {
        assert_eq!(names(place.at(dir)), [".gitignore", "a.c"], "{dir}");
    }
}

#[test]
fn what_cannot_be_read_there_fails_by_itself() {
    let place = Place::new();
    place.home.make(&["src/a", "here/"]);
    let (_, err, code) = place.told(&[&place.far("src/a"), &place.far("src/nothing"), "here"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("cannot stat 'far:/") && err.contains("src/nothing'"), "{err}");
    assert_eq!(names(place.at("here")), ["a"]);
}

#[test]
fn names_of_one_file_stay_that_where_one_is_there_already() {
    let place = Place::new();
    place.home.make(&["src/a", "there/"]);
    place.ok(&["-a", "src", &place.far("there")]);
    for name in ["b", "c"] {
        fs::hard_link(place.at("src/a"), place.at("src").join(name)).unwrap();
    }
    place.ok(&["-a", "src", &place.far("there")]);
    assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
    assert_eq!(names(place.at("there")), ["src"]);
}
