//! Tests of deletes: all named items are removed, nothing else is, and each kept item is reported
//! with the reason.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::path::Path;
use std::time::{Duration, Instant};

use copy::{Told, chmod, delete, get, hard_link, is_full, mkdir, names, put, symlink, text, tool};
use fcp_engine::error::{Action, Code};
use fcp_engine::event::{
    Answer, Event, Op, Outcome, Removal, Resolution, Scope, SkipReason, Subject,
};
use fcp_engine::spec::{Confirm, ErrorPolicy, EventLevel, Follow, Options};
use fcp_test_support::jail::with_jail;
use fcp_test_support::{
    Kind, Scratch, Tree, What, assert_same, layout, thrice, while_nobody, with_filesystem,
};
use rustix::fs::{CWD, FileType, Mode, mknodat};

fn is_there(path: impl AsRef<Path>) -> bool {
    path.as_ref().symlink_metadata().is_ok()
}

/// The reasons for what was skipped, by the ends of their paths.
fn skips(told: &Told) -> Vec<(String, SkipReason)> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut skips: Vec<_> =
        told.skipped.iter().map(|(path, reason)| (name(path), *reason)).collect();
    skips.sort_by(|a, b| a.0.cmp(&b.0));
    skips
}

#[test]
fn random_trees_go_and_their_neighbours_stay() {
    let scratch = Scratch::new();
    let (outside, before) = (scratch.join("outside"), scratch.join("before"));
    Tree::user(1).entries(60).build(&outside).unwrap();
    Tree::user(1).entries(60).build(&before).unwrap();
    for seed in 0..if is_full() { 300 } else { 40 } {
        let doomed = scratch.join("doomed");
        let totals = Tree::full(seed).entries(150).depth(9).build(&doomed).unwrap();
        symlink(&outside, doomed.join("link out"));
        symlink("../../outside", doomed.join("relative link out"));
        hard_link(outside_file(&outside), doomed.join("hard link out"));
        let workers = 1 + seed as u16 % 5;
        let told = delete(&[&doomed]).with(|o| o.workers = Some(workers)).run().clean();
        assert!(!is_there(&doomed), "seed {seed}");
        assert_eq!(told.summary.done, totals.entries + 4, "seed {seed}");
        let directories = told.done.iter().filter(|done| done.op == Op::RemoveDir).count();
        assert_eq!(directories as u64, totals.directories + 1, "seed {seed}");
        assert!(told.done.iter().all(|done| done.src == done.dst));
        assert_same(&before, &outside, &What::contents());
        assert_eq!(names(scratch.path()), ["before", "outside"]);
    }
}

/// A file in a tree, for another name of it.
fn outside_file(dir: &Path) -> std::path::PathBuf {
    let path = dir.join("other name");
    if !is_there(&path) {
        let twin = dir.with_file_name("before").join("other name");
        put(&path, b"kept");
        put(twin, b"kept");
    }
    path
}

#[test]
fn a_symlink_goes_and_what_it_leads_to_stays() {
    let scratch = Scratch::new();
    let (dir, link) = (scratch.join("dir"), scratch.join("link"));
    mkdir(&dir);
    put(dir.join("file"), b"precious");
    symlink("dir", &link);
    // With a trailing slash the link means its target directory, which most users do not intend.
    let slashed = format!("{}/", text(&link));
    delete(&[&slashed]).run().failed_with(&[("link/", Code::NotADirectory)]);
    let told = delete(&[&slashed]).with(|o| o.force = true).run().failed_with(&[]);
    assert_eq!(told.summary.skipped, 1);
    delete(&[&link]).run().clean();
    assert_eq!(get(dir.join("file")), b"precious");
    assert!(!is_there(&link));
    // As rm does, where that was asked for.
    symlink("dir", &link);
    let told = delete(&[&slashed]).with(|o| o.follow = Follow::Operands).run();
    told.failed_with(&[("link/", Code::NotADirectory)]);
    assert!(is_there(&link) && is_there(&dir) && !is_there(dir.join("file")));
}

