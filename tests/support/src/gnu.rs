//! Runs one of our programs under GNU's name on a small tree and compares the result with a record
//! of GNU's own, version 9.7. If that version is installed, it runs, too, to check the record.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::bin::{clean, path_of, run};
use crate::filesystem::Kind;
use crate::mounts::with_mounts;
use crate::ns::as_nobody;
use crate::remove::Scratch;

/// A program of GNU's that one of ours replaces.
#[derive(Debug)]
pub struct Gnu {
    /// Its name, such as `cp`.
    pub name: &'static str,
    /// The name of ours.
    pub ours: &'static str,
    /// The variable of the environment that may name a GNU program of version 9.7.
    pub oracle: &'static str,
    tree: &'static str,
    confined: bool,
    found: OnceLock<Option<PathBuf>>,
}

impl Gnu {
    /// Describes a program.
    pub const fn new(name: &'static str, ours: &'static str, oracle: &'static str) -> Self {
        Self { name, ours, oracle, tree: TREE, confined: false, found: OnceLock::new() }
    }

    /// Starts every case with the tree that these shell commands make.
    #[must_use]
    pub const fn starts_from(mut self, tree: &'static str) -> Self {
        self.tree = tree;
        self
    }

    /// Lets the program write nowhere but in the tree of its case, however wrong it is.
    #[must_use]
    pub const fn confined(mut self) -> Self {
        self.confined = true;
        self
    }

    /// Finds GNU's program of version 9.7.
    pub fn oracle(&self) -> Option<&Path> {
        let found = self.found.get_or_init(|| {
            let named = std::env::var_os(self.oracle).map(PathBuf::from);
            let usual =
                ["/usr/bin/", "/usr/bin/gnu"].map(|dir| PathBuf::from(dir.to_owned() + self.name));
            named.into_iter().chain(usual).find(|path| {
                let version = clean(Command::new(path)).arg("--version").output();
                let expected = format!("{} (GNU coreutils) 9.7", self.name);
                version.is_ok_and(|it| it.stdout.starts_with(expected.as_bytes()))
            })
        });
        found.as_deref()
    }
}

/// The tree every case starts from.
const TREE: &str = r"umask 022
printf 'a\n' >a; printf 'b\n' >b; mkdir d s s/sub; printf 'da\n' >d/a
printf 'x\n' >s/f; printf 'y\n' >s/sub/g; ln -s a la; ln -s nowhere dang; ln -s d ld
touch -d @1000000000 a; touch -d @1100000000 b; touch -d @1200000000 d/a s/f s/sub/g";

/// One command line, and what it does.
#[derive(Debug)]
#[must_use = "a case must be checked"]
pub struct Case {
    command: &'static str,
    before: &'static str,
    code: i32,
    out: &'static str,
    err: &'static str,
    changes: &'static [&'static str],
    nobody: bool,
    across: bool,
    unordered: bool,
    deviation: Option<&'static str>,
}

/// Expects a command to say and change nothing, and to succeed.
pub const fn case(command: &'static str) -> Case {
    Case {
        command,
        before: "",
        code: 0,
        out: "",
        err: "",
        changes: &[],
        nobody: false,
        across: false,
        unordered: false,
        deviation: None,
    }
}

/// Expects the same of a command that the user nobody runs after these shell commands: permissions are enforced for
/// them, unlike for root.
pub const fn nobody(command: &'static str, before: &'static str) -> Case {
    case(command).after(before).by_nobody()
}

impl Case {
    /// Runs these shell commands first.
    pub const fn after(mut self, before: &'static str) -> Self {
        self.before = before;
        self
    }

    /// Expects this on standard output.
    pub const fn says(mut self, out: &'static str) -> Self {
        self.out = out;
        self
    }

    /// Expects this on standard error, and success.
    pub const fn warns(mut self, err: &'static str) -> Self {
        self.err = err;
        self
    }

    /// Expects this on standard error, and exit code 1.
    pub const fn fails(mut self, err: &'static str) -> Self {
        self.err = err;
        self.code = 1;
        self
    }

    /// Expects these changes to the tree, as `changes` tells them.
    pub const fn makes(mut self, changes: &'static [&'static str]) -> Self {
        self.changes = changes;
        self
    }

    /// Runs as the user nobody, for whom permissions are enforced, unlike for root.
    pub const fn by_nobody(mut self) -> Self {
        self.nobody = true;
        self
    }

    /// Has a directory `far` on another filesystem.
    pub const fn across(mut self) -> Self {
        self.across = true;
        self
    }

    /// Does not compare the order of lines: ours lists files before directories.
    pub const fn in_any_order(mut self) -> Self {
        self.unordered = true;
        self
    }

    /// Says why ours differs from GNU here; GNU's program is then not asked.
    pub const fn unlike_gnu(mut self, reason: &'static str) -> Self {
        self.deviation = Some(reason);
        self
    }
}

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    code: i32,
    out: String,
    err: String,
    changes: Vec<String>,
}

