//! Does what the user wants once the jobs have completed: runs a command, suspends the machine, or quits.
//!
//! `fcp_presentation::after` decides when; a thread looks as long as there is such a wish.

use std::ffi::{OsStr, OsString};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use fcp_presentation::after::Turn;
use fcp_presentation::commands::{Context, expand};
use fcp_presentation::{lock, tr, unattended};
use tauri::AppHandle;

use crate::changing::Changing;
use crate::elevation::Elevations;
use crate::feed::{Changed, Feed};
use crate::jobs::Jobs;
use crate::leave::Exit;
use crate::user_commands::UserCommands;
use crate::wire::{
    AfterAction, AfterAsk, AfterState, Notice, NoticeCode, QuitChoice, Refusal, Tone, View,
};

/// Time between two looks at the jobs, while something is to follow them.
const LOOK: Duration = Duration::from_millis(250);

/// What follows the queue.
#[derive(Debug)]
pub(crate) struct After {
    feed: Arc<Feed>,
    jobs: Arc<Jobs>,
    commands: Arc<UserCommands>,
    elevations: Arc<Elevations>,
    changing: Arc<Changing>,
    exit: Arc<Exit>,
    handle: OnceLock<AppHandle>,
    wish: Mutex<Wish>,
}

/// What the user wants, and how often that was changed.
#[derive(Debug, Default)]
struct Wish {
    number: u64,
    deed: Option<Deed>,
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deed {
    /// A command line, with its placeholders replaced, as it was typed, and what it is about.
    Command(OsString, String, Box<Context>),
    Suspend,
    Quit,
}

impl Deed {
    /// Names it, behind "will not".
    fn words(&self) -> String {
        match self {
            Self::Command(_, typed, _) => tr!("after-run", command = typed.as_str()),
            Self::Suspend => tr!("after-suspend").to_owned(),
            Self::Quit => tr!("after-quit").to_owned(),
        }
    }

    fn state(&self) -> AfterState {
        let (action, command) = match self {
            Self::Command(_, typed, _) => (AfterAction::Command, Some(typed.clone())),
            Self::Suspend => (AfterAction::Suspend, None),
            Self::Quit => (AfterAction::Quit, None),
        };
        AfterState { action, command, seconds: None }
    }
}

impl After {
    /// Nothing follows yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        jobs: Arc<Jobs>,
        commands: Arc<UserCommands>,
        elevations: Arc<Elevations>,
        changing: Arc<Changing>,
        exit: Arc<Exit>,
    ) -> Arc<Self> {
        let (handle, wish) = (OnceLock::new(), Mutex::default());
        Arc::new(Self { feed, jobs, commands, elevations, changing, exit, handle, wish })
    }

    /// Takes what ends the program.
    pub(crate) fn begin(&self, handle: &AppHandle) {
        // The program begins once.
        match self.handle.set(handle.clone()) {
            Ok(()) | Err(_) => {}
        }
    }

    /// Takes what the user wants; it replaces what was wanted before.
    pub(crate) fn ask(self: &Arc<Self>, ask: AfterAsk) -> Result<(), Refusal> {
        let deed = match ask {
            AfterAsk::Nothing => None,
            AfterAsk::Command { text, .. } if text.trim().is_empty() => {
                return Err(Refusal::because(tr!("after-no-command")));
            }
            AfterAsk::Command { text, side, items } => {
                let context = self.commands.context(side, items.as_ref())?;
                Some(Deed::Command(expand(OsStr::new(&text)), text, Box::new(context)))
            }
            AfterAsk::Suspend => Some(Deed::Suspend),
            AfterAsk::Quit => Some(Deed::Quit),
        };
        if !self.jobs.followed_by(deed.as_ref().map(Deed::state)) {
            return Err(Refusal::because(tr!("after-no-job")));
        }
        let mut wish = lock(&self.wish);
        wish.number += 1;
        let is_some = deed.is_some();
        wish.deed = deed;
        let number = wish.number;
        drop(wish);
        if is_some {
            let after = Arc::clone(self);
            thread::spawn(move || after.watch(number));
        }
        Ok(())
    }

    /// Looks at the jobs until the wish is done, dropped or replaced.
    fn watch(&self, number: u64) {
        loop {
            thread::sleep(LOOK);
            match self.turn(number) {
                None => return,
                Some(Turn::Waits) => {}
                // The number of seconds changes.
                Some(Turn::Counts(_)) => self.feed.mark(Changed::Jobs),
                Some(Turn::Dropped(job)) => {
                    let Some(deed) = self.take(number) else { return };
                    let text = tr!("desktop-after-dropped", action = deed.words());
                    let notice = Notice::new(Tone::Warn, NoticeCode::AfterDropped);
                    let notice = Notice { detail: Some(text), job: Some(job), ..notice };
                    return self.feed.keep_for_a_window(notice.into());
                }
                Some(Turn::Fires) => {
                    let Some(deed) = self.take(number) else { return };
                    return self.fire(deed);
                }
            }
        }
    }

    /// Gives what is to be done now; none if the user wants something else by now.
    fn turn(&self, number: u64) -> Option<Turn> {
        let wish = lock(&self.wish);
        let deed = wish.deed.as_ref().filter(|_| wish.number == number)?;
        // The machine does not sleep while another program copies, nor while the administrator does.
        let holds = *deed != Deed::Quit && self.elevations.running() > 0
            || *deed == Deed::Suspend && self.jobs.is_any_open()
            || self.changing.running() > 0;
        // Without a window there is no countdown that the user could stop.
        let is_free = self.feed.has(View::Manager) && !holds;
        self.jobs.follow(is_free)
    }

    /// Takes the wish, which is done once.
    fn take(&self, number: u64) -> Option<Deed> {
        let mut wish = lock(&self.wish);
        if wish.number != number {
            return None;
        }
        let deed = wish.deed.take();
        drop(wish);
        self.jobs.followed_by(None);
        deed
    }

    fn fire(&self, deed: Deed) {
        let failed = |why: String| {
            let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
            self.feed.keep_for_a_window(Notice { detail: Some(why), ..notice }.into());
        };
        match deed {
            Deed::Command(line, typed, context) => {
                self.commands.tell(unattended::run(&line, &typed, &context));
            }
            Deed::Suspend => {
                if let Err(why) = unattended::suspend_machine() {
                    failed(why);
                }
            }
            Deed::Quit => {
                let Some(handle) = self.handle.get() else { return };
                // What another program runs goes on there; ours have ended.
                match self.exit.quit(handle, QuitChoice::HandOn) {
                    // The reason was told.
                    Ok(()) | Err(_) => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
