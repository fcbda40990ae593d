//! Says what a command line was probably meant to be: words with which other programs begin a command, and operands in
//! another order.

use std::ffi::{OsStr, OsString};
use std::fs::symlink_metadata;
use std::path::Path;

use fcp_engine::can_be_archive;
use fcp_presentation::settings::nearest;

use super::misuse::Misuse;
use super::quoting::{Bytes, Quoting};

/// What words mean that stand where a source does: the program, the words, and the hint.
const WORDS: &[(&str, &[&str], &str)] = &[
    ("fcp", &["undo"], "did you mean 'fcp --undo'?"),
    ("fcp", &["redo"], "did you mean 'fcp --redo'?"),
    ("fcp", &["mirror", "sync"], "did you mean 'fcp --mirror'?"),
    ("fcp", &["diff", "cmp", "verify", "check"], "did you mean 'fcp compare'?"),
    ("fcp", &["unpack", "unzip", "untar", "uncompress"], "did you mean 'fcp extract'?"),
    ("fcp", &["zip", "tar", "archive", "compress"], "did you mean 'fcp pack'?"),
    ("fcp", &["checksum", "checksums", "hash", "sums"], "did you mean 'fcp sum'?"),
    ("fcp", &["move", "mv"], "did you mean 'fmv'?"),
    ("fcp", &["delete", "remove", "rm"], "did you mean 'frm'?"),
    ("fcp", &["trash"], "did you mean 'frm --trash'?"),
    ("fcp", &["queue", "jobs"], "did you mean 'fcpq'?"),
    ("fcp", &["help"], "did you mean 'fcp --help'?"),
    ("fmv", &["plan"], "did you mean 'fmv plan' with --out=DIR?"),
    ("fmv", &["undo"], "did you mean 'fmv --undo'?"),
    ("fmv", &["redo"], "did you mean 'fmv --redo'?"),
    ("fmv", &["trash"], "did you mean 'frm --trash'?"),
    ("fmv", &["help"], "did you mean 'fmv --help'?"),
    ("frm", &["plan"], "did you mean 'frm plan' with --out=DIR?"),
    ("frm", &["undo"], "did you mean 'frm --undo'?"),
    ("frm", &["redo"], "did you mean 'frm --redo'?"),
    ("frm", &["trash"], "did you mean 'frm --trash'?"),
    ("frm", &["restore", "untrash"], "did you mean 'frm --trash-restore'?"),
    ("frm", &["empty"], "did you mean 'frm --trash-empty'?"),
    ("frm", &["help"], "did you mean 'frm --help'?"),
];

/// Commands of `fcp` that are long enough to be known when they are mistyped.
const LONG: [(&str, &str); 3] = [
    ("compare", "did you mean 'fcp compare'?"),
    ("dedupe", "did you mean 'fcp dedupe'?"),
    ("extract", "did you mean 'fcp extract'?"),
];

/// What other programs call the commands of a program that has some.
const COMMANDS: &[(&str, &[&str], &str)] = &[
    ("fcpq", &["ls", "jobs", "status", "queue", "ps"], "list"),
    ("fcpq", &["kill", "stop", "abort", "delete", "remove", "rm", "del"], "cancel"),
    ("fcpq", &["continue", "unpause", "cont"], "resume"),
    ("fcpq", &["suspend"], "pause"),
    ("fcpq", &["logs"], "log"),
    ("fcpq", &["follow", "monitor", "top", "tail"], "watch"),
    ("fcpq", &["purge", "clean", "forget"], "clear"),
    ("fcpq", &["redo", "repeat"], "again"),
    ("fcpq", &["work", "daemon", "serve"], "run"),
    ("fcpq", &["info", "details"], "show"),
    ("fcpq add", &["cp"], "copy"),
    ("fcpq add", &["mv"], "move"),
    ("fcpq add", &["rm", "remove"], "delete"),
];

/// Says which command a first operand was meant to be; none if it names an item, or nothing that is known.
pub(super) fn instead(program: &str, word: &OsStr) -> Option<&'static str> {
    let word = word.to_str()?;
    let known = WORDS.iter().find(|(of, words, _)| *of == program && words.contains(&word));
    let mistyped = || {
        let words = LONG.iter().map(|(name, _)| *name).filter(|_| program == "fcp");
        let near = nearest(word, words).filter(|_| word.len() > 4)?;
        LONG.iter().find(|(name, _)| *name == near).map(|(_, hint)| *hint)
    };
    let hint = known.map(|(.., hint)| *hint).or_else(mistyped)?;
    symlink_metadata(word).is_err().then_some(hint)
}

/// Gives the command that a word means which is none.
pub(super) fn command(program: &str, word: &str) -> Option<&'static str> {
    let known = COMMANDS.iter().find(|(of, words, _)| *of == program && words.contains(&word));
    known.map(|(.., command)| *command)
}

