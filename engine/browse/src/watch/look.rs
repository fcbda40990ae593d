//! Polls directories whose changes the kernel does not report.

use std::hash::{DefaultHasher, Hasher as _};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Looks, WatchMessage, Watched};
use crate::read::open;
use fcp_sys::{self as sys, AsFd, LIST_BUFFER};

/// How long to wait between two looks.
pub(super) const PERIOD: Duration = Duration::from_secs(2);

/// How many times longer than a look the pause behind it is at least.
const EASE: u32 = 20;

/// So many entries are looked at one by one.
const ENTRIES: usize = 256;

/// What was seen of a directory; none if it was not there.
pub(super) type Seen = Option<u64>;

/// Finds out how a directory can be watched; it may hang as long as its filesystem does.
pub(super) fn how(dir: &Path) -> Watched {
    // One that cannot be opened may appear.
    let tells = open(dir).is_ok_and(|fd| sys::tells_changes(fd.as_fd()));
    if tells { Watched::Live } else { Watched::Polled }
}

/// Starts to look again and again, until what is given here goes.
///
/// `last` is what was there before, if that is known. Those who `asked` are told after the first look,
/// as what changes from then on is seen. Of a directory that appears it is also found out how it can be watched.
pub(super) fn poll(
    dir: &Path,
    Looks { how, period }: Looks,
    last: Option<Seen>,
    words: &Sender<WatchMessage>,
    asked: Vec<Sender<(PathBuf, Watched)>>,
) -> Sender<()> {
    let (stop, stopped) = mpsc::channel();
    let (dir, words) = (dir.to_owned(), words.clone());
    thread::spawn(move || {
        // One that is gone may be there again already.
        let mut pause = if last.is_some() { Duration::ZERO } else { period };
        let mut last = last.unwrap_or_else(|| look(&dir));
        for reply in asked {
            // This fails if the caller has stopped waiting.
            drop(reply.send((dir.clone(), Watched::Polled)));
        }
        while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            let start = Instant::now();
            let now = look(&dir);
            pause = period.max(start.elapsed() * EASE);
            if now != last {
                // A failed send means that the receiver is gone; then the next wait ends this
                // thread.
                if last.is_none() {
                    drop(words.send(WatchMessage::Found(dir.clone(), how(&dir))));
                }
                drop(words.send(WatchMessage::Seen(dir.clone())));
                last = now;
            }
        }
    });
    stop
}

/// Gives a number that changes with the directory; none if there is none.
///
/// Names are read too, as not every filesystem keeps the times of directories. Of the first entries
/// size and time count as well.
fn look(dir: &Path) -> Seen {
    let fd = open(dir).ok()?;
    let hash = |meta: sys::Meta| {
        let mut hasher = DefaultHasher::new();
        for time in [meta.mtime.0, meta.mtime.1, meta.ctime.0, meta.ctime.1] {
            hasher.write_i64(time);
        }
        hasher.write_u64(meta.size);
        hasher.write_u64(meta.ino);
        hasher.finish()
    };
    let mut seen = sys::stat_fd(fd.as_fd()).map(hash).ok()?;
    let mut buffer = vec![MaybeUninit::uninit(); LIST_BUFFER];
    let mut count = 0;
    sys::list(fd.as_fd(), &mut buffer, |name, _, ino| {
        let mut hasher = DefaultHasher::new();
        hasher.write(name.to_bytes());
        hasher.write_u64(ino);
        count += 1;
        if count <= ENTRIES
            && let Ok(meta) = sys::stat_at(fd.as_fd(), name, false)
        {
            hasher.write_u64(hash(meta));
        }
        // Whatever the order: not every filesystem keeps to one.
        seen = seen.wrapping_add(hasher.finish());
        ControlFlow::Continue(())
    })
    .ok()?;
    Some(seen)
}
