//! Gives meaning to the flags that GNU's programs do not have.

use std::ffi::OsStr;
use std::ops::RangeBounds;
use std::path::Path;
use std::str::FromStr;

use fcp_engine::link::CONNECTIONS;
use fcp_engine::spec::{
    Cache, ConflictPolicy, DEFAULT_RENAME, Driver, Durability, ErrorPolicy, EventLevel, Filter,
    NameRule, Publish, Reuse, Shard, Sharing, Subvolumes,
};
use fcp_engine::sum::Algorithm;

use super::{Asked, Fold, When};
use crate::cli::flags::{Id, lists};
use crate::cli::misuse::{Misuse, word};
use crate::cli::recall::Recall;
use crate::cli::size::{parse_age, parse_size};

/// The smallest block, in bytes: a page.
const LEAST_BLOCK: u64 = 4096;

impl Fold<'_> {
    /// Applies a flag that GNU does not have.
    pub(super) fn apply_own(&mut self, id: Id, text: &OsStr) -> Result<(), Misuse> {
        let asked = &mut self.asked;
        let options = &mut asked.options;
        let pick = |flag| word(flag, text, self.program.words(id));
        match id {
            Id::Workers => {
                let why = "a number from 1 to 65535, or 0 for one per processor";
                let count: u16 = number_in(0.., "--workers", text, why)?;
                options.workers = Some(count).filter(|&count| count > 0);
            }
            Id::BlockSize => {
                let size = parse_size("--block-size", text)?;
                if size < LEAST_BLOCK {
                    return Err(Misuse::Value {
                        flag: "--block-size",
                        value: text.to_owned(),
                        why: "a size of at least 4k",
                    });
                }
                options.block_size = Some(size);
            }
            Id::LimitRate => options.limit_rate = Some(parse_size("--limit-rate", text)?),
            Id::Driver => {
                options.driver = Some(match pick("--driver")? {
                    "parfile" => Driver::Parfile,
                    "parblock" => Driver::Parblock,
                    "reflink" => Driver::Reflink,
                    "copy_file_range" => Driver::CopyFileRange,
                    _ => Driver::ReadWrite,
                });
            }
            Id::Cache => {
                options.cache = match pick("--cache")? {
                    "auto" => Cache::Auto,
                    "keep" => Cache::Keep,
                    "drop" => Cache::Drop,
                    _ => Cache::Direct,
                };
            }
            Id::Publish => {
                options.publish = match pick("--publish")? {
                    "auto" => Publish::Auto,
                    _ => Publish::Always,
                };
            }
            Id::Durability => {
                options.durability = match pick("--durability")? {
                    "none" => Durability::None,
                    "end" => Durability::End,
                    "batch" => Durability::Batch,
                    _ => Durability::File,
                };
            }
            Id::Events => {
                options.events = match pick("--events")? {
                    "facts" => EventLevel::Facts,
                    "all" => EventLevel::All,
                    _ => EventLevel::Trace,
                };
            }
            Id::Progress => asked.progress = Some(when(pick("--progress")?)),
            Id::NoProgress => asked.progress = Some(When::Never),
            Id::Color => asked.color = when(pick("--color")?),
            Id::OnConflict => self.conflict = Some(conflict_policy(text)?),
            Id::OnError => options.on_error = error_policy(text)?,
            Id::Names => {
                options.names = match pick("--names")? {
                    "portable" => NameRule::Portable,
                    "original" => NameRule::Original,
                    _ => NameRule::Keep,
                };
            }
            Id::Gitignore => options.filter.gitignore = true,
            Id::Glob => asked.glob = true,
            Id::Exclude => options.filter.exclude.push(glob_text("--exclude", text)?),
            Id::Include => options.filter.include.push(glob_text("--include", text)?),
            Id::Files0From => asked.files0_from = Some(text.to_owned()),
            Id::Shard => {
                let shard = text.to_str().and_then(|text| {
                    let (number, of) = text.split_once('/')?;
                    Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
                });
                let shard = shard.filter(|shard| (1..=shard.of).contains(&shard.number));
                let wrong = || Misuse::Value {
                    flag: "--shard",
                    value: text.to_owned(),
                    why: "K/N, with K from 1 to N",
                };
                options.filter.shard = Some(shard.ok_or_else(wrong)?);
            }
            Id::VerifyOnly => asked.verifies = true,
            Id::Out => asked.out = Some(text.to_owned()),
            Id::RemoteShell => asked.remote.shell = Some(text.to_owned()),
            Id::NumericIds => asked.remote.numeric_ids = true,
            Id::RemoteProgram => asked.remote.program = Some(text.to_owned()),
            Id::Connections => {
                let why = "a number from 1 to 16";
                asked.remote.connections = number_in(1..=CONNECTIONS, "--connections", text, why)?;
            }
            Id::PartItems => {
                asked.cut.items = number_in(1.., "--part-items", text, "a number from 1")?;
            }
            Id::PartSize => {
                asked.cut.bytes = parse_size("--part-size", text)?.max(1);
            }
            Id::Folder => options.unpack_folder = true,
            Id::UnpackLimit => options.unpack_limit = Some(parse_size("--unpack-limit", text)?),
            Id::Level => {
                let why = "a number from 0 (not packed) to 9";
                options.pack_level = Some(number_in(0..=9, "--level", text, why)?);
            }
            Id::MinSize => options.min_size = Some(parse_size("--min-size", text)?),
            Id::Fsync => options.durability = Durability::File,
            Id::Verify => {
                options.verify = true;
                let how = if text.is_empty() { "compare" } else { pick("--verify")? };
                options.verify_by = Algorithm::named(how);
                self.compares = options.verify_by.is_none() && !text.is_empty();
            }
            Id::Manifest => options.manifest = Some(Path::new(text).into()),
            Id::MaxDelete => {
                self.max_delete = Some(number_in(0.., "--max-delete", text, "a number of items")?);
            }
            Id::LinkDest => asked.reuse(Sharing::HardLink, text)?,
            Id::CloneDest => asked.reuse(Sharing::Reflink, text)?,
            Id::SnapshotSubvolumes => {
                let how = if text.is_empty() { "" } else { pick("--snapshot-subvolumes")? };
                options.subvolumes = match how {
                    "read-only" => Subvolumes::SnapshotReadOnly,
                    _ => Subvolumes::Snapshot,
                };
            }
            Id::Resume => options.resume = true,
            Id::TrashList => asked.recall(Recall::TrashList)?,
            Id::TrashRestore => asked.recall(Recall::TrashRestore)?,
            Id::TrashEmpty => asked.recall(Recall::TrashEmpty(None))?,
            Id::OlderThan => self.older_than = Some(parse_age("--older-than", text)?),
            Id::UndoList => asked.recall(Recall::UndoList)?,
            Id::Redo => asked.recall(Recall::Redo)?,
            Id::Undo => {
                let which = Some(text.to_owned()).filter(|text| !text.is_empty());
                asked.recall(Recall::Undo(which))?;
            }
            Id::KeepReplaced => options.keep_replaced = true,
            Id::DryRun => options.dry_run = true,
            Id::Queue => {
                // Each time adds to what was said before: `--queue=first --queue=paused`.
                let adding = asked.queue.get_or_insert_default();
                if !text.is_empty() {
                    match pick("--queue")? {
                        "paused" => adding.paused = true,
                        "first" => adding.first = true,
                        _ => adding.now = true,
                    }
                }
            }
            Id::Json => asked.json = true,
            Id::Control => asked.control = true,
            // [`Fold::apply`] and what it calls know these: they are GNU's, or mean something to one program alone.
            Id::Archive
            | Id::AttributesOnly
            | Id::Backup
            | Id::BackupDefault
            | Id::CopyContents
            | Id::Links
            | Id::Debug
            | Id::Dereference
            | Id::DereferenceOperands
            | Id::Force
            | Id::Interactive
            | Id::Link
            | Id::NoClobber
            | Id::NoDereference
            | Id::NoPreserve
            | Id::NoTargetDirectory
            | Id::OneFileSystem
            | Id::Parents
            | Id::Preserve
            | Id::PreserveDefault
            | Id::Recursive
            | Id::RemoveDestination
            | Id::Sparse
            | Id::Reflink
            | Id::StripTrailingSlashes
            | Id::Suffix
            | Id::SymbolicLink
            | Id::TargetDirectory
            | Id::Update
            | Id::UpdateDefault
            | Id::Verbose
            | Id::KeepDirectorySymlink
            | Id::Context
            | Id::ContextDefault
            | Id::NoCopy
            | Id::Exchange
            | Id::InteractiveOnce
            | Id::InteractiveAlways
            | Id::Directories
            | Id::PreserveRoot
            | Id::NoPreserveRoot
            | Id::CrossMounts
            | Id::PresumeTerminal
            | Id::Trash
            | Id::Help
            | Id::Version
            | Id::NoPerms
            | Id::NoTimestamps
            | Id::Ownership
            | Id::Inplace
            | Id::Mirror => {}
        }
        Ok(())
    }
}

