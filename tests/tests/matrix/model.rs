//! Predicts the result of a case from its flags and the state of the destination.

use std::path::PathBuf;

use crate::asked::{Answer, Asked, Follow, Form, Link, OnError, Overwrite};
use crate::place::{Source, State};

/// One run of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) program: &'static str,
    pub(crate) flags: [Option<&'static str>; 2],
    pub(crate) asked: Asked,
    pub(crate) source: Source,
    pub(crate) state: State,
    pub(crate) form: Form,
}

/// What must hold afterwards, besides what always holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The request is refused as a whole; nothing changes.
    Refused,
    /// Nothing changes; the exit code is one of these.
    Untouched(&'static [i32]),
    /// The item arrives under this name, and the exit code is 0.
    Arrives(PathBuf),
    /// The data of what exists stay, and so does its inode; exit code 0.
    Updated,
    /// Data go into the FIFO at the destination.
    Written,
    /// It arrives beside what exists, which stays as it is; exit code 0.
    Beside,
    /// Both change places.
    Exchanged,
    /// The operand is removed.
    Removed,
    /// Only what always holds.
    Open,
}

/// The type of what arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arriving {
    Data,
    Symlink,
    Fifo,
    Tree,
    HardLink,
    LinkToSource,
}

impl Case {
    /// Whether symlinks of the source are followed.
    pub(crate) fn follows(&self) -> bool {
        let operand = self.form != Form::Below;
        match self.asked.follow {
            _ if self.program != "fcp" => false,
            Some(Follow::Always) => true,
            Some(Follow::Operands) => operand,
            Some(Follow::Never) => false,
            None => self.asked.links() == Link::Hard || operand && !self.asked.recursive,
        }
    }

    /// What the item becomes.
    pub(crate) fn arriving(&self) -> Arriving {
        let copies = self.program == "fcp";
        match (self.source, self.asked.links()) {
            (Source::Tree, _) => Arriving::Tree,
            (_, Link::Hard) if copies => Arriving::HardLink,
            (_, Link::Symbolic) if copies => Arriving::LinkToSource,
            (Source::Symlink, _) if !self.follows() => Arriving::Symlink,
            (Source::Fifo, _) if !self.reads_fifos() => Arriving::Fifo,
            (Source::File | Source::Symlink | Source::Fifo, _) => Arriving::Data,
        }
    }

    /// Whether a FIFO is read as if it were a file.
    fn reads_fifos(&self) -> bool {
        let operand = self.form != Form::Below;
        self.program == "fcp" && (self.asked.copy_contents || operand && !self.asked.recursive)
    }

    /// Whether the destination is exactly what the user named.
    fn is_named(&self) -> bool {
        matches!(self.form, Form::Named | Form::Exact)
    }

    /// Whether an operand stands for a directory that takes the source in.
    fn goes_inside(&self) -> bool {
        self.form == Form::Named && matches!(self.state, State::Directory | State::LinkToDirectory)
            || self.form == Form::Named
                && self.source == Source::Tree
                && matches!(self.state, State::SameFile | State::LinkToSource)
    }

    /// Whether what exists keeps its data, whatever happens.
    pub(crate) fn keeps_data(&self) -> bool {
        self.program == "fcp" && self.asked.attributes_only
    }

    /// Gives the outcome that the model foresees.
    pub(crate) fn expected(&self) -> Expected {
        let asked = &self.asked;
        if asked.is_misuse() {
            return Expected::Refused;
        }
        if asked.dry_run {
            return Expected::Untouched(&[0, 1, 2, 5]);
        }
        let Some(answer) = asked.answer() else { return Expected::Open };
        if answer == Answer::Ask || asked.on_error == OnError::Ask {
            // There is no terminal to ask on.
            return Expected::Untouched(&[2]);
        }
        if self.program == "frm" && asked.prompts {
            return Expected::Open;
        }
        if asked.is_filtered && self.source != Source::Tree {
            return Expected::Untouched(&[0, 1]);
        }
        if asked.is_filtered || asked.resume {
            return Expected::Open;
        }
        match self.program {
            "frm" => self.expected_removal(),
            "fmv" => self.expected_move(answer),
            _ => self.expected_copy(answer),
        }
    }

    fn expected_removal(&self) -> Expected {
        let asked = &self.asked;
        match self.state {
            State::Absent if asked.force => Expected::Untouched(&[0]),
            State::Absent => Expected::Untouched(&[1]),
            State::Directory if !asked.recursive => Expected::Untouched(&[1]),
            _ => Expected::Removed,
        }
    }

    fn expected_move(&self, answer: Answer) -> Expected {
        let asked = &self.asked;
        if self.goes_inside() {
            return Expected::Open;
        }
        if asked.exchange {
            return match (self.state, answer) {
                (State::Absent, _) => Expected::Untouched(&[1]),
                (State::SameFile, _) if self.source != Source::Tree => Expected::Untouched(&[0, 1]),
                (_, Answer::Overwrite) => Expected::Exchanged,
                _ => Expected::Open,
            };
        }
        let arrives = Expected::Arrives(PathBuf::from("d/x"));
        match self.state {
            State::Absent => arrives,
            State::SameFile if self.source != Source::Tree => Expected::Open,
            _ if self.source == Source::Tree => Expected::Open,
            State::Directory => match answer {
                Answer::Rename => Expected::Beside,
                Answer::Ask => Expected::Untouched(&[1, 2, 5]),
                Answer::Skip => Expected::Untouched(&[0]),
                _ if asked.keeps_old() => Expected::Open,
                _ => Expected::Untouched(&[1]),
            },
            _ => match answer {
                Answer::Overwrite => arrives,
                answer => self.unless(answer, arrives),
            },
        }
    }