#[test]
fn a_directory_needs_leave() {
    let scratch = Scratch::new();
    let (full, empty) = (scratch.join("full"), scratch.join("empty"));
    for dir in [&full, &empty] {
        mkdir(dir);
    }
    put(full.join("file"), b"");
    let plain = |o: &mut Options| o.recursive = false;
    let told = delete(&[&full, &empty]).with(plain).run();
    told.failed_with(&[("empty", Code::OmittedDirectory), ("full", Code::OmittedDirectory)]);
    let both = |o: &mut Options| (o.recursive, o.empty_directories) = (false, true);
    delete(&[&full, &empty]).with(both).run().failed_with(&[("full", Code::NotEmpty)]);
    assert!(!is_there(&empty));
    assert_eq!(names(&full), ["file"]);
}

#[test]
fn what_is_not_there_fails_unless_forced() {
    let scratch = Scratch::new();
    let file = scratch.join("file");
    put(&file, b"");
    let paths = [scratch.join("nothing"), file.join("below"), Path::new("").to_owned()];
    delete(&paths).run().failed_with(&[
        ("", Code::NotFound),
        ("below", Code::NotADirectory),
        ("nothing", Code::NotFound),
    ]);
    let told = delete(&paths).with(|o| o.force = true).run().failed_with(&[]);
    assert_eq!(told.skipped.len(), 3);
    assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Missing));
    assert!(is_there(&file));
}

#[test]
fn operands_within_operands_go_in_their_order() {
    let scratch = Scratch::new();
    let (outer, inner) = (scratch.join("outer"), scratch.join("outer/inner"));
    for round in 0..50 {
        let build = || {
            mkdir(&outer);
            layout::flat(&inner, 20, 0).unwrap();
        };
        let many = |o: &mut Options| o.workers = (round % 2 == 0).then_some(4);
        build();
        delete(&[&outer, &inner]).with(many).run().failed_with(&[("inner", Code::NotFound)]);
        build();
        delete(&[&inner, &outer]).with(many).run().clean();
        build();
        delete(&[&outer, &outer]).with(many).run().failed_with(&[("outer", Code::NotFound)]);
        build();
        let told = delete(&[&outer, &inner, &outer]).with(many).with(|o| o.force = true).run();
        told.failed_with(&[]);
        assert!(!is_there(&outer));
    }
}

#[test]
fn two_jobs_on_one_tree_finish_it_together() {
    let scratch = Scratch::new();
    let dir = scratch.join("dir");
    for seed in 0..20 {
        let totals = Tree::plain(seed).entries(400).build(&dir).unwrap();
        let jobs = [delete(&[&dir]).start(), delete(&[&dir]).start()];
        let mut done = 0;
        for job in jobs {
            let told = job.end();
            // One job may start so late that even the operand has been removed.
            assert!(
                told.failed
                    .iter()
                    .all(|(path, error)| { *path == dir && error.code == Code::NotFound }),
                "{:?}",
                told.failed
            );
            assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Missing));
            done += told.summary.done;
        }
        assert!(!is_there(&dir), "seed {seed}");
        assert_eq!(done, totals.entries + 1);
    }
}

#[test]
fn an_immutable_file_stays_and_says_why() {
    with_filesystem(Kind::Ext4, 16 << 20, |root| {
        let top = root.join("top");
        for dir in ["top", "top/a", "top/a/b", "top/c"] {
            mkdir(root.join(dir));
        }
        for file in ["top/a/b/fixed", "top/a/b/loose", "top/c/loose", "top/loose"] {
            put(root.join(file), b"x");
        }
        let fixed = root.join("top/a/b/fixed");
        tool("chattr", &["+i", text(&fixed)]);
        let told = delete(&[&top]).run();
        tool("chattr", &["-i", text(&fixed)]);
        let told = told.failed_with(&[("fixed", Code::PermissionDenied)]);
        assert_eq!(told.failed[0].1.action, Action::Remove);
        assert_eq!(told.failed[0].1.errno, Some(1));
        // The directories above are not failures of their own.
        let not_empty = |name: &str| (name.to_owned(), SkipReason::NotEmpty);
        assert_eq!(skips(&told), [not_empty("a"), not_empty("b"), not_empty("top")]);
        assert_eq!(
            (names(&top), names(root.join("top/a/b"))),
            (vec!["a".into()], vec!["fixed".into()])
        );
    });
}

