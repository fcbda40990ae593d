//! Carries out the effects that the update returns: everything outside the model.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use fcp_browse::far::Machines;
use fcp_browse::{Changed, Identity, Watch, Watched, has_just_changed};
use fcp_engine::engine::Engine;
use fcp_engine::error::OpError;
use fcp_engine::event::FileKind;
use fcp_engine::event::JobId;
use fcp_engine::path::FarPath;
use fcp_engine::queue::{Queue, QueuedJob, Stage};
use fcp_engine::trash;
use fcp_presentation::home;
use fcp_presentation::keep;
use fcp_presentation::programs::Places;
use fcp_presentation::sync::Keeper;
use fcp_presentation::unattended;
use fcp_presentation::{errors, tr};
use fcp_viewer::Loader;

use super::model::{Effect, Msg};
pub(crate) use super::msg::send;
use super::viewer::ViewerRequest;

mod divided;
mod edits;
mod jobs;
pub(crate) mod look;
mod owners;
mod rehearse;
pub(crate) mod requests;
pub(crate) mod run;
pub(crate) mod session;
pub(crate) mod view;

use jobs::CommandThread;

/// Time that the jobs get to stop.
const GRACE: Duration = Duration::from_millis(1_800);

/// Carries out effects; their results come back as messages.
pub(crate) struct EffectRunner {
    /// It opens the queue, which takes longer than a first frame may.
    engine: Arc<OnceLock<Engine>>,
    watch: Sender<Vec<PathBuf>>,
    stops: Arc<Mutex<BTreeMap<u64, Arc<AtomicBool>>>>,
    back: Sender<Msg>,
    commands: CommandThread,
    loader: Loader,
    keeper: Arc<Keeper>,
    machines: Arc<Machines>,
}

impl fmt::Debug for EffectRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EffectRunner").finish_non_exhaustive()
    }
}

impl EffectRunner {
    /// Works with an engine that may still be starting, and reports to a channel.
    pub(crate) fn new(engine: Arc<OnceLock<Engine>>, back: Sender<Msg>) -> Self {
        let watch = watch(back.clone());
        let commands = CommandThread::new(&engine, &back);
        let machines = Machines::new(crate::home::reach());
        let loader = Loader::new(view::SPELLING).reaching(Arc::clone(&machines));
        Self {
            engine,
            watch,
            stops: Arc::default(),
            back,
            commands,
            loader,
            keeper: Arc::default(),
            machines,
        }
    }

