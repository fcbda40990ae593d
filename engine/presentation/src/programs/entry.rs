//! Reads the desktop entries that describe programs.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Places;

/// Directories below `applications` that are entered, one in the other.
const DEPTH: usize = 4;

/// A program that the desktop knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its identifier, as `org.gnome.Evince.desktop`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it runs in a terminal.
    pub terminal: bool,
    /// The types of files that it says it opens.
    pub(super) types: Vec<String>,
    /// The folder that it wants to run in.
    dir: Option<PathBuf>,
    /// The words of its command line, with field codes.
    words: Vec<String>,
    /// Where it is described.
    file: PathBuf,
    is_hidden: bool,
}

impl Program {
    /// Gives the words of the command that opens a file, the program first.
    pub fn command(&self, path: &Path) -> Vec<OsString> {
        let mut command: Vec<OsString> = Vec::new();
        let mut has_file = false;
        for word in &self.words {
            match word.as_str() {
                "%f" | "%F" | "%u" | "%U" => {
                    command.push(path.into());
                    has_file = true;
                }
                // Icons, and codes that mean nothing any more.
                "%i" | "%d" | "%D" | "%n" | "%N" | "%v" | "%m" => {}
                word => {
                    let (word, has) = self.replaced(word, path);
                    has_file |= has;
                    command.push(word);
                }
            }
        }
        if !has_file {
            command.push(path.into());
        }
        command
    }

    /// Gives the folder that it runs in.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// Tells whether it is offered for files of any type.
    pub(super) fn is_offered(&self) -> bool {
        let takes_files =
            |word: &String| ["%f", "%F", "%u", "%U"].iter().any(|code| word.contains(code));
        !self.is_hidden && self.words.iter().any(takes_files)
    }

    /// Replaces field codes within a word; tells whether the file is in it.
    fn replaced(&self, word: &str, path: &Path) -> (OsString, bool) {
        let (mut text, mut has_file) = (OsString::new(), false);
        let mut rest = word;
        while let Some(at) = rest.find('%') {
            let (before, code) = rest.split_at(at);
            text.push(before);
            let mut letters = code.chars();
            letters.next();
            match letters.next() {
                Some('f' | 'F' | 'u' | 'U') => {
                    text.push(path);
                    has_file = true;
                }
                Some('c') => text.push(&self.name),
                Some('k') => text.push(&self.file),
                Some('%') => text.push("%"),
                Some(_) | None => {}
            }
            rest = letters.as_str();
        }
        text.push(rest);
        (text, has_file)
    }
}

/// Reads all programs that are installed, by their identifiers.
pub(super) fn all(places: &Places) -> BTreeMap<String, Program> {
    let mut known: BTreeMap<String, Option<Program>> = BTreeMap::new();
    for dir in &places.data {
        let mut files = Vec::new();
        list(&dir.join("applications"), "", DEPTH, &mut files);
        for (id, file) in files {
            // An entry that comes first replaces those of the same identifier, also if it hides the program.
            if let Entry::Vacant(place) = known.entry(id) {
                let program = read(place.key(), &file, places);
                place.insert(program);
            }
        }
    }
    known.into_iter().filter_map(|(id, program)| Some((id, program?))).collect()
}

fn list(dir: &Path, prefix: &str, depth: usize, found: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let Some(name) = name.to_str() else { continue };
        if name.ends_with(".desktop") {
            found.push((format!("{prefix}{name}"), path));
        } else if depth > 0 && path.is_dir() {
            list(&path, &format!("{prefix}{name}-"), depth - 1, found);
        }
    }
}

/// Reads an entry; gives none if it describes no program that can be run here.
fn read(id: &str, file: &Path, places: &Places) -> Option<Program> {
    let text = Places::read(file);
    let lines = text.lines().skip_while(|line| line.trim() != "[Desktop Entry]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let mut values: BTreeMap<&str, &str> = BTreeMap::new();
    for (key, value) in lines.filter_map(|line| line.split_once('=')) {
        values.entry(key.trim()).or_insert(value.trim());
    }
    let text = |key: &str| values.get(key).map(|value| unescaped(value));
    let flag = |key: &str| values.get(key) == Some(&"true");
    if values.get("Type") != Some(&"Application") || flag("Hidden") {
        return None;
    }
    let terminal = flag("Terminal");
    let words = words(&text("Exec")?)?;
    let is_installed = |program: &str| is_installed(program, &places.programs);
    let runs = is_installed(words.first()?)
        && text("TryExec").is_none_or(|program| is_installed(&program))
        && (terminal || places.has_windows);
    let types = text("MimeType").unwrap_or_default();
    let types = types.split(';').map(str::trim).filter(|kind| !kind.is_empty());
    runs.then(|| Program {
        id: id.to_owned(),
        name: text("Name").unwrap_or_else(|| id.trim_end_matches(".desktop").to_owned()),
        terminal,
        types: types.map(str::to_owned).collect(),
        dir: text("Path").map(PathBuf::from).filter(|dir| dir.is_absolute()),
        words,
        file: file.to_owned(),
        is_hidden: flag("NoDisplay"),
    })
}

/// Tells whether a program is there and may be run.
fn is_installed(program: &str, dirs: &[PathBuf]) -> bool {
    let runs = |path: &Path| {
        let meta = fs::metadata(path);
        meta.is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
    };
    if program.contains('/') {
        return runs(Path::new(program));
    }
    dirs.iter().any(|dir| runs(&dir.join(OsStr::new(program))))
}

/// Replaces the escapes of a value.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('s') => text.push(' '),
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('\\') | None => text.push('\\'),
            // Other escapes are those of the command line.
            Some(other) => text.extend(['\\', other]),
        }
    }
    text
}

/// Takes a command line apart; gives none if a quote is open at its end.
fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut is_open) = (Vec::new(), None::<String>, false);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, is_open) {
            ('"', _) => {
                is_open = !is_open;
                word.get_or_insert_default();
            }
            ('\\', true) => {
                let next = letters.next()?;
                let word = word.get_or_insert_default();
                if !"\"`$\\".contains(next) {
                    word.push('\\');
                }
                word.push(next);
            }
            (' ' | '\t', false) => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (!is_open && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(exec: &str) -> Vec<String> {
        let words = words(&unescaped(exec)).unwrap();
        let program = Program {
            name: "My Name".into(),
            file: "/x.desktop".into(),
            words,
            ..Program::default()
        };
        let command = program.command(Path::new("/a b"));
        command.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn field_codes_become_the_file() {
        assert_eq!(command("evince %U"), ["evince", "/a b"]);
        assert_eq!(command("prog --file=%f --x"), ["prog", "--file=/a b", "--x"]);
        assert_eq!(
            command("prog %i -n %c %k 100%%"),
            ["prog", "-n", "My Name", "/x.desktop", "100%", "/a b"]
        );
        assert_eq!(command("prog"), ["prog", "/a b"]);
    }

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(
            command(r#""/opt/my prog" "a \\"b\\" \\$x" %f"#),
            ["/opt/my prog", "a \"b\" $x", "/a b"]
        );
        assert_eq!(command(r#"sh -c "" x\sy"#), ["sh", "-c", "", "x", "y", "/a b"]);
        assert_eq!(words("a \"b"), None);
        assert_eq!(words("  "), None);
    }
}
