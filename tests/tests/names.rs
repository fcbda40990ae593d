//! Tests of names that some filesystems do not take: they are replaced and given back, by rule or when asked.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod copy;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use copy::{
    Copy, Running, copy, copy_into, get, hard_link, mkdir, mv, mv_into, names, put, symlink,
};
use fcp_engine::error::Code;
use fcp_engine::event::{Answer, Event, Question, Resolution, Scope, Subject};
use fcp_engine::spec::{ErrorPolicy, NameRule, Removals};
use fcp_test_support::{Scratch, What, assert_same, remove_all, with_exfat};

/// A tree of which Windows takes no name but those of `plain` and its file.
fn build(tree: &Path) {
    mkdir(tree);
    mkdir(tree.join("di:r?"));
    mkdir(tree.join("di:r?/plain"));
    put(tree.join("di:r?/plain/file"), "plain");
    put(tree.join("di:r?/end."), "dot");
    put(tree.join("di:r?/end "), "space");
    put(tree.join("："), "a full-width colon");
    put(tree.join(":"), "a colon");
    put(tree.join(OsStr::from_bytes(b"la\xfftin\x07")), "bytes");
    put(tree.join("big*"), vec![7; 3 << 20]);
    hard_link(tree.join("big*"), tree.join("another|name"));
}

fn next_question(running: &mut Running) -> Question {
    match running.until(|event| matches!(event, Event::QuestionAsked { .. })) {
        Event::QuestionAsked { question, .. } => *question,
        _ => unreachable!("only questions were wanted"),
    }
}

#[test]
fn portable_names_are_given_back() {
    let scratch = Scratch::new();
    let (tree, there, back) = (scratch.join("tree"), scratch.join("there"), scratch.join("back"));
    build(&tree);
    symlink("a:b", tree.join("li>nk"));
    let told = copy(&tree, &there).archive().with(|o| o.names = NameRule::Portable).run().clean();
    assert_eq!(told.summary.renamed, 9, "all but the root, `plain` and its file");
    assert_eq!(
        names(&there),
        ["another｜name", "big＊", "di：r？", "la‛FFtin␇", "li＞nk", "‛：", "："]
    );
    assert_eq!(names(there.join("di：r？")), ["end␠", "end．", "plain"]);
    // With the same names, everything is compared with its own copy.
    let again = copy(&tree, &there)
        .archive()
        .with(|o| (o.names, o.resume) = (NameRule::Portable, true))
        .run()
        .clean();
    assert_eq!(again.summary.skipped, 9, "all files; folders are done");
    let job = copy(&tree, &there).archive().with(|o| o.names = NameRule::Portable);
    Copy(job.0.verifying().unwrap()).run().clean();
    copy(&there, &back).archive().with(|o| o.names = NameRule::Original).run().clean();
    assert_same(&tree, &back, &What::everything());
}

#[test]
fn moves_give_portable_names_too() {
    let scratch = Scratch::new();
    let (tree, same) = (scratch.join("tree"), scratch.join("same"));
    build(&tree);
    build(&same);
    mkdir(scratch.join("there"));
    let portable = |names| move |o: &mut fcp_engine::spec::Options| o.names = names;
    mv_into(&[&tree], scratch.join("there")).with(portable(NameRule::Portable)).run().clean();
    assert!(!tree.exists());
    let there = scratch.join("there/tree");
    assert_eq!(names(there.join("di：r？")), ["end␠", "end．", "plain"]);
    mv(&there, &tree).with(portable(NameRule::Original)).run().clean();
    assert_same(&same, &tree, &What::contents());
}

#[test]
fn a_name_that_the_user_gave_is_kept() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    copy(scratch.join("a"), scratch.join("b:c"))
        .with(|o| o.names = NameRule::Portable)
        .run()
        .clean();
    assert_eq!(get(scratch.join("b:c")), b"a");
}

#[test]
fn a_mirror_with_portable_names_removes_only_what_no_source_has() {
    let scratch = Scratch::new();
    let (tree, there) = (scratch.join("tree"), scratch.join("there"));
    build(&tree);
    let mirror = || {
        copy(&tree, &there).archive().with(|o| {
            (o.names, o.resume) = (NameRule::Portable, true);
            o.removals = Some(Removals { permanent: true, ..Removals::default() });
        })
    };
    mirror().run().clean();
    // The source has such a name, but at the destination that is another.
    put(there.join(":"), "extra");
    put(there.join("di：r？/extra"), "extra");
    let mut running = mirror().with(|o| o.dry_run = true).start();
    let plan = running.until(|event| matches!(event, Event::JobPlan { .. }));
    let Event::JobPlan { plan, .. } = plan else { panic!("{plan:?}") };
    assert_eq!((plan.removed, plan.conflicts.iter().map(|it| it.count).sum::<u64>()), (2, 11));
    running.end().clean();
    let told = mirror().run().clean();
    assert_eq!(told.summary.removed, 2);
    assert_eq!(names(&there), ["another｜name", "big＊", "di：r？", "la‛FFtin␇", "‛：", "："]);
    assert_eq!(names(there.join("di：r？")), ["end␠", "end．", "plain"]);
}

#[test]
fn what_a_filesystem_does_not_take_is_said_and_can_be_changed() {
    with_exfat(|mounts, exfat| {
        let tree = mounts.directory("source").join("tree");
        build(&tree);
        let told = copy(&tree, exfat.join("plain")).run();
        assert!(told.failed.iter().all(|(_, error)| error.code == Code::InvalidName), "{told:?}");
        assert!(told.failed.iter().any(|(path, _)| path.ends_with("tree/:")), "{told:?}");

        // One answer is enough for all. Only a rule tells what looks like a replacement from one.
        remove_all(&tree.join("：")).unwrap();
        let mut running =
            copy(&tree, exfat.join("asked")).with(|o| o.on_error = ErrorPolicy::Ask).start();
        let question = next_question(&mut running);
        let Subject::Error { error, .. } = &question.subject else { panic!("{question:?}") };
        assert_eq!(error.code, Code::InvalidName);
        assert!(error.reason().ends_with(" takes no such name"), "{}", error.reason());
        let resolution = Resolution { answer: Answer::PortableName, scope: Scope::Kind };
        running.engine.answer(question.id, &resolution).unwrap();
        running.end().clean();
        assert_eq!(get(exfat.join("asked/di：r？/plain/file")), b"plain");

        copy(&tree, exfat.join("ruled")).with(|o| o.names = NameRule::Portable).run().clean();
        let back = mounts.directory("back").join("tree");
        let told = copy(exfat.join("ruled"), &back).with(|o| o.names = NameRule::Original).run();
        told.clean();
        assert_same(&tree, &back, &What::contents());
        copy_into(&[tree.join("big*")], exfat).with(|o| o.names = NameRule::Portable).run().clean();
        assert_eq!(get(exfat.join("big＊")).len(), 3 << 20);
    });
}

#[test]
fn what_has_no_portable_name_is_not_offered_one() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    let mut running = copy(scratch.join("a"), scratch.join("missing/a:b"))
        .with(|o| o.on_error = ErrorPolicy::Ask)
        .start();
    let question = next_question(&mut running);
    assert!(!Answer::PortableName.fits(&question.subject), "{question:?}");
    let resolution = Resolution { answer: Answer::Skip, scope: Scope::This };
    running.engine.answer(question.id, &resolution).unwrap();
    assert_eq!(running.end().summary.failed, 1);
}