    /// Carries out one effect; what needs the terminal itself is for the caller and comes back.
    ///
    /// What may wait for a disk or a network gets a thread: a dead mount must not stop the keys.
    pub(crate) fn carry_out(&self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::List { ticket, instead, dir, visible } => {
                let stop = self.stop_for(ticket, instead);
                let machines = Arc::clone(&self.machines);
                self.work(move |back| match FarPath::of(&dir) {
                    Some(far) => look::list_far(ticket, &machines, &far, &stop, back),
                    None => look::list(ticket, &dir, visible, &stop, back),
                });
            }
            Effect::Fill { ticket, instead, dir, listing, visible } => {
                let stop = self.stop_for(ticket, instead);
                self.work(move |back| look::fill(ticket, &dir, &listing, visible, &stop, back));
            }
            Effect::Space(dir) => self.work(move |back| {
                let space = fcp_browse::free(&dir);
                send(back, Msg::Space { dir, space });
            }),
            Effect::Watch(dirs) => match self.watch.send(dirs) {
                // Without its thread nothing is watched, and Ctrl-R still lists again.
                Ok(()) | Err(_) => {}
            },
            Effect::Find { ticket, instead, root, what } => {
                let stop = self.stop_for(ticket, instead);
                self.work(move |back| look::find(ticket, &root, &what, &stop, back));
            }
            Effect::Compare { ticket, instead, roots, spec } => {
                let stop = self.stop_for(ticket, instead);
                self.work(move |back| look::compare(ticket, &roots, &spec, &stop, back));
            }
            Effect::Remember { roots, spec, tells } => {
                let (keeper, wish) = (Arc::clone(&self.keeper), self.keeper.wish());
                self.work(move |back| {
                    let stored = look::remember(&keeper, &wish, &roots, &spec);
                    send(back, Msg::Remembered { tells, result: stored });
                });
            }
            Effect::Forget { ticket, roots } => {
                let keeper = Arc::clone(&self.keeper);
                self.work(move |back| look::forget(&keeper, ticket, &roots, back));
            }
            Effect::Diff { ticket, paths, ignores_space } => {
                let stop = self.stop_for(ticket, 0);
                self.work(move |back| look::diff(ticket, &paths, ignores_space, &stop, back));
            }
            Effect::LookForPlan { ticket, dir } => {
                self.work(move |back| divided::find(ticket, &dir, back));
            }
            Effect::WatchPlan { ticket, dir } => {
                let stop = self.stop_for(ticket, 0);
                self.work(move |back| divided::watch(ticket, &dir, &stop, back));
            }
            Effect::Sum { ticket, instead, paths, algorithm } => {
                let stop = self.stop_for(ticket, instead);
                self.work(move |back| look::sum(ticket, &paths, algorithm, stop, back));
            }
            Effect::Inspect { ticket, paths } => {
                let stop = self.stop_for(ticket, 0);
                self.work(move |back| look::inspect(ticket, &paths, &stop, back));
            }
            Effect::Measure { ticket, dir, names, files, together } => {
                let (stop, items) = (self.stop_for(ticket, 0), (names, files));
                self.work(move |back| look::measure(ticket, &dir, items, together, &stop, back));
            }
            Effect::LookAgain { dir, listed } => self.work(move |back| {
                let now = Identity::of(&dir);
                send(back, Msg::LookedAgain { dir, listed, now });
            }),
            Effect::Checked { listed, effect } => self.work(move |back| {
                let dirs = look::replaced(listed);
                send(
                    back,
                    if dirs.is_empty() {
                        Msg::Checked(effect)
                    } else {
                        Msg::Replaced { dirs, effect }
                    },
                );
            }),
            Effect::Drop(ticket) => {
                if let Some(stop) = self.stops().remove(&ticket) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Effect::Complete { ticket, start } => {
                self.work(move |back| {
                    send(back, Msg::Completed { ticket, paths: fcp_browse::complete(&start) });
                });
            }
            Effect::Mounts => self.work(look::mounts),
            Effect::Room { ticket, from, to, archives } => {
                let (stop, engine) = (self.stop_for(ticket, 0), Arc::clone(&self.engine));
                self.work(move |back| {
                    let mut room = fcp_browse::room(&from, &to);
                    let none = || requests::no_archives(archives.iter().map(PathBuf::as_path));
                    room.error = room.error.or_else(none);
                    let mount = room.mount.clone();
                    send(back, Msg::Room { ticket, to: to.clone(), room });
                    requests::claims(engine.wait(), &mount, &stop, |bytes| {
                        send(back, Msg::Claimed { ticket, to: to.clone(), bytes });
                    });
                });
            }
            Effect::Identify { ticket, dir, names } => self.work(move |back| {
                let known = fcp_browse::edit::identities(&dir, names);
                send(back, Msg::Identified { ticket, known });
            }),
            Effect::LookAtUntrashed { question, path } => self.work(move |back| {
                let deletable = fcp_browse::is_deletable(&path);
                send(back, Msg::Untrashed { question, deletable });
            }),
            Effect::Plan { ticket, spec, missing } => {
                let stop = self.stop_for(ticket, 0);
                self.work(move |back| {
                    if let Some(plan) = rehearse::plan(*spec, missing.as_deref(), &stop) {
                        send(back, Msg::Planned { ticket, plan });
                    }
                });
            }
            Effect::Trashed => self.work(|back| {
                let home = home::find(|name| std::env::var_os(name));
                let contents = trash::list(home.as_ref().map(|home| home.data.as_path()));
                send(back, Msg::Trashed(contents.map_err(|error| errors::told(&error))));
            }),
            Effect::View { ticket, wish: ViewerRequest::Open(open, graphics) } => {
                let back = self.back.clone();
                let told = move |ticket, view| send(&back, Msg::Viewed { ticket, view });
                view::open(&self.loader, ticket, (open, graphics), told);
            }
            Effect::View { ticket, wish: ViewerRequest::Ask(ask) } => self.loader.ask(ticket, ask),
            Effect::CloseViewer => self.loader.close(),
            Effect::Machines => self.work(|back| {
                let home = std::env::var_os("HOME").map(PathBuf::from);
                let names = home.map(|home| fcp_presentation::machines::known(&home));
                send(back, Msg::Machines(names.unwrap_or_default()));
            }),
            Effect::Accounts => {
                self.work(|back| send(back, Msg::Accounts(owners::accounts())));
            }
            Effect::Edit(request) => {
                let machines = Arc::clone(&self.machines);
                self.work(move |back| {
                    let outcome = match edits::far(&request, &machines) {
                        Some(outcome) => outcome,
                        None => edits::edit(&request),
                    };
                    send(back, Msg::Edited { request, outcome });
                });
            }
            Effect::UndoEdit { number, request, edit } => {
                let machines = Arc::clone(&self.machines);
                self.work(move |back| {
                    let result = edits::undo(&edit, &machines);
                    send(back, Msg::Unedited { number, request, edit, result });
                });
            }
            Effect::Add { ticket, spec, adding, missing, needs } => {
                let back = self.back.clone();
                self.job(move |engine| {
                    let result = requests::add(engine, *spec, &adding, missing.as_deref(), needs);
                    let is_lost = |job: &JobId| engine.queue().is_some() && !engine.is_kept(*job);
                    if result.as_ref().is_ok_and(is_lost) {
                        send(&back, Msg::Refused(tr!("job-not-kept").to_owned()));
                    }
                    Msg::Added { ticket, result }
                });
            }
            Effect::Command(command) => self.commands.command(command),
            Effect::Work(request) => self.commands.run(request),
            Effect::HandOn => self.job(hand_on),
            Effect::Programs(path) => self.work(move |back| {
                let places = Places::of(|name| std::env::var_os(name));
                let programs = fcp_presentation::programs::programs(&places, &path);
                send(back, Msg::Programs(path, programs));
            }),
            Effect::LookAtMarks { action, marks } => self.work(move |back| {
                let gone = marks.into_iter().filter(|(path, kind)| !is_still(path, *kind));
                let gone = gone.map(|(path, _)| path).collect();
                send(back, Msg::MarksSeen { action, gone });
            }),
            Effect::RunAfterwards { line, typed, context } => self.work(move |back| {
                send(back, Msg::Followed(unattended::run(&line, &typed, &context).told));
            }),
            Effect::SuspendMachine => self.work(|back| {
                if let Err(why) = unattended::suspend_machine() {
                    send(back, Msg::Refused(why));
                }
            }),
            Effect::Bookmark { dir, add } => self.work(move |back| {
                let Some(state) = crate::home::state(|name| std::env::var_os(name)) else { return };
                send(
                    back,
                    match bookmark(&state, dir, add) {
                        Ok(dirs) => Msg::Bookmarks(dirs),
                        Err(error) => Msg::Refused(errors::told(&error)),
                    },
                );
            }),
            Effect::Clipboard(_)
            | Effect::Notify(_)
            | Effect::Redraw
            | Effect::Suspend
            | Effect::Run(_) => {
                return Some(effect);
            }
        }
        None
    }

