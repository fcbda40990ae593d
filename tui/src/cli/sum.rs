//! `fcp sum PATH…`: computes checksums of trees, and with `--check` compares files with those of a list.
//!
//! `aside.rs` says when `sum` is the command, and when a source.

pub(crate) mod check;
mod lists;
mod words;

use std::ffi::OsString;
use std::fs::metadata;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command, ValueHint};
use fcp_browse::{Checked, SumLine, SumSpec, SumTotals, Summed, sum_trees};
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
use fcp_engine::sum::{Algorithm, ListFile};

use super::aside::{Form, Printer, complain, exclude, excluded, flag, refuse_exclude};
use super::exit;
use super::quoting::Bytes;
use check::{follow, run_check};

/// How checksums are asked for.
pub(super) const FORM: Form = Form {
    word: "sum",
    option: "--sum",
    does: "compute checksums",
    command,
    run: |matches| SumRequest::of(matches).run(),
};

/// Files that may wait for a slow reader.
const WAITING: usize = 1_024;

const NOTES: &str = "\
The output has the format of b3sum, sha256sum and xxhsum --tag, and --check reads these formats, too. A folder stands \
for all files in it, in the order of a walk by name; symlinks in it are skipped.
With --check a line says what is wrong: 'different', 'missing', 'failed', or with --strict-tree 'extra', and the \
name, quoted like ls does where it must be; the sum follows on standard error. Where a line fits BLAKE3 and SHA-256, \
a file may have either checksum, unless --algorithm says which.

Exit codes: 0 done, 1 a file or a list could not be read, 2 usage, 4 a file is not as listed, 130 or 143 stopped by \
a signal.
To copy a file called sum, write fcp ./sum DEST.";

fn command() -> Command {
    let path = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_parser(OsStringValueParser::new())
            .allow_hyphen_values(true)
            .help(help)
    };
    Command::new("fcp sum")
        .args_override_self(true)
        .about("Computes checksums of files and of all files in folders, or checks those of a list; changes nothing")
        .override_usage(
            "fcp sum [OPTIONS] PATH...\n       fcp sum --check [OPTIONS] LIST...\n       fcp --sum [OPTIONS] ...",
        )
        .after_help(NOTES)
        .max_term_width(100)
        .arg(
            Arg::new("PATH")
                .required(true)
                .num_args(1..)
                .value_parser(OsStringValueParser::new())
                .value_hint(ValueHint::AnyPath)
                .help("Files and folders; with --check the lists, - for standard input"),
        )
        .arg(
            Arg::new("algorithm")
                .long("algorithm")
                .short('a')
                .value_name("NAME")
                .value_parser(PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)))
                .help("How checksums are computed [default: blake3]; with --check, use only these"),
        )
        .arg(
            path("output", "Write the lines to FILE, which appears when it is complete")
                .short('o')
                .value_name("FILE")
                .value_hint(ValueHint::FilePath)
                .conflicts_with("check"),
        )
        .arg(flag("check", "Read checksums from lists and check them").short('c'))
        .arg(
            path("directory", "With --check, names in lists are those below DIR")
                .short('C')
                .value_name("DIR")
                .value_hint(ValueHint::DirPath)
                .requires("check"),
        )
        .arg(
            path("strict-tree", "With --check, also list items of DIR that no list names: files, symlinks, special files and empty folders")
                .value_name("DIR")
                .value_hint(ValueHint::DirPath)
                .requires("check"),
        )
        .arg(flag("all", "With --check, also list files that are as listed").requires("check"))
        .arg(
            exclude("Leave out what matches; with a slash by the path below PATH")
                .conflicts_with("check"),
        )
        .arg(
            flag("one-file-system", "Do not enter other filesystems")
                .short('x')
                .conflicts_with("check"),
        )
        .arg(flag("json", "Print one JSON object a line (assets/sum.schema.json)"))
}

/// What the command line asks for.
struct SumRequest {
    paths: Vec<PathBuf>,
    algorithm: Option<Algorithm>,
    exclude: Vec<String>,
    cross_mounts: bool,
    output: Option<PathBuf>,
    check: Option<Check>,
    json: bool,
}

