//! Tests of items that are restored from the trash to names that other items have taken.

use fcp_engine::spec::Verb;
use fcp_engine::trash;
use fcp_presentation::transfer::{removal, restoring};

use super::*;

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
        let job = bench.add(removal(Verb::Trash, [bench.path("f")]));
        assert_eq!(bench.end(job), Outcome::Completed);
        bench.write("f", "newer");
        let data = bench.path("data");
        // Other disks of this machine may have a trash, too.
        let ours = || {
            let items = trash::list(Some(&data)).unwrap().items.into_iter();
            items.filter(|it| it.original.0 == bench.path("f")).map(|it| it.id).collect::<Vec<_>>()
        };
        let job = bench.add(restoring(ours()));
        bench.until("a question", || state(&bench).count == 1);
        assert_eq!(bench.job(job).unwrap().first.text, "f", "and not what describes it");
        let id = state(&bench).rows[0].id;
        let ask = AnswerAsk { id, answer: answer.clone(), scope: Scope::This };
        bench.app.questions.answer(&[ask]).unwrap();
        assert_eq!(bench.end(job), Outcome::Completed, "{answer:?}");
        assert_eq!(bench.read("f"), here, "{answer:?}");
        assert_eq!(beside.map(|_| bench.read("f (1)")).as_deref(), beside, "{answer:?}");
        assert_eq!(ours().len(), trashed, "{answer:?}");
    }
}