#[test]
fn rights_that_are_missing_are_named_and_the_rest_goes() {
    let scratch = Scratch::new().open_to_all();
    let top = scratch.join("top");
    while_nobody(|| {
        for dir in ["top", "top/locked", "top/locked/in", "top/hidden", "top/empty", "top/open"] {
            mkdir(scratch.join(dir));
        }
        for file in ["locked/file", "hidden/file", "open/file"] {
            put(top.join(file), b"");
        }
        chmod(top.join("locked"), 0o555);
        chmod(top.join("hidden"), 0);
        chmod(top.join("empty"), 0);
        let told = delete(&[&top]).run();
        let told = told.failed_with(&[
            ("hidden", Code::PermissionDenied),
            ("locked/file", Code::PermissionDenied),
            ("locked/in", Code::PermissionDenied),
        ]);
        assert_eq!(names(&top), ["hidden", "locked"]);
        assert_eq!(skips(&told).len(), 2);
        for dir in ["locked", "hidden"] {
            chmod(top.join(dir), 0o755);
        }
        delete(&[&top]).run().clean();
    });
    assert!(names(scratch.path()).is_empty());
}

#[test]
fn what_filters_leave_out_stays_with_all_above_it() {
    let scratch = Scratch::new();
    let top = scratch.join("top");
    for dir in ["", "a", "a/b", "c"] {
        mkdir(top.join(dir));
    }
    for file in ["a/b/x.keep", "a/b/y", "a/z", "c/z"] {
        put(top.join(file), b"");
    }
    let keep = |o: &mut Options| o.filter.exclude = vec!["*.keep".to_owned()];
    let told = delete(&[&top]).with(keep).run().failed_with(&[]);
    assert_eq!(told.summary.done, 4);
    assert_eq!(told.summary.skipped, 3);
    assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::NotEmpty));
    assert_eq!(names(top.join("a/b")), ["x.keep"]);
    assert_eq!(names(&top), ["a"]);
}

#[test]
fn dots_and_the_working_directory_are_refused_and_the_rest_goes() {
    with_jail("frm", "frm", |jail| {
        jail.file("/home/me/work/file").file("/home/me/other/file").file("/home/you/file");
        let run = |args: &str| {
            let script = format!("cd /home/me/work && exec /bin/frm -r --json --events=all {args}");
            let mut shell = jail.command("/bin/sh");
            let output = fcp_test_support::run(shell.args(["-c", &script]));
            copy::read(&output)
        };
        jail_shell(jail);
        let told = run(". .. ./ ../work/. /home/me/../me/..// ../other");
        assert_eq!(codes(&told), [Code::DotDirectory; 5]);
        assert!(!jail.has("/home/me/other") && jail.has("/home/you/file"));
        jail.file("/home/me/other/file");
        let told = run("/home/me/work /home/me ../../../home /home/me/work/// ../other");
        assert_eq!(codes(&told), [Code::WorkingDirectory; 4]);
        assert!(jail.has("/home/me/work/file") && !jail.has("/home/me/other"));
        // Under another name, too.
        jail.dir("/elsewhere/bound").bind("/home/me", "/elsewhere/bound");
        assert_eq!(codes(&run("/elsewhere/bound")), [Code::WorkingDirectory]);
        assert!(jail.has("/home/me/work/file"));
        let told = run("--cross-mounts /elsewhere");
        assert_eq!(codes(&told), [Code::WorkingDirectory]);
        assert!(jail.has("/home/me/work/file"));
    });
}

#[test]
fn the_root_is_refused_under_every_name() {
    with_jail("frm", "frm", |jail| {
        jail_shell(jail);
        jail.file("/precious/file").dir("/bound").bind("/", "/bound");
        jail.dir("/sub");
        for (name, code) in [
            ("/", Code::Root),
            ("//", Code::Root),
            ("/sub/../", Code::DotDirectory),
            ("/.", Code::DotDirectory),
            ("/bound", Code::Root),
            ("/bound/", Code::Root),
            ("--cross-mounts /bound", Code::Root),
        ] {
            let script = format!("cd /sub && exec /bin/frm -r --json --events=all {name}");
            let mut shell = jail.command("/bin/sh");
            let output = fcp_test_support::run(shell.args(["-c", &script]));
            assert_eq!(codes(&copy::read(&output)), [code], "{name}");
            assert!(jail.has("/precious/file") && jail.has("/bin/frm"), "{name}");
        }
    });
}

