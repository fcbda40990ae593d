//! The checksums of files that the user chose, and how one that the user has compares with them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use fcp_browse::{SumTotals, Summed};
use fcp_engine::path::DisplayName;
use fcp_engine::sum::{Algorithm, Checksum, parse_line};

/// Files that are shown; of more only the totals are known.
pub const MOST: usize = 10_000;

/// How far a computation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// More files may come.
    #[default]
    Running,
    /// The user has stopped it.
    Stopped,
    /// All files were read.
    Done,
}

/// The checksums of files, as both apps show them.
#[derive(Clone, Debug, Default)]
pub struct Checksums {
    /// How they are computed.
    pub algorithm: Algorithm,
    /// The first files, in the order of their names.
    pub rows: Vec<Summed>,
    /// What was found so far.
    pub totals: SumTotals,
    /// How far it is.
    pub stage: Stage,
}

/// How a checksum that the user has compares with those of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// There is none.
    Nothing,
    /// It is not a checksum.
    NotUnderstood,
    /// It is one of another algorithm, or has as many digits as one.
    Other(Algorithm),
    /// The file in this row has it.
    Row(usize),
    /// No file has it so far, and more come.
    NotYet,
    /// No file has it.
    Different,
}

impl Checksums {
    /// Begins without a file.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Takes in a file.
    pub fn push(&mut self, summed: Summed) {
        self.totals.count(&summed);
        if self.rows.len() < MOST {
            self.rows.push(summed);
        }
    }

    /// Compares a checksum that the user typed or pasted: digits, or the line of a list.
    pub fn compare(&self, text: &str) -> Match {
        let text = text.trim();
        if text.is_empty() {
            return Match::Nothing;
        }
        let Some(candidates) = candidates(text) else { return Match::NotUnderstood };
        let own = candidates.iter().find(|checksum| checksum.algorithm() == self.algorithm);
        let Some(own) = own else {
            let other = candidates.first().map(Checksum::algorithm);
            return other.map_or(Match::NotUnderstood, Match::Other);
        };
        match self.rows.iter().position(|row| row.sum.as_ref() == Some(own)) {
            Some(row) => Match::Row(row),
            None if self.stage == Stage::Running => Match::NotYet,
            None => Match::Different,
        }
    }

    /// Gives what is put on the clipboard: the digits of one file, or the lines of several.
    ///
    /// A clipboard holds text, so bytes of names that are none are shown as in a list.
    pub fn text(&self) -> String {
        let sums: Vec<(&Checksum, &Path)> = self
            .rows
            .iter()
            .filter_map(|row| Some((row.sum.as_ref()?, row.path.0.as_path())))
            .collect();
        if let [(sum, _)] = sums.as_slice() {
            return sum.to_string();
        }
        let lines =
            sums.into_iter().map(|(sum, path)| format!("{sum}  {}\n", DisplayName::new(path)));
        lines.collect()
    }
}

/// Gives the algorithm that comes after one.
#[must_use]
pub fn next(algorithm: Algorithm) -> Algorithm {
    let at = Algorithm::ALL.into_iter().position(|it| it == algorithm).map_or(0, |at| at + 1);
    Algorithm::ALL.into_iter().nth(at).unwrap_or_default()
}

fn candidates(text: &str) -> Option<Vec<Checksum>> {
    let of = |algorithm| Checksum::parse(algorithm, text.as_bytes());
    let plain: Vec<Checksum> = Algorithm::ALL.into_iter().filter_map(of).collect();
    if !plain.is_empty() {
        return Some(plain);
    }
    let line = OsStr::new(text).as_bytes();
    let listed = parse_line(line, None).or_else(|| parse_line(line, Some(Algorithm::Xxh3)))?;
    Some(listed.stated.candidates().to_vec())
}

#[cfg(test)]
mod tests {
    use fcp_browse::{SumControl, SumSpec, sum_trees};

    use super::*;

    fn of(names: &[&str], algorithm: Algorithm) -> Checksums {
        let scratch = tempfile::tempdir().unwrap();
        let paths: Vec<_> = names.iter().map(|name| scratch.path().join(name)).collect();
        for path in &paths {
            std::fs::write(path, path.file_name().unwrap().as_bytes()).unwrap();
        }
        let mut sums = Checksums::new(algorithm);
        let spec = SumSpec { algorithm, ..SumSpec::default() };
        sum_trees(&paths, &spec, &SumControl::default(), |summed| sums.push(summed)).unwrap();
        sums
    }

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn a_pasted_checksum_is_found_or_is_not() {
        let mut sums = of(&["x", "abc"], Algorithm::Sha256);
        assert_eq!(sums.compare(&format!(" {} \n", ABC.to_uppercase())), Match::Row(1));
        assert_eq!(sums.compare(&format!("{ABC}  any name")), Match::Row(1));
        assert_eq!(sums.compare(&format!("SHA256 (any name) = {ABC}")), Match::Row(1));
        let wrong = ABC.replace('b', "c");
        assert_eq!(sums.compare(&wrong), Match::NotYet);
        sums.stage = Stage::Done;
        assert_eq!(sums.compare(&wrong), Match::Different);
        assert_eq!(sums.compare(""), Match::Nothing);
        assert_eq!(sums.compare("nonsense"), Match::NotUnderstood);
        assert_eq!(sums.compare("2d06800538d394c2"), Match::Other(Algorithm::Xxh3));
        let tagged = format!("BLAKE3 (x) = {ABC}");
        assert_eq!(sums.compare(&tagged), Match::Other(Algorithm::Blake3));
    }

    #[test]
    fn one_file_is_copied_as_digits_and_several_as_lines() {
        assert_eq!(of(&["abc"], Algorithm::Sha256).text(), ABC);
        let text = of(&["abc", "x"], Algorithm::Sha256).text();
        assert_eq!((text.lines().count(), text.starts_with(&format!("{ABC}  /"))), (2, true));
    }

    #[test]
    fn algorithms_come_round() {
        let mut algorithm = Algorithm::default();
        for _ in Algorithm::ALL {
            algorithm = next(algorithm);
        }
        assert_eq!(algorithm, Algorithm::default());
    }
}
