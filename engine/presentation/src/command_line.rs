//! Builds the command line that does the same as a job.

mod copying;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::quoting::Quoting;
use crate::{tr, typed};
use fcp_engine::path::WirePath;
use fcp_engine::spec::{
    Confirm, Destination, Durability, ErrorPolicy, Filter, JobSpec, ModeRule, Options, Preserve,
    Verb, Way,
};

/// Gives the command line that does the same as a job, quoted for a shell.
///
/// What the programs decide for themselves is left to them: whether totals are counted, which
/// events are told, and what they do where a folder meets a file.
///
/// # Errors
/// Says what of the job no flag stands for.
pub fn of(spec: &JobSpec) -> Result<String, &'static str> {
    consider(&spec.options);
    match spec.far() {
        Ok(None) => {}
        Ok(Some(far)) if far.way != Way::Stays => {}
        // `frm` takes paths of this machine only.
        Ok(Some(_)) | Err(_) => return Err(tr!("no-command-elsewhere")),
    }
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

/// Names all options, so that a new one makes the compiler ask which flag stands for it: without one, the line would do
/// something else than the job.
fn consider(options: &Options) {
    let Options {
        // Flags of fcp and fmv, in `copying.rs`, or reasons why there is no line.
        recursive: _,
        follow: _,
        link: _,
        preserve: _,
        parents: _,
        below: _,
        strip_trailing_slashes: _,
        keep_directory_symlink: _,
        attributes_only: _,
        write_through: _,
        copy_contents: _,
        read_operands: _,
        one_file_system: _,
        no_copy: _,
        exchange: _,
        reflink: _,
        subvolumes: _,
        sparse: _,
        driver: _,
        cache: _,
        block_size: _,
        overwrite: _,
        gnu: _,
        force: _,
        publish: _,
        durability: _,
        verify: _,
        verify_by: _,
        manifest: _,
        on_conflict: _,
        on_directory: _,
        on_mismatch: _,
        backup: _,
        keep_replaced: _,
        names: _,
        limit_rate: _,
        resume: _,
        removals: _,
        reuse: _,
        // Flags of frm.
        empty_directories: _,
        cross_mounts: _,
        protect: _,
        confirm: _,
        // Flags of fcp dedupe, extract and pack.
        min_size: _,
        unpack_folder: _,
        unpack_limit: _,
        pack_level: _,
        // Flags of all.
        workers: _,
        on_error: _,
        filter,
        dry_run: _,
        // The programs decide these themselves.
        events: _,
        totals: _,
        // What has changed since then would be told without them, too.
        seen: _,
    } = options;
    let Filter { gitignore: _, exclude: _, include: _, only: _, shard: _ } = filter;
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

    fn operands(&mut self, sources: &[WirePath], destination: Option<&Destination>) {
        let last = match destination {
            // Both say what the path is, and so mean the same whatever is there by then.
            Some(Destination::Into(dir)) => {
                self.word("-t");
                self.word(&operand(dir));
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
            self.word(&operand(path));
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

/// Gives a path as a word for a shell, one of another machine as `fcp` reads it.
fn operand(path: &WirePath) -> String {
    let spelled = typed::people(&path.0);
    quoted(spelled.as_deref().unwrap_or(&path.0).as_os_str())
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
