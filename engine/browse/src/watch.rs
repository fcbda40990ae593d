//! Reports changes in the directories that are shown.
//!
//! One thread keeps the state and never touches a disk; what may hang has threads of its own.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
mod inotify;
mod look;
#[cfg(not(target_os = "linux"))]
mod notified;
#[cfg(test)]
mod tests;

#[cfg(target_os = "linux")]
use inotify::Kernel;
#[cfg(not(target_os = "linux"))]
use notified::Kernel;

/// How long a directory that changes again and again is silent in between.
const PAUSE: Duration = Duration::from_millis(100);

/// How long [`Watch::set`] waits for a filesystem to say what it is.
const TIMEOUT: Duration = Duration::from_millis(50);

/// A watch on directories, which tells when something in them changes.
///
/// What is below their subdirectories is not watched.
#[derive(Debug)]
pub struct Watch {
    words: Sender<WatchMessage>,
}

/// Says that something in a directory has changed, or that it is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The directory, as it was spelt for [`Watch::set`].
    pub dir: PathBuf,
    /// How it is watched from now on: one that was removed is polled until it is there again.
    pub how: Watched,
}

/// How a directory is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// The kernel tells each change at once.
    Live,
    /// The kernel does not report all its changes, so it is polled every two seconds: other machines may
    /// change it through a network, a program is its filesystem, or there are too many watches.
    Polled,
}

/// Tells whether a directory has just changed.
///
/// One that was listed before it was watched is listed again then: the change may be missing from its list.
pub fn has_just_changed(dir: &Path) -> bool {
    const JUST: Duration = Duration::from_millis(200);
    let changed = dir.metadata().and_then(|meta| meta.modified()).ok();
    changed.and_then(|time| time.elapsed().ok()).is_some_and(|age| age < JUST)
}

impl Watch {
    /// Starts a watch on nothing; `told` is called on its thread.
    ///
    /// The first change is told at once, further ones of the same directory at most ten times a second.
    pub fn new(told: impl Fn(Changed) + Send + 'static) -> Self {
        Self::looking(Looks { how: look::how, period: look::PERIOD }, told)
    }

    fn looking(looks: Looks, told: impl Fn(Changed) + Send + 'static) -> Self {
        let (words, heard) = mpsc::channel();
        let dirs = HashMap::new();
        let keeper = Keeper { words: words.clone(), looks, dirs, kernel: None, check: None, told };
        thread::spawn(move || keeper.run(&heard));
        Self { words }
    }

    /// Watches these directories and no others, and gives how.
    ///
    /// To miss nothing, set first and list then. A filesystem that does not answer within 50 ms is not
    /// waited for and called [`Watched::Polled`]; what it answers later is obeyed, and told as a change.
    pub fn set(&self, dirs: &[PathBuf]) -> Vec<(PathBuf, Watched)> {
        let (reply, replies) = mpsc::channel();
        let mut found = HashMap::new();
        if self.words.send(WatchMessage::Set(dirs.to_vec(), reply)).is_ok() {
            let deadline = Instant::now() + TIMEOUT;
            let next = || replies.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            // It ends once each directory was answered for, as then all senders have been dropped.
            found.extend(std::iter::from_fn(|| next().ok()));
        }
        let how = |dir: &PathBuf| found.get(dir).copied().unwrap_or(Watched::Polled);
        dirs.iter().map(|dir| (dir.clone(), how(dir))).collect()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Without its thread there is nothing to end.
        drop(self.words.send(WatchMessage::End));
    }
}

/// What the keeper hears.
#[derive(Debug)]
enum WatchMessage {
    /// The directories to watch, and the caller that waits to learn how each can be watched.
    Set(Vec<PathBuf>, Sender<(PathBuf, Watched)>),
    /// How a directory can be watched.
    Found(PathBuf, Watched),
    /// The directory of a watch has changed.
    Changed(i32),
    /// The directory of a watch is not where it was, and the watch has ended.
    Gone(i32),
    /// A polled directory has changed.
    Seen(PathBuf),
    /// Something may have been missed.
    Lost,
    /// The caller has dropped its `Watch`.
    End,
}

