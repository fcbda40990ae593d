//! Keeps the questions of a job: open ones, items to ask about later, answers that stick.
//!
//! Only so many questions of a job are open at a time, since each is told to every subscriber and
//! stored in the queue. Further items wait, packed, in the backlog. The thread of the job runs them
//! again when there is room: by then an answer that sticks may have settled them.

mod backlog;
mod earlier;
mod numbers;
#[cfg(test)]
#[cfg(feature = "queue")]
mod tests;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex};

pub(crate) use self::numbers::Numbers;

use self::backlog::Backlog;
use self::earlier::Earlier;
use crate::contract::error::Code;
use crate::contract::event::{Answer, Question, QuestionId, Resolution, Scope, Subject};
use crate::contract::view::LISTED;
use crate::job::conflict::{About, about, fits, fits_conflict};
use crate::job::spill::Spill;
use crate::walk::item::ParkedItem;
use fcp_sys::Errno;
use fcp_sys::lock;

/// Why an answer was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerError {
    /// The question is not open.
    NoQuestion(QuestionId),
    /// The question has other answers.
    Misfit(QuestionId),
}

/// Questions of a job that are open at a time; further items wait in the backlog.
pub(crate) const OPEN: usize = LISTED;

/// Open questions at which items of the backlog are asked about.
pub(crate) const FEW: usize = OPEN / 2;

/// The open questions of a job and the answers that reach beyond one item.
#[derive(Debug)]
pub(crate) struct Questions {
    numbers: Arc<Numbers>,
    state: Mutex<Waiting>,
    sticky: Mutex<Vec<Sticky>>,
    earlier: Mutex<Earlier>,
}

/// What an answer was for.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    /// The question that the user answered, and all that the answer reached.
    pub(crate) questions: Vec<QuestionId>,
    /// What the user answered about.
    pub(crate) subject: Subject,
}

/// Items that wait: for an answer, to be asked about, or to be run again. Under one lock, so that
/// none is ever in no list and the job cannot end over its head.
#[derive(Debug, Default)]
struct Waiting {
    open: BTreeMap<QuestionId, Parked>,
    answered: Vec<ParkedItem>,
    backlog: Backlog,
    /// Items of the backlog that an answer may reach, and that are run again whatever is open.
    reached: u64,
    /// Whether items of the backlog are being run again.
    is_recalling: bool,
}

/// What the thread of a job has to know of what waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Questions that are open.
    pub(crate) open: usize,
    /// Items in the backlog.
    pub(crate) backlog: u64,
    /// Whether some items can continue.
    pub(crate) has_answers: bool,
    /// Whether items of the backlog are being run again.
    pub(crate) is_recalling: bool,
    /// Whether there is room for questions about items of the backlog, or an answer may reach them.
    pub(crate) has_room: bool,
    /// Whether so much of the backlog is in memory that it should be written down.
    pub(crate) is_large: bool,
}

#[derive(Debug)]
struct Parked {
    item: ParkedItem,
    subject: Subject,
}

#[derive(Debug)]
struct Sticky {
    answer: Answer,
    /// None: all kinds.
    about: Option<About>,
    /// None: all directories.
    directory: Option<u64>,
}

impl ParkedItem {
    /// Notes the answer to the question that the item waited for.
    fn settle(&mut self, answer: Answer, subject: Subject) {
        self.given_up = match subject {
            Subject::Error { error, .. }
                if !matches!(
                    answer,
                    Answer::Retry | Answer::PortableName | Answer::OverwriteForGood
                ) =>
            {
                Some(error)
            }
            Subject::Error { .. } | Subject::Conflict { .. } | Subject::Removal { .. } => None,
        };
        self.answer = Some(answer);
    }
}

impl Questions {
    /// Starts without questions.
    pub(crate) fn new(numbers: Arc<Numbers>) -> Self {
        let (state, sticky, earlier) = Default::default();
        Self { numbers, state, sticky, earlier }
    }

    /// Gives a number for a question of another machine's job.
    pub(crate) fn number(&self) -> QuestionId {
        self.numbers.next()
    }

    /// Gives the answer that an earlier one with a scope has for this.
    pub(crate) fn sticky(&self, what: About, directory: u64) -> Option<Answer> {
        let sticky = lock(&self.sticky);
        sticky
            .iter()
            .rev()
            .find(|sticky| {
                sticky.about.is_none_or(|about| about == what)
                    && sticky.directory.is_none_or(|only| only == directory)
                    && match what {
                        About::Error(code) => match sticky.answer {
                            Answer::Skip | Answer::Abort => true,
                            Answer::PortableName => code == Code::InvalidName,
                            _ => false,
                        },
                        About::Conflict(kind) => fits_conflict(&sticky.answer, kind),
                        About::Removal => {
                            matches!(sticky.answer, Answer::Remove | Answer::Skip | Answer::Abort)
                        }
                    }
            })
            .map(|sticky| sticky.answer.clone())
    }

    /// Takes over answers that were given when the job ran before.
    pub(crate) fn recall(&self, answers: Vec<(Subject, Resolution)>) {
        let (mut sticky, mut earlier) = (lock(&self.sticky), lock(&self.earlier));
        for (subject, resolution) in answers {
            let about = match resolution.scope {
                Scope::Kind => Some(about(&subject)),
                Scope::All => None,
                Scope::This | Scope::Directory => {
                    earlier.note(subject, resolution);
                    continue;
                }
            };
            sticky.push(Sticky { answer: resolution.answer, about, directory: None });
        }
    }

