//! Parses the command line of the file manager.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use fcp_presentation::elevation;
use fcp_presentation::settings::Mistake;

use super::config::{self, Config, Wanted};
use super::look::{Colors, Depth, Look};
use super::shell::{self, Shell};
use super::subshell;
use crate::cli::args;

/// The parsed command line.
#[derive(Debug)]
pub(crate) struct Line {
    /// The directory on the left.
    pub left: Option<PathBuf>,
    /// The directory on the right.
    pub right: Option<PathBuf>,
    /// What goes before the configuration.
    pub config: config::Overrides,
    /// Whether the configuration is only checked.
    pub check: bool,
    /// Whether only ASCII is drawn.
    pub ascii: bool,
    /// Where to write the directory that the shell goes to in the end.
    pub cwd_file: Option<PathBuf>,
    /// The shell to print a function for, and its name.
    pub shell: Option<(Shell, String)>,
    /// The directory that gets links under the names of the other programs.
    pub links: Option<PathBuf>,
    /// The checksum of a request on standard input that is carried out as administrator.
    pub carry_out: Option<String>,
    /// The same for a program that shows the progress.
    pub carry_out_events: Option<String>,
    /// Whether to become the shell below the panels.
    pub becomes_shell: bool,
    /// Whether to fail as soon as the screen is there, for tests of what happens then.
    pub fails: bool,
}

impl Line {
    /// Reads the command line, or ends the program where it makes no sense.
    pub(crate) fn read() -> Self {
        match command().try_get_matches() {
            Ok(matches) => Self::of(&matches),
            Err(error) => std::process::exit(args::tell("fcp-tui", &error).into()),
        }
    }

    fn of(matches: &ArgMatches) -> Self {
        let path = |name| matches.get_one::<PathBuf>(name).cloned();
        let text = |name| matches.get_one::<String>(name).cloned();
        Self {
            left: path("LEFT"),
            right: path("RIGHT"),
            config: config::Overrides {
                file: path("config"),
                keys: text("keys"),
                theme: text("theme"),
            },
            check: matches.get_flag("check-config"),
            ascii: matches.get_flag("ascii"),
            cwd_file: path("cwd-file"),
            shell: matches.get_one("shell-init").cloned(),
            links: path("install-links"),
            carry_out: text(elevation::FLAG),
            carry_out_events: text(elevation::STREAM_FLAG),
            becomes_shell: matches.get_flag(subshell::FLAG),
            fails: cfg!(debug_assertions) && matches.get_flag("fail"),
        }
    }
}

fn command() -> Command {
    let path = |name| Arg::new(name).value_parser(value_parser!(PathBuf));
    let long = |name: &'static str| Arg::new(name).long(name);
    Command::new("fcp-tui")
        .args_override_self(true)
        .about("Shows two folders, and copies, moves and deletes in them")
        .version(env!("CARGO_PKG_VERSION"))
        .args([
            path("LEFT").help("The folder on the left [default: the current one]"),
            path("RIGHT").help("The folder on the right [default: that of the last session]"),
            long("keys").value_name("NAME").help("Keys: commander, vim, or a keymap of your own"),
            long("theme").value_name("NAME").help(
                "Colours: auto, dark, light, high-contrast, high-contrast-light, warm, mono, or a theme \
                 of your own",
            ),
            long("ascii").action(ArgAction::SetTrue).help("Draw with ASCII characters only"),
            path("config").long("config").value_name("FILE").help(
                "Read this file instead of fcp/config.toml in $XDG_CONFIG_HOME or ~/.config",
            ),
            long("check-config")
                .action(ArgAction::SetTrue)
                .help("Check the configuration, print its mistakes, and exit"),
            path("cwd-file")
                .long("cwd-file")
                .value_name("FILE")
                .help("Write the panel's folder to this file on exit"),
            long("shell-init").value_name("SHELL[=NAME]").value_parser(shell::parse).help(
                "Print a function for bash, zsh or fish that runs fcp-tui and then changes to \
                 the panel's folder; it is called fm, or NAME",
            ),
        ])
        .arg(path("install-links").long("install-links").value_name("DIR").help(
            "Make links to this program in DIR, such as ~/.local/bin, under the names fcp, fmv, frm \
             and fcpq, and exit",
        ))
        .arg(long(elevation::FLAG).value_name("CHECKSUM").hide(true))
        .arg(long(elevation::STREAM_FLAG).value_name("CHECKSUM").hide(true))
        .arg(long(subshell::FLAG).action(ArgAction::SetTrue).hide(true))
        .arg(long("fail").action(ArgAction::SetTrue).hide(true))
}

/// Takes what the terminal can show, unless the user knows better.
pub(crate) fn look(config: &Config, ascii: bool) -> Look {
    let found = crate::terminal::detect(|name| std::env::var(name).ok());
    let ascii = found.ascii || config.ascii || ascii;
    let found = Look { ascii, icons: config.icons, ..found };
    match &config.theme {
        Wanted::Auto => found,
        Wanted::Mono => Look { depth: Depth::Mono, ..found },
        // It lives as long as the program, which reads one theme.
        Wanted::Theme(theme) => Look { colors: Colors::Theme(Box::leak(theme.clone())), ..found },
    }
}

/// Prints what is wrong in the configuration, and what the user may not have meant.
pub(crate) fn tell(mistakes: &[Mistake], notes: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for mistake in mistakes {
        writeln!(out, "{mistake}")?;
    }
    for note in notes {
        writeln!(out, "{note}")?;
    }
    if mistakes.is_empty() {
        writeln!(out, "The configuration has no mistakes")?;
    }
    out.flush()
}

/// Says in one line what is wrong in the configuration, if anything is.
pub(crate) fn notice(mistakes: &[Mistake]) -> Option<String> {
    let (first, more) = mistakes.split_first()?;
    // A narrow screen cuts the end.
    Some(match more.len() {
        0 => first.to_string(),
        more => format!("{first} (and {more} more: fcp-tui --check-config)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_makes_sense() {
        command().debug_assert();
        let line = |words: &[&str]| Line::of(&command().get_matches_from(words));
        let asked = line(&["fcp-tui", "/a", "--keys=vim", "--shell-init", "fish=f"]);
        assert_eq!((asked.left, asked.right), (Some("/a".into()), None));
        assert_eq!(asked.config.keys.as_deref(), Some("vim"));
        assert_eq!(asked.shell, Some((Shell::Fish, "f".to_owned())));
        for words in [["fcp-tui", "--shell-init=csh"], ["fcp-tui", "--shell-init=bash=a b"]] {
            assert!(command().try_get_matches_from(words).is_err());
        }
    }

    #[test]
    fn of_many_mistakes_the_first_is_told() {
        let mistake = |line| Mistake { file: "f".into(), line: Some(line), text: "wrong".into() };
        assert_eq!(notice(&[]), None);
        assert_eq!(notice(&[mistake(1)]).as_deref(), Some("f, line 1: wrong"));
        let many = notice(&[mistake(1), mistake(2), mistake(3)]).unwrap();
        assert_eq!(many, "f, line 1: wrong (and 2 more: fcp-tui --check-config)");
    }
}
