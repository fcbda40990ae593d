//! Tests of jobs that name what they remove.

use super::*;

/// Runs a request with an engine whose trash is below `home`.
fn engine_run(home: &Home, spec: JobSpec) -> Outcome {
    let engine =
        Engine::at_home(EngineHome { data: home.path().join(".local/share"), state: None });
    let job = engine.submit(spec).unwrap();
    engine.wait(job).unwrap().outcome
}

#[test]
fn one_job_copies_in_both_directions_and_removes_what_it_names() {
    let home = Home::temporary();
    home.make(&["left/here/deep/a", "left/file", "right/there/b", "right/file", "left/gone/x"]);
    fs::set_permissions(home.at("left/here"), fs::Permissions::from_mode(0o750)).unwrap();
    let paths = |names: &[&str]| names.iter().map(|name| home.at(name).into()).collect::<Vec<_>>();
    let to = ["right/here/deep/a", "left/there", "right/file"];
    let spec = JobSpec::copy(
        paths(&["left/here/deep/a", "right/there", "left/file"]),
        Destination::Each(paths(&to)),
    );
    let spec = spec.with(|options| {
        options.on_mismatch = MismatchPolicy::Replace;
        options.removals =
            Some(Removals { paths: Some(paths(&["left/gone"])), ..Removals::default() });
    });
    assert_eq!(engine_run(&home, spec.clone()), Outcome::Completed);
    assert_eq!(home.read("right/here/deep/a"), "left/here/deep/a");
    assert_eq!(fs::metadata(home.at("right/here")).unwrap().mode() & 0o777, 0o750);
    assert_eq!(
        (home.read("left/there/b"), home.read("right/file")),
        ("right/there/b".into(), "left/file".into())
    );
    assert_eq!(names_in_trash(&home), ["left/gone"]);
    // Lengths that differ, or one source twice, are refused.
    let engine = Engine::new();
    for sources in [&["left/file"][..], &["left/file", "left/file", "right/there"]] {
        let wrong = JobSpec { sources: paths(sources), ..spec.clone() };
        assert!(engine.submit(wrong).is_err());
    }
}

#[test]
fn an_item_of_another_type_than_was_shown_is_left_by_every_job() {
    for verb in [Verb::Copy, Verb::Move, Verb::Trash] {
        let home = Home::temporary();
        // A folder has come to the place of the first.
        home.make(&["from/a/inside", "from/b", "from/c", "to/"]);
        let sources = ["from/a", "from/b", "from/c"].map(|name| home.at(name).into()).into();
        let to = Some(Destination::Into(home.at("to").into())).filter(|_| verb != Verb::Trash);
        let shown = SeenItem { kind: FileKind::File, size: 0, mtime: 0 };
        let seen = Seen {
            sources: vec![Some(shown), Some(shown), None],
            only_types: true,
            ..Seen::default()
        };
        let spec = JobSpec { verb, sources, destination: to, options: Options::default() };
        let outcome = engine_run(&home, spec.with(|options| options.seen = Some(seen)));
        assert_eq!(outcome, Outcome::CompletedWithErrors, "{verb:?}");
        assert_eq!(home.read("from/a/inside"), "from/a/inside");
        assert!(!home.at("to/a").exists());
        assert_eq!(home.at("from/b").exists(), verb == Verb::Copy);
        assert_eq!(home.at("to/c").exists(), verb != Verb::Trash);
    }
}

#[test]
fn named_items_stay_when_something_fails() {
    let home = Home::temporary();
    home.make(&["left/a", "right/extra"]);
    let path = |name: &str| home.at(name).into();
    let spec = JobSpec::copy(
        [path("left/a"), path("left/missing")],
        Destination::Each(vec![path("right/a"), path("right/missing")]),
    );
    let spec = spec.with(|options| {
        options.removals =
            Some(Removals { paths: Some(vec![path("right/extra")]), ..Removals::default() });
    });
    assert_eq!(engine_run(&home, spec), Outcome::CompletedWithErrors);
    assert!(home.at("right/extra").exists() && home.at("right/a").exists());
}
