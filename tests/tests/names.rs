//! Tests of names that some filesystems do not take: they are replaced and given back, by rule or when asked.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod copy;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use copy::{
    Copy, Running, copy, copy_into, get, hard_link, mkdir, mv_into, names, noise, put, symlink,
};
use fcp_engine::error::Code;
use fcp_engine::event::{Answer, Event, Question, Resolution, Scope, Subject};
use fcp_engine::spec::{ErrorPolicy, NameRule, Options, Removals};
use fcp_test_support::home::Home;
use fcp_test_support::output::Told as _;
use fcp_test_support::{Scratch, What, assert_same, remove_all, with_exfat};

fn answer(running: &Running, question: &Question, answer: Answer) {
    let resolution = Resolution { answer, scope: Scope::This };
    running.engine.answer(question.id, &resolution).unwrap();
}

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

fn mirror(src: &Path, dst: &Path) -> Copy {
    copy(src, dst).with(|o| o.removals = Some(Removals { permanent: true, ..Removals::default() }))
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
fn two_items_never_become_one() {
    let scratch = Scratch::new();
    let tree = scratch.join("tree");
    mkdir(&tree);
    for name in ["d:", "d：", "big:"] {
        mkdir(tree.join(name));
    }
    put(tree.join("d:/f"), "narrow");
    put(tree.join("d：/f"), "wide");
    put(tree.join("x:"), "narrow");
    put(tree.join("x："), "wide");
    for (name, seed) in [("big:/:", 1), ("big:/：", 2)] {
        put(tree.join(name), noise(seed, 3 << 20));
    }
    // Only portable names are told from each other.
    let there = scratch.join("there");
    let told = copy(&tree, &there).with(|o| o.names = NameRule::Original).run();
    assert!(told.failed.iter().all(|(_, error)| error.code == Code::JustCreated), "{told:?}");
    assert_eq!(
        told.failed.len(),
        3,
        "folders are merged, of two files the second is refused: {told:?}"
    );
    assert_eq!(names(&there), ["big:", "d:", "x:"]);
    mkdir(scratch.join("into"));
    let operands = [tree.join("x:"), tree.join("x：")];
    let told = copy_into(&operands, scratch.join("into")).with(|o| o.names = NameRule::Original);
    assert_eq!(told.run().failed.len(), 1);
    copy(&tree, scratch.join("portable")).with(|o| o.names = NameRule::Portable).run().clean();
}

#[test]
fn what_could_lose_an_item_or_its_name_is_refused() {
    let scratch = Scratch::new();
    build(&scratch.join("tree"));
    let portable = |o: &mut Options| o.names = NameRule::Portable;
    let sources = [scratch.join("tree/:"), scratch.join("tree/：")];
    // One would get the name of the other, which is still to be copied.
    let error = copy_into(&sources, scratch.join("tree")).with(portable).refused();
    assert_eq!(error.code, Code::Overlap);
    let moved = mv_into(&sources, scratch.path()).with(portable).refused();
    assert_eq!(moved.code, Code::Usage);
    let synchronized = copy(scratch.join("tree"), scratch.join("there")).with(|o| {
        o.names = NameRule::Portable;
        o.removals = Some(Removals { paths: Some(Vec::new()), ..Removals::default() });
    });
    assert_eq!(synchronized.refused().code, Code::Usage);
    assert_eq!(get(&sources[1]), b"a full-width colon");
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
fn a_dry_run_foresees_the_names() {
    let scratch = Scratch::new();
    let (tree, there) = (scratch.join("tree"), scratch.join("there"));
    build(&tree);
    mkdir(&there);
    let job =
        || copy_into(&[&tree, &tree.join("：")], &there).with(|o| o.names = NameRule::Portable);
    job().run().clean();
    let mut running = job().with(|o| o.dry_run = true).start();
    let plan = running.until(|event| matches!(event, Event::JobPlan { .. }));
    let Event::JobPlan { plan, .. } = plan else { panic!("{plan:?}") };
    assert_eq!(plan.conflicts.iter().map(|it| it.count).sum::<u64>(), 12);
    running.end().clean();
}

#[test]
fn a_mirror_keeps_what_has_other_names_and_removes_the_rest() {
    let scratch = Scratch::new();
    let [tree, there, back] = ["tree", "there", "back"].map(|name| scratch.join(name));
    build(&tree);
    let portable = || mirror(&tree, &there).with(|o| o.names = NameRule::Portable);
    let original = || mirror(&there, &back).with(|o| o.names = NameRule::Original);
    portable().run().clean();
    original().run().clean();
    assert_same(&tree, &back, &What::contents());

    // What had the name "：" had the other one, and what has it still is called "‛：" there.
    remove_all(&tree.join(":")).unwrap();
    put(there.join("di：r？/plain/old"), "old");
    mkdir(there.join("di:r?"));
    put(back.join("di:r?/old:"), "old");
    put(back.join("di：r？"), "old");
    let mut running = portable().with(|o| o.dry_run = true).start();
    let Event::JobPlan { plan, .. } = running.until(|it| matches!(it, Event::JobPlan { .. }))
    else {
        unreachable!("only the plan was wanted")
    };
    assert_eq!(plan.removed, 3);
    running.end().clean();
    portable().run().clean();
    assert_eq!(names(&there), ["another｜name", "big＊", "di：r？", "la‛FFtin␇", "‛："]);
    assert_eq!(names(there.join("di：r？/plain")), ["file"]);
    original().run().clean();
    assert_same(&tree, &back, &What::contents());
}

#[test]
fn filters_of_a_mirror_know_each_name_that_an_item_may_have_had() {
    let scratch = Scratch::new();
    let [tree, there, back] = ["tree", "there", "back"].map(|name| scratch.join(name));
    for dir in [&tree, &there, &there.join("extra"), &back] {
        mkdir(dir);
    }
    put(tree.join("a"), "a");
    for path in ["keep：", "extra/keep：", "extra/other"] {
        put(there.join(path), "there");
    }
    let keeps = |o: &mut Options| o.filter.exclude = vec!["keep:".into()];
    mirror(&tree, &there).with(|o| o.names = NameRule::Portable).with(keeps).run().clean();
    assert_eq!(names(&there), ["a", "extra", "keep："]);
    assert_eq!(names(there.join("extra")), ["keep："]);

    put(back.join("keep:"), "back");
    put(back.join("gone:"), "back");
    let keeps = |o: &mut Options| o.filter.exclude = vec!["keep：".into()];
    mirror(&tree, &back).with(|o| o.names = NameRule::Original).with(keeps).run().clean();
    assert_eq!(names(&back), ["a", "keep:"]);
}

#[test]
fn a_mirror_keeps_what_an_answer_gave_another_name() {
    with_exfat(|mounts, exfat| {
        let tree = mounts.directory("source").join("tree");
        let there = exfat.join("there");
        mkdir(&tree);
        put(tree.join("x:"), "narrow");
        put(tree.join("y:"), "narrow");
        put(tree.join("plain"), "plain");
        let run = |asked: Answer| {
            let mut running = mirror(&tree, &there).with(|o| o.on_error = ErrorPolicy::Ask).start();
            let question = running.next_question();
            let resolution = Resolution { answer: asked, scope: Scope::Kind };
            running.engine.answer(question.id, &resolution).unwrap();
            running.end()
        };
        run(Answer::PortableName).clean();
        assert_eq!(names(&there), ["plain", "x：", "y："]);
        // The other one may be that of an earlier run, and what it is the copy of is still there.
        remove_all(&tree.join("y:")).unwrap();
        assert_eq!(run(Answer::Skip).summary.failed, 1);
        assert_eq!(names(&there), ["plain", "x：", "y："]);
        run(Answer::PortableName).clean();
        assert_eq!(names(&there), ["plain", "x："]);
    });
}

#[test]
fn what_a_filesystem_does_not_take_is_said_and_can_be_changed() {
    with_exfat(|mounts, exfat| {
        let tree = mounts.directory("source").join("tree");
        build(&tree);
        let told = copy(&tree, exfat.join("plain")).run();
        assert!(told.failed.iter().all(|(_, error)| error.code == Code::InvalidName), "{told:?}");
        assert!(told.failed.iter().any(|(path, _)| path.ends_with("tree/:")), "{told:?}");

        // Without a rule this has the name that the other would get: it is refused, and not replaced.
        let twins = mounts.directory("twins");
        put(twins.join("x:"), "narrow");
        put(twins.join("x："), "wide");
        let mut running =
            copy(&twins, exfat.join("twins")).with(|o| o.on_error = ErrorPolicy::Ask).start();
        for (code, answer) in
            [(Code::InvalidName, Answer::PortableName), (Code::JustCreated, Answer::Skip)]
        {
            let question = running.next_question();
            let Subject::Error { error, .. } = &question.subject else { panic!("{question:?}") };
            assert_eq!(error.code, code);
            self::answer(&running, &question, answer);
        }
        assert_eq!(running.end().summary.failed, 1);
        assert_eq!(get(exfat.join("twins/x：")), b"wide");
        let moved = mv_into(&[twins.join("x:")], exfat);
        let mut running = moved.with(|o| o.on_error = ErrorPolicy::Ask).start();
        let question = running.next_question();
        assert!(!Answer::PortableName.fits(&question.subject), "{question:?}");
        answer(&running, &question, Answer::Skip);
        assert_eq!(running.end().summary.failed, 1);

        // One answer is enough for all.
        remove_all(&tree.join("：")).unwrap();
        let mut running =
            copy(&tree, exfat.join("asked")).with(|o| o.on_error = ErrorPolicy::Ask).start();
        let question = running.next_question();
        let Subject::Error { error, .. } = &question.subject else { panic!("{question:?}") };
        assert_eq!(error.code, Code::InvalidName);
        assert!(error.reason().ends_with(" does not allow this name"), "{}", error.reason());
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
fn an_undo_leaves_copies_with_other_names_and_says_so() {
    let home = Home::temporary();
    home.mkdir("tree");
    home.write("tree/a:b", "narrow");
    home.write("tree/plain", "plain");
    home.ok("fcp", &["-T", "--names=portable", "tree", "there"]);
    home.told("fcp", &["--undo"]).says(1, "its original was not found");
    assert_eq!((home.read("there/a：b"), home.has("there/plain")), ("narrow".into(), false));
}

#[test]
fn what_has_no_portable_name_is_not_offered_one() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    let mut running = copy(scratch.join("a"), scratch.join("missing/a:b"))
        .with(|o| o.on_error = ErrorPolicy::Ask)
        .start();
    let question = running.next_question();
    assert!(!Answer::PortableName.fits(&question.subject), "{question:?}");
    answer(&running, &question, Answer::Skip);
    assert_eq!(running.end().summary.failed, 1);
}