/// Refuses operands of `fcp pack` of which the first cannot be the archive, if another one can or if it stands alone.
pub(super) fn check_pack(operands: &[OsString]) -> Result<(), Misuse> {
    let Some((first, rest)) = operands.split_first().filter(|(first, _)| !is_archive(first)) else {
        return Ok(());
    };
    if rest.is_empty() {
        let name = Path::new(first).file_name().unwrap_or(OsStr::new("archive"));
        let archive = [name, OsStr::new(".zip")].into_iter().collect::<OsString>();
        let why = "the archive comes first, and then what goes into it";
        return Err(told(why, "fcp pack", &[&archive, first]));
    }
    let Some(at) = rest.iter().rposition(is_archive) else { return Ok(()) };
    let mut line: Vec<&OsString> = operands.iter().collect();
    let archive = line.remove(at + 1);
    line.insert(0, archive);
    Err(told("the archive comes first", "fcp pack", &line))
}

/// Refuses operands of `fcp extract` without a directory, and those whose directory comes first.
pub(super) fn check_extract(operands: &[OsString]) -> Result<(), Misuse> {
    let here = OsString::from(".");
    match operands {
        [only] => {
            let why = "say where to, as in this line, which unpacks it here";
            Err(told(why, "fcp extract", &[only, &here]))
        }
        [first, rest @ .., last] => {
            let is_dir = |path: &OsString| Path::new(path).is_dir();
            if is_dir(first) && Path::new(last).is_file() && is_archive(last) {
                let line: Vec<_> = rest.iter().chain([last, first]).collect();
                return Err(told("the archives come first", "fcp extract", &line));
            }
            Ok(())
        }
        [] => Ok(()),
    }
}

/// Refuses a destination of `fcp extract` that exists and is no directory.
pub(super) fn check_folder(operands: &[OsString]) -> Result<(), Misuse> {
    let is_file = |last: &&OsString| !Path::new(last).is_dir() && symlink_metadata(last).is_ok();
    let Some(last) = operands.last().filter(is_file) else { return Ok(()) };
    if is_archive(last) {
        let why = "say where to, as in this line, which unpacks them here";
        let here = OsString::from(".");
        return Err(told(why, "fcp extract", &operands.iter().chain([&here]).collect::<Vec<_>>()));
    }
    let name = Quoting { utf8: true, terminal: true }.shell(last);
    let text = Bytes::from("target ").raw(&name);
    Err(Misuse::Meant(text.text(": Not a directory; archives are unpacked into a directory")))
}

fn is_archive(path: &OsString) -> bool {
    Path::new(path).file_name().is_some_and(can_be_archive)
}

/// The most operands that a line repeats.
const MOST: usize = 4;

/// Says why operands make no sense, and what would.
fn told(why: &str, program: &str, operands: &[&OsString]) -> Misuse {
    let quoting = Quoting { utf8: true, terminal: true };
    let mut text = Bytes::from(why).text(": ").text(program);
    for operand in operands.iter().take(MOST) {
        text = text.text(" ").raw(&quoting.colon(operand));
    }
    Misuse::Meant(if operands.len() > MOST { text.text(" …") } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::program::ALL;

    fn line(words: &str) -> Vec<OsString> {
        words.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn each_word_is_of_a_program_and_means_one_thing() {
        let mut known = std::collections::BTreeSet::new();
        for (program, words, hint) in WORDS {
            assert!(ALL.iter().any(|it| it.own == *program), "{program}");
            assert!(hint.starts_with("did you mean '"), "{hint}");
            assert!(words.iter().all(|word| known.insert((program, word))), "{words:?}");
        }
        let mut known = std::collections::BTreeSet::new();
        for (program, words, _) in COMMANDS {
            assert!(words.iter().all(|word| known.insert((program, word))), "{words:?}");
        }
        assert_eq!(instead("fcp", OsStr::new("undo")), Some("did you mean 'fcp --undo'?"));
        assert_eq!(instead("fcp", OsStr::new("src")), None, "an item, and no word");
        let mistyped = |word: &str| instead("fcp", OsStr::new(word));
        assert_eq!(mistyped("comapre"), Some("did you mean 'fcp compare'?"));
        assert_eq!((mistyped("photos"), mistyped("picture"), mistyped("sun")), (None, None, None));
        assert_eq!(command("fcpq", "kill"), Some("cancel"));
    }

    #[test]
    fn an_archive_behind_its_sources_is_told_with_the_right_order() {
        let told = |words: &str| match check_pack(&line(words)) {
            Ok(()) => String::new(),
            Err(misuse) => misuse.plainly().to_string(),
        };
        assert_eq!(told("photos.zip photos"), "");
        assert_eq!(told("a.zip b.zip"), "", "an archive may go into another one");
        assert_eq!(
            told("photos photos.zip"),
            "the archive comes first: fcp pack photos.zip photos"
        );
        assert_eq!(told("a b x.tar.gz c"), "the archive comes first: fcp pack x.tar.gz a b c");
        assert_eq!(told("a b c d e.zip"), "the archive comes first: fcp pack e.zip a b c …");
        assert_eq!(
            told("../photos/"),
            "the archive comes first, and then what goes into it: fcp pack photos.zip ../photos/"
        );
        assert_eq!(told("photos backup"), "", "the engine names the endings that it knows");
    }

    #[test]
    fn an_extraction_without_a_folder_is_told_with_one() {
        let told = |words: &str| check_extract(&line(words)).unwrap_err().plainly().to_string();
        assert!(told("a.zip").ends_with(": fcp extract a.zip ."), "{}", told("a.zip"));
        assert_eq!(check_extract(&line("a.zip b.zip out")), Ok(()));
    }
}
