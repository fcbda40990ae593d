//! Tests of the file that tells how far a part is.

use super::*;
use crate::contract::spec::Destination;

fn counts(done: u64) -> Counts {
    Counts { done, ..Counts::default() }
}

fn ended(seq: u64, names: &[u8]) -> Entry {
    Entry::Ended { seq, names: names.to_vec(), links: Vec::new(), counts: counts(1) }
}

fn text(boot: &str, entries: Vec<Entry>) -> Vec<u8> {
    let first = Line::Began { at: 7, ahead: 3, boot: Some(boot.to_owned()), mounted_as: Some(1) };
    let lines = std::iter::once(first).chain(entries.into_iter().filter_map(line_of));
    lines.flat_map(|line| [serde_json::to_vec(&line).unwrap(), b"\n".to_vec()].concat()).collect()
}

fn large(offset: u64) -> Entry {
    Entry::Large(Large {
        src: "s//big".into(),
        temporary: "t".into(),
        inode: (1, 2),
        source: (3, 4, (5, 6), (7, 8)),
        offset,
        synced: 0,
    })
}

fn reports() -> Vec<Entry> {
    let synced = Entry::Synced { seq: 1, offsets: vec![("s//big".into(), 100)] };
    vec![ended(1, b"a"), large(100), synced, ended(2, b"b"), large(250)]
}

#[test]
fn after_the_same_start_of_the_machine_all_reports_count() {
    let mut read = Read::default();
    let mut whole = text("here", reports());
    whole.extend_from_slice(b"{\"ended\":{\"seq\":3");
    read.file(&whole, (Some("here"), Some(1)));
    let past = read.end();
    assert_eq!(past.names, [b"a".to_vec(), b"b".to_vec()]);
    assert_eq!((past.began, past.ahead, past.seq, past.counts), (7, 3, 2, counts(2)));
    assert!(!past.rebooted);
    assert_eq!((past.large[0].offset, past.large[0].synced), (250, 100));
}

#[test]
fn of_another_machine_only_what_it_had_flushed_counts() {
    let mut read = Read::default();
    read.file(&text("there", reports()), (Some("here"), Some(1)));
    read.file(&text("here", vec![ended(3, b"c")]), (Some("here"), Some(1)));
    let past = read.end();
    assert_eq!(past.names, [b"a".to_vec(), b"c".to_vec()]);
    assert_eq!((past.seq, past.counts), (3, counts(2)));
    assert!(past.rebooted);
    assert_eq!(past.large[0].synced, 100);
    // Nor does more where the destination was mounted anew.
    let mut read = Read::default();
    read.file(&text("here", reports()), (Some("here"), Some(2)));
    let past = read.end();
    assert_eq!((past.names, past.rebooted, past.lost), (vec![b"a".to_vec()], false, true));
}

#[test]
fn each_attempt_reads_those_before_it() {
    let scratch = tempfile::tempdir().unwrap();
    std::fs::create_dir(scratch.path().join("journal")).unwrap();
    let to = Destination::Into(scratch.path().into());
    let spec = JobSpec::copy(["a"], to);
    let begin = || begin(scratch.path(), 4, &spec, Mark::new(1)).unwrap();
    let first = begin();
    assert_eq!((first.number, first.past.began), (0, 0));
    // A process that is killed now has begun.
    let begun = std::fs::read_to_string(scratch.path().join("journal/000004.0")).unwrap();
    assert!(begun.starts_with("{\"began\"") && begun.ends_with('\n'), "{begun}");
    first.sink.send((1, ended(1, b"x"))).unwrap();
    drop(first.sink);
    let file = scratch.path().join("journal/000004.0");
    fcp_test_support::until("the report", || {
        std::fs::read_to_string(&file).is_ok_and(|text| text.lines().count() == 2)
    });
    let second = begin();
    assert_eq!(second.number, 1);
    assert_eq!(second.past.names, [b"x".to_vec()]);
    assert_ne!(second.past.began, 0);
    drop(second.sink);
    begin_anew(scratch.path(), 4).unwrap();
    let third = begin();
    assert_eq!(third.number, 3);
    assert_eq!((third.past.names.len(), third.past.counts), (0, Counts::default()));
    assert_eq!(third.past.began, second.past.began, "what is torn is known");
}
