//! Waits for the end of the user's jobs, for what is to follow them.

use fcp_presentation::after::{AfterQueue, Turn};
use fcp_presentation::now;

use super::Jobs;
use super::work::{Following, Work};
use crate::feed::Changed;
use crate::wire::AfterState;

impl Jobs {
    /// Begins to wait, or stops waiting; `false` if all jobs of this window have ended.
    pub(crate) fn followed_by(&self, shown: Option<AfterState>) -> bool {
        let mut work = self.lock();
        let Some(shown) = shown else {
            work.following = None;
            drop(work);
            self.feed.mark(Changed::Jobs);
            return true;
        };
        let Some(queue) = AfterQueue::new(&work.view, |job| work.own.contains(&job)) else {
            return false;
        };
        work.following = Some(Following { shown, queue, is_free: false });
        drop(work);
        self.feed.mark(Changed::Jobs);
        true
    }

    /// Tells what the time has come for; none if nothing follows.
    pub(crate) fn follow(&self, is_free: bool) -> Option<Turn> {
        let mut work = self.lock();
        work.following.as_mut()?.is_free = is_free;
        work.follow()
    }

    /// Tells whether any job has not ended, also of another program.
    pub(crate) fn is_any_open(&self) -> bool {
        self.lock().view.rows().any(|row| !row.is_over())
    }
}

impl Work {
    /// Looks at the jobs. Before old rows are forgotten, those that have completed are counted.
    pub(super) fn follow(&mut self) -> Option<Turn> {
        let following = self.following.as_mut()?;
        let own = &self.own;
        let (is_own, is_free) = (|job| own.contains(&job), following.is_free);
        Some(following.queue.follow(&self.view, is_own, is_free, now()))
    }

    /// Gives what follows, with the seconds that are left.
    pub(super) fn after(&self) -> Option<AfterState> {
        let following = self.following.as_ref()?;
        let left = |ends_at: u64| ends_at.saturating_sub(now()).div_ceil(1_000_000);
        let seconds = following.queue.ends_at().map(left);
        let seconds = seconds.map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX));
        Some(AfterState { seconds, ..following.shown.clone() })
    }
}
