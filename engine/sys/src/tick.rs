//! Tells when a change of a file would get another time than the one before it, and whether the clock was set.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The clock of which filesystems take the time: at its last tick.
#[cfg(target_os = "linux")]
const CLOCK: ClockId = ClockId::RealtimeCoarse;
/// APFS keeps the time to the nanosecond.
#[cfg(not(target_os = "linux"))]
const CLOCK: ClockId = ClockId::Realtime;

/// How far a ctime may be ahead of the clock and still be of this machine, in nanoseconds.
const AHEAD: i64 = 20_000_000;

/// Gives the time until a change of a file gets a later ctime than this, in seconds and nanoseconds; none if it would now.
///
/// A filesystem takes the time of the last tick, 1 to 10 ms apart, and of two changes between ticks the second shows
/// in no time; those of Linux 6.13 and newer that have multigrain timestamps tell them apart, others do not.
pub fn until_later(ctime: (i64, i64)) -> Option<Duration> {
    let now = clock_gettime(CLOCK);
    left(ctime, (now.tv_sec, now.tv_nsec))
}

fn left(ctime: (i64, i64), now: (i64, i64)) -> Option<Duration> {
    // FAT keeps even seconds, ext4 with inodes of 128 bytes whole ones, and exFAT hundredths.
    let grain = match ctime.1 {
        0 => 2_000_000_000,
        nanos if nanos % 10_000_000 == 0 => 10_000_000,
        _ => 1,
    };
    let ago = now.0.saturating_sub(ctime.0).saturating_mul(1_000_000_000) + (now.1 - ctime.1);
    // What is further ahead has the time of another machine, and is not waited for.
    let is_recent = (-AHEAD..grain).contains(&ago);
    is_recent.then(|| Duration::from_nanos((grain - ago).unsigned_abs()))
}

/// The clock that no program sets; on Linux it also counts while the machine is suspended.
#[cfg(target_os = "linux")]
const STEADY: ClockId = ClockId::Boottime;
/// On macOS it counts while the machine is suspended.
#[cfg(not(target_os = "linux"))]
const STEADY: ClockId = ClockId::Monotonic;

/// How often both clocks are read, since the thread may have to wait between two reads.
const READS: u32 = 5;

/// Gives the moment at which the machine was started, by the clock as it is set now, in microseconds since the Unix epoch: it
/// changes when the clock is set, and only then.
pub fn clock_base() -> i64 {
    let micros = |id| {
        let now = clock_gettime(id);
        now.tv_sec.saturating_mul(1_000_000).saturating_add(now.tv_nsec / 1000)
    };
    let read = |_| {
        let (before, now, after) = (micros(STEADY), micros(ClockId::Realtime), micros(STEADY));
        (after.saturating_sub(before), now.saturating_sub(before))
    };
    (0..READS).map(read).min().map_or(0, |(_, base)| base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_another_change_could_get_too_is_waited_out() {
        let left = |ctime, now| left(ctime, now).map(|left| left.as_nanos());
        assert_eq!(left((5, 4_000_001), (5, 4_000_001)), Some(1));
        assert_eq!(left((5, 4_000_001), (5, 4_000_002)), None);
        // A fine-grained time is ahead of the last tick.
        assert_eq!(left((6, 1), (5, 999_000_000)), Some(1_000_002));
        assert_eq!(left((5, 20_000_000), (5, 29_999_999)), Some(1));
        assert_eq!(left((5, 20_000_000), (5, 30_000_000)), None);
        assert_eq!(left((4, 0), (5, 500_000_000)), Some(500_000_000));
        assert_eq!(left((4, 0), (6, 0)), None);
        for ctime in [(i64::MAX, 1), (i64::MIN, 1), (9, 1), (5, 900_000_000)] {
            assert_eq!(left(ctime, (5, 1)), None, "{ctime:?}");
        }
    }

    #[test]
    fn the_base_of_the_clock_stays_while_the_clock_runs() {
        let base = clock_base();
        std::thread::sleep(Duration::from_millis(20));
        assert!(base.abs_diff(clock_base()) < 10_000);
    }
}
