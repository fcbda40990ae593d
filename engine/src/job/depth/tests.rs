//! Tests of the number of workers that a disk gets.

use super::*;

/// A disk that takes its time for each file, and serves some requests at once.
struct Disk {
    /// Files per second of one worker, and the most of all.
    each: u64,
    most: u64,
    /// Bytes of a file.
    size: u64,
    /// The share of its time for which a worker waits.
    waiting: f64,
}

impl Disk {
    /// Copies for some tenths of a second; gives the numbers of workers.
    fn copy(&self, first: usize, tenths: u32) -> Vec<usize> {
        self.copy_by(first, tenths, Duration::from_millis(100))
    }

    /// Copies for some periods; gives the numbers of workers.
    fn copy_by(&self, first: usize, periods: u32, period: Duration) -> Vec<usize> {
        let start = Instant::now();
        let mut now = Sample { at: start, items: 0, bytes: 0, ran: Duration::ZERO };
        let mut steps = Steps::new(first, now, false);
        let (mut width, mut widths) = (first, Vec::new());
        for _ in 0..periods {
            let rate = (self.each * width as u64).min(self.most) as f64;
            let files = (rate * period.as_secs_f64()) as u64;
            now.at += period;
            now.items += files;
            now.bytes += files * self.size;
            now.ran += period.mul_f64((1.0 - self.waiting) * width as f64);
            width = steps.next(width, now, false).unwrap_or(width);
            widths.push(width);
        }
        widths
    }
}

#[test]
fn a_disk_that_waits_gets_as_many_workers_as_it_serves() {
    let disk = Disk { each: 1_000, most: 16_000, size: 10_000, waiting: 0.9 };
    let widths = disk.copy(2, 30);
    assert_eq!(widths[0], 8);
    // 32 were tried and did no more.
    assert!(widths.contains(&32) && widths.ends_with(&[16]), "{widths:?}");
}

#[test]
fn what_is_far_gets_its_workers_at_once_and_then_what_it_serves() {
    let start = Instant::now();
    let mut now = Sample { at: start, items: 0, bytes: 0, ran: Duration::ZERO };
    let mut steps = Steps::new(2, now, true);
    // Also while the walk has found nothing yet.
    assert_eq!(steps.next(2, now, true), Some(FAR));
    now.at += PERIODS[0];
    now.items += 100;
    assert_eq!(steps.next(FAR, now, false), Some(MOST_WIDE));
    // A machine that answers from its memory keeps its workers running, and serves as much to fewer.
    let mut widths = vec![MOST_WIDE];
    for _ in 0..40 {
        let width = widths[widths.len() - 1];
        now.at += PERIODS[1];
        now.items += 800;
        now.ran += PERIODS[1] * width as u32;
        widths.push(steps.next(width, now, false).unwrap_or(width));
    }
    widths.dedup();
    // The speed of the first sample was half of that.
    assert_eq!(widths, [32, 16, 8, 2]);
}

#[test]
fn short_jobs_get_their_workers_soon() {
    let disk = Disk { each: 8_000, most: 128_000, size: 10_000, waiting: 0.9 };
    let widths = disk.copy_by(2, 8, PERIODS[0]);
    assert!(widths.contains(&16), "{widths:?}");
}

#[test]
fn a_few_files_say_nothing_at_first() {
    let disk = Disk { each: 40, most: 4_000, size: 10_000, waiting: 0.9 };
    let widths = disk.copy_by(2, 40, PERIODS[0]);
    assert_eq!((widths[10], widths[39]), (2, 32), "{widths:?}");
}

#[test]
fn a_disk_that_serves_one_at_a_time_keeps_the_first_number() {
    let disk = Disk { each: 1_000, most: 2_000, size: 10_000, waiting: 0.9 };
    let widths = disk.copy(2, 20);
    assert_eq!((widths[0], widths[8], widths[19]), (8, 2, 2), "{widths:?}");
    assert!(!widths.contains(&16));
}

#[test]
fn workers_that_wait_a_fifth_of_their_time_get_company_where_it_helps() {
    let disk = Disk { each: 20_000, most: 70_000, size: 10_000, waiting: 0.2 };
    assert!(disk.copy(2, 20).ends_with(&[8]));
    let disk = Disk { most: 40_000, ..disk };
    assert!(disk.copy(2, 20).ends_with(&[2]));
}