fn codes(told: &Told) -> Vec<Code> {
    told.failed.iter().map(|(_, error)| error.code).collect()
}

/// Puts a shell into a jail, to change its working directory.
fn jail_shell(jail: &fcp_test_support::jail::Jail<'_>) {
    jail.install(Path::new("/bin/sh"), &jail.path("/bin/sh"));
}

/// Makes a tree of the classic shape.
fn classic(top: &Path) {
    for dir in ["", "b", "b/c"] {
        mkdir(top.join(dir));
    }
    for file in ["b/x", "b/c/y"] {
        put(top.join(file), b"");
    }
}

/// Answers removals by a script of y and n; gives the questions.
fn answered(job: copy::Copy, answers: &str) -> (Vec<(Removal, String)>, Told) {
    let mut running = job.start();
    let mut asked = Vec::new();
    let mut answers = answers.chars();
    loop {
        let event = running
            .until(|event| matches!(event, Event::QuestionAsked { .. } | Event::JobSummary { .. }));
        let Event::QuestionAsked { question, .. } = event else { return (asked, running.end()) };
        let Subject::Removal { step, item, .. } = &question.subject else {
            panic!("asked {question:?}")
        };
        let name = item.path.0.file_name().unwrap().to_string_lossy().into_owned();
        asked.push((*step, name));
        let answer = match answers.next() {
            Some('y') => Answer::Remove,
            Some('a') => Answer::Abort,
            _ => Answer::Skip,
        };
        running.engine.answer(question.id, &Resolution { answer, scope: Scope::This }).unwrap();
    }
}

#[test]
fn each_removal_is_asked_about_in_its_turn() {
    use Removal::{Descend, Remove};
    let scratch = Scratch::new();
    let top = scratch.join("top");
    let each = |o: &mut Options| o.confirm = Confirm::Each;
    let ask = |answers: &str| {
        let (asked, told) = answered(delete(&[&top]).with(each), answers);
        let asked: Vec<String> = asked
            .into_iter()
            .map(|(step, name)| format!("{}{name}", if step == Descend { ">" } else { "" }))
            .collect();
        assert!(!asked.is_empty() && Remove != Descend);
        (asked.join(" "), told)
    };

    // An empty directory is asked about once.
    mkdir(&top);
    assert_eq!(ask("n").0, "top");
    assert_eq!(ask("y").0, "top");
    assert!(!is_there(&top));

    // With one file per directory there is only one order.
    for dir in ["", "b", "b/c"] {
        mkdir(top.join(dir));
    }
    put(top.join("b/c/y"), b"");
    assert_eq!(ask("n").0, ">top");
    assert_eq!(ask("yn").0, ">top >b");
    let (asked, told) = ask("yyyn");
    assert_eq!(asked, ">top >b >c y c b top");
    assert_eq!(told.summary.skipped, 4);
    let (asked, told) = ask("yyynyyy");
    // A user who keeps the file but agrees to remove its directory gets ENOTEMPTY, as with rm.
    assert_eq!(asked, ">top >b >c y c");
    told.failed_with(&[("c", Code::NotEmpty)]);
    let (asked, told) = ask("yya");
    assert_eq!((asked.as_str(), told.summary.outcome), (">top >b >c", Outcome::Failed));
    assert!(is_there(top.join("b/c/y")));
    assert_eq!(ask("yyyyyyy").0, ">top >b >c y c b top");
    assert!(!is_there(&top));
}

#[test]
fn an_answer_for_all_ends_the_questions() {
    let scratch = Scratch::new();
    let top = scratch.join("top");
    for (answer, there) in [(Answer::Remove, false), (Answer::Skip, true)] {
        if !is_there(&top) {
            classic(&top);
        }
        let mut running = delete(&[&top]).with(|o| o.confirm = Confirm::Each).start();
        let asked = running.until(|event| matches!(event, Event::QuestionAsked { .. }));
        let Event::QuestionAsked { question, .. } = asked else { unreachable!() };
        running.engine.answer(question.id, &Resolution { answer, scope: Scope::All }).unwrap();
        running.end();
        assert_eq!(is_there(&top), there);
        classic_again(&top);
    }
}