/// How lists are checked.
#[derive(Clone)]
pub(crate) struct Check {
    /// Where relative names lead from, if not from the working directory.
    pub(crate) base: Option<PathBuf>,
    /// A directory of which items are told that no list names.
    pub(crate) tree: Option<PathBuf>,
    /// Whether files are told that are as listed.
    pub(crate) all: bool,
}

/// What a thread sends that reads files.
enum ReaderMessage {
    Summed(Summed),
    Checked(Checked),
    /// A failure beside files.
    Failed(OpError),
}

impl SumRequest {
    fn of(matches: &ArgMatches) -> Self {
        let path = |name: &str| matches.get_one::<OsString>(name).map(PathBuf::from);
        let check = matches.get_flag("check").then(|| Check {
            base: path("directory"),
            tree: path("strict-tree"),
            all: matches.get_flag("all"),
        });
        let paths = matches.get_many::<OsString>("PATH").into_iter().flatten();
        let name = matches.get_one::<String>("algorithm");
        Self {
            paths: paths.map(PathBuf::from).collect(),
            algorithm: name.and_then(|name| Algorithm::named(name)),
            exclude: excluded(matches),
            cross_mounts: !matches.get_flag("one-file-system"),
            output: path("output"),
            check,
            json: matches.get_flag("json"),
        }
    }

    fn run(&self) -> u8 {
        match &self.check {
            Some(check) => run_check("fcp", &self.paths, self.algorithm, check, self.json),
            None => self.sum(),
        }
    }

    fn sum(&self) -> u8 {
        if let Some(code) = refuse_exclude(&self.exclude) {
            return code;
        }
        let mut list = match self.output.as_deref().map(ListFile::create).transpose() {
            Ok(list) => list,
            Err(error) => {
                complain(&Bytes::from(error.to_string().as_str()));
                return exit::FAILED;
            }
        };
        let except: Vec<(u64, u64)> = list.iter().flat_map(ListFile::ids).collect();
        let is_list = |path: &&PathBuf| {
            metadata(path).is_ok_and(|meta| except.contains(&(meta.dev(), meta.ino())))
        };
        if let Some(path) = self.paths.iter().find(is_list) {
            let path = DisplayName::new(path);
            complain(&Bytes::from(
                format!("'{path}' would be replaced by the list; choose another file for --output")
                    .as_str(),
            ));
            return exit::USAGE;
        }
        let spec = SumSpec {
            algorithm: self.algorithm.unwrap_or_default(),
            exclude: self.exclude.clone(),
            cross_mounts: self.cross_mounts,
            except,
        };
        let (mut printer, mut totals) = (Printer::new("fcp"), SumTotals::default());
        let mut failure = None;
        let paths = self.paths.clone();
        follow(
            &mut printer,
            move |control, sender| {
                let tell = |summed| drop(sender.send(ReaderMessage::Summed(summed)));
                if let Err(error) = sum_trees(&paths, &spec, control, tell) {
                    // The receiver goes only once all is to stop.
                    drop(sender.send(ReaderMessage::Failed(error)));
                }
            },
            |printer, told| {
                let ReaderMessage::Summed(summed) = told else { return };
                totals.count(&summed);
                if let (Some(list), Some(sum)) = (&mut list, &summed.sum) {
                    failure = failure.take().or(list.push(sum, &summed.path.0).err());
                } else if let (None, false, Some(sum)) = (&list, self.json, &summed.sum) {
                    let line = words::sum(sum, &summed.path.0, printer.quoting);
                    printer.console.out(&line);
                }
                if let Some(error) = summed.error.as_ref().filter(|_| !self.json) {
                    printer.error(error);
                }
                if self.json {
                    printer.json(&SumLine::Summed(summed));
                }
            },
        );
        if printer.signal().is_some() {
            // The signal ends the process without a look at what is left to do.
            drop(list);
            return printer.sent().unwrap_or(exit::CANCELLED);
        }
        if let Some(list) = list {
            // A list with a hole never takes the place of another one.
            failure = failure.or_else(|| list.place().err());
        }
        if self.json {
            printer.json(&SumLine::Totals(totals));
        }
        if let Some(code) = printer.sent() {
            return code;
        }
        if let Some(error) = &failure {
            printer.error(error);
        }
        let failed = totals.failed > 0 || failure.is_some() || printer.has_failed();
        if failed { exit::FAILED } else { exit::DONE }
    }
}
