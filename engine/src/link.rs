//! Defines the connection of a job with another machine: what the two ends tell each other, and in which frames.
//!
//! One end has the sources and walks them, the other one takes. A job is always that of the end that takes: it counts,
//! asks and records. Where that is not the user's, its events and the user's answers travel, too.

mod further;
mod host;
mod joining;
mod later;
mod line;
mod message;
mod reach;
mod wire;

use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;

pub use further::{CONNECTIONS, Further};
pub use host::split_host;
pub(crate) use host::{directories_of, machine_of, shown_source};
pub use joining::{Opened, unique};
pub use line::quoted;
pub(crate) use message::{Attribute, Item, Owners, Wanted};
pub use message::{Change, ChangeMade, ENTRIES, Entry, LOOKED_AT, Message, PROTOCOL, Place};
pub use reach::{Connection, Hold, PLACE, Reach, Unreached};
pub use wire::{Incoming, Input, Output, Peer, STEP, foreign, greet};

use crate::contract::event::{Command, QuestionId, Resolution};
use crate::contract::path::{FarPath, WirePath};
use fcp_sys::lock;

/// The connection of a job with the other end.
#[derive(Debug)]
pub(crate) struct Link {
    input: Mutex<Option<Input>>,
    pub(crate) output: Output,
    role: Role,
    /// The host that the sources are on, or that takes them, if that is another one; for people.
    pub(crate) host: Option<String>,
    /// Whether what has arrived is read back and compared.
    pub(crate) verifies: bool,
    /// Whether owners are numbers alone, and names of users and groups are neither sent nor believed.
    pub(crate) numeric_ids: bool,
    /// Whose sources they are.
    pub(crate) whose: String,
    /// Ends the connection, if it is one that the engine has made for a job; then paths of the other machine are spelled
    /// so that they mean none of this one.
    hold: Option<Hold>,
    /// Its further connections.
    further: Option<Opened>,
    /// The handle by which the machine that asks for the job undoes it, at both ends.
    pub(crate) handle: Option<String>,
    /// The numbers that questions of the other end's job have here, and the ones that they have there.
    questions: Mutex<BTreeMap<QuestionId, QuestionId>>,
    /// Sends commands from a thread of its own: the stream may be full, and no user waits for that.
    commands: OnceLock<Sender<Message>>,
}

/// What an end does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Sends; the job is that of the other end, and is shown there.
    Serves,
    /// Sends, and shows the job of the other end.
    Shows,
    /// Takes.
    Takes,
    /// Does a job of its own, which the other end shows.
    Works,
    /// Shows the job that the other end does.
    Watches,
}

/// What an end does, and what it has to know for that.
#[derive(Debug)]
pub enum End {
    /// Sends the sources to another end at which the user is.
    Serves,
    /// Sends the sources, and shows what the other end does.
    Shows {
        /// The host that takes them.
        host: String,
        /// Send the numbers of owners without their names.
        numeric_ids: bool,
        /// The handle under which the job is recorded there; none if the caller notes that itself.
        handle: Option<String>,
    },
    /// Takes what the other end sends.
    Takes {
        /// The host that the sources are on, if that is another one.
        host: Option<String>,
        /// Read back what has arrived, and compare it with what was sent.
        verify: bool,
        /// Take the numbers of owners as they are, whatever names come with them.
        numeric_ids: bool,
        /// Whose sources they are, from [`Message::Receive`].
        whose: String,
        /// The handle under which the job is recorded, if the other end has given one.
        handle: Option<String>,
    },
    /// Do a job here for another end at which the user is.
    Works {
        /// As that of [`Self::Takes`].
        handle: Option<String>,
    },
    /// Show the job that the other end does with items there.
    Watches {
        /// The host that does it.
        host: String,
        /// The handle under which it is recorded there.
        handle: Option<String>,
    },
}

impl Link {
    pub(crate) fn new(end: End, input: Input, output: Output) -> Self {
        let mut link = Self {
            input: Mutex::new(Some(input)),
            output,
            // The other end knows whether it has use for names.
            role: Role::Serves,
            host: None,
            verifies: false,
            numeric_ids: false,
            whose: String::new(),
            hold: None,
            further: None,
            handle: None,
            questions: Mutex::default(),
            commands: OnceLock::new(),
        };
        match end {
            End::Serves => {}
            End::Shows { host, numeric_ids, handle } => {
                (link.role, link.host) = (Role::Shows, Some(host));
                (link.numeric_ids, link.handle) = (numeric_ids, handle);
            }
            End::Takes { host, verify, numeric_ids, whose, handle } => {
                (link.role, link.host, link.whose) = (Role::Takes, host, whose);
                (link.verifies, link.numeric_ids, link.handle) = (verify, numeric_ids, handle);
            }
            End::Works { handle } => (link.role, link.handle) = (Role::Works, handle),
            End::Watches { host, handle } => {
                (link.role, link.host, link.handle) = (Role::Watches, Some(host), handle);
            }
        }
        link
    }

