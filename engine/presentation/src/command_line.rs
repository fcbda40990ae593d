//! Builds the command line that does the same as a job.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::quoting::Quoting;
use crate::tr;
use fcp_engine::path::WirePath;
use fcp_engine::spec::{
    BackupKind, Cache, Confirm, ConflictPolicy, DEFAULT_RENAME, Destination, DirectoryPolicy,
    Driver, Durability, ErrorPolicy, Follow, JobSpec, LinkMode, MismatchPolicy, ModeRule, Options,
    Overwrite, Preserve, Publish, Reflink, Sharing, Sparse, Verb,
};

/// Gives the command line that does the same as a job, quoted for a shell.
///
/// What the programs decide for themselves is left to them: whether totals are counted, which
/// events are told, and what they do where a folder meets a file.
///
/// # Errors
/// Says what of the job no flag stands for.
pub fn of(spec: &JobSpec) -> Result<String, &'static str> {
    let mut line = Line::default();
    match spec.verb {
        Verb::Copy => {
            line.word("fcp");
            line.copy(&spec.options)?;
        }
        Verb::Move => {
            line.word("fmv");
            line.moves(&spec.options);
        }
        Verb::Delete | Verb::Trash => {
            line.word("frm");
            line.removal(spec.verb, &spec.options)?;
        }
        Verb::Dedupe => {
            line.word("fcp dedupe");
            line.sharing(&spec.options);
        }
        Verb::Extract => {
            line.word("fcp extract");
            line.unpacking(&spec.options)?;
        }
        Verb::Pack => {
            line.word("fcp pack");
            return line.packing(spec);
        }
        Verb::Restore => return Err(tr!("no-command-restore")),
        Verb::Undo => return Err(tr!("no-command-undo")),
        Verb::Verify => return Err(tr!("no-command-verify")),
    }
    if matches!(spec.destination, Some(Destination::Each(_))) {
        return Err(tr!("no-command-each"));
    }
    line.common(&spec.options)?;
    line.operands(&spec.sources, spec.destination.as_ref());
    Ok(line.text)
}

/// A line in the making.
#[derive(Default)]
struct Line {
    text: String,
}

impl Line {
    fn word(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    fn flag(&mut self, holds: bool, flag: &str) {
        if holds {
            self.word(flag);
        }
    }

    fn value(&mut self, flag: &str, value: &str) {
        self.word(flag);
        self.text.push('=');
        self.text.push_str(&quoted(OsStr::new(value)));
    }

    fn value_if(&mut self, flag: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.value(flag, value);
        }
    }

