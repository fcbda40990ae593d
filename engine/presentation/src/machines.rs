//! Knows how the programs of a user reach other machines, and which of them ssh's own file names.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::Path;

use fcp_engine::link::{CONNECTIONS, Reach, split_host};
use fcp_engine::path::FarPath;

use crate::home;
use crate::settings::{Entry, Reader};

/// Says how machines are reached: by `FCP_RSH`, or else by `ssh`, which asks nothing, since a screen is on the terminal.
///
/// # Errors
/// A quote in the variable is not closed; says so in a sentence.
pub fn reach(var: impl Fn(&str) -> Option<OsString>) -> Result<Reach, String> {
    let reach = Reach::by(var("FCP_RSH"), None, var("PATH").unwrap_or_default())?;
    let reach = reach.over(connections_of(&var));
    let uname = rustix::system::uname();
    let user = rustix::process::geteuid().as_raw();
    Ok(reach.silent().on(format!("{} {user}", uname.nodename().to_string_lossy())))
}

/// Reads the table of how many connections bring the data of copies from and to each machine; `*` is all others.
pub fn connections(reader: &mut Reader<'_>, table: Entry<'_>) -> BTreeMap<String, u8> {
    let mut connections = BTreeMap::new();
    for entry in reader.table(table) {
        let number = reader.number(&entry, 1..i64::from(CONNECTIONS) + 1);
        if let Some(number) = number.and_then(|number| u8::try_from(number).ok()) {
            connections.insert(entry.name, number);
        }
    }
    connections
}

/// Reads it from the user's file; what is wrong in that the apps say.
fn connections_of(var: impl Fn(&str) -> Option<OsString>) -> BTreeMap<String, u8> {
    let file = home::config(var).map(|dir| dir.join("config.toml"));
    let text = file.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    let mut reader = Reader::new("config.toml", &text);
    let table = reader.entries().into_iter().find(|it| it.name == "connections");
    table.map_or_else(BTreeMap::new, |table| connections(&mut reader, table))
}

/// Gives the folder that the user means who asks for a machine: `host:path`, or of a `host` alone the home directory there.
pub fn typed(text: &OsStr) -> Option<FarPath> {
    let of = |text: &OsStr| {
        split_host(Path::new(text)).and_then(|(host, path)| FarPath::new(&host, path))
    };
    let mut alone = text.to_owned();
    alone.push(":");
    of(text).or_else(|| of(&alone))
}

/// The machines that `~/.ssh/config` names, without patterns; none if there is no such file.
pub fn known(home: &Path) -> Vec<String> {
    /// Bytes of the file that are read.
    const MOST: u64 = 1 << 20;
    let read = || {
        let file = fcp_browse::open(&home.join(".ssh/config")).ok()?;
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut std::io::Read::take(file, MOST), &mut text).ok()?;
        Some(text)
    };
    hosts(&String::from_utf8_lossy(&read().unwrap_or_default()))
}

/// The names behind `Host`, in their order.
fn hosts(config: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let of_line = |line: &str| {
        let (word, rest) = line.trim().split_once([' ', '\t', '='])?;
        let names = rest.trim_start_matches([' ', '\t', '=']).split_whitespace();
        let is_plain = |name: &&str| !name.contains(['*', '?', '!', '"', '#']);
        let names = names.filter(is_plain).map(str::to_owned).collect::<Vec<_>>();
        word.eq_ignore_ascii_case("host").then_some(names)
    };
    let names = config.lines().filter_map(of_line).flatten();
    // What the program would not take for a machine is no use.
    let is_host = |name: &String| split_host(Path::new(OsStr::new(&format!("{name}:")))).is_some();
    names.filter(is_host).filter(|name| seen.insert(name.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_of_the_file_are_named_in_its_order() {
        let config = "# Host no\nHost web db\n  HostName 1.2.3.4\nhost=mail\nHost *.example !x\n\
                      Host web\n\tHost\tlast\nHostName other\nHost -x a/b\n";
        assert_eq!(hosts(config), ["web", "db", "mail", "last"]);
        assert!(known(Path::new("/nowhere")).is_empty());
    }

    #[test]
    fn a_machine_is_typed_with_or_without_a_path() {
        let of = |text: &str| typed(OsStr::new(text));
        assert_eq!(of("me@web"), FarPath::new("me@web", "."));
        assert_eq!(of("web:/srv"), FarPath::new("web", "/srv"));
        for none in ["", "-oProxyCommand=x", "a/b", "./web:/srv"] {
            assert_eq!(of(none), None, "{none}");
        }
    }

    #[test]
    fn a_machine_has_the_connections_that_the_file_says() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("fcp")).unwrap();
        let text = "[connections]\nnas = 4\n\"me@web\" = 16\n\"*\" = 2\nslow = 17\n";
        std::fs::write(dir.path().join("fcp/config.toml"), text).unwrap();
        let var = |name: &str| (name == "XDG_CONFIG_HOME").then(|| dir.path().into());
        let told = [("*", 2), ("me@web", 16), ("nas", 4)];
        let told = told.map(|(host, count)| (host.to_owned(), count));
        assert_eq!(connections_of(var), BTreeMap::from(told));
        assert!(connections_of(|_| None).is_empty());
    }

    #[test]
    fn a_quote_that_is_not_closed_is_said() {
        let reach = |line: &str| reach(|name| (name == "FCP_RSH").then(|| line.into()));
        assert!(reach("ssh -p 22").is_ok());
        assert!(reach("ssh 'x").unwrap_err().contains("not closed"));
    }
}