/// Checks every case with our program, and GNU's where there is one; tells all that differ.
#[track_caller]
pub fn check(gnu: &Gnu, cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        let recorded = Seen {
            code: case.code,
            out: ordered(case.out.to_owned(), case),
            err: ordered(case.err.to_owned(), case),
            changes: case.changes.iter().map(|&line| line.to_owned()).collect(),
        };
        let mut compare = |whose: &str, program: &Path| {
            let seen = observe(case, case.command, gnu, program);
            if let Some(seen) = seen.filter(|seen| *seen != recorded) {
                let Case { before, command, .. } = case;
                wrong.push(format!(
                    "{before} ; {command}\n {whose}: {seen:?}\n  record: {recorded:?}"
                ));
            }
        };
        compare("ours", &path_of(gnu.ours));
        if let (None, Some(oracle)) = (case.deviation, gnu.oracle()) {
            compare(" GNU", oracle);
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Tells what our program does with each command in a tree that these shell commands complete, one
/// line each; checks it against GNU's program where there is one.
#[track_caller]
pub fn record<'a>(
    gnu: &Gnu,
    before: &'static str,
    commands: impl IntoIterator<Item = &'a str>,
) -> String {
    let case = case("").after(before);
    let mut told = Vec::new();
    let mut wrong = Vec::new();
    for command in commands {
        let line = |program: &Path| {
            let seen = observe(&case, command, gnu, program)?;
            let words = seen.err.strip_prefix(gnu.name).unwrap_or(&seen.err);
            let words = words.trim_start_matches(": ").trim_end();
            let parts = [&seen.code.to_string(), words, seen.out.trim_end()];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            let changes = seen.changes.iter().map(String::as_str);
            Some(parts.chain(changes).collect::<Vec<_>>().join("; "))
        };
        let Some(ours) = line(&path_of(gnu.ours)) else { continue };
        let theirs = gnu.oracle().and_then(line);
        if let Some(theirs) = theirs.filter(|theirs| *theirs != ours) {
            wrong.push(format!("{command}\n ours: {ours}\n  GNU: {theirs}"));
        }
        told.push(format!("{command} => {ours}\n"));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    told.concat()
}

fn ordered(text: String, case: &Case) -> String {
    if !case.unordered {
        return text;
    }
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// Runs a case with one program in a fresh tree; `None` if it needs rights that are not to be had.
fn observe(case: &Case, command: &str, gnu: &Gnu, program: &Path) -> Option<Seen> {
    if !case.across && !gnu.confined {
        return observe_in(Scratch::new().path(), case, command, gnu, program);
    }
    with_mounts(&[Kind::Tmpfs], |mounts| {
        if case.across {
            let far = mounts.tmpfs("mode=777");
            fs::DirBuilder::new().recursive(true).create(mounts.root().join("w/far")).unwrap();
            mounts.bind(&far, &mounts.root().join("w/far"));
        }
        if gnu.confined {
            mounts.guard_the_rest();
        }
        observe_in(mounts.root(), case, command, gnu, program)
    })?
}

fn observe_in(place: &Path, case: &Case, command: &str, gnu: &Gnu, program: &Path) -> Option<Seen> {
    let bin = place.join("bin");
    let root = place.join("w");
    for directory in [&bin, &root] {
        fs::DirBuilder::new().recursive(true).create(directory).unwrap();
    }
    if case.nobody {
        for directory in [place, &bin, &root] {
            fs::set_permissions(directory, fs::Permissions::from_mode(0o777)).unwrap();
        }
    }
    std::os::unix::fs::symlink(program, bin.join(gnu.name)).unwrap();
    let shell = |script: &str| -> Option<Output> {
        let mut shell = clean(Command::new("/bin/sh"));
        let mut path = OsString::from(&bin);
        path.push(":/usr/bin:/bin");
        shell.env("PATH", path);
        if case.nobody {
            as_nobody(&mut shell)?;
        }
        shell.current_dir(&root).arg("-c").arg(format!("umask 022; {script}"));
        Some(run(&mut shell))
    };
    let prepared = shell(&format!("{}\n{}", gnu.tree, case.before))?;
    assert!(prepared.status.success(), "{}: {prepared:?}", case.before);
    let before = entries(&root);
    let done = shell(command)?;
    let text = |bytes: Vec<u8>| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        ordered(text.replace(root.to_str().unwrap(), "$PWD"), case)
    };
    Some(Seen {
        code: done.status.code().unwrap_or(-1),
        out: text(done.stdout),
        err: text(done.stderr),
        changes: changes(&before, &entries(&root))
            .into_iter()
            .map(|line| line.replace(root.to_str().unwrap(), "$PWD"))
            .collect(),
    })
}

/// What stands in a tree: names, and what each is.
type Entries = BTreeMap<String, String>;

/// Tells what differs, one line a name. A directory that is gone, was moved or is like another one
/// stands for all in it.
fn changes(before: &Entries, after: &Entries) -> Vec<String> {
    let changed: BTreeSet<&String> = before
        .keys()
        .chain(after.keys())
        .filter(|name| before.get(*name) != after.get(*name))
        .collect();
    let mut told: Vec<&String> = Vec::new();
    let mut lines = BTreeMap::new();
    for gone in changed.iter().filter(|name| !after.contains_key(**name)) {
        if told.iter().any(|top| is_in(gone, top)) {
            continue;
        }
        let tree = tree_at(gone, before);
        let moved = after.keys().find(|new| {
            !told.iter().any(|top| is_in(new, top))
                && !is_in(gone, new)
                && changed.iter().any(|name| is_in(name, new))
                && tree_at(new, after) == tree
        });
        let what = moved.map_or_else(|| "gone".to_owned(), |new| format!("moved to {new}"));
        lines.insert(*gone, what);
        told.extend(moved);
        told.push(*gone);
    }
    for new in changed.iter().filter(|name| after.contains_key(**name)) {
        if told.iter().any(|top| is_in(new, top)) {
            continue;
        }
        let tree = tree_at(new, after);
        let like = before.keys().filter(|_| tree.len() > 1 && !before.contains_key(*new)).find_map(
            |other| match tree_at(other, before) {
                same if tree == without_times(&same) => Some(format!("like {other}")),
                same if tree == same => Some(format!("like {other}, times too")),
                _ => None,
            },
        );
        told.extend(like.is_some().then_some(*new));
        lines.insert(*new, like.unwrap_or_else(|| after[*new].clone()));
    }
    lines.into_iter().map(|(name, what)| format!("{name}: {what}")).collect()
}

fn is_in(name: &str, top: &str) -> bool {
    name.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn tree_at(top: &str, entries: &Entries) -> Entries {
    let inside = entries.iter().filter(|(name, _)| is_in(name, top));
    inside.map(|(name, what)| (name[top.len()..].to_owned(), what.clone())).collect()
}

fn without_times(tree: &Entries) -> Entries {
    let without = |what: &str| {
        what.split(' ').filter(|word| !word.starts_with('@')).collect::<Vec<_>>().join(" ")
    };
    tree.iter().map(|(name, what)| (name.clone(), without(what))).collect()
}

/// Describes every entry below a directory.
fn entries(root: &Path) -> Entries {
    let mut found = Entries::new();
    let mut links: BTreeMap<(u64, u64), String> = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(directory) = pending.pop() {
        let Ok(listing) = fs::read_dir(&directory) else { continue };
        let mut paths: Vec<PathBuf> = listing.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let meta = path.symlink_metadata().unwrap();
            let name = path.strip_prefix(root).unwrap();
            let name = String::from_utf8_lossy(name.as_os_str().as_bytes()).into_owned();
            let mode = meta.mode() & 0o7777;
            let kind = meta.file_type();
            // Times that the tree was given are kept times; all others are now.
            let time = match meta.mtime() {
                kept @ ..1_500_000_000 => format!(" @{kept}"),
                _ => String::new(),
            };
            let described = if kind.is_symlink() {
                format!("-> {}", path.read_link().unwrap().display())
            } else if kind.is_dir() {
                pending.push(path);
                format!("dir {mode:o}{time}")
            } else if kind.is_file() {
                let holes = if meta.len() > 0 && meta.blocks() == 0 { " hole" } else { "" };
                let data = fs::read(&path).unwrap_or_default();
                let data = match data.len() {
                    0..=40 => format!("{:?}", String::from_utf8_lossy(&data)),
                    len => format!("{len} bytes"),
                };
                format!("{mode:o} {data}{time}{holes}")
            } else {
                format!("special {mode:o}")
            };
            if kind.is_file() && meta.nlink() > 1 {
                let first = links.entry((meta.dev(), meta.ino())).or_insert_with(|| name.clone());
                let same = format!(" = {first}");
                found.insert(name, described + &same);
            } else {
                found.insert(name, described);
            }
        }
    }
    found
}