    /// What `fcp` alone has flags for.
    fn copy(&mut self, options: &Options) -> Result<(), &'static str> {
        if !options.recursive {
            return Err(tr!("no-command-no-folders"));
        }
        if options.gnu {
            return Err(tr!("no-command-gnu"));
        }
        if options.below.is_some() {
            return Err(tr!("no-command-below"));
        }
        if options.write_through && options.overwrite == Overwrite::InPlace {
            return Err(tr!("no-command-through"));
        }
        let links_stay = options.follow == Follow::Never && !options.read_operands;
        let archive = options.preserve == Preserve::ALL && links_stay;
        if options.mirrors() && !archive {
            return Err(tr!("no-command-mirror"));
        }
        self.flag(archive, "-a");
        if !archive {
            self.preserve(options.preserve)?;
        }
        let hard = options.link == LinkMode::Hard;
        // Without -r, operands that are no directories are read as cp reads them.
        self.flag(!options.read_operands && !archive, "-r");
        let follow = match options.follow {
            Follow::Files if hard || !options.read_operands => {
                return Err(tr!("no-command-follow"));
            }
            Follow::Never if !archive && (hard || options.read_operands) => "-P",
            Follow::Operands => "-H",
            Follow::Always if !hard => "-L",
            Follow::Never | Follow::Files | Follow::Always => "",
        };
        self.flag(!follow.is_empty(), follow);
        self.flag(hard, "-l");
        self.flag(options.link == LinkMode::Symbolic, "-s");
        self.flag(options.one_file_system, "-x");
        self.flag(options.parents, "--parents");
        self.flag(options.keep_directory_symlink, "--keep-directory-symlink");
        self.flag(options.attributes_only, "--attributes-only");
        self.flag(options.copy_contents, "--copy-contents");
        self.flag(options.force, "-f");
        match options.overwrite {
            Overwrite::Replace => {}
            Overwrite::InPlace => self.word("--inplace"),
            Overwrite::RemoveFirst => self.word("--remove-destination"),
        }
        self.existing(options)?;
        self.value_if(
            "--driver",
            options.driver.map(|driver| match driver {
                Driver::Parfile => "parfile",
                Driver::Parblock => "parblock",
                Driver::Reflink => "reflink",
                Driver::CopyFileRange => "copy_file_range",
                Driver::ReadWrite => "read_write",
            }),
        );
        self.mirror(options)?;
        self.flag(options.publish == Publish::Always, "--publish=always");
        self.value_if("--durability", durability(options.durability));
        self.travel(options);
        self.flag(options.filter.gitignore, "--gitignore");
        Ok(())
    }

    /// What is removed at the destination, and what is shared with other copies.
    fn mirror(&mut self, options: &Options) -> Result<(), &'static str> {
        if let Some(removals) = &options.removals {
            if removals.paths.is_some() {
                return Err(tr!("no-command-removals"));
            }
            self.word(if removals.permanent { "--mirror=delete" } else { "--mirror" });
            if let Some(limit) = removals.limit {
                self.value("--max-delete", &limit.to_string());
            }
        }
        for tree in options.reuse.iter().flat_map(|reuse| &reuse.trees) {
            self.word(match options.reuse.as_ref().map(|reuse| reuse.by) {
                Some(Sharing::Reflink) => "--clone-dest",
                Some(Sharing::HardLink) | None => "--link-dest",
            });
            self.word(&quoted(tree.0.as_os_str()));
        }
        Ok(())
    }

    /// What `fmv` has flags for.
    fn moves(&mut self, options: &Options) {
        self.flag(options.no_copy, "--no-copy");
        self.flag(options.exchange, "--exchange");
        // Of directories fmv decides as fcp does.
        let _always = self.existing(options).is_ok();
        let stricter = matches!(options.durability, Durability::Batch | Durability::File);
        self.value_if("--durability", durability(options.durability).filter(|_| stricter));
        self.travel(options);
    }

    /// What `frm` has flags for.
    fn removal(&mut self, verb: Verb, options: &Options) -> Result<(), &'static str> {
        if !options.protect.working_directory {
            return Err(tr!("no-command-working-directory"));
        }
        self.flag(verb == Verb::Trash, "--trash");
        self.flag(options.recursive, "-r");
        match (verb, options.confirm) {
            _ if options.force => self.word("-f"),
            (Verb::Trash, Confirm::Never) | (_, Confirm::Protected) => {}
            (_, Confirm::Never) => self.word("--interactive=never"),
            (_, Confirm::Each) => self.word("-i"),
        }
        self.flag(options.empty_directories, "-d");
        self.flag(options.one_file_system, "--one-file-system");
        self.flag(options.cross_mounts, "--cross-mounts");
        self.flag(options.protect.mount_points, "--preserve-root=all");
        self.flag(!options.protect.root, "--no-preserve-root");
        self.flag(options.filter.gitignore, "--gitignore");
        Ok(())
    }

    fn sharing(&mut self, options: &Options) {
        if let Some(size) = options.min_size {
            self.value("--min-size", &size.to_string());
        }
        self.flag(options.one_file_system, "--one-file-system");
        self.flag(options.filter.gitignore, "--gitignore");
        if let Some(rate) = options.limit_rate {
            self.value("--limit-rate", &rate.to_string());
        }
    }

    fn unpacking(&mut self, options: &Options) -> Result<(), &'static str> {
        match options.preserve.mode {
            ModeRule::Exact if options.preserve == Preserve::ALL => self.word("-a"),
            ModeRule::Exact => self.word("-p"),
            ModeRule::Fresh => self.word("--no-preserve=mode"),
            ModeRule::Masked => {}
        }
        self.flag(!options.preserve.timestamps, "--no-preserve=timestamps");
        self.existing(options)?;
        self.flag(options.unpack_folder, "--folder");
        if let Some(limit) = options.unpack_limit {
            self.value("--unpack-limit", &limit.to_string());
        }
        self.value_if("--durability", durability(options.durability));
        if let Some(rate) = options.limit_rate {
            self.value("--limit-rate", &rate.to_string());
        }
        Ok(())
    }

    /// All of a line that makes an archive, which is its first operand.
    fn packing(mut self, spec: &JobSpec) -> Result<String, &'static str> {
        let options = &spec.options;
        self.existing(options)?;
        if let Some(level) = options.pack_level {
            self.value("--level", &level.to_string());
        }
        self.flag(options.filter.gitignore, "--gitignore");
        self.value_if("--durability", durability(options.durability));
        if let Some(rate) = options.limit_rate {
            self.value("--limit-rate", &rate.to_string());
        }
        self.common(options)?;
        let archive = spec.destination.as_ref().and_then(Destination::path);
        let operands: Vec<WirePath> = archive.into_iter().chain(&spec.sources).cloned().collect();
        self.operands(&operands, None);
        Ok(self.text)
    }

    /// What all of them have flags for.
    fn common(&mut self, options: &Options) -> Result<(), &'static str> {
        if !options.filter.only.is_empty() {
            return Err(tr!("no-command-part"));
        }
        for glob in &options.filter.exclude {
            self.value("--exclude", glob);
        }
        for glob in &options.filter.include {
            self.value("--include", glob);
        }
        if let Some(workers) = options.workers {
            self.value("--workers", &workers.to_string());
        }
        match options.on_error {
            ErrorPolicy::Skip => {}
            ErrorPolicy::Ask => self.word("--on-error=ask"),
            ErrorPolicy::Abort => self.word("--on-error=abort"),
            ErrorPolicy::Retry(times) => self.value("--on-error", &format!("retry:{times}")),
        }
        self.flag(options.dry_run, "--dry-run");
        Ok(())
    }

    fn preserve(&mut self, preserve: Preserve) -> Result<(), &'static str> {
        if preserve == Preserve::ALL {
            self.word("--preserve=all");
            return Ok(());
        }
        let Preserve { mode, ownership, timestamps, links, xattr, required, context } = preserve;
        if context || xattr != required {
            return Err(tr!("no-command-attributes"));
        }
        let kept: Vec<&str> = [
            (mode == ModeRule::Exact, "mode"),
            (ownership, "ownership"),
            (timestamps, "timestamps"),
            (links, "links"),
            (xattr, "xattr"),
        ]
        .into_iter()
        .filter_map(|(holds, name)| holds.then_some(name))
        .collect();
        if !kept.is_empty() {
            self.value("--preserve", &kept.join(","));
        }
        self.flag(mode == ModeRule::Fresh, "--no-preserve=mode");
        Ok(())
    }

    /// Adds the flags that say what happens to existing files.
    fn existing(&mut self, options: &Options) -> Result<(), &'static str> {
        let pattern;
        let policy = match &options.on_conflict {
            ConflictPolicy::Overwrite => None,
            ConflictPolicy::Ask => Some("ask"),
            ConflictPolicy::Fail => Some("fail"),
            ConflictPolicy::Skip => Some("skip"),
            ConflictPolicy::Rename(text) if text == DEFAULT_RENAME => Some("rename"),
            ConflictPolicy::Rename(text) => {
                pattern = format!("rename:{text}");
                Some(pattern.as_str())
            }
            ConflictPolicy::Newer => Some("newer"),
            ConflictPolicy::Older => Some("older"),
            ConflictPolicy::Larger => Some("larger"),
            ConflictPolicy::Smaller => Some("smaller"),
            ConflictPolicy::DifferentMeta => Some("different"),
            ConflictPolicy::DifferentContent => Some("different-content"),
        };
        self.value_if("--on-conflict", policy);
        if let Some(backup) = &options.backup {
            self.word(match backup.kind {
                BackupKind::Simple => "--backup=simple",
                BackupKind::Numbered => "--backup=numbered",
                BackupKind::Existing => "--backup=existing",
            });
            if backup.suffix != "~" {
                self.value("--suffix", &backup.suffix);
            }
        }
        self.flag(options.keep_replaced, "--keep-replaced");
        self.flag(options.strip_trailing_slashes, "--strip-trailing-slashes");
        match (&options.on_directory, &options.on_mismatch) {
            (DirectoryPolicy::Ask | DirectoryPolicy::Merge, _) => {}
            _ => return Err(tr!("no-command-folders")),
        }
        let mirrors = options.mirrors();
        match &options.on_mismatch {
            MismatchPolicy::Replace if mirrors => Ok(()),
            MismatchPolicy::Skip | MismatchPolicy::Replace => Err(tr!("no-command-folders")),
            MismatchPolicy::Ask | MismatchPolicy::Fail | MismatchPolicy::Rename(_) => Ok(()),
        }
    }

    /// How bytes travel.
    fn travel(&mut self, options: &Options) {
        self.value_if(
            "--reflink",
            match options.reflink {
                Reflink::Auto => None,
                Reflink::Always => Some("always"),
                Reflink::Never => Some("never"),
            },
        );
        self.value_if(
            "--sparse",
            match options.sparse {
                Sparse::Auto => None,
                Sparse::Always => Some("always"),
                Sparse::Never => Some("never"),
            },
        );
        self.value_if(
            "--cache",
            match options.cache {
                Cache::Auto => None,
                Cache::Keep => Some("keep"),
                Cache::Drop => Some("drop"),
                Cache::Direct => Some("direct"),
            },
        );
        if let Some(size) = options.block_size {
            self.value("--block-size", &size_word(size));
        }
        if let Some(rate) = options.limit_rate {
            self.value("--limit-rate", &size_word(rate));
        }
        match options.verify_by.filter(|_| options.verify) {
            Some(algorithm) => self.word(&format!("--verify={}", algorithm.name())),
            None => self.flag(options.verify, "--verify"),
        }
        if let Some(manifest) = &options.manifest {
            self.word("--manifest");
            self.word(&quoted(manifest.0.as_os_str()));
        }
        self.flag(options.resume && options.removals.is_none(), "--resume");
    }

    fn operands(&mut self, sources: &[WirePath], destination: Option<&Destination>) {
        let last = match destination {
            // Both say what the path is, and so mean the same whatever is there by then.
            Some(Destination::Into(dir)) => {
                self.word("-t");
                self.word(&quoted(dir.0.as_os_str()));
                None
            }
            Some(Destination::As(path)) => {
                self.word("-T");
                Some(path)
            }
            Some(Destination::Each(_)) | None => None,
        };
        let operands: Vec<&WirePath> = sources.iter().chain(last).collect();
        let is_flag = |path: &&WirePath| path.0.as_os_str().as_bytes().starts_with(b"-");
        self.flag(operands.iter().any(is_flag), "--");
        for path in operands {
            self.word(&quoted(path.0.as_os_str()));
        }
    }
}

fn durability(durability: Durability) -> Option<&'static str> {
    match durability {
        Durability::None => None,
        Durability::End => Some("end"),
        Durability::Batch => Some("batch"),
        Durability::File => Some("file"),
    }
}

/// Gives a size as people type it.
fn size_word(size: u64) -> String {
    for (shift, unit) in [(30, "G"), (20, "M"), (10, "k")] {
        if size > 0 && size.trailing_zeros() >= shift {
            return format!("{}{unit}", size >> shift);
        }
    }
    size.to_string()
}

/// Quotes a word for a shell where that is needed; the line is shown, too, and so nothing in it may
/// steer a terminal.
fn quoted(word: &OsStr) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"%+,-./@_:".contains(byte);
    let bytes = match word.as_bytes() {
        plain if !plain.is_empty() && plain.iter().all(is_plain) => plain.to_vec(),
        _ => Quoting { utf8: true, terminal: true }.shell(word),
    };
    // Whatever is not text was escaped.
    String::from_utf8_lossy(&bytes).into_owned()
}