#[test]
fn workers_that_run_get_no_company() {
    let disk = Disk { each: 20_000, most: 40_000, size: 10_000, waiting: 0.1 };
    assert!(disk.copy(2, 20).iter().all(|width| *width == 2));
}

#[test]
fn what_becomes_warm_goes_back_to_the_first_number() {
    let start = Instant::now();
    let sample = |tenths: u32, ran: u64| Sample {
        at: start + Duration::from_millis(100) * tenths,
        items: (u64::from(tenths) * 200).saturating_sub(100),
        bytes: 0,
        ran: Duration::from_millis(ran),
    };
    let mut steps = Steps::new(2, sample(0, 0), false);
    assert_eq!(steps.next(2, sample(1, 10), false), Some(8));
    // All eight ran, or waited for a processor, all of the time; the first sample is of both numbers.
    let mut widths =
        (2..20).map(|tenths| steps.next(8, sample(tenths, u64::from(tenths) * 800), false));
    let first = widths.position(|width| width.is_some());
    // They did twice as much, which was clear after four samples, and a second later two are tried.
    assert_eq!(first, Some(13));
}

#[test]
fn workers_that_run_keep_their_number_where_fewer_do_less() {
    // The processors are taken by the kernel's threads: more workers get more of them.
    let mut now = Sample { at: Instant::now(), items: 0, bytes: 0, ran: Duration::ZERO };
    let mut steps = Steps::new(2, now, false);
    let (mut width, mut widths) = (2, vec![2]);
    for tenths in 0..25 {
        now.at += PERIODS[1];
        now.items += if width == 2 { 2_700 } else { 3_500 };
        // At the beginning the disk has to be waited for.
        now.ran += PERIODS[1].mul_f64(width as f64 * if tenths == 0 { 0.3 } else { 0.97 });
        width = steps.next(width, now, false).unwrap_or(width);
        widths.push(width);
    }
    widths.dedup();
    assert_eq!(widths, [2, 8, 2, 8]);
}

#[test]
fn large_files_are_left_to_few_workers() {
    let disk = Disk { each: 100, most: 1_000, size: 10 << 20, waiting: 0.9 };
    assert!(disk.copy(2, 20).iter().all(|width| *width == 2));
}

#[test]
fn a_job_that_is_slowed_down_says_nothing() {
    let now = Sample { at: Instant::now(), items: 0, bytes: 0, ran: Duration::ZERO };
    let mut steps = Steps::new(2, now, false);
    let later = Sample { at: now.at + Duration::from_millis(100), items: 10, ..now };
    assert_eq!(steps.next(2, later, true), None);
}

#[test]
fn bytes_that_are_taken_back_say_nothing() {
    let now = Sample { at: Instant::now(), items: 5, bytes: 1 << 30, ran: Duration::ZERO };
    let mut steps = Steps::new(2, now, false);
    let later = Sample { at: now.at + Duration::from_millis(100), bytes: 0, ..now };
    assert_eq!(steps.next(2, later, false), None);
}

#[test]
fn a_part_gets_the_processors_of_its_neighbours_when_they_have_ended() {
    let now = Sample { at: Instant::now(), items: 100, bytes: 0, ran: Duration::ZERO };
    let mut steps = Steps::new(1, now, false);
    assert_eq!(steps.share(1, 1, now), None);
    assert_eq!(steps.share(4, 1, now), Some(4));
    // Workers that waited were more already, and stay.
    assert_eq!(steps.share(8, 16, now), None);
    // With more neighbours it keeps what it has, until it narrows by itself.
    assert_eq!((steps.share(2, 4, now), steps.first), (None, 2));
}

#[test]
fn what_was_waited_for_processors_is_no_reason_for_a_step() {
    // The kernel counts such a wait when it ends, so that one sample shows too little of it and the next one more.
    let start = Instant::now();
    let mut now = Sample { at: start, items: 0, bytes: 0, ran: Duration::ZERO };
    let mut steps = Steps::new(1, now, false);
    for n in 0..200 {
        now.at += PERIODS[0];
        now.items += 100;
        now.ran += PERIODS[0].mul_f64(if n % 2 == 0 { 0.7 } else { 1.3 });
        assert_eq!(steps.next(1, now, false), None, "sample {n}");
        assert!(!steps.waits);
    }
}