    /// Makes the link of a job that the engine has connected itself.
    pub(crate) fn held(
        end: End,
        input: Input,
        output: Output,
        (hold, further): (Hold, Opened),
    ) -> Self {
        Self { hold: Some(hold), further: Some(further), ..Self::new(end, input, output) }
    }

    /// Ends the connection, if the engine has made it.
    pub(crate) fn hang_up(&self) {
        if let Some(further) = &self.further {
            further.hang_up();
        }
        if let Some(hold) = &self.hold {
            hold.hang_up();
        }
    }

    /// Whether the engine has made the connection.
    pub(crate) fn is_held(&self) -> bool {
        self.hold.is_some()
    }

    /// Gives a question of the other end's job its number here.
    pub(crate) fn ask_here(
        &self,
        there: QuestionId,
        number: impl FnOnce() -> QuestionId,
    ) -> QuestionId {
        let here = number();
        lock(&self.questions).insert(here, there);
        here
    }

    /// Gives the number that a question of the other end's job had here, which is closed.
    pub(crate) fn close_here(&self, there: QuestionId) -> Option<QuestionId> {
        let mut questions = lock(&self.questions);
        let here = questions.iter().find(|(_, other)| **other == there).map(|(here, _)| *here)?;
        questions.remove(&here);
        Some(here)
    }

    /// Whether an open question is one of the other end's job.
    pub(crate) fn asks(&self, question: QuestionId) -> bool {
        lock(&self.questions).contains_key(&question)
    }

    pub(crate) fn take_input(&self) -> Option<Input> {
        lock(&self.input).take()
    }

    /// Whether the job sends its sources.
    pub(crate) fn sends(&self) -> bool {
        matches!(self.role, Role::Serves | Role::Shows)
    }

    /// Whether the job takes what the other end sends.
    pub(crate) fn takes(&self) -> bool {
        self.role == Role::Takes
    }

    /// Whether the job is one of this end, for another one.
    pub(crate) fn works(&self) -> bool {
        self.role == Role::Works
    }

    /// Whether the job is done by the other end with what is there, and only shown here.
    pub(crate) fn watches(&self) -> bool {
        self.role == Role::Watches
    }

    /// Whether the job of the other end is shown here, and obeys commands from here.
    pub(crate) fn shows(&self) -> bool {
        matches!(self.role, Role::Shows | Role::Watches)
    }

    /// Whether the sources are on another machine than the user.
    pub(crate) fn is_far(&self) -> bool {
        self.host.is_some()
    }

    /// Puts the name of the host before a path of the other end.
    pub(crate) fn of_host(&self, path: WirePath) -> WirePath {
        match &self.host {
            Some(host) if self.is_held() => {
                FarPath::new(host, path.0.clone()).map_or(path, |far| WirePath(far.to_path()))
            }
            Some(host) => {
                let mut text = std::ffi::OsString::from(host);
                text.push(":");
                text.push(path.0.as_os_str());
                WirePath(text.into())
            }
            None => path,
        }
    }

    /// Passes a command on, where the job is that of the other end; tells whether it did.
    pub(crate) fn pass_on(&self, command: Command) -> bool {
        let message = Message::Command { command: Box::new(command) };
        self.shows() && self.tell(message)
    }

    /// Sends a message when there is room for it; if the connection is gone, the job ends without it.
    fn tell(&self, message: Message) -> bool {
        let commands = self.commands.get_or_init(|| {
            let (commands, waiting) = channel::<Message>();
            let output = self.output.clone();
            drop(thread::spawn(move || {
                for message in waiting {
                    if output.send(&message).is_err() {
                        return;
                    }
                }
            }));
            commands
        });
        commands.send(message).is_ok()
    }

    /// Tells the other end that no user is left to answer, where its job is shown here.
    pub(crate) fn leave_unanswered(&self) {
        if self.shows() {
            // If the connection is gone, the other end knows.
            let _told = self.tell(Message::Unattended);
        }
    }

    /// Passes an answer on, where the question is one of the other end.
    pub(crate) fn answer(&self, question: QuestionId, resolution: &Resolution) -> bool {
        let Some(question) = lock(&self.questions).get(&question).copied() else { return false };
        let Resolution { answer, scope } = resolution.clone();
        self.pass_on(Command::Answer { question, answer, scope })
    }
}