impl Asked {
    /// Notes a copy whose files are shared.
    fn reuse(&mut self, by: Sharing, tree: &OsStr) -> Result<(), Misuse> {
        let reuse = self.options.reuse.get_or_insert_with(|| Reuse { trees: Vec::new(), by });
        if reuse.by != by {
            return Err(Misuse::Flags("cannot combine --link-dest with --clone-dest"));
        }
        reuse.trees.push(tree.into());
        Ok(())
    }

    /// Notes a request to restore or undo; a command line takes only one.
    fn recall(&mut self, recall: Recall) -> Result<(), Misuse> {
        match self.recall.replace(recall) {
            None => Ok(()),
            Some(_) => Err(Misuse::Flags(
                "--undo, --redo, --undo-list, --trash-list, --trash-restore and --trash-empty exclude each other",
            )),
        }
    }

    /// Takes the number after `--undo`, and refuses all other operands beside what takes none.
    pub(super) fn finish_recall(&mut self) -> Result<(), Misuse> {
        let takes_none = match &mut self.recall {
            None | Some(Recall::TrashRestore) => return Ok(()),
            Some(Recall::Undo(which)) => {
                if which.is_none() && self.operands.len() == 1 {
                    *which = self.operands.pop();
                }
                "--undo takes one number of --undo-list, and no other operands"
            }
            Some(Recall::Redo) => "--redo takes no operands",
            Some(Recall::UndoList) => "--undo-list takes no operands",
            Some(Recall::TrashList) => "--trash-list takes no operands",
            Some(Recall::TrashEmpty(_)) => "--trash-empty takes no operands",
        };
        let is_alone = self.operands.is_empty() && self.files0_from.is_none();
        if is_alone { Ok(()) } else { Err(Misuse::Flags(takes_none)) }
    }
}