    /// Gives the flag that ends a request, and ends the one before it.
    fn stop_for(&self, ticket: u64, instead: u64) -> Arc<AtomicBool> {
        let mut stops = self.stops();
        if let Some(stop) = stops.remove(&instead) {
            stop.store(true, Ordering::Relaxed);
        }
        stops.entry(ticket).or_default().clone()
    }

    fn stops(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Arc<AtomicBool>>> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, work: impl FnOnce(&Sender<Msg>) + Send + 'static) {
        let back = self.back.clone();
        thread::spawn(move || work(&back));
    }

    fn job(&self, work: impl FnOnce(&Engine) -> Msg + Send + 'static) {
        let engine = Arc::clone(&self.engine);
        self.work(move |back| send(back, work(engine.wait())));
    }
}

/// Starts a background process that continues the jobs, if one is needed, and stops them here.
fn hand_on(engine: &Engine) -> Msg {
    let goes_on = |job: &QueuedJob| !job.paused || job.stage == Stage::Running;
    let is_needed = match engine.queue().map(Queue::list) {
        Some(Ok(jobs)) => jobs.iter().any(goes_on),
        Some(Err(error)) => return Msg::Stays(errors::of_queue(&error)),
        None => false,
    };
    if is_needed && let Err(why) = crate::queue::detach::run_in_background() {
        return Msg::Stays(why);
    }
    engine.close(GRACE);
    Msg::Left
}