fn classic_again(top: &Path) {
    if !is_there(top) {
        classic(top);
    }
}

#[test]
fn protected_items_wait_for_an_answer_while_the_rest_goes() {
    let scratch = Scratch::new().open_to_all();
    let top = scratch.join("top");
    while_nobody(|| {
        classic(&top);
        put(top.join("b/z"), b"");
        symlink("/", top.join("link"));
        for (path, mode) in [("b/x", 0o444), ("b/c", 0o555), ("b/c/y", 0o444)] {
            chmod(top.join(path), mode);
        }
        let protected = |o: &mut Options| o.confirm = Confirm::Protected;
        let mut running = delete(&[&top]).with(protected).start();
        let mut open = Vec::new();
        while open.len() < 2 {
            let asked = running.until(|event| matches!(event, Event::QuestionAsked { .. }));
            let Event::QuestionAsked { question, .. } = asked else { unreachable!() };
            let Subject::Removal { step, item, protected: true } = &question.subject else {
                panic!("{question:?}")
            };
            open.push((question.id, *step, item.path.0.clone()));
        }
        open.sort_by(|a, b| a.2.cmp(&b.2));
        assert_eq!((open[0].1, &open[0].2), (Removal::Descend, &top.join("b/c")));
        assert_eq!((open[1].1, &open[1].2), (Removal::Remove, &top.join("b/x")));
        // The rest of the delete does not wait for the questions.
        let deadline = Instant::now() + Duration::from_secs(60);
        while is_there(top.join("b/z")) || is_there(top.join("link")) {
            assert!(Instant::now() < deadline, "the rest waits");
            std::thread::yield_now();
        }
        let answer = |id, answer| {
            running.engine.answer(id, &Resolution { answer, scope: Scope::This }).unwrap();
        };
        answer(open[0].0, Answer::Skip);
        answer(open[1].0, Answer::Remove);
        let told = running.end();
        assert_eq!((told.summary.failed, told.summary.done), (0, 3));
        let expected =
            [("b", SkipReason::NotEmpty), ("c", SkipReason::Policy), ("top", SkipReason::NotEmpty)];
        assert_eq!(skips(&told), expected.map(|(name, why)| (name.to_owned(), why)));
        assert_eq!(names(top.join("b")), ["c"]);
        // Emptied, a protected directory is asked about once more.
        chmod(top.join("b/c"), 0o755);
        delete(&[top.join("b/c/y")]).run().clean();
        chmod(top.join("b/c"), 0o555);
        let (asked, told) = answered(delete(&[&top]).with(protected), "y");
        assert_eq!(asked, [(Removal::Remove, "c".to_owned())]);
        told.clean();
    });
}

#[test]
fn failures_are_asked_about_and_tried_again() {
    with_filesystem(Kind::Ext4, 16 << 20, |root| {
        let top = root.join("top");
        classic(&top);
        let fixed = top.join("b/c/y");
        tool("chattr", &["+i", text(&fixed)]);
        let mut running = delete(&[&top]).with(|o| o.on_error = ErrorPolicy::Ask).start();
        let asked = running.until(|event| matches!(event, Event::QuestionAsked { .. }));
        let Event::QuestionAsked { question, .. } = asked else { unreachable!() };
        tool("chattr", &["-i", text(&fixed)]);
        let again = Resolution { answer: Answer::Retry, scope: Scope::This };
        running.engine.answer(question.id, &again).unwrap();
        running.end().clean();
        assert!(!is_there(&top));

        classic(&top);
        tool("chattr", &["+i", text(&fixed)]);
        for policy in [ErrorPolicy::Retry(3), ErrorPolicy::Abort] {
            let told = delete(&[&top]).with(|o| o.on_error = policy).run();
            assert_eq!(codes(&told), [Code::PermissionDenied], "{policy:?}");
            assert!(is_there(&fixed));
        }
        tool("chattr", &["-i", text(&fixed)]);
    });
}

/// Starts to delete many files and waits until some have been deleted.
fn midway(top: &Path) -> copy::Running {
    let quiet = |o: &mut Options| {
        o.events = EventLevel::Facts;
        o.workers = Some(2);
    };
    let running = delete(&[top]).with(quiet).start();
    while running.engine.status()[0].progress.items_done == 0 {
        std::thread::yield_now();
    }
    running
}

