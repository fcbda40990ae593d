//! Tests of directories that are merged, and of conflicts in them.

use super::*;

#[test]
fn directories_are_merged_and_what_is_skipped_stays() {
    near_and_far(|from, to, far| {
        let (a, b) = (from.join("a"), to.join("b"));
        for dir in [&a, &a.join("same"), &a.join("new"), &b, &b.join("same")] {
            mkdir(dir);
        }
        put(a.join("new/below"), b"below");
        put(a.join("same/new"), b"new");
        put(a.join("same/taken"), b"incoming");
        put(b.join("same/taken"), b"there");
        put(b.join("same/own"), b"own");
        let told = mv(&a, &b).with(|o| o.on_conflict = ConflictPolicy::Skip).run().clean();
        assert_eq!(names(&a), ["same"]);
        assert_eq!(names(a.join("same")), ["taken"]);
        assert_eq!(get(b.join("same/taken")), b"there");
        assert_eq!(names(b.join("same")), ["new", "own", "taken"]);
        assert_eq!(names(&b), ["new", "same"]);
        let mut reasons: Vec<_> = told.skipped.iter().map(|(_, reason)| *reason).collect();
        reasons.sort_by_key(|reason| format!("{reason:?}"));
        assert_eq!(reasons, [SkipReason::NotEmpty, SkipReason::NotEmpty, SkipReason::Policy]);
        // The directory `new` is one item where it is renamed whole.
        assert_eq!(told.summary.done, if far { 3 } else { 2 });

        let told = mv(&a, &b).run().clean();
        assert_eq!(told.summary.done, 3);
        assert_eq!(get(b.join("same/taken")), b"incoming");
        assert!(!exists(&a));
    });
}

#[test]
fn filters_choose_within_directories() {
    near_and_far(|from, to, _| {
        mkdir(from.join("dir"));
        mkdir(from.join("dir/all"));
        for name in ["dir/keep.o", "dir/go.c", "dir/all/go.c"] {
            put(from.join(name), name);
        }
        let filter = Filter { exclude: vec!["*.o".to_owned()], ..Filter::default() };
        let told = mv_into(&[from.join("dir")], to).with(|o| o.filter = filter).run().clean();
        assert_eq!(told.skipped.len(), 1, "{:?}", told.skipped);
        assert_eq!(names(from.join("dir")), ["keep.o"]);
        assert_eq!(names(to.join("dir")), ["all", "go.c"]);
        assert_eq!(names(to.join("dir/all")), ["go.c"]);
    });
}

#[test]
fn each_policy_decides_which_file_is_kept() {
    let older = |path: &Path| {
        let file = std::fs::File::open(path).unwrap();
        let then = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        file.set_modified(then).unwrap();
    };
    let cases: &[(&str, ConflictPolicy, bool)] = &[
        ("overwrite", ConflictPolicy::Overwrite, true),
        ("skip", ConflictPolicy::Skip, false),
        ("newer", ConflictPolicy::Newer, true),
        ("older", ConflictPolicy::Older, false),
        ("larger", ConflictPolicy::Larger, false),
        ("smaller", ConflictPolicy::Smaller, true),
        ("different", ConflictPolicy::DifferentContent, true),
        ("different meta", ConflictPolicy::DifferentMeta, true),
    ];
    near_and_far(|from, to, _| {
        for (name, policy, replaces) in cases {
            put(from.join(name), b"new");
            put(to.join(name), b"longer");
            older(&to.join(name));
            let told = mv_into(&[from.join(name)], to)
                .with(|o| o.on_conflict = policy.clone())
                .run()
                .clean();
            assert_eq!(told.summary.done, u64::from(*replaces), "{name}");
            assert_eq!(exists(from.join(name)), !replaces, "{name}");
            let expected: &[u8] = if *replaces { b"new" } else { b"longer" };
            assert_eq!(get(to.join(name)), expected, "{name}");
        }
        // The same content is skipped, and skipping never deletes.
        put(from.join("same"), b"same");
        put(to.join("same"), b"same");
        let same = |o: &mut Options| o.on_conflict = ConflictPolicy::DifferentContent;
        let told = mv_into(&[from.join("same")], to).with(same).run().clean();
        assert_eq!(told.skipped[0].1, SkipReason::Same);
        assert!(exists(from.join("same")));

        put(from.join("name.x"), b"second");
        put(to.join("name.x"), b"first");
        let rename = ConflictPolicy::Rename("{stem}-{n}{ext}".to_owned());
        mv_into(&[from.join("name.x")], to).with(|o| o.on_conflict = rename).run().clean();
        assert_eq!(
            (get(to.join("name.x")), get(to.join("name-1.x"))),
            (b"first".to_vec(), b"second".to_vec())
        );

        put(from.join("fails"), b"new");
        put(to.join("fails"), b"old");
        let fail = |o: &mut Options| o.on_conflict = ConflictPolicy::Fail;
        let told = mv_into(&[from.join("fails")], to).with(fail).run();
        let told = told.failed_with(&[("fails", Code::Exists)]);
        assert_eq!(told.failed[0].1.action, Action::Move);
        assert_eq!(
            (get(from.join("fails")), get(to.join("fails"))),
            (b"new".to_vec(), b"old".to_vec())
        );
    });
}

