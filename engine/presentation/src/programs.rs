//! Finds the programs that the desktop knows for a file, as the specifications of freedesktop.org say.
//!
//! The type of a file follows from its name, by the patterns of the shared MIME database; only where none matches, its
//! first bytes tell whether it is text. Programs are described by desktop entries, and files named `mimeapps.list` say
//! which of them the user prefers.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

mod entry;
mod mime;

pub use entry::Program;

/// Where descriptions of programs and of types are, and what the user's desktop can show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Directories of data, the most important one first.
    pub data: Vec<PathBuf>,
    /// Directories of configuration, likewise.
    pub config: Vec<PathBuf>,
    /// Directories of programs.
    pub programs: Vec<PathBuf>,
    /// Names of the user's desktop in small letters, the most special one first.
    pub desktops: Vec<String>,
    /// Whether programs can open windows.
    pub has_windows: bool,
}

impl Places {
    /// Finds them by the values of variables.
    pub fn of(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let value = |name: &str| variable(name).filter(|value| !value.is_empty());
        let home = value("HOME").map(PathBuf::from);
        let own = |name: &str, below: &str| {
            let set = value(name).map(PathBuf::from).filter(|path| path.is_absolute());
            set.or_else(|| Some(home.as_ref()?.join(below)))
        };
        let all = |name: &str, fallback: &str| -> Vec<PathBuf> {
            let list = value(name).unwrap_or_else(|| fallback.into());
            std::env::split_paths(&list).filter(|path| path.is_absolute()).collect()
        };
        let with =
            |own: Option<PathBuf>, others: Vec<PathBuf>| own.into_iter().chain(others).collect();
        let desktops = value("XDG_CURRENT_DESKTOP").unwrap_or_default();
        let desktops = desktops.to_string_lossy().to_lowercase();
        Self {
            data: with(
                own("XDG_DATA_HOME", ".local/share"),
                all("XDG_DATA_DIRS", "/usr/local/share:/usr/share"),
            ),
            config: with(own("XDG_CONFIG_HOME", ".config"), all("XDG_CONFIG_DIRS", "/etc/xdg")),
            programs: all("PATH", "/usr/local/bin:/usr/bin:/bin"),
            desktops: desktops.split(':').filter(|it| !it.is_empty()).map(str::to_owned).collect(),
            has_windows: value("DISPLAY").or_else(|| value("WAYLAND_DISPLAY")).is_some(),
        }
    }

    /// Reads a file in a directory of data or configuration; one that is not there is empty.
    fn read(path: &Path) -> String {
        std::fs::read(path)
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .unwrap_or_default()
    }
}

/// The programs for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Programs {
    /// Those for its type, the best first.
    pub fitting: Vec<Program>,
    /// The identifier of the program that the user prefers for its type.
    pub preferred: Option<String>,
    /// All others that open files, by name.
    pub others: Vec<Program>,
}

/// Finds the programs for a file.
pub fn programs(places: &Places, path: &Path) -> Programs {
    let types = mime::Types::read(&places.data);
    let chain = types.chain(&type_of(&types, path));
    let mut known = entry::all(places);
    let choices: Vec<Choices> = choices(places);
    let mut found = Programs::default();
    for kind in &chain {
        let mut removed: BTreeSet<&str> = BTreeSet::new();
        let mut wanted: Vec<&str> = Vec::new();
        for choices in &choices {
            let defaults = ids(&choices.defaults, kind);
            // The first one that is installed is the default.
            if found.preferred.is_none() {
                let installed = defaults.iter().find(|id| known.contains_key(*id));
                found.preferred = installed.cloned();
            }
            wanted.extend(defaults.iter().map(String::as_str));
            let added = ids(&choices.added, kind).iter().map(String::as_str);
            wanted.extend(added.filter(|id| !removed.contains(id)));
            removed.extend(ids(&choices.removed, kind).iter().map(String::as_str));
        }
        let takes = |program: &&Program| program.types.iter().any(|it| it == kind);
        let mut taking: Vec<&Program> =
            known.values().filter(takes).filter(|it| !removed.contains(it.id.as_str())).collect();
        taking.sort_by_key(|program| program.name.to_lowercase());
        let ids: Vec<String> = wanted
            .into_iter()
            .chain(taking.iter().map(|program| program.id.as_str()))
            .map(str::to_owned)
            .collect();
        for id in ids {
            found.fitting.extend(known.remove(&id));
        }
    }
    if let Some(at) = found.fitting.iter().position(|it| Some(&it.id) == found.preferred.as_ref()) {
        let first = found.fitting.remove(at);
        found.fitting.insert(0, first);
    }
    found.others = known.into_values().filter(Program::is_offered).collect();
    found.others.sort_by_key(|program| program.name.to_lowercase());
    found
}

