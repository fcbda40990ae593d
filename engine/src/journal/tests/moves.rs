//! Resuming moves.

use super::*;

#[test]
fn a_move_goes_on_and_loses_nothing() {
    let Some(there) = elsewhere() else { return };
    let at = place();
    Tree::user(11).entries(300).build(&at.src).unwrap();
    write(&at.src.join("large"), 1, 6 << 20);
    let model = at.root.join("model");
    fs::create_dir(&model).unwrap();
    plain(&spec(Verb::Copy, &at.src, &at.dst), &model);
    let mut spec = spec(Verb::Move, &at.src, there.path());
    let mut kept = Kept::new(there.path());
    let mut halts = 0;
    for n in 0.. {
        assert!(n < 200, "it never ends");
        // The large file alone would take twelve seconds, so that the first halts come in time on a busy machine.
        spec.options.limit_rate = Some(if halts < 2 { 512 << 10 } else { 200 << 20 });
        let set = |journal: &mut Journal| {
            journal.large_from = 1 << 20;
            *journal = std::mem::replace(journal, unstored()).nudging(|| {});
            // What it waits for is kept below.
            journal.note_stored(u64::MAX);
        };
        let ran = start(&spec, kept.past(), None, set).halt_after(20);
        // Half of the time as if killed, with what is stored for certain.
        let is_awaited = |entry: &Entry| matches!(entry, Entry::Ended { names, links, .. } if names.is_empty() && !links.is_empty());
        let awaited = ran.entries.iter().rposition(is_awaited).map_or(0, |last| last + 1);
        let all = ran.entries.len();
        let stored = if n % 2 == 1 { all } else { awaited.max(all / 2) };
        kept.entries.extend(ran.entries.into_iter().take(stored));
        if let Some(summary) = ran.summary {
            assert_eq!(summary.outcome, Outcome::Completed);
            break;
        }
        halts += 1;
    }
    assert!(halts > 0);
    assert_same(&model.join("src"), &there.path().join("src"), &What::everything());
    assert!(!at.src.exists());
    assert_eq!(temporaries(there.path()), Vec::<PathBuf>::new());
}

#[test]
fn a_moved_operand_that_was_not_reported_is_done() {
    let at = place();
    write(&at.src.join("f"), 1, 100);
    let spec = spec(Verb::Move, &at.src, &at.dst);
    let kept = Kept::new(&at.root);
    start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.done, summary.failed), (1, 0));
    fs::remove_dir_all(at.dst.join("src")).unwrap();
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.done, summary.failed), (0, 1));
}