#[test]
fn questions_are_asked_and_answers_stick() {
    near_and_far(|from, to, _| {
        for dir in [from.join("dir"), to.join("dir")] {
            mkdir(&dir);
            for name in ["a", "b", "c"] {
                put(dir.join(name), dir.join(name).to_str().unwrap());
            }
        }
        put(from.join("dir/free"), b"free");
        let mut job = mv_into(&[from.join("dir")], to)
            .with(|o| {
                o.on_conflict = ConflictPolicy::Ask;
                o.workers = Some(1);
            })
            .start();
        let mut asked = Vec::new();
        for _ in 0..3 {
            let asks = |event: &Event| matches!(event, Event::QuestionAsked { .. });
            if let Event::QuestionAsked { question, .. } = job.until(asks) {
                asked.push(question.id);
            }
        }
        let answer = |answer, scope| Resolution { answer, scope };
        job.engine.answer(asked[0], &answer(Answer::Skip, Scope::This)).unwrap();
        job.engine.answer(asked[1], &answer(Answer::Overwrite, Scope::All)).unwrap();
        let told = job.end().clean();
        // One file is skipped, and so its directory stays.
        assert_eq!((told.summary.done, told.summary.skipped), (3, 2), "{told:?}");
        assert_eq!(names(from.join("dir")).len(), 1);
        assert_eq!(names(to.join("dir")), ["a", "b", "c", "free"]);
    });
}

#[test]
fn backups_are_kept() {
    let with =
        |kind| move |o: &mut Options| o.backup = Some(Backup { kind, suffix: "~".to_owned() });
    near_and_far(|from, to, far| {
        for round in 0..3 {
            put(from.join("file"), format!("{round}"));
            let told = mv_into(&[from.join("file")], to).with(with(BackupKind::Numbered)).run();
            told.clean();
        }
        assert_eq!(names(to), ["file", "file.~1~", "file.~2~"]);
        assert_eq!(
            (get(to.join("file")), get(to.join("file.~1~"))),
            (b"2".to_vec(), b"0".to_vec())
        );
        remove_all(&to.join("file.~1~")).unwrap();

        // A directory makes way for another as mv does it, empty or not.
        for dir in [from.join("dir"), to.join("dir")] {
            mkdir(&dir);
            put(dir.join("own"), if dir.starts_with(from) { "new" } else { "old" });
        }
        let replace = |o: &mut Options| {
            with(BackupKind::Simple)(o);
            o.on_directory = DirectoryPolicy::Replace;
            o.events = EventLevel::Trace;
        };
        let mut job = mv_into(&[from.join("dir")], to).with(replace).start();
        if !far {
            let begun = |event: &Event| matches!(event, Event::ItemStarted { op: Op::Rename, .. });
            let Event::ItemStarted { backup, .. } = job.until(begun) else { unreachable!() };
            assert_eq!(backup.map(|path| path.0), Some(to.join("dir~")));
        }
        assert_eq!(job.end().clean().summary.replaced, 1, "{far}");
        assert_eq!(get(to.join("dir/own")), b"new");
        assert_eq!(get(to.join("dir~/own")), b"old");
        assert!(!exists(from.join("dir")));
    });
}
