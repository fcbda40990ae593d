//! Tests of items that are restored from the trash to names that other items have taken.

use std::fs;

use fcp_engine::path::WirePath;
use fcp_engine::spec::{ErrorPolicy, Verb};
use fcp_engine::trash;
use fcp_presentation::transfer::{removal, restore_trashed, restoring};

use super::*;
use crate::wire::{JobAsk, LogFact};

#[test]
fn a_taken_name_is_asked_about_and_nothing_is_lost() {
    for (answer, here, beside, trashed) in [
        (Answer::Skip, "newer", None, 1),
        // What was replaced is in the trash instead.
        (Answer::Overwrite, "old", None, 1),
        (rename(), "newer", Some("old"), 0),
    ] {
        let bench = Bench::new();
        bench.write("f", "old");
        // One of another folder has the name in the trash.
        bench.write("other/f", "another");
        for item in ["other/f", "f"] {
            let job = bench.add(removal(Verb::Trash, [bench.path(item)]));
            assert_eq!(bench.end(job), Outcome::Completed);
        }
        bench.write("f", "newer");
        let data = bench.path("data");
        crate::trashed::know(&data);
        // Other disks of this machine may have a trash, too.
        let ours = || {
            let items = trash::list(Some(&data)).unwrap().items.into_iter();
            items.filter(|it| it.original.0 == bench.path("f")).collect::<Vec<_>>()
        };
        let shown = ours();
        crate::trashed::note_names(&shown);
        let job = bench.add(restoring(shown.into_iter().map(|it| it.id)));
        bench.until("a question", || state(&bench).count == 1);
        assert_eq!(
            bench.job(job).unwrap().first.text,
            "f",
            "and not what it is called in the trash"
        );
        let row = state(&bench).rows.remove(0);
        let id = row.id;
        assert_eq!(row.name.text, "f", "{answer:?}");
        assert_eq!(Some(row.folder.text.as_str()), bench.path("f").parent().unwrap().to_str());
        let detail = bench.app.questions.detail(id, None).unwrap();
        assert_eq!(detail.incoming.text, "Trash/f.2");
        assert_eq!(detail.existing.unwrap().text, "~/f");
        let ask = AnswerAsk { id, answer: answer.clone(), scope: Scope::This };
        bench.app.questions.answer(&[ask]).unwrap();
        assert_eq!(bench.end(job), Outcome::Completed, "{answer:?}");
        assert_eq!(bench.read("f"), here, "{answer:?}");
        assert_eq!(beside.map(|_| bench.read("f (1)")).as_deref(), beside, "{answer:?}");
        assert_eq!(ours().len(), trashed, "{answer:?}");
    }
}

#[test]
fn another_item_that_has_come_to_a_name_of_the_trash_is_not_restored() {
    let bench = Bench::new();
    let data = bench.path("data");
    let trash_it = |text: &str| {
        bench.write("f", text);
        let job = bench.add(removal(Verb::Trash, [bench.path("f")]));
        assert_eq!(bench.end(job), Outcome::Completed);
        let items = trash::list(Some(&data)).unwrap().items.into_iter();
        items.filter(|it| it.original.0 == bench.path("f")).collect::<Vec<_>>()
    };
    let shown = trash_it("shown");
    let spec = restore_trashed(&shown);
    let job = bench.add(spec.clone());
    assert_eq!((bench.end(job), bench.read("f").as_str()), (Outcome::Completed, "shown"));
    let later = trash_it("later");
    assert_eq!(later[0].id, shown[0].id, "names are used again");
    let job = bench.add(spec);
    assert_eq!(bench.end(job), Outcome::CompletedWithErrors);
    assert_eq!(
        trash::list(Some(&data)).unwrap().items.iter().filter(|it| **it == later[0]).count(),
        1
    );
    let job = bench.add(restore_trashed(&later));
    assert_eq!((bench.end(job), bench.read("f").as_str()), (Outcome::Completed, "later"));
}

#[test]
#[allow(clippy::disallowed_methods, reason = "another program takes the folder's place")]
fn what_was_restored_or_could_not_be_keeps_its_name_over_a_restart_and_is_retried_alone() {
    let bench = Bench::new();
    let data = bench.path("data");
    crate::trashed::know(&data);
    for item in ["other/f", "d/f"] {
        bench.write(item, item);
        let job = bench.add(removal(Verb::Trash, [bench.path(item)]));
        assert_eq!(bench.end(job), Outcome::Completed);
    }
    let ours = || {
        let items = trash::list(Some(&data)).unwrap().items.into_iter();
        items.filter(|it| it.original.0.starts_with(bench.dir.path())).collect::<Vec<_>>()
    };
    crate::trashed::note_names(&ours());
    let is_second = |it: &WirePath| it.0.file_name().is_some_and(|it| it == "f.2.trashinfo");
    assert!(is_second(&ours()[0].id), "its name is another one there");
    // A file is where its folder was.
    fs::remove_dir(bench.path("d")).unwrap();
    bench.write("d", "");
    let spec = restore_trashed(&ours()).with(|options| options.on_error = ErrorPolicy::Skip);
    let job = bench.add(spec);
    assert_eq!(bench.end(job), Outcome::CompletedWithErrors);
    assert_eq!(bench.read("other/f"), "other/f");
    let dir = bench.dir.path().to_owned();
    let start_again = |bench: Bench| {
        crate::trashed::forget_names(&dir);
        bench.restart()
    };
    let named = |bench: &Bench| {
        let report = bench.app.jobs.report(job).unwrap();
        let names = report.groups[0].items.iter().map(|it| it.name.text.clone());
        let log = bench.app.jobs.log(job).unwrap();
        let failed = log.lines.iter().find_map(|line| match &line.fact {
            LogFact::Failed { name, .. } => Some(name.text.clone()),
            _ => None,
        });
        (names.collect::<Vec<_>>(), failed)
    };
    let expected = (vec!["f".to_owned()], Some("f".to_owned()));
    assert_eq!(named(&bench), expected);
    let bench = start_again(bench);
    assert_eq!(named(&bench), expected);

    fs::remove_file(bench.path("d")).unwrap();
    bench.app.jobs.ask(job, JobAsk::Retry).unwrap();
    let retry = job + 1;
    bench.until("the retry", || bench.job(retry).is_some());
    assert_eq!((bench.end(retry), bench.read("d/f").as_str()), (Outcome::Completed, "d/f"));
    let bench = start_again(bench);
    let jobs = bench.app.jobs.history(0, 2, false).unwrap().jobs;
    let names: Vec<_> = jobs.iter().map(|job| (job.job, job.first.text.as_str())).collect();
    assert_eq!(names, [(retry, "f"), (job, "f")]);
}
