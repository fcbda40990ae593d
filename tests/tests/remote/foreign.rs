//! Tests of other ends that are missing, speak another language, or mean harm.

use super::*;

/// The protocol of this version.
const PROTOCOL: u32 = 2;

#[test]
fn a_machine_without_fcp_is_named() {
    let place = Place::new();
    place.home.make(&["f"]);
    let mut command = place.home.command("fcp", &["f", "far:x"]);
    // What the shell there does not find.
    command.env("FCP_RSH", place.script("empty", "shift; PATH=/nowhere exec /bin/sh -c \"$1\""));
    let (_, err, code) = output::told(&run(&mut command));
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("far has no fcp") && err.contains("--remote-fcp"), "{err}");
    // Where it is said to be, but is not.
    let mut command = place.home.command("fcp", &["--remote-fcp=/not/there", "f", "far:x"]);
    command.env("FCP_RSH", place.home.path().join("rsh"));
    let (_, err, code) = output::told(&run(&mut command));
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("far has no fcp"), "{err}");
}

#[test]
fn what_is_not_fcp_is_refused_in_a_sentence() {
    let place = Place::new();
    place.home.make(&["f"]);
    for (name, text, expected) in [
        ("motd", "echo 'Welcome to this machine!'; cat >/dev/null", "start-up file"),
        ("silent", "exit 0", "the connection ended before fcp answered"),
        ("echo", "exec cat", "what is sent there comes back, and no fcp answers"),
    ] {
        place.script(name, text);
        let (_, err, code) = place.told_by(name, &["f", "far:x"]);
        assert_eq!(code, 3, "{name}: {err}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{name}: {err}");
    }
    let (_, err, code) = place.told_by("rsh", &["--rsh=/not/there", "f", "far:x"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("cannot find the program /not/there"), "{err}");
}

#[test]
fn where_no_machine_answers_the_user_is_told_how_a_file_with_a_colon_is_named() {
    let place = Place::new();
    place.home.make(&["f"]);
    place.script("no-shell", "exit 255");
    let (here, there) = ("if you mean a file of this machine, write './far:x'", "far:/x");
    for (args, is_told) in [
        (["f", "far:x"], true),
        (["far:x", "f"], true),
        (["f", there], false),
        (["user@far:x", "f"], false),
    ] {
        let (_, err, code) = place.told_by("no-shell", &args);
        assert_eq!(code, 3, "{args:?}: {err}");
        assert!(err.contains("no connection with "), "{args:?}: {err}");
        assert_eq!(err.contains(here), is_told, "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1 + usize::from(is_told), "{args:?}: {err}");
    }
    // What exists under the name is no machine.
    place.home.make(&["far:x"]);
    place.told_by("no-shell", &["far:x", "g"]).succeeds();
    assert!(place.home.has("g"));
}

#[test]
fn what_has_no_meaning_between_machines_is_refused() {
    let place = Place::new();
    place.home.make(&["f", "g"]);
    for flags in [
        ["--mirror"].as_slice(),
        &["--link-dest=f"],
        &["--parents"],
        &["--queue"],
        &["-l"],
        &["-s"],
        &["--attributes-only"],
        &["--reflink=always"],
        &["--inplace"],
        &["--names=portable"],
        &["--shard=1/2"],
        &["--glob"],
        &["-i"],
    ] {
        let to = place.far("x");
        let args = [flags, &["f", &to]].concat();
        let (out, err, code) = place.told(&args);
        assert_eq!(code, 2, "{args:?}: {out}{err}");
        assert!(!place.home.has("x"), "{args:?}");
    }
    for args in [["far:a", "far:b"].as_slice(), &["far:a", "near:b", "."], &["far:a", "f", "."]] {
        assert_eq!(place.told(args).2, 2, "{args:?}");
    }
}

/// A frame as both ends write it.
pub(super) fn frame(message: &serde_json::Value) -> Vec<u8> {
    let payload = serde_json::to_vec(message).unwrap();
    let len = u32::try_from(payload.len()).unwrap().to_le_bytes();
    [&len[..], b"m", &payload].concat()
}

/// Another end that says this, whatever it is asked.
pub(super) fn says(place: &Place, name: &str, messages: &[serde_json::Value]) {
    let mut bytes =
        frame(&serde_json::json!({"type": "hello", "protocol": PROTOCOL, "version": "x"}));
    bytes.extend(frame(&serde_json::json!({"type": "begun"})));
    for message in messages {
        bytes.extend(frame(message));
    }
    let path = place.home.path().join(format!("{name}.frames"));
    fs::write(&path, bytes).unwrap();
    place.script(name, &format!("cat {}; cat >/dev/null", path.display()));
}

pub(super) fn item(path: &str, kind: &str) -> serde_json::Value {
    serde_json::json!({"path": {"text": path}, "kind": kind, "mode": 0o755, "mtime": [0, 0],
        "owner": [0, 0], "target": {"text": "/etc/passwd"}})
}

#[test]
fn a_file_that_cannot_be_placed_does_not_hold_a_job_that_the_other_end_cancels() {
    let place = Place::new();
    place.home.make(&["here/"]);
    let mut long = item(&format!("x/{}", "n".repeat(300)), "file");
    long["size"] = 5.into();
    says(
        &place,
        "cancels",
        &[
            serde_json::json!({"type": "items", "batch": 0, "items": [item("x", "directory"), long]}),
            serde_json::json!({"type": "file", "batch": 0, "at": 1, "from": 0}),
            serde_json::json!({"type": "cancelled"}),
        ],
    );
    let (_, err, code) = place.told_by("cancels", &["-r", "far:x", "here"]);
    assert!(code != 0 && err.contains("File name too long"), "{code}: {err}");
}

#[test]
fn a_server_cannot_place_what_was_not_asked_for() {
    let place = Place::new();
    place.home.make(&["here/", "outside/"]);
    symlink("../outside", place.at("here/out")).unwrap();
    let outside = place.at("outside").display().to_string();
    let items =
        ["evil", "../evil", "a/../../evil", "/tmp/fcp-evil", "", ".", "b", "out/evil", "out"];
    let items: Vec<_> = items
        .iter()
        .map(|path| item(path, "file"))
        .chain([item("a", "symlink"), item("a/x", "file"), item(&outside, "directory")])
        .collect();
    says(
        &place,
        "evil",
        &[
            serde_json::json!({"type": "items", "batch": 0, "items": items}),
            serde_json::json!({"type": "end"}),
        ],
    );
    let (_, err, code) = place.told_by("evil", &["far:/srv/a", "here"]);
    assert_eq!(code, 1, "{err}");
    // The symlink is what was asked for; nothing went through it.
    assert_eq!(names(place.at("here")), ["a", "out"]);
    assert!(names(place.at("outside")).is_empty());
    assert!(!place.home.has("evil") && !Path::new("/tmp/fcp-evil").exists());
    assert!(!err.contains("extract"), "{err}");
}

#[test]
fn a_server_cannot_link_to_what_is_here() {
    let place = Place::new();
    place.home.make(&["here/", "outside/secret"]);
    let secret = place.at("outside/secret").display().to_string();
    let linked = |path: &str, same: &str| {
        let mut linked = item(path, "file");
        linked["same"] = serde_json::json!({"text": same});
        linked
    };
    let mut items = vec![item("a", "directory"), item("a/s", "symlink")];
    items[1]["target"] = serde_json::json!({"text": place.at("outside")});
    for (name, same) in [("w", "../../../outside/secret"), ("x", &secret), ("y", "a/s/secret")] {
        items.push(linked(&format!("a/{name}"), same));
    }
    says(
        &place,
        "linker",
        &[
            serde_json::json!({"type": "items", "batch": 0, "items": items}),
            serde_json::json!({"type": "end"}),
        ],
    );
    let (_, err, code) = place.told_by("linker", &["-r", "far:/srv/a", "here"]);
    assert_eq!((code, err.lines().count()), (1, 3), "{err}");
    assert!(err.lines().all(|line| line.starts_with("fcp: cannot receive 'far:")), "{err}");
    assert_eq!(names(place.at("here/a")), ["s"]);
}

#[test]
fn a_server_that_talks_nonsense_ends_the_job() {
    let place = Place::new();
    place.home.make(&["here/"]);
    for (name, messages) in [
        ("early", vec![serde_json::json!({"type": "file", "batch": 3, "at": 7, "from": 0})]),
        ("unasked", vec![serde_json::json!({"type": "wanted", "batch": 0, "files": []})]),
        (
            "end",
            vec![serde_json::json!({"type": "file_end", "hash": {"xxh3": "00"}, "changed": false})],
        ),
    ] {
        says(&place, name, &messages);
        let (_, err, code) = place.told_by(name, &["far:/srv/a", "here"]);
        assert_eq!(code, 1, "{name}: {err}");
        assert!(err.contains("cannot receive"), "{name}: {err}");
        assert!(names(place.at("here")).is_empty(), "{name}");
    }
}

#[test]
fn an_end_that_serves_does_nothing_but_copy_move_and_delete() {
    let place = Place::new();
    place.home.make(&["tree/x"]);
    for (kind, verb) in [
        ("receive", "delete"),
        ("receive", "undo"),
        ("send", "trash"),
        ("work", "undo"),
        ("work", "restore"),
        ("work", "copy"),
        ("work", "move"),
    ] {
        let spec = serde_json::json!({"verb": verb, "sources": [{"text": place.at("tree")}],
            "destination": {"into": {"text": place.at("")}}});
        let hello = serde_json::json!({"type": "hello", "protocol": PROTOCOL, "version": "x"});
        let ask = serde_json::json!({"type": kind, "spec": spec, "place": {}});
        let bytes = [frame(&hello), frame(&ask)].concat();
        let mut command = place.home.command("fcp", &["--serve"]);
        let (out, _, code) = output::told(&run(command.stdin(bin::input(bytes))));
        assert_eq!(code, 3, "{verb}");
        assert!(out.contains("does nothing else"), "{verb}: {out}");
        assert!(place.home.has("tree/x"), "{verb}");
    }
}

#[test]
fn a_deletion_asks_nobody_and_deletes_nothing_when_its_user_has_gone() {
    let place = Place::new();
    place.home.make(&["tree/x", "tree/y"]);
    let spec = serde_json::json!({"verb": "delete", "sources": [{"text": place.at("tree")}],
        "options": {"confirm": "each"}});
    let hello = serde_json::json!({"type": "hello", "protocol": PROTOCOL, "version": "x"});
    let work = serde_json::json!({"type": "work", "spec": spec});
    let agreed = serde_json::json!({"type": "begun"});
    let bytes = [frame(&hello), frame(&work), frame(&agreed)].concat();
    let mut command = place.home.command("fcp", &["--serve"]);
    let output = run(command.stdin(bin::input(bytes)));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("job.summary") && told.contains("cancelled"), "{told}");
    assert_eq!(names(place.at("tree")), ["x", "y"]);
}

#[test]
fn a_deletion_begins_only_when_its_user_knows_that_it_does() {
    let place = Place::new();
    place.home.make(&["tree/x"]);
    let spec = serde_json::json!({"verb": "delete", "sources": [{"text": place.at("tree")}],
        "options": {"recursive": true}});
    let hello = serde_json::json!({"type": "hello", "protocol": PROTOCOL, "version": "x"});
    let work = serde_json::json!({"type": "work", "spec": spec});
    let agreed = serde_json::json!({"type": "begun"});
    for (frames, there) in [(vec![&hello, &work], true), (vec![&hello, &work, &agreed], false)] {
        let bytes = frames.into_iter().map(frame).collect::<Vec<_>>().concat();
        let mut command = place.home.command("fcp", &["--serve"]);
        // It must not be cancelled by the end of input before it is done.
        let (reader, writer) = std::io::pipe().unwrap();
        let mut child = command.stdin(reader).stdout(std::process::Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut &writer, &bytes).unwrap();
        if there {
            drop(writer);
            assert!(!child.wait().unwrap().success());
        } else {
            assert!(child.wait().unwrap().success());
            drop(writer);
        }
        assert_eq!(place.at("tree").exists(), there);
    }
}

#[test]
fn what_another_machine_says_does_not_steer_the_terminal() {
    let place = Place::new();
    place.home.make(&["f"]);
    let hello = serde_json::json!({"type": "hello", "protocol": PROTOCOL, "version": "x"});
    let refused = serde_json::json!({"type": "refused", "text": "no\u{1b}[2J\nfcp: all is well"});
    let path = place.home.path().join("refused.frames");
    fs::write(&path, [frame(&hello), frame(&refused)].concat()).unwrap();
    place.script("refused", &format!("cat {}; cat >/dev/null", path.display()));
    let (_, err, code) = place.told_by("refused", &["f", "far:x"]);
    assert_eq!((code, err.lines().count()), (3, 1), "{err:?}");
    assert!(!err.contains('\u{1b}'), "{err:?}");
}

#[test]
fn an_end_that_leaves_wanted_files_out_has_not_sent_all() {
    let place = Place::new();
    place.home.make(&["here/"]);
    let mut file = item("a", "file");
    file["size"] = 5.into();
    says(
        &place,
        "short",
        &[
            serde_json::json!({"type": "items", "batch": 0, "items": [file]}),
            serde_json::json!({"type": "end"}),
        ],
    );
    let (_, err, code) = place.told_by("short", &["far:/srv/a", "here"]);
    assert_eq!(code, 1, "{err}");
    assert!(names(place.at("here")).is_empty(), "{err}");
}

#[test]
fn a_server_cannot_give_attributes_that_were_not_asked_for() {
    let place = Place::new();
    place.home.make(&["here/"]);
    let mut file = item("a", "file");
    file["attributes"] =
        serde_json::json!([{"name": {"text": "user.evil"}, "value": {"text": "x"}}]);
    says(
        &place,
        "giver",
        &[
            serde_json::json!({"type": "items", "batch": 0, "items": [file]}),
            serde_json::json!({"type": "end"}),
        ],
    );
    place.told_by("giver", &["far:/srv/a", "here"]).succeeds();
    let given = rustix::fs::getxattr(place.at("here/a"), "user.evil", &mut [0_u8; 8]);
    assert!(given.is_err());
}

#[test]
fn quotes_keep_blanks_in_what_reaches_the_other_machine() {
    let place = Place::new();
    place.home.make(&["f"]);
    let script = place
        .script("a shell", "test \"$1\" = 'an option' || exit 255\nshift 2; exec sh -c \"$1\"");
    let to = place.far("there");
    let rsh = format!("--rsh='{}' \"an option\"", script.display());
    place.ok(&[&rsh, "f", &to]);
    let (_, err, code) = place.told(&["--rsh=ssh 'x", "f", &to]);
    assert_eq!((err.as_str(), code), ("fcp: a quote (') is not closed in ssh 'x\n", 3));
}

#[test]
fn a_warning_names_the_machine() {
    let place = Place::new();
    place.home.make(&["here/"]);
    let error = serde_json::json!({"action": "set_xattr", "code": "permission_denied", "path": {"text": "/srv/a"}});
    let item = item("a", "directory");
    says(
        &place,
        "warns",
        &[
            serde_json::json!({"type": "warned", "warning": {"kind": "metadata", "error": error}}),
            serde_json::json!({"type": "items", "batch": 0, "items": [item]}),
            serde_json::json!({"type": "end"}),
        ],
    );
    place.told_by("warns", &["far:/srv/a", "here"]).says(0, "'far:/srv/a'");
}
