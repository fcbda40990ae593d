//! Tells when something changes in the directories that are shown.
//!
//! One thread keeps the state and never touches a disk; what may hang has threads of its own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

mod look;
#[cfg(test)]
mod tests;

/// How long a directory that changes again and again is silent in between.
const PAUSE: Duration = Duration::from_millis(100);

/// How long [`Watch::set`] waits for a filesystem to say what it is.
const PATIENCE: Duration = Duration::from_millis(50);

/// A watch on directories, which tells when something in them changes.
///
/// What is below their subdirectories is not watched.
#[derive(Debug)]
pub struct Watch {
    words: Sender<Word>,
}

/// Says that something in a directory has changed, or that it is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The directory, as it was spelt for [`Watch::set`].
    pub dir: PathBuf,
}

/// How a directory is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// The kernel tells each change at once.
    Live,
    /// Nobody tells, so it is looked at every two seconds: others may change it through a network, a
    /// program is its filesystem, or there are too many watches.
    Polled,
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
        let keeper = Keeper { words: words.clone(), looks, dirs, watcher: None, told };
        thread::spawn(move || keeper.run(&heard));
        Self { words }
    }

    /// Watches these directories and no others, and gives how.
    ///
    /// To miss nothing, set first and list then. A filesystem that does not answer within 50 ms is not
    /// waited for and called [`Watched::Polled`]; what it answers later is still obeyed.
    pub fn set(&self, dirs: &[PathBuf]) -> Vec<(PathBuf, Watched)> {
        let (reply, replies) = mpsc::channel();
        let mut found = HashMap::new();
        if self.words.send(Word::Set(dirs.to_vec(), reply)).is_ok() {
            let deadline = Instant::now() + PATIENCE;
            let next = || replies.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            // It ends when each directory was answered for, as then nobody holds the other end.
            found.extend(std::iter::from_fn(|| next().ok()));
        }
        let how = |dir: &PathBuf| found.get(dir).copied().unwrap_or(Watched::Polled);
        dirs.iter().map(|dir| (dir.clone(), how(dir))).collect()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Without its thread there is nothing to end.
        drop(self.words.send(Word::End));
    }
}

/// What the keeper hears.
#[derive(Debug)]
enum Word {
    /// What is to be watched, and who wants to know how.
    Set(Vec<PathBuf>, Sender<(PathBuf, Watched)>),
    /// How a directory can be watched.
    Found(PathBuf, Watched),
    /// A path has changed.
    Seen { path: PathBuf, gone: bool },
    /// Something may have been missed.
    Lost,
    /// Nobody listens any more.
    End,
}

/// A directory that is watched.
struct Dir {
    /// None while its filesystem has not answered.
    how: Option<Watched>,
    /// Who waits for that.
    asked: Vec<Sender<(PathBuf, Watched)>>,
    /// Ends its poller when it goes.
    poller: Option<Sender<()>>,
    /// When it was told of last.
    told: Option<Instant>,
    /// When it is to be told of again.
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
    words: Sender<Word>,
    looks: Looks,
    dirs: HashMap<PathBuf, Dir>,
    watcher: Option<RecommendedWatcher>,
    told: T,
}

impl<T: Fn(Changed)> Keeper<T> {
    fn run(mut self, heard: &Receiver<Word>) {
        loop {
            let due = self.dirs.values().filter_map(|dir| dir.due).min();
            let word = match due {
                Some(due) => heard.recv_timeout(due.saturating_duration_since(Instant::now())),
                None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match word {
                Ok(Word::Set(dirs, reply)) => self.set(dirs, &reply),
                Ok(Word::Found(dir, how)) => self.begin(&dir, how),
                Ok(Word::Seen { path, gone }) => self.see(&path, gone),
                Ok(Word::Lost) => self.dirs.values_mut().for_each(Dir::change),
                Ok(Word::End) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.tell();
        }
    }

    fn set(&mut self, dirs: Vec<PathBuf>, reply: &Sender<(PathBuf, Watched)>) {
        let watcher = &mut self.watcher;
        self.dirs.retain(|path, dir| {
            let stays = dirs.contains(path);
            if !stays
                && dir.how == Some(Watched::Live)
                && let Some(watcher) = watcher
            {
                // It fails if the directory has gone by itself.
                drop(watcher.unwatch(path));
            }
            stays
        });
        for path in dirs {
            let dir = self.dirs.entry(path.clone()).or_insert_with(|| {
                let (path, words, how) = (path.clone(), self.words.clone(), self.looks.how);
                thread::spawn(move || {
                    let how = how(&path);
                    // Nobody may want to know by now.
                    drop(words.send(Word::Found(path, how)));
                });
                Dir { how: None, asked: Vec::new(), poller: None, told: None, due: None }
            });
            match dir.how {
                Some(how) => drop(reply.send((path, how))),
                None => dir.asked.push(reply.clone()),
            }
        }
    }

    /// Begins to watch a directory whose filesystem has answered.
    fn begin(&mut self, path: &Path, how: Watched) {
        let Some(dir) = self.dirs.get_mut(path).filter(|dir| dir.how.is_none()) else { return };
        let live = how == Watched::Live && watch(&mut self.watcher, &self.words, path).is_ok();
        let how = if live { Watched::Live } else { Watched::Polled };
        if !live {
            dir.poller = Some(look::poll(path, self.looks.period, None, &self.words));
        }
        dir.how = Some(how);
        for reply in dir.asked.drain(..) {
            // Who has not waited does not listen.
            drop(reply.send((path.to_owned(), how)));
        }
    }

    fn see(&mut self, path: &Path, gone: bool) {
        if let Some(dir) = path.parent().and_then(|parent| self.dirs.get_mut(parent)) {
            dir.change();
        }
        if let Some(dir) = self.dirs.get_mut(path) {
            dir.change();
            // Another one may appear under its name, of which the kernel tells nothing.
            if gone && dir.how == Some(Watched::Live) {
                dir.how = Some(Watched::Polled);
                let gone = Some(None);
                dir.poller = Some(look::poll(path, self.looks.period, gone, &self.words));
            }
        }
    }

    /// Tells what is due.
    fn tell(&mut self) {
        let now = Instant::now();
        for (path, dir) in &mut self.dirs {
            if dir.due.is_some_and(|due| due <= now) {
                dir.told = Some(now);
                dir.due = None;
                (self.told)(Changed { dir: path.clone() });
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

/// Asks the kernel to tell what changes.
fn watch(
    watcher: &mut Option<RecommendedWatcher>,
    words: &Sender<Word>,
    path: &Path,
) -> notify::Result<()> {
    if watcher.is_none() {
        let words = words.clone();
        *watcher = Some(notify::recommended_watcher(move |event| hear(&words, event))?);
    }
    match watcher {
        Some(watcher) => watcher.watch(path, RecursiveMode::NonRecursive),
        None => Ok(()),
    }
}

fn hear(words: &Sender<Word>, event: notify::Result<notify::Event>) {
    let tell = |word| drop(words.send(word));
    match event {
        Ok(event) if event.need_rescan() => tell(Word::Lost),
        // Reading is no change, and whoever is told reads.
        Ok(event) if matches!(event.kind, EventKind::Access(_)) => {}
        Ok(event) => {
            let gone = matches!(
                event.kind,
                EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(RenameMode::From))
            );
            event.paths.into_iter().for_each(|path| tell(Word::Seen { path, gone }));
        }
        Err(_) => tell(Word::Lost),
    }
}