#[test]
fn a_delete_pauses_goes_on_and_is_cancelled() {
    thrice(|| {
        with_filesystem(Kind::Tmpfs, 1 << 30, |root| {
            let top = root.join("top");
            mkdir(&top);
            for n in 0..20 {
                layout::flat(&top.join(n.to_string()), 5000, 0).unwrap();
            }
            let running = midway(&top);
            running.engine.pause(running.job).unwrap();
            let items = || running.engine.status()[0].progress.items_done;
            let asked = Instant::now();
            let (mut before, mut changed) = (items(), asked);
            while asked.elapsed() < Duration::from_millis(400) {
                if items() != before {
                    (before, changed) = (items(), Instant::now());
                }
                std::thread::yield_now();
            }
            assert!(changed - asked < Duration::from_millis(250), "{:?}", changed - asked);
            assert!(before < 100_021, "it was over before it could pause");
            let totals = running.engine.status()[0].progress.totals.unwrap();
            assert!(totals.items >= before && totals.bytes.is_none(), "{totals:?}");
            running.engine.resume(running.job).unwrap();
            running.engine.cancel(running.job).unwrap();
            let asked = Instant::now();
            let told = running.end();
            assert!(asked.elapsed() < Duration::from_millis(250), "{:?}", asked.elapsed());
            assert_eq!(told.summary.outcome, Outcome::Cancelled);
            assert!(told.skipped.iter().all(|(_, reason)| {
                matches!(reason, SkipReason::Cancelled | SkipReason::NotEmpty)
            }));
            // What was begun can be finished.
            let rest = delete(&[&top]).with(|o| o.events = EventLevel::Facts).start();
            let engine = rest.engine.clone();
            let told = rest.end();
            let totals = engine.status()[0].progress.totals.unwrap();
            assert_eq!((totals.items, totals.complete), (told.summary.done, true));
            assert!(names(root).is_empty());
        });
    });
}

#[test]
fn special_files_go_without_being_opened() {
    let scratch = Scratch::new();
    let top = scratch.join("top");
    mkdir(&top);
    mknodat(CWD, top.join("fifo"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(top.join("socket")).unwrap();
    symlink("nowhere", top.join("dangling"));
    symlink("loop", top.join("loop"));
    delete(&[&top]).run().clean();
    assert!(!is_there(&top));
}

#[test]
fn a_dry_run_counts_and_touches_nothing() {
    let scratch = Scratch::new().open_to_all();
    let (top, before) = (scratch.join("top"), scratch.join("before"));
    for dir in [&top, &before] {
        Tree::plain(5).entries(120).build(dir).unwrap();
    }
    let totals = Tree::plain(5).entries(120).build(&scratch.join("third")).unwrap();
    let plan = |sources: &[&Path], change: fn(&mut Options)| {
        let dry = delete(sources).with(|o| o.dry_run = true).with(change);
        let mut running = dry.start();
        let event = running.until(|event| matches!(event, Event::JobPlan { .. }));
        running.end();
        let Event::JobPlan { plan, .. } = event else { unreachable!() };
        *plan
    };
    let found = plan(&[&top], |_| {});
    assert_eq!(found.totals.items, totals.entries + 1);
    assert_eq!((found.totals.bytes, found.totals.complete), (Some(totals.bytes), true));
    assert_eq!(found.directories, totals.directories + 1);
    assert_eq!((found.unreadable, found.conflicts.len(), found.bytes_needed), (0, 0, 0));
    // What would be refused, is missing or needs another flag.
    let missing = scratch.join("nothing");
    assert_eq!(plan(&[&top, Path::new(".."), &missing], |_| {}).unreadable, 2);
    assert_eq!(plan(&[&missing], |o| o.force = true).unreadable, 0);
    assert_eq!(plan(&[&top], |o| o.recursive = false).unreadable, 1);
    assert_same(&before, &top, &What::contents());
    while_nobody(|| assert_eq!(plan(&[&top], |_| {}).unreadable, totals.entries));
    assert_same(&before, &top, &What::contents());
}