fn when(word: &str) -> When {
    match word {
        "always" => When::Always,
        "never" => When::Never,
        _ => When::Auto,
    }
}

fn glob_text(flag: &'static str, text: &OsStr) -> Result<String, Misuse> {
    let wrong = || Misuse::Glob { flag, glob: text.to_owned() };
    let Some(glob) = text.to_str().map(str::to_owned) else {
        let why = "a pattern in UTF-8; '?' stands for any other byte";
        return Err(Misuse::Value { flag, value: text.to_owned(), why });
    };
    let filter = Filter { exclude: vec![glob.clone()], ..Filter::default() };
    if filter.bad_glob().is_some() {
        return Err(wrong());
    }
    if flag == "--include" && glob.ends_with('/') {
        let why = "a slash at the end means folders, and all folders are entered; say which files";
        return Err(Misuse::Value { flag, value: text.to_owned(), why });
    }
    Ok(glob)
}

/// Reads the number of a flag, if it is in a range; `why` says which that is.
fn number_in<T: FromStr + PartialOrd>(
    range: impl RangeBounds<T>,
    flag: &'static str,
    text: &OsStr,
    why: &'static str,
) -> Result<T, Misuse> {
    let number = text.to_str().and_then(|text| text.parse().ok());
    let wrong = || Misuse::Value { flag, value: text.to_owned(), why };
    number.filter(|number| range.contains(number)).ok_or_else(wrong)
}

fn conflict_policy(text: &OsStr) -> Result<ConflictPolicy, Misuse> {
    if let Some(pattern) = text.to_str().and_then(|text| text.strip_prefix("rename:")) {
        if pattern.is_empty() || pattern.contains('/') {
            let (value, why) = (text.to_owned(), "a pattern for names, without a slash");
            return Err(Misuse::Value { flag: "--on-conflict", value, why });
        }
        return Ok(ConflictPolicy::Rename(pattern.to_owned()));
    }
    Ok(match word("--on-conflict", text, lists::ON_CONFLICT)? {
        "ask" => ConflictPolicy::Ask,
        "fail" => ConflictPolicy::Fail,
        "skip" => ConflictPolicy::Skip,
        "rename" => ConflictPolicy::Rename(DEFAULT_RENAME.to_owned()),
        "newer" => ConflictPolicy::Newer,
        "older" => ConflictPolicy::Older,
        "larger" => ConflictPolicy::Larger,
        "smaller" => ConflictPolicy::Smaller,
        "different" => ConflictPolicy::DifferentMeta,
        "different-content" => ConflictPolicy::DifferentContent,
        _ => ConflictPolicy::Overwrite,
    })
}

fn error_policy(text: &OsStr) -> Result<ErrorPolicy, Misuse> {
    if let Some(times) = text.to_str().and_then(|text| text.strip_prefix("retry:")) {
        let why = "a number of retries, at most 255";
        let wrong = |_| Misuse::Value { flag: "--on-error", value: text.to_owned(), why };
        return times.parse().map(ErrorPolicy::Retry).map_err(wrong);
    }
    Ok(match word("--on-error", text, lists::ON_ERROR)? {
        "ask" => ErrorPolicy::Ask,
        "abort" => ErrorPolicy::Abort,
        "retry" => ErrorPolicy::Retry(3),
        _ => ErrorPolicy::Skip,
    })
}