/// Adds a bookmark or removes it; bookmarks that other programs added meanwhile are kept.
fn bookmark(state: &Path, dir: PathBuf, add: bool) -> Result<Vec<PathBuf>, OpError> {
    let mut dirs = keep::bookmarks(state);
    dirs.retain(|known| *known != dir);
    if add {
        dirs.push(dir);
    }
    keep::keep_bookmarks(state, &dirs).map(|()| dirs)
}

/// Starts the thread that has directories watched, in the order in which that is asked for.
///
/// statfs(2) may block on a slow filesystem, and the first frame does not wait for it.
fn watch(back: Sender<Msg>) -> Sender<Vec<PathBuf>> {
    let (sender, asked) = mpsc::channel::<Vec<PathBuf>>();
    thread::spawn(move || {
        let told = back.clone();
        let watch = Watch::new(move |Changed { dir, how }| {
            send(&told, Msg::Changed { dir, polled: how == Watched::Polled });
        });
        for dirs in asked {
            let (live, polled): (Vec<_>, Vec<_>) =
                watch.set(&dirs).into_iter().partition(|(_, how)| *how == Watched::Live);
            send(&back, Msg::Polled(polled.into_iter().map(|(dir, _)| dir).collect()));
            for (dir, _) in live.into_iter().filter(|(dir, _)| has_just_changed(dir)) {
                send(&back, Msg::Changed { dir, polled: false });
            }
        }
    });
    sender
}

/// Tells whether an item is there and still of its type, as far as a panel knew that.
fn is_still(path: &Path, kind: FileKind) -> bool {
    let Ok(meta) = std::fs::symlink_metadata(path) else { return false };
    match kind {
        FileKind::Directory => meta.is_dir(),
        FileKind::File => meta.is_file(),
        FileKind::Symlink => meta.is_symlink(),
        _ => !meta.is_dir(),
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::spec::{JobSpec, Verb};

    use super::*;
    use crate::app::dialog::transfer;

    /// Asks for a copy as the dialog does.
    pub(super) fn copy(from: &Path, to: &Path) -> JobSpec {
        transfer::plain(Verb::Copy, vec![from.to_owned()], to.to_owned(), [0; 6])
    }

    #[test]
    fn a_bookmark_of_another_program_is_kept() {
        let state = tempfile::tempdir().unwrap();
        let add = |dir: &str| bookmark(state.path(), dir.into(), true).unwrap();
        // Two programs, each of which has read the file before the other wrote.
        add("/one");
        assert_eq!(add("/two"), [Path::new("/one"), Path::new("/two")]);
        let left = bookmark(state.path(), "/one".into(), false).unwrap();
        assert_eq!(left, [Path::new("/two")]);
        assert_eq!(keep::bookmarks(state.path()), left);
    }
}
