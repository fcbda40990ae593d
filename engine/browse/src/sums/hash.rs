//! Reads one file and computes its checksums.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::thread;

use fcp_engine::sum::{Algorithm, Checksum, Hasher};
use fcp_sys::{self as sys, BorrowedFd, Errno};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::SumControl;
use crate::probe::fill;

/// Bytes that are read at a time.
const STEP: usize = 256 << 10;

/// Bytes of a large file that are read at a time, while as many are computed with.
const LARGE_STEP: usize = 4 << 20;

/// Size from which a file is large, in bytes.
const LARGE: u64 = 8 << 20;

/// A file leaves nothing in the page cache if it takes more than this part of the memory.
const PART_OF_MEMORY: u64 = 8;

/// The buffers of one thread.
#[derive(Default)]
pub(super) struct Buffers {
    now: Vec<u8>,
    next: Vec<u8>,
}

/// The threads that compute with large files; none if they cannot be started.
#[derive(Default)]
pub(super) struct Pool(OnceLock<Option<ThreadPool>>);

impl Pool {
    fn get(&self) -> Option<&ThreadPool> {
        let start = || {
            let threads = thread::available_parallelism().map_or(4, usize::from);
            ThreadPoolBuilder::new().num_threads(threads).build().ok()
        };
        self.0.get_or_init(start).as_ref()
    }
}

/// Computes the checksums of an open file of about `size` bytes; none if it was stopped.
pub(super) fn sums(
    file: BorrowedFd<'_>,
    size: u64,
    algorithms: &[Algorithm],
    (buffers, pool): (&mut Buffers, &Pool),
    control: &SumControl,
) -> Result<Option<(Vec<Checksum>, u64)>, Errno> {
    let mut hashers: Vec<Hasher> = algorithms.iter().copied().map(Hasher::new).collect();
    let pool = if size >= LARGE { pool.get() } else { None };
    let bytes = match pool {
        Some(pool) => {
            sys::advise_sequential(file);
            let drops = sys::memory().is_some_and(|memory| size > memory / PART_OF_MEMORY);
            let bytes = read_large(file, &mut hashers, buffers, pool, (drops, control))?;
            if drops {
                sys::drop_cache(file);
            }
            bytes
        }
        None => read(file, &mut hashers, buffers, control)?,
    };
    Ok(bytes.map(|bytes| (hashers.into_iter().map(Hasher::finish).collect(), bytes)))
}

fn read(
    file: BorrowedFd<'_>,
    hashers: &mut [Hasher],
    buffers: &mut Buffers,
    control: &SumControl,
) -> Result<Option<u64>, Errno> {
    if buffers.now.len() < STEP {
        buffers.now.resize(STEP, 0);
    }
    let buffer = buffers.now.get_mut(..STEP).unwrap_or_default();
    let mut at = 0;
    loop {
        if control.is_stopped() {
            return Ok(None);
        }
        let got = fill(file, buffer, at)?;
        for hasher in &mut *hashers {
            hasher.update(buffer.get(..got).unwrap_or_default());
        }
        at += got as u64;
        control.bytes.fetch_add(got as u64, Ordering::Relaxed);
        if got < STEP {
            return Ok(Some(at));
        }
    }
}

fn read_large(
    file: BorrowedFd<'_>,
    hashers: &mut [Hasher],
    buffers: &mut Buffers,
    pool: &ThreadPool,
    (drops, control): (bool, &SumControl),
) -> Result<Option<u64>, Errno> {
    for buffer in [&mut buffers.now, &mut buffers.next] {
        if buffer.len() < LARGE_STEP {
            buffer.resize(LARGE_STEP, 0);
        }
    }
    let mut len = fill(file, &mut buffers.now, 0)?;
    let mut at = 0;
    loop {
        if control.is_stopped() {
            return Ok(None);
        }
        at += len as u64;
        control.bytes.fetch_add(len as u64, Ordering::Relaxed);
        let part = buffers.now.get(..len).unwrap_or_default();
        let is_last = len < LARGE_STEP;
        let compute = || {
            for hasher in &mut *hashers {
                hasher.update_in_parallel(part);
            }
        };
        if is_last {
            pool.install(compute);
            return Ok(Some(at));
        }
        let next = &mut buffers.next;
        let ((), read) = pool.install(|| rayon::join(compute, || fill(file, next, at)));
        len = read?;
        std::mem::swap(&mut buffers.now, &mut buffers.next);
        if drops {
            sys::drop_cached(file, 0..at);
        }
    }
}