    /// What an answer other than "replace" leads to, where a file of the same kind is in the way.
    fn unless(&self, answer: Answer, arrives: Expected) -> Expected {
        let is_file = |state| {
            matches!(state, State::File | State::HardLinked | State::ReadOnly | State::NotOurs)
        };
        let comparable = self.source == Source::File && is_file(self.state);
        match answer {
            Answer::Overwrite => arrives,
            Answer::Skip => Expected::Untouched(&[0]),
            Answer::Fail => Expected::Untouched(&[1]),
            Answer::Ask => Expected::Untouched(&[2, 5]),
            Answer::Rename => Expected::Beside,
            Answer::Newer | Answer::Larger if comparable => arrives,
            Answer::Older | Answer::Smaller if comparable => Expected::Untouched(&[0]),
            Answer::Newer | Answer::Larger | Answer::Older | Answer::Smaller => Expected::Open,
        }
    }

    fn expected_copy(&self, answer: Answer) -> Expected {
        let asked = &self.asked;
        let arriving = self.arriving();
        let data = arriving == Arriving::Data;
        if arriving == Arriving::Tree || self.goes_inside() {
            // Trees are looked at file by file, in the form `Below`.
            return Expected::Open;
        }
        if data && (asked.shares || asked.only_shares) && !asked.attributes_only {
            // Nothing is shared in memory; where it stops depends on the call that fails.
            return if asked.only_shares { Expected::Open } else { self.cannot_share(answer) };
        }
        if self.source == Source::Fifo && data {
            return Expected::Open;
        }
        if asked.links() == Link::Symbolic && self.form == Form::Parents {
            // The source is relative, and only links in the working directory may be (as with GNU's cp).
            return Expected::Open;
        }
        let at = PathBuf::from(if self.form == Form::Below { "d/x/f" } else { "d/x" });
        let arrives = Expected::Arrives(at);
        let keeps_old = asked.keeps_old();
        let removes = asked.overwrite == Overwrite::Remove && !asked.attributes_only;
        let follows_named = !keeps_old && asked.links() == Link::Copy && !removes;
        let through = data && self.is_named() && follows_named;
        match self.state {
            State::Absent => return arrives,
            State::Directory => {
                return match answer {
                    Answer::Rename => Expected::Beside,
                    Answer::Ask => Expected::Untouched(&[1, 2, 5]),
                    Answer::Skip => Expected::Untouched(&[0]),
                    _ => Expected::Untouched(&[1]),
                };
            }
            // The link stays, and the copy lies beside it and not beside what it leads to.
            State::Dangling | State::LinkToFile | State::LinkToDirectory | State::LinkToSource
                if through && answer == Answer::Rename =>
            {
                return Expected::Beside;
            }
            State::LinkToDirectory if through => return Expected::Open,
            State::Dangling if through => return Expected::Untouched(&[1, 2]),
            State::SameFile | State::LinkToSource => return self.over_itself(),
            State::Fifo if through && !asked.attributes_only => {
                return match answer {
                    Answer::Overwrite if !asked.verify && !asked.only_files => Expected::Written,
                    Answer::Overwrite => Expected::Open,
                    answer => self.unless(answer, Expected::Open),
                };
            }
            _ => {}
        }
        let outcome = if self.keeps_data() {
            self.updates(through)
        } else if self.state.needs_nobody() && data && !self.may_replace() {
            Expected::Untouched(&[1])
        } else {
            arrives
        };
        match answer {
            Answer::Overwrite => outcome,
            answer => self.unless(answer, outcome),
        }
    }

    /// What `--attributes-only` does to what exists.
    fn updates(&self, through: bool) -> Expected {
        let is_file = matches!(
            self.state,
            State::File | State::HardLinked | State::ReadOnly | State::NotOurs
        ) || through && self.state == State::LinkToFile;
        let is_link =
            matches!(self.state, State::LinkToFile | State::Dangling | State::LinkToDirectory);
        let same = match self.arriving() {
            Arriving::Data => is_file,
            Arriving::Symlink => is_link,
            Arriving::Fifo => self.state == State::Fifo,
            Arriving::Tree | Arriving::HardLink | Arriving::LinkToSource => false,
        };
        match (same, self.state) {
            // The attributes of another user's file cannot be changed.
            (true, State::NotOurs) => Expected::Open,
            (true, _) => Expected::Updated,
            (false, _) => Expected::Untouched(&[1]),
        }
    }

    /// Whether an ordinary user's program may put something in the place of a read-only file.
    fn may_replace(&self) -> bool {
        self.asked.force || self.asked.overwrite == Overwrite::Remove || self.asked.keeps_old()
    }

    fn over_itself(&self) -> Expected {
        match (self.state, self.source) {
            (State::SameFile, Source::File)
                if self.asked.links() == Link::Copy
                    && !self.asked.keeps_old()
                    && self.asked.overwrite != Overwrite::Remove
                    && matches!(self.asked.answer(), Some(Answer::Overwrite)) =>
            {
                Expected::Untouched(&[1])
            }
            _ => Expected::Open,
        }
    }

    fn cannot_share(&self, answer: Answer) -> Expected {
        match (self.state, answer) {
            (State::File | State::HardLinked | State::ReadOnly | State::NotOurs, _)
            | (State::LinkToFile, Answer::Overwrite) => Expected::Untouched(&[0, 1, 2, 5]),
            _ => Expected::Open,
        }
    }
}