    /// Parks an item and gives the question to ask; none if it was answered this very moment, if
    /// enough questions are open, or if the job `asks` no more.
    pub(crate) fn park(
        &self,
        mut item: ParkedItem,
        subject: Subject,
        asks: bool,
    ) -> Option<Question> {
        let state = &mut *lock(&self.state);
        let given = self.sticky(about(&subject), item.node.id);
        // One that replaces files is for none that this job has just created.
        let is_own = matches!(subject, Subject::Conflict { just_created: true, .. });
        let given = given.filter(|answer| !is_own || fits(answer, &subject));
        if let Some(answer) = given.or_else(|| lock(&self.earlier).take(&subject)) {
            item.settle(answer, subject);
            state.answered.push(item);
            return None;
        }
        if state.open.len() >= OPEN || !asks {
            state.backlog.push(item);
            return None;
        }
        let waiting = state.count() + 1;
        loop {
            let id = self.numbers.next();
            if let Entry::Vacant(vacant) = state.open.entry(id) {
                vacant.insert(Parked { item, subject: subject.clone() });
                return Some(Question { id, subject, waiting });
            }
        }
    }

    /// The open questions.
    pub(crate) fn open(&self) -> Vec<Question> {
        let state = lock(&self.state);
        let waiting = state.count();
        let open = state.open.iter();
        open.map(|(id, parked)| Question { id: *id, subject: parked.subject.clone(), waiting })
            .collect()
    }

    /// Counts the items that wait for an answer, those of the backlog among them.
    pub(crate) fn count(&self) -> u64 {
        lock(&self.state).count()
    }

    pub(crate) fn contains(&self, id: QuestionId) -> bool {
        lock(&self.state).open.contains_key(&id)
    }

    /// Readies the items an answer reaches; `None` if it does not fit the question.
    pub(crate) fn answer(&self, id: QuestionId, resolution: &Resolution) -> Option<Answered> {
        let state = &mut *lock(&self.state);
        let open = &mut state.open;
        let asked = open.get(&id)?;
        if !fits(&resolution.answer, &asked.subject) {
            return None;
        }
        let subject = asked.subject.clone();
        let what = about(&subject);
        let directory = asked.item.node.id;
        let sticky = match resolution.scope {
            Scope::This => None,
            Scope::Directory => Some((Some(what), Some(directory))),
            Scope::Kind => Some((Some(what), None)),
            Scope::All => Some((None, None)),
        };
        if let Some((about, directory)) = sticky
            && resolution.answer != Answer::Retry
        {
            let answer = resolution.answer.clone();
            lock(&self.sticky).push(Sticky { answer, about, directory });
            state.reached = state.backlog.count();
        }
        let questions: Vec<QuestionId> = open
            .iter()
            .filter(|(other, parked)| {
                **other == id
                    || sticky.is_some_and(|(kind, only)| {
                        kind.is_none_or(|kind| kind == about(&parked.subject))
                            && only.is_none_or(|only| only == parked.item.node.id)
                            && fits(&resolution.answer, &parked.subject)
                    })
            })
            .map(|(id, _)| *id)
            .collect();
        for id in &questions {
            if let Some(Parked { mut item, subject }) = open.remove(id) {
                item.settle(resolution.answer.clone(), subject);
                state.answered.push(item);
            }
        }
        Some(Answered { questions, subject })
    }

    /// Takes the items that can continue.
    pub(crate) fn take_answered(&self) -> Vec<ParkedItem> {
        std::mem::take(&mut lock(&self.state).answered)
    }

    /// Says what waits.
    pub(crate) fn waiting(&self) -> Standing {
        let state = lock(&self.state);
        let backlog = state.backlog.count();
        Standing {
            open: state.open.len(),
            backlog,
            has_answers: !state.answered.is_empty(),
            is_recalling: state.is_recalling,
            has_room: state.reached > 0 || state.open.len() <= FEW,
            is_large: state.backlog.is_large(),
        }
    }

    /// Takes everything that was asked, for when the job ends first.
    pub(crate) fn take_open(&self) -> Vec<(QuestionId, ParkedItem)> {
        std::mem::take(&mut lock(&self.state).open)
            .into_iter()
            .map(|(id, parked)| (id, parked.item))
            .collect()
    }

    /// Takes some items of the backlog, to be run again; [`Self::end_recall`] allows the next.
    ///
    /// # Errors
    /// They cannot be read back; all of the backlog is lost.
    pub(crate) fn take_some(&self, spill: &mut Spill) -> Result<Vec<ParkedItem>, Errno> {
        let mut state = lock(&self.state);
        let room = OPEN.saturating_sub(state.open.len());
        let most = if state.reached > 0 { OPEN } else { room };
        let taken = state.backlog.take(most, spill)?;
        state.reached = state.reached.saturating_sub(taken.len() as u64);
        state.is_recalling = !taken.is_empty();
        Ok(taken)
    }

    /// Notes that the items that were taken last have been run.
    pub(crate) fn end_recall(&self) {
        lock(&self.state).is_recalling = false;
    }

    /// Writes down what is too much of the backlog.
    pub(crate) fn shrink(&self, spill: &mut Spill) {
        lock(&self.state).backlog.shrink(spill);
    }
}

impl Waiting {
    fn count(&self) -> u64 {
        self.open.len() as u64 + self.backlog.count()
    }
}