/// Gives the programs that a list names for a type.
fn ids<'a>(list: &'a BTreeMap<String, Vec<String>>, kind: &str) -> &'a [String] {
    list.get(kind).map_or(&[], Vec::as_slice)
}

/// Gives the type of a file.
fn type_of(types: &mime::Types, path: &Path) -> String {
    if path.is_dir() {
        return "inode/directory".to_owned();
    }
    let by_name = path.file_name().and_then(|name| types.of_name(name));
    by_name.unwrap_or_else(|| {
        let is_text = begins_as_text(path);
        if is_text { mime::TEXT } else { mime::BYTES }.to_owned()
    })
}

/// Tells whether a file begins as text in UTF-8.
fn begins_as_text(path: &Path) -> bool {
    const ENOUGH: u64 = 4096;
    let mut bytes = Vec::new();
    let read = fcp_browse::open(path).map(|file| file.take(ENOUGH).read_to_end(&mut bytes));
    if !matches!(read, Ok(Ok(_))) || bytes.contains(&0) {
        return false;
    }
    match std::str::from_utf8(&bytes) {
        Ok(_) => true,
        // A character may be cut at the end.
        Err(error) => error.error_len().is_none(),
    }
}

/// What a file `mimeapps.list` says of each type, by identifiers of programs.
#[derive(Debug, Default)]
struct Choices {
    defaults: BTreeMap<String, Vec<String>>,
    added: BTreeMap<String, Vec<String>>,
    removed: BTreeMap<String, Vec<String>>,
}

/// Reads all files with choices, the most important one first.
fn choices(places: &Places) -> Vec<Choices> {
    let names: Vec<String> = places
        .desktops
        .iter()
        .map(|desktop| format!("{desktop}-mimeapps.list"))
        .chain(["mimeapps.list".to_owned()])
        .collect();
    let config = places.config.iter().cloned();
    let data = places.data.iter().map(|dir| dir.join("applications"));
    let files = config
        .chain(data)
        .flat_map(|dir| names.iter().map(move |name| dir.join(name)).collect::<Vec<_>>());
    files.map(|file| Choices::read(&Places::read(&file))).collect()
}

