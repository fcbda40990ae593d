//! Translates a list of flags into the request that the model of the matrix works with.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `SOURCE d/x`: a directory there takes the source in.
    Named,
    /// `-T SOURCE d/x`.
    Exact,
    /// `-t d SOURCE`.
    Into,
    /// `--parents x d`, from within the directory of the source.
    Parents,
    /// The item lies in a directory that is the operand, and is merged with one that exists.
    Below,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Overwrite,
    Skip,
    Fail,
    Ask,
    Rename,
    /// The source of each case is the newer one.
    Newer,
    Older,
    Larger,
    Smaller,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    Never,
    Operands,
    Always,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Link {
    #[default]
    Copy,
    Hard,
    Symbolic,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    #[default]
    Masked,
    Exact,
    Fresh,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Overwrite {
    #[default]
    Replace,
    InPlace,
    Remove,
}

/// What an item that fails does to the job; the last flag counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OnError {
    #[default]
    Skip,
    Abort,
    Retry,
    Ask,
}

/// The sum of the flags of a case.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) form: Option<Form>,
    pub(crate) follow: Option<Follow>,
    pub(crate) hard: bool,
    pub(crate) symbolic: bool,
    pub(crate) attributes_only: bool,
    pub(crate) copy_contents: bool,
    pub(crate) force: bool,
    pub(crate) overwrite: Overwrite,
    pub(crate) backup: Option<&'static str>,
    pub(crate) conflict: Option<Answer>,
    interactive: Option<Answer>,
    update: Option<Answer>,
    pub(crate) mode: Mode,
    pub(crate) times: bool,
    pub(crate) is_sparse_set: bool,
    pub(crate) shares: bool,
    pub(crate) only_shares: bool,
    /// Whether data travel in a way that only files know.
    pub(crate) only_files: bool,
    pub(crate) is_filtered: bool,
    /// Whether a filter must look at what a directory contains.
    pub(crate) looks_inside: bool,
    pub(crate) on_error: OnError,
    /// Whether trees are merged with what a symlink leads to.
    pub(crate) keeps_directory_links: bool,
    pub(crate) dry_run: bool,
    pub(crate) verify: bool,
    pub(crate) resume: bool,
    pub(crate) exchange: bool,
    pub(crate) changes_names: bool,
    pub(crate) prompts: bool,
    pub(crate) recursive: bool,
}

impl Asked {
    pub(crate) fn keep_all(&mut self) {
        (self.mode, self.times) = (Mode::Exact, true);
    }

    pub(crate) fn interactive(&mut self, answer: Answer) {
        (self.interactive, self.conflict) = (Some(answer), None);
    }

    pub(crate) fn update(&mut self, answer: Answer) {
        (self.update, self.conflict) = (Some(answer), None);
    }

    pub(crate) fn link(&mut self, link: Link) {
        match link {
            Link::Hard => self.hard = true,
            Link::Symbolic => self.symbolic = true,
            Link::Copy => {}
        }
    }

    pub(crate) fn links(&self) -> Link {
        match (self.hard, self.symbolic) {
            (true, _) => Link::Hard,
            (_, true) => Link::Symbolic,
            _ => Link::Copy,
        }
    }

    /// Whether what is replaced is kept under another name.
    pub(crate) fn keeps_old(&self) -> bool {
        self.backup.is_some_and(|method| method != "none") && !self.attributes_only
    }

    /// What is answered to a file in the way; none if that depends on which flag of a pair counts.
    pub(crate) fn answer(&self) -> Option<Answer> {
        match (self.conflict, self.interactive, self.update) {
            (Some(own), _, _) => Some(own),
            (None, Some(_), Some(_)) => None,
            (None, Some(answer), None) | (None, None, Some(answer)) => Some(answer),
            (None, None, None) => Some(Answer::Overwrite),
        }
    }

    /// Whether the program refuses the flags as they are, or may.
    pub(crate) fn is_misuse(&self) -> bool {
        let unchanged = self.interactive == Some(Answer::Skip)
            || matches!(self.update, Some(Answer::Skip | Answer::Fail));
        let replaces_nothing = matches!(self.conflict, Some(Answer::Skip | Answer::Fail));
        self.hard && self.symbolic
            || self.backup.is_some() && (unchanged || replaces_nothing)
            || self.shares && self.is_sparse_set
            || self.exchange && self.backup.is_some()
            || self.changes_names && self.form == Some(Form::Parents)
    }
}
