//! Tests of requests.

use super::*;

#[test]
fn a_short_request_is_enough() {
    let json = r#"{"verb":"copy","sources":[{"text":"a"}],"destination":{"into":{"text":"b"}},
            "options":{"on_conflict":{"rename":"{stem}-{n}{ext}"}}}"#;
    let spec: JobSpec = serde_json::from_str(json).unwrap();
    assert_eq!(spec.destination, Some(Destination::Into(WirePath::from("b"))));
    assert!(spec.options.recursive);
    let again: JobSpec = serde_json::from_str(&serde_json::to_string(&spec).unwrap()).unwrap();
    assert_eq!(again, spec);
}

fn copy(options: Options) -> JobSpec {
    let destination = Some(Destination::Into("b".into()));
    JobSpec { verb: Verb::Copy, sources: vec!["a".into()], destination, options }
}

#[test]
fn a_copy_is_compared_where_and_as_it_was_made() {
    let options = Options {
        follow: Follow::Always,
        parents: true,
        one_file_system: true,
        filter: Filter { exclude: vec!["*.o".into()], ..Filter::default() },
        limit_rate: Some(7),
        ..Options::default()
    };
    let again = copy(options.clone()).verifying().unwrap();
    assert_eq!(again, JobSpec { verb: Verb::Verify, ..copy(options) });
}

#[test]
fn what_was_only_for_the_copy_does_not_stay() {
    let options = Options {
        verify: true,
        verify_by: Some(Algorithm::Blake3),
        manifest: Some("SUMS".into()),
        resume: true,
        durability: Durability::Batch,
        on_error: ErrorPolicy::Ask,
        ..Options::default()
    };
    let again = copy(options).verifying().unwrap();
    let plain = Options { on_error: ErrorPolicy::Skip, ..Options::default() };
    assert_eq!(again.options, plain);
}

#[test]
fn only_copies_are_compared() {
    for options in [
        Options { link: LinkMode::Hard, ..Options::default() },
        Options { link: LinkMode::Symbolic, ..Options::default() },
        Options { attributes_only: true, ..Options::default() },
        Options { dry_run: true, ..Options::default() },
    ] {
        assert_eq!(copy(options).verifying(), None);
    }
    for verb in [Verb::Move, Verb::Delete, Verb::Trash, Verb::Verify] {
        let spec = JobSpec { verb, ..copy(Options::default()) };
        assert_eq!(spec.verifying(), None, "{verb:?}");
    }
    assert_eq!(JobSpec::undo("record").verifying(), None);
}

#[test]
fn a_misspelt_option_is_refused() {
    let json = r#"{"verb":"copy","sources":[],"options":{"on_conflikt":"ask"}}"#;
    assert!(serde_json::from_str::<JobSpec>(json).unwrap_err().to_string().contains("on_conflikt"));
}
