//! Turns the flags of a command line, applied in order, into the options of a run.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use fcp_engine::parts::Cut;
use fcp_engine::queue::Adding;
use fcp_engine::spec::{
    Backup, BackupKind, ConflictPolicy, Follow, LinkMode, MismatchPolicy, ModeRule, NameRule,
    Options, Overwrite, Preserve, Reflink, Sparse, Verb,
};

use super::flags::{Id, Token, lists};
use super::misuse::{Misuse, word};
use super::program::Program;
use super::recall::Recall;

mod extract;
mod mv;
mod own;
mod rm;

/// The environment variables that change the meaning of flags.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    pub(crate) version_control: Option<OsString>,
    pub(crate) simple_backup_suffix: Option<OsString>,
    pub(crate) posixly_correct: bool,
}

impl Env {
    /// Reads the environment of the process.
    pub(crate) fn read() -> Self {
        Self {
            version_control: std::env::var_os("VERSION_CONTROL"),
            simple_backup_suffix: std::env::var_os("SIMPLE_BACKUP_SUFFIX"),
            posixly_correct: std::env::var_os("POSIXLY_CORRECT").is_some(),
        }
    }
}

/// Says when something is shown or coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

/// Whether the program keeps to GNU or to its own habits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Own,
    Gnu,
}

/// The meaning of a command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) options: Options,
    pub(crate) operands: Vec<OsString>,
    /// The directory of `-t`.
    pub(crate) target: Option<OsString>,
    /// Whether the last operand is the copy itself (`-T`).
    pub(crate) exact: bool,
    pub(crate) verbose: bool,
    pub(crate) debug: bool,
    /// Whether `-i` asks; with `older` only about what would be replaced.
    pub(crate) prompt: bool,
    pub(crate) older: bool,
    /// Flags that exclude each other, to be told when the operands are in order (`mv`).
    pub(crate) clash: Option<&'static str>,
    /// Whether no flag decides about existing files (`mv` then asks on a terminal about those that
    /// the user may not write to).
    pub(crate) undecided: bool,
    /// Whether existing files that are not replaced are reported and count as failed.
    pub(crate) none_fail: bool,
    /// Whether a failure to preserve metadata is not reported (`-a`).
    pub(crate) quiet_metadata: bool,
    /// Whether one question is asked before all (`rm -I`).
    pub(crate) once: bool,
    /// Whether standard input is taken for a terminal.
    pub(crate) presume_terminal: bool,
    pub(crate) trash: bool,
    /// The request to list, restore or undo, instead of a job of the program's own.
    pub(crate) recall: Option<Recall>,
    /// Whether a security context was named, which needs a kernel that supports them.
    pub(crate) context: bool,
    /// How the job is put into the queue, instead of being run.
    pub(crate) queue: Option<Adding>,
    pub(crate) json: bool,
    pub(crate) control: bool,
    pub(crate) progress: Option<When>,
    pub(crate) color: When,
    pub(crate) glob: bool,
    pub(crate) files0_from: Option<OsString>,
    /// The directory of the plan that the copy becomes, and how it is divided.
    pub(crate) out: Option<OsString>,
    pub(crate) cut: Cut,
    pub(crate) help: bool,
    pub(crate) version: bool,
}

/// Applies tokens one by one; the meaning of some flags depends on others.
#[derive(Debug)]
struct Fold<'a> {
    env: &'a Env,
    asked: Asked,
    program: &'static Program,
    dialect: Dialect,
    follow: Option<Follow>,
    interactive: Option<Interactive>,
    update: &'static str,
    conflict: Option<ConflictPolicy>,
    backup: bool,
    method: Option<OsString>,
    suffix: Option<OsString>,
    hard: bool,
    symbolic: bool,
    required_context: bool,
    /// Whether the destination becomes like the source, and whether what only it has is then deleted.
    mirror: Option<bool>,
    /// Whether copies are to be compared byte by byte, said in so many words.
    compares: bool,
    max_delete: Option<u64>,
    /// Whether `-r` or `-a` was given, which `fcp` needs for nothing but the reading of operands.
    recursive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interactive {
    Ask,
    Never,
    /// Overwrite without asking (`mv -f`).
    Always,
}