/// A directory that is watched.
#[derive(Default)]
struct Dir {
    /// None while its filesystem has not answered.
    how: Option<Watched>,
    /// The kernel's number for it; another spelling of it has the same.
    watch: Option<i32>,
    /// The number for the directory above it, which tells when this one is removed.
    above: Option<i32>,
    /// The callers that wait for that.
    asked: Vec<Sender<(PathBuf, Watched)>>,
    /// Ends its poller when it goes.
    poller: Option<Sender<()>>,
    /// When it was told of last.
    told: Option<Instant>,
    /// When to report it again.
    due: Option<Instant>,
}

/// How directories are looked at.
#[derive(Clone, Copy)]
struct Looks {
    /// Finds out how one can be watched; it may hang as long as its filesystem does.
    how: fn(&Path) -> Watched,
    /// How long to wait between two looks.
    period: Duration,
}

struct Keeper<T> {
    words: Sender<WatchMessage>,
    looks: Looks,
    dirs: HashMap<PathBuf, Dir>,
    kernel: Option<Kernel>,
    /// When to find out whether the watches are still those of what the paths lead to.
    check: Option<Instant>,
    told: T,
}

impl<T: Fn(Changed)> Keeper<T> {
    fn run(mut self, heard: &Receiver<WatchMessage>) {
        loop {
            let due = self.dirs.values().filter_map(|dir| dir.due).chain(self.check).min();
            let word = match due {
                Some(due) => heard.recv_timeout(due.saturating_duration_since(Instant::now())),
                None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match word {
                Ok(WatchMessage::Set(dirs, reply)) => self.set(dirs, &reply),
                Ok(WatchMessage::Found(dir, how)) => self.begin(&dir, how),
                Ok(WatchMessage::Changed(watch)) => {
                    self.with(watch).for_each(|(_, dir)| dir.change());
                    if self.is_above(watch) {
                        self.check = Some(Instant::now());
                    }
                }
                Ok(WatchMessage::Gone(watch)) => self.lose(watch),
                Ok(WatchMessage::Seen(path)) => {
                    self.dirs.get_mut(&path).into_iter().for_each(Dir::change);
                }
                Ok(WatchMessage::Lost) => self.renew(),
                Ok(WatchMessage::End) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.check.take_if(|at| *at <= Instant::now()).is_some() {
                self.verify();
            }
            self.tell();
        }
    }

    fn set(&mut self, dirs: Vec<PathBuf>, reply: &Sender<(PathBuf, Watched)>) {
        let before = self.watches();
        self.dirs.retain(|path, _| dirs.contains(path));
        self.end_unused(&before);
        for path in dirs {
            let dir = self.dirs.entry(path.clone()).or_insert_with(|| {
                let (path, words, how) = (path.clone(), self.words.clone(), self.looks.how);
                thread::spawn(move || {
                    let how = how(&path);
                    // The watching thread may have ended by now.
                    drop(words.send(WatchMessage::Found(path, how)));
                });
                Dir::default()
            });
            match dir.how {
                Some(how) => drop(reply.send((path, how))),
                None => dir.asked.push(reply.clone()),
            }
        }
    }

    /// Begins to watch a directory whose filesystem has answered, or that is there again.
    fn begin(&mut self, path: &Path, how: Watched) {
        let Some(dir) = self.dirs.get_mut(path).filter(|dir| dir.watch.is_none()) else { return };
        if how == Watched::Live {
            if self.kernel.is_none() {
                self.kernel = Kernel::new(&self.words);
            }
            if let Some(kernel) = &mut self.kernel {
                dir.watch = kernel.watch(path);
                dir.above = dir.watch.and_then(|_| kernel.watch_above(path));
            }
        }
        let asked = mem::take(&mut dir.asked);
        if dir.watch.is_some() {
            dir.how = Some(Watched::Live);
            let reply = |to: &Sender<_>| to.send((path.to_owned(), Watched::Live));
            // A caller that has stopped waiting takes it for polled.
            let is_late = asked.iter().filter(|to| reply(to).is_err()).count() > 0;
            // It may have changed between the last look and the watch.
            if dir.poller.take().is_some() || is_late {
                dir.change();
            }
        } else if dir.poller.is_none() {
            dir.how = Some(Watched::Polled);
            dir.poller = Some(look::poll(path, self.looks, None, &self.words, asked));
        }
    }

    /// The directories of a watch.
    fn with(&mut self, watch: i32) -> impl Iterator<Item = (&PathBuf, &mut Dir)> {
        self.dirs.iter_mut().filter(move |(_, dir)| dir.watch == Some(watch))
    }

    /// Whether a watch is one of a directory above those that are watched.
    fn is_above(&self, watch: i32) -> bool {
        self.dirs.values().any(|dir| dir.above == Some(watch))
    }

    /// All watches.
    fn watches(&self) -> HashSet<i32> {
        self.dirs.values().flat_map(|dir| [dir.watch, dir.above]).flatten().collect()
    }

    /// Ends the watches among those of before that no directory needs any more.
    fn end_unused(&mut self, before: &HashSet<i32>) {
        let needed = self.watches();
        if let Some(kernel) = &mut self.kernel {
            before.difference(&needed).for_each(|watch| kernel.unwatch(*watch));
        }
    }

    /// Takes note that a directory is gone: others may appear in its place, of which no watch tells.
    fn lose(&mut self, watch: i32) {
        let (looks, words, before) = (self.looks, self.words.clone(), self.watches());
        if self.is_above(watch) {
            // What is below it may be elsewhere now.
            for dir in self.dirs.values_mut().filter(|dir| dir.above == Some(watch)) {
                dir.above = None;
            }
            self.check = Some(Instant::now());
        }
        for (path, dir) in self.with(watch) {
            dir.change();
            (dir.watch, dir.above) = (None, None);
            dir.how = Some(Watched::Polled);
            dir.poller = Some(look::poll(path, looks, Some(None), &words, Vec::new()));
        }
        self.end_unused(&before);
    }

    /// Takes note that anything may have happened, also to the watches.
    fn renew(&mut self) {
        self.dirs.values_mut().for_each(Dir::change);
        self.verify();
    }

    /// Finds out whether each path still leads to what is watched.
    ///
    /// inotify tells of the removal of a directory only once no process has it open or works in it, as the shell does from
    /// which this one was started; but its files were removed before, and the directory above it tells.
    fn verify(&mut self) {
        let (before, mut gone) = (self.watches(), Vec::new());
        for (path, dir) in &mut self.dirs {
            let (Some(watch), Some(kernel)) = (dir.watch, &mut self.kernel) else { continue };
            // What is still watched keeps its number.
            match kernel.watch(path) {
                Some(same) if same == watch => {}
                Some(other) => {
                    dir.watch = Some(other);
                    dir.above = kernel.watch_above(path);
                    dir.change();
                }
                None => gone.push(watch),
            }
        }
        self.end_unused(&before);
        for watch in gone {
            self.lose(watch);
        }
    }

    /// Tells what is due.
    fn tell(&mut self) {
        let now = Instant::now();
        for (path, dir) in &mut self.dirs {
            if dir.due.is_some_and(|due| due <= now) {
                dir.told = Some(now);
                dir.due = None;
                let how = dir.how.unwrap_or(Watched::Polled);
                (self.told)(Changed { dir: path.clone(), how });
                // The change may be the last one before it is removed.
                self.check.get_or_insert(now + PAUSE);
            }
        }
    }
}

impl Dir {
    fn change(&mut self) {
        let now = Instant::now();
        let due = self.told.map_or(now, |told| now.max(told + PAUSE));
        self.due = self.due.or(Some(due));
    }
}
