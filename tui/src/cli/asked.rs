//! Turns the flags of a command line, applied in order, into the options of a run.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use fcp_engine::parts::Cut;
use fcp_engine::queue::Adding;
use fcp_engine::spec::{
    ConflictPolicy, Follow, ModeRule, Options, Overwrite, Preserve, Reflink, Sparse, Verb,
};

use super::flags::{Id, Token, lists};
use super::misuse::{Misuse, word};
use super::program::Program;
use super::recall::Recall;

mod extract;
mod finish;
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

/// How fcp is started on another machine, and what it does there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remote {
    /// The command that reaches it, instead of `ssh`.
    pub(crate) shell: Option<OsString>,
    /// Where fcp is there.
    pub(crate) program: Option<OsString>,
    /// Whether owners keep their numbers, whatever their names.
    pub(crate) numeric_ids: bool,
    /// How many connections bring data; none is said with 0.
    pub(crate) connections: u8,
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
    /// Whether attributes are left out that snapshots of subvolumes, which the job takes, have all the same.
    pub(crate) keeps_anyway: bool,
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
    /// Whether the parts compare, and copy nothing.
    pub(crate) verifies: bool,
    /// How fcp is started on another machine, and what it does there.
    pub(crate) remote: Remote,
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
    /// Whether a flag leaves attributes out that the copies would have.
    drops: bool,
    /// Whether the destination becomes like the source, and whether what only it has is then deleted.
    mirror: Option<bool>,
    /// Whether copies are to be compared byte by byte, said in so many words.
    compares: bool,
    max_delete: Option<u64>,
    /// The least time in the trash of what is deleted there.
    older_than: Option<Duration>,
    /// Whether `-r` or `-a` was given, which `fcp` needs for nothing but the reading of operands.
    recursive: bool,
    /// All flags, in their order.
    given: Vec<Id>,
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
        drops: false,
        mirror: None,
        compares: false,
        max_delete: None,
        older_than: None,
        recursive: false,
        given: Vec::new(),
    };
    fold.begin();
    for token in tokens {
        match token? {
            Token::Operand(name) => fold.asked.operands.push(name),
            Token::Flag(id, value) => {
                fold.given.push(id);
                fold.apply(id, value)?;
            }
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
            Id::NoPerms => (options.preserve.mode, self.drops) = (ModeRule::Fresh, true),
            Id::NoTimestamps => (options.preserve.timestamps, self.drops) = (false, true),
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
        self.drops = false;
    }

    fn preserve_default(&mut self) {
        let preserve = &mut self.asked.options.preserve;
        preserve.mode = ModeRule::Exact;
        preserve.ownership = true;
        preserve.timestamps = true;
    }

    fn preserve(&mut self, flag: &'static str, list: &OsStr, keep: bool) -> Result<(), Misuse> {
        self.drops |= !keep;
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
}

#[cfg(test)]
mod tests;
