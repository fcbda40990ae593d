//! Tests of the counters of a job.

use super::*;
use fcp_sys as sys;

#[test]
fn a_job_that_is_taken_up_tells_what_earlier_runs_did() {
    let meter = Meter::new(1, false);
    meter.go_on_from(&Counts {
        done: 5,
        skipped: 1,
        bytes_of_done: 100,
        bytes_reflinked: 30,
        bytes_skipped: 7,
        ..Counts::default()
    });
    meter.of(0).resumed(11);
    meter.of(0).moved(2);
    let progress = meter.sample(false);
    assert_eq!((progress.items_done, progress.items_resumed), (6, 6));
    assert_eq!((progress.bytes_done, progress.bytes_resumed), (120, 81));
}

#[test]
fn what_is_counted_of_a_copy_can_be_taken_back() {
    let meter = Meter::new(1, false);
    let counters = meter.of(0);
    counters.moved(3);
    let mark = counters.mark();
    counters.resumed(11);
    counters.moved(2);
    counters.bytes.add(7);
    counters.bytes_reflinked.add(7);
    assert_eq!(counters.since(&mark), 20);
    counters.discard(&mark);
    let progress = meter.sample(false);
    assert_eq!((progress.bytes_done, progress.bytes_reflinked, progress.bytes_resumed), (3, 0, 0));
}

#[test]
fn bytes_beyond_the_largest_number_stay_at_it() {
    let meter = Meter::new(2, false);
    for worker in [0, 0, 0, 1] {
        meter.of(worker).moved(i64::MAX as u64);
    }
    assert_eq!(meter.sample(false).bytes_done, u64::MAX);
    // Another worker takes back what one has counted.
    let meter = Meter::new(2, false);
    meter.of(0).bytes.add(5);
    meter.of(1).bytes.take(3);
    assert_eq!(meter.sum(|c| &c.bytes), 2);
}

#[test]
fn items_count_by_what_carried_them() {
    let meter = Meter::new(1, false);
    let top = DirNode::top(None, sys::stat_at(sys::CWD, c".", true).unwrap());
    let counters = meter.of(0);
    counters.begin(&top, c"large", SHOWN);
    let method = |meter: &Meter| meter.sample(false).in_flight[0].method;
    assert_eq!(method(&meter), None);
    counters.moved_by(Mover::Direct, 1);
    assert_eq!(method(&meter), Some(Mover::Direct));
    counters.begin(&top, c"next", SHOWN);
    assert_eq!(method(&meter), None);
    for mover in Mover::EVERY {
        counters.carried(mover, 5);
    }
    meter.of(usize::MAX).carried(Mover::CopyFileRange, 7);
    let carried = Carried {
        reflinked: 1,
        kernel: 2,
        bytes_kernel: 12,
        streamed: 4,
        bytes_streamed: 20,
        snapshots: 0,
    };
    assert_eq!(meter.sample(false).carried, carried);
    assert_eq!(meter.sum(|c| &c.reflinked), 1);
}

#[test]
fn a_small_file_is_in_flight_no_longer_than_its_worker_rests() {
    let meter = Meter::new(1, false);
    let top = DirNode::top(None, sys::stat_at(sys::CWD, c".", true).unwrap());
    let shown = |meter: &Meter| meter.sample(false).in_flight.len();
    assert_eq!(shown(&meter), 0);
    meter.of(0).begin(&top, c"small", 1);
    // As long as it takes, and then for one sample.
    assert_eq!([shown(&meter), shown(&meter)], [1, 1]);
    meter.of(0).begin(&top, c"next", 1);
    meter.of(0).end(1);
    assert_eq!([shown(&meter), shown(&meter)], [1, 0]);
    meter.of(0).begin(&top, c"large", SHOWN);
    assert_eq!([shown(&meter), shown(&meter)], [1, 1]);
    meter.of(0).end(SHOWN);
    assert_eq!(shown(&meter), 0);
}