impl Choices {
    fn read(text: &str) -> Self {
        let mut choices = Self::default();
        let mut group = None;
        for line in text.lines().map(str::trim) {
            if line.starts_with('[') {
                group = match line {
                    "[Default Applications]" => Some(0),
                    "[Added Associations]" => Some(1),
                    "[Removed Associations]" => Some(2),
                    _ => None,
                };
                continue;
            }
            let Some((kind, ids)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let map = match group {
                Some(0) => &mut choices.defaults,
                Some(1) => &mut choices.added,
                Some(2) => &mut choices.removed,
                _ => continue,
            };
            let ids = ids.split(';').map(str::trim).filter(|id| !id.is_empty());
            map.entry(kind.trim().to_owned()).or_default().extend(ids.map(str::to_owned));
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    struct Desktop {
        scratch: tempfile::TempDir,
        places: Places,
    }

    impl Desktop {
        fn new() -> Self {
            let scratch = tempfile::tempdir().unwrap();
            let below = |name: &str| scratch.path().join(name);
            let places = Places {
                data: vec![below("own"), below("system")],
                config: vec![below("config")],
                programs: vec![below("bin")],
                desktops: vec!["kde".to_owned()],
                has_windows: true,
            };
            let new = Self { scratch, places };
            new.write(
                "system/mime/globs2",
                "50:text/plain:*.txt\n50:text/x-rust:*.rs\n50:image/png:*.png\n",
            );
            new.write("system/mime/subclasses", "text/x-rust text/plain\n");
            new
        }

        fn write(&self, path: &str, text: &str) -> PathBuf {
            let path = self.scratch.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        }

        /// Installs a program with its description.
        fn install(&self, root: &str, id: &str, more: &str) {
            let program = self.write(&format!("bin/{id}"), "");
            fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
            let text =
                format!("[Desktop Entry]\nType=Application\nName={id}\nExec={id} %f\n{more}\n");
            self.write(&format!("{root}/applications/{id}.desktop"), &text);
        }

        fn found(&self, name: &str) -> (Vec<String>, Option<String>, Vec<String>) {
            let file = self.write(name, "text");
            let found = programs(&self.places, &file);
            let names = |all: Vec<Program>| all.into_iter().map(|it| it.name).collect();
            (names(found.fitting), found.preferred, names(found.others))
        }
    }

    #[test]
    fn programs_for_the_type_come_first_and_then_those_for_more_general_types() {
        let desktop = Desktop::new();
        desktop.install("system", "editor", "MimeType=text/plain;");
        desktop.install("system", "ide", "MimeType=text/x-rust;");
        desktop.install("system", "painter", "MimeType=image/png;");
        let (fitting, preferred, others) = desktop.found("a.rs");
        assert_eq!((fitting, preferred), (vec!["ide".into(), "editor".into()], None));
        assert_eq!(others, ["painter"]);
        // Without a known ending, the content tells.
        assert_eq!(desktop.found("README").0, ["editor"]);
    }

    #[test]
    fn the_choices_of_the_user_count() {
        let desktop = Desktop::new();
        for id in ["a", "b", "c", "d"] {
            desktop.install("system", id, "MimeType=text/plain;");
        }
        desktop.install("system", "e", "");
        desktop.write(
            "config/mimeapps.list",
            "[Default Applications]\ntext/plain=gone.desktop;c.desktop;\n\
             [Added Associations]\ntext/plain=e.desktop;\n\
             [Removed Associations]\ntext/plain=b.desktop;\n",
        );
        let (fitting, preferred, others) = desktop.found("x.txt");
        assert_eq!(fitting, ["c", "e", "a", "d"]);
        assert_eq!((preferred.as_deref(), others), (Some("c.desktop"), vec!["b".to_owned()]));
        // The file of the user's desktop is more important.
        desktop.write("config/kde-mimeapps.list", "[Default Applications]\ntext/plain=d.desktop\n");
        assert_eq!(desktop.found("x.txt").0[0], "d");
    }

    #[test]
    fn an_entry_of_the_user_replaces_one_of_the_system_and_may_hide_it() {
        let desktop = Desktop::new();
        desktop.install("system", "a", "MimeType=text/plain;");
        desktop.install("own", "a", "Hidden=true");
        desktop.install("system", "b", "MimeType=text/plain;\nTryExec=not-installed");
        desktop.install("system", "c", "MimeType=text/plain;\nTerminal=true");
        desktop.install("system", "d", "NoDisplay=true");
        let (fitting, _, others) = desktop.found("x.txt");
        assert_eq!((fitting, others), (vec!["c".to_owned()], Vec::new()));
    }

    #[test]
    fn without_windows_only_programs_for_the_terminal_are_offered() {
        let mut desktop = Desktop::new();
        desktop.install("system", "window", "MimeType=text/plain;");
        desktop.install("system", "text", "MimeType=text/plain;\nTerminal=true");
        desktop.places.has_windows = false;
        assert_eq!(desktop.found("x.txt").0, ["text"]);
    }

    #[test]
    fn places_follow_from_variables() {
        let set =
            [("HOME", "/h"), ("XDG_CONFIG_HOME", "/c"), ("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")];
        let places = Places::of(|name| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into())
        });
        let paths = ["/h/.local/share", "/usr/local/share", "/usr/share"].map(PathBuf::from);
        assert_eq!(places.data, paths);
        assert_eq!(places.config, ["/c", "/etc/xdg"].map(PathBuf::from));
        assert_eq!(
            (places.desktops, places.has_windows),
            (vec!["ubuntu".into(), "gnome".into()], false)
        );
    }
}