/// Turns a command line into the options of a run.
///
/// # Errors
/// The first thing wrong with it, in the order of the command line.
pub(crate) fn fold(
    tokens: impl IntoIterator<Item = Result<Token, Misuse>>,
    program: &'static Program,
    dialect: Dialect,
    env: &Env,
) -> Result<Asked, Misuse> {
    let mut fold = Fold {
        env,
        asked: Asked::default(),
        program,
        dialect,
        follow: None,
        interactive: None,
        update: "all",
        conflict: None,
        backup: false,
        method: None,
        suffix: None,
        hard: false,
        symbolic: false,
        required_context: false,
        mirror: None,
        compares: false,
        max_delete: None,
        recursive: false,
    };
    fold.begin();
    for token in tokens {
        match token? {
            Token::Operand(name) => fold.asked.operands.push(name),
            Token::Flag(id, value) => fold.apply(id, value)?,
        }
        if fold.asked.help || fold.asked.version {
            return Ok(fold.asked);
        }
    }
    fold.finish()
}

impl Fold<'_> {
    /// Sets the defaults.
    fn begin(&mut self) {
        match self.program.verb {
            Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo => self.begin_rm(),
            Verb::Copy if self.dialect == Dialect::Gnu => {
                self.asked.options.recursive = false;
                self.asked.options.overwrite = Overwrite::InPlace;
                self.asked.options.write_through = true;
                self.asked.options.gnu = true;
            }
            Verb::Move => self.asked.options.gnu = self.dialect == Dialect::Gnu,
            // An archive says when its items were changed.
            Verb::Extract => self.asked.options.preserve.timestamps = true,
            Verb::Copy | Verb::Verify | Verb::Dedupe | Verb::Pack => {}
        }
    }

    fn apply(&mut self, id: Id, value: Option<OsString>) -> Result<(), Misuse> {
        let given = value.as_deref();
        // The same letter may have another meaning in another program.
        let known = match self.program.verb {
            Verb::Copy | Verb::Verify | Verb::Dedupe | Verb::Extract => false,
            Verb::Pack => self.apply_pack(id),
            Verb::Move => self.apply_mv(id),
            Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo => self.apply_rm(id, given)?,
        };
        if known {
            return Ok(());
        }
        let text = given.unwrap_or_default();
        let asked = &mut self.asked;
        let options = &mut asked.options;
        match id {
            Id::Archive => self.archive(),
            Id::Mirror => {
                self.mirror = Some(
                    given.map(|how| word("--mirror", how, lists::MIRROR)).transpose()?
                        == Some("delete"),
                );
                self.archive();
            }
            Id::AttributesOnly => options.attributes_only = true,
            Id::Backup => (self.backup, self.method) = (true, value),
            Id::BackupDefault => self.backup = true,
            Id::CopyContents => options.copy_contents = true,
            Id::Links => {
                options.preserve.links = true;
                self.follow = Some(Follow::Never);
            }
            Id::Debug => (asked.debug, asked.verbose) = (true, true),
            Id::Dereference => self.follow = Some(Follow::Always),
            Id::DereferenceOperands => self.follow = Some(Follow::Operands),
            Id::NoDereference => self.follow = Some(Follow::Never),
            Id::Force => options.force = true,
            Id::Interactive => {
                (self.interactive, self.conflict) = (Some(Interactive::Ask), None);
            }
            Id::NoClobber => (self.interactive, self.conflict) = (Some(Interactive::Never), None),
            Id::Update => {
                self.update = match given {
                    Some(which) => word("--update", which, lists::UPDATE)?,
                    None => "older",
                };
                self.conflict = None;
            }
            Id::UpdateDefault => (self.update, self.conflict) = ("older", None),
            Id::Link => self.hard = true,
            Id::SymbolicLink => self.symbolic = true,
            Id::NoTargetDirectory => asked.exact = true,
            Id::TargetDirectory => {
                if asked.target.is_some() {
                    return Err(Misuse::Refused("multiple target directories specified"));
                }
                asked.target = value;
            }
            Id::OneFileSystem => options.one_file_system = true,
            Id::Parents => options.parents = true,
            Id::PreserveDefault => self.preserve_default(),
            Id::Preserve => match given {
                Some(list) => self.preserve("--preserve", list, true)?,
                None => self.preserve_default(),
            },
            Id::NoPreserve => self.preserve("--no-preserve", text, false)?,
            Id::NoPerms => options.preserve.mode = ModeRule::Fresh,
            Id::NoTimestamps => options.preserve.timestamps = false,
            Id::Ownership => options.preserve.ownership = true,
            Id::Recursive => (options.recursive, self.recursive) = (true, true),
            Id::RemoveDestination => options.overwrite = Overwrite::RemoveFirst,
            Id::Inplace => options.overwrite = Overwrite::InPlace,
            Id::Sparse => {
                options.sparse = match word("--sparse", text, lists::SPARSE)? {
                    "always" => Sparse::Always,
                    "never" => Sparse::Never,
                    _ => Sparse::Auto,
                };
            }
            Id::Reflink => {
                options.reflink = match given.map(|w| word("--reflink", w, lists::REFLINK)) {
                    Some(Err(wrong)) => return Err(wrong),
                    Some(Ok("auto")) => Reflink::Auto,
                    Some(Ok("never")) => Reflink::Never,
                    _ => Reflink::Always,
                };
            }
            Id::StripTrailingSlashes => options.strip_trailing_slashes = true,
            Id::Suffix => {
                self.backup = true;
                self.suffix = value;
            }
            Id::Verbose => asked.verbose = true,
            Id::KeepDirectorySymlink => options.keep_directory_symlink = true,
            Id::Context => asked.context |= given.is_some(),
            // Without a value it asks for the default context, which needs no SELinux.
            Id::ContextDefault => {}
            Id::Help => asked.help = true,
            Id::Version => asked.version = true,
            _ => self.apply_own(id, text)?,
        }
        Ok(())
    }

    fn archive(&mut self) {
        self.follow = Some(Follow::Never);
        self.recursive = true;
        self.asked.options.preserve = Preserve::ALL;
        self.asked.options.recursive = true;
        self.asked.quiet_metadata = true;
    }

    fn preserve_default(&mut self) {
        let preserve = &mut self.asked.options.preserve;
        preserve.mode = ModeRule::Exact;
        preserve.ownership = true;
        preserve.timestamps = true;
    }

    fn preserve(&mut self, flag: &'static str, list: &OsStr, keep: bool) -> Result<(), Misuse> {
        let preserve = &mut self.asked.options.preserve;
        for item in list.as_bytes().split(|&byte| byte == b',') {
            let name = word(flag, OsStr::from_bytes(item), lists::PRESERVE)?;
            let all = name == "all";
            if all || name == "mode" {
                preserve.mode = if keep { ModeRule::Exact } else { ModeRule::Fresh };
            }
            if all || name == "ownership" {
                preserve.ownership = keep;
            }
            if all || name == "timestamps" {
                preserve.timestamps = keep;
            }
            if all || name == "links" {
                preserve.links = keep;
            }
            if all || name == "xattr" {
                preserve.xattr = keep;
                preserve.required = keep && !all;
            }
            if all || name == "context" {
                preserve.context = keep;
                self.required_context = keep && !all;
            }
        }
        Ok(())
    }

    /// Settles what depends on several flags.
    fn finish(mut self) -> Result<Asked, Misuse> {
        match self.program.verb {
            Verb::Copy | Verb::Verify => self.finish_cp()?,
            Verb::Move => self.finish_mv()?,
            Verb::Dedupe => {}
            Verb::Extract | Verb::Pack => self.finish_extract()?,
            Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo => self.finish_rm(),
        }
        self.check_kept()?;
        self.check_names()?;
        self.asked.finish_recall()?;
        if self.asked.control && !self.asked.json {
            return Err(Misuse::Flags("--control needs --json"));
        }
        Ok(self.asked)
    }

    /// Refuses what cannot be combined with keeping replaced files in the trash.
    fn check_kept(&mut self) -> Result<(), Misuse> {
        let options = &mut self.asked.options;
        if !options.keep_replaced {
            return Ok(());
        }
        if options.backup.is_some() {
            return Err(Misuse::Flags("cannot combine --keep-replaced with --backup"));
        }
        if options.overwrite == Overwrite::InPlace {
            if self.dialect == Dialect::Own {
                return Err(Misuse::Flags("cannot combine --keep-replaced with --inplace"));
            }
            // A file whose content is overwritten in place cannot be kept in the trash.
            options.overwrite = Overwrite::Replace;
        }
        Ok(())
    }

    /// Refuses what cannot be combined with other names.
    fn check_names(&self) -> Result<(), Misuse> {
        let options = &self.asked.options;
        if options.names == NameRule::Keep {
            return Ok(());
        }
        if options.parents {
            return Err(Misuse::Flags("cannot combine --names with --parents"));
        }
        if options.removals.is_some() {
            return Err(Misuse::Flags("cannot combine --names with --mirror"));
        }
        if self.dialect == Dialect::Gnu {
            return Err(Misuse::Flags("--names needs the name fcp"));
        }
        Ok(())
    }

    /// Checks the combination of flags in the order in which GNU's `cp` does.
    fn finish_cp(&mut self) -> Result<(), Misuse> {
        let options = &mut self.asked.options;
        if self.hard && self.symbolic {
            return Err(Misuse::Flags("cannot make both hard and symbolic links"));
        }
        let never = self.interactive == Some(Interactive::Never);
        if self.backup && (never || matches!(self.update, "none" | "none-fail")) {
            return Err(Misuse::Flags(
                "--backup is mutually exclusive with -n or --update=none-fail",
            ));
        }
        check_holes(options)?;
        if self.hard {
            options.link = LinkMode::Hard;
        } else if self.symbolic {
            options.link = LinkMode::Symbolic;
        }
        if options.link != LinkMode::Copy || options.attributes_only {
            options.reflink = Reflink::Auto;
        }
        if options.attributes_only && self.dialect == Dialect::Own {
            // Nothing is replaced, so nothing is removed or emptied first either.
            options.overwrite = Overwrite::Replace;
        }
        let by_default = match self.dialect {
            _ if self.hard || !options.recursive => Follow::Always,
            Dialect::Own if !self.recursive => Follow::Files,
            Dialect::Own | Dialect::Gnu => Follow::Never,
        };
        options.follow = self.follow.unwrap_or(by_default);
        // Like cp without -r, though directories need none here.
        options.read_operands = self.dialect == Dialect::Own && !self.recursive;
        // Only a recursive copy tells special files from others.
        options.copy_contents |= !options.recursive;
        if self.backup {
            self.asked.options.backup = self.backup_kind()?;
        }
        if self.required_context {
            return Err(Misuse::Refused(
                "cannot preserve security context without an SELinux-enabled kernel",
            ));
        }
        self.settle_conflicts();
        self.finish_manifest()?;
        self.finish_mirror()
    }

    /// Chooses the answer to the conflict with an existing file.
    fn settle_conflicts(&mut self) {
        let never = self.interactive == Some(Interactive::Never);
        let ask = self.interactive == Some(Interactive::Ask);
        let asked = &mut self.asked;
        let own = self.conflict.take();
        asked.prompt = ask && own.is_none();
        asked.older = self.update == "older";
        let policy = match (own, self.update) {
            (Some(own), _) => own,
            (None, _) if never => ConflictPolicy::Skip,
            (None, "none") => ConflictPolicy::Skip,
            (None, "none-fail") => {
                asked.none_fail = true;
                ConflictPolicy::Fail
            }
            (None, _) if ask => ConflictPolicy::Ask,
            (None, "older") => ConflictPolicy::Newer,
            (None, _) => ConflictPolicy::Overwrite,
        };
        // GNU's programs fail where a directory meets a file. In our own dialect the answer that
        // the user chose for existing files holds there, too.
        if self.dialect == Dialect::Own {
            asked.options.on_mismatch = match &policy {
                ConflictPolicy::Ask => MismatchPolicy::Ask,
                ConflictPolicy::Rename(pattern) => MismatchPolicy::Rename(pattern.clone()),
                _ => MismatchPolicy::Fail,
            };
        }
        asked.options.on_conflict = policy;
    }

    fn backup_kind(&self) -> Result<Option<Backup>, Misuse> {
        let from_env = || self.env.version_control.clone().filter(|value| !value.is_empty());
        let words = match self.dialect {
            Dialect::Own => lists::OWN_BACKUP,
            Dialect::Gnu => lists::BACKUP,
        };
        let method = match (self.method.as_ref().filter(|value| !value.is_empty()), from_env()) {
            (Some(method), _) => word("backup type", method, words)?,
            (None, Some(method)) => word("$VERSION_CONTROL", &method, words)?,
            (None, None) => "existing",
        };
        let kind = match method {
            "none" => return Ok(None),
            "simple" => BackupKind::Simple,
            "numbered" => BackupKind::Numbered,
            _ => BackupKind::Existing,
        };
        let usable = |suffix: &OsString| !suffix.is_empty() && !suffix.as_bytes().contains(&b'/');
        let suffix = match &self.suffix {
            Some(suffix) => Some(suffix),
            None => self.env.simple_backup_suffix.as_ref(),
        };
        let suffix = suffix.filter(|suffix| usable(suffix));
        let suffix = suffix.map_or_else(|| "~".into(), |suffix| suffix.to_string_lossy().into());
        Ok(Some(Backup { kind, suffix }))
    }
}

/// Refuses to share storage where holes are asked for, or none.
fn check_holes(options: &Options) -> Result<(), Misuse> {
    if options.reflink == Reflink::Always && options.sparse != Sparse::Auto {
        return Err(Misuse::Flags("--reflink can be used only with --sparse=auto"));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
