//! Our own command lines, parsed by clap: help in groups, and suggestions for mistyped words.

use std::error::Error as _;
use std::ffi::OsString;
use std::io::{self, Write, stdout};
use std::path::Path;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser as _};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use fcp_engine::path::DisplayName;

use super::aside::complain_as;
use super::console::reason;
use super::exit;
use super::flags::{Flag, Takes, Token};
use super::meant;
use super::program::Program;
use super::quoting::Bytes;

const OPERANDS: &str = "PATH";

/// Builds the definition of a program's command line.
pub(crate) fn command(program: &'static Program) -> Command {
    let forms = program.forms.iter().map(|form| format!("{} [OPTIONS] {form}", program.own));
    let paths = Arg::new(OPERANDS)
        .num_args(0..)
        .value_parser(OsStringValueParser::new())
        .value_hint(ValueHint::AnyPath)
        .help(program.operands);
    // Clap shows headings in the order of their first flags.
    let mut flags: Vec<&Flag> = shown(program).collect();
    flags.sort_by_key(|flag| flag.group);
    Command::new(program.own)
        .version(env!("CARGO_PKG_VERSION"))
        .about(program.about)
        .override_usage(forms.collect::<Vec<_>>().join("\n       "))
        .after_help(program.notes)
        .max_term_width(100)
        .arg(paths)
        .args(flags.into_iter().map(arg))
}

/// Makes clap's form of a row; every occurrence is kept, since the order of flags matters.
fn arg(flag: &Flag) -> Arg {
    let mut arg = Arg::new(name(flag))
        .help(flag.help)
        .help_heading(flag.group.heading())
        .action(ArgAction::Append);
    if !flag.long.is_empty() {
        arg = arg.long(flag.long);
    }
    if let Some((&first, others)) = flag.short.split_first() {
        arg = arg.short(first).visible_short_aliases(others.iter().copied());
    }
    if let Some(alias) = flag.alias {
        arg = arg.alias(alias);
    }
    arg = match flag.takes {
        Takes::Nothing => return arg.num_args(0).default_missing_value("true"),
        Takes::Maybe(value) => {
            arg.value_name(value).num_args(0..=1).require_equals(true).default_missing_value("")
        }
        Takes::Value(value) => arg.value_name(value).num_args(1).allow_hyphen_values(true),
    };
    if flag.words.is_empty() {
        return arg.value_parser(OsStringValueParser::new());
    }
    let words = flag.words.iter().filter_map(|meaning| {
        // The parser knows the synonyms as well, but help does not list them.
        let mut names = meaning.split('|');
        Some(clap::builder::PossibleValue::new(names.next()?).aliases(names))
    });
    let mut words: Vec<_> = words.collect();
    if matches!(flag.takes, Takes::Maybe(_)) {
        words.push(clap::builder::PossibleValue::new("").hide(true));
    }
    arg.value_parser(PossibleValuesParser::new(words).map(OsString::from))
}

/// The flags that help tells; clap has `--help` and `--version` of its own.
fn shown(program: &Program) -> impl Iterator<Item = &'static Flag> {
    program.flags.iter().filter(|flag| !flag.help.is_empty())
}

/// A flag's name within clap.
fn name(flag: &Flag) -> String {
    format!("{:?}", flag.id)
}

/// Gives the flags and operands in the order of the command line.
pub(crate) fn tokens(program: &Program, matches: &ArgMatches) -> Vec<Token> {
    let mut found: Vec<(usize, Token)> = Vec::new();
    for flag in shown(program) {
        let name = name(flag);
        let places = matches.indices_of(&name).into_iter().flatten();
        let values = matches.get_raw(&name).into_iter().flatten();
        for (place, value) in places.zip(values) {
            let value = match flag.takes {
                Takes::Nothing => None,
                Takes::Maybe(_) => Some(value.to_owned()).filter(|value| !value.is_empty()),
                Takes::Value(_) => Some(value.to_owned()),
            };
            found.push((place, Token::Flag(flag.id, value)));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    let operands = matches.get_raw(OPERANDS).into_iter().flatten();
    let operands = operands.map(|name| Token::Operand(name.to_owned()));
    found.into_iter().map(|(_, token)| token).chain(operands).collect()
}

/// Prints help, or says what is wrong with the command line of a program; gives the exit code.
pub(crate) fn tell(program: &str, error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        return print(program, error);
    }
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    // Of a command of the program, its own help is meant.
    let command = usage.split_whitespace().take_while(|word| !word.starts_with(['<', '[', '-']));
    let command = Some(command.collect::<Vec<_>>().join(" ")).filter(|command| !command.is_empty());
    let hint = command.as_deref().unwrap_or(program);
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word))
            if error.get(ContextKind::SuggestedSubcommand).is_none() =>
        {
            meant::command(hint, word)
        }
        _ => None,
    };
    let meant = word.map_or(String::new(), |word| format!("; did you mean '{word}'?"));
    let text = format!("{}{meant}\nTry '{hint} --help' for more information.", complaint(error));
    complain_as(program, &Bytes::from(text.as_str()));
    exit::USAGE
}

/// Prints help or the version of a program; gives the exit code.
pub(crate) fn print(program: &str, text: &clap::Error) -> u8 {
    match text.print().and_then(|()| stdout().flush()) {
        Ok(()) => exit::DONE,
        // The reader closed the pipe, as `head` does, and needs no more of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit::DONE,
        Err(error) => {
            let text = format!("cannot write to standard output: {}", reason(&error));
            complain_as(program, &Bytes::from(text.as_str()));
            exit::FAILED
        }
    }
}

/// Says what is wrong with a command line: one line, without the program's name, and with what was
/// probably meant.
pub(crate) fn complaint(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(ContextValue::Strings(texts)) => texts.first().map(String::as_str),
        _ => None,
    };
    let meant = |kind| text(kind).map(|near| format!("; did you mean '{near}'?"));
    // Without the value that follows it in the help.
    let option = text(ContextKind::InvalidArg).unwrap_or_default();
    let option = option.split([' ', '=', '[']).next().unwrap_or_default();
    // The help names an operand in brackets, and that is not what the user typed.
    let place = if option.is_empty() { String::new() } else { format!(" for '{option}'") };
    let value = DisplayName::new(Path::new(text(ContextKind::InvalidValue).unwrap_or_default()));
    let valid = || match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(words)) if !words.is_empty() => {
            let words: Vec<&str> =
                words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
            format!("; choose one of {}", words.join(", "))
        }
        _ => String::new(),
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let typed = text(ContextKind::InvalidArg).unwrap_or_default();
            let option = DisplayName::new(Path::new(typed));
            if !typed.starts_with('-') {
                return format!("extra operand '{option}'");
            }
            let meant = meant(ContextKind::SuggestedArg).unwrap_or_default();
            format!("unknown option '{option}'{meant}")
        }
        ErrorKind::InvalidValue if text(ContextKind::InvalidValue).is_none_or(str::is_empty) => {
            format!("option '{option}' needs a value{}", valid())
        }
        ErrorKind::InvalidValue => {
            let meant = meant(ContextKind::SuggestedValue).unwrap_or_else(valid);
            format!("invalid value '{value}'{place}{meant}")
        }
        // clap names them in the lines that follow the first.
        ErrorKind::MissingRequiredArgument => {
            let names = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::Strings(names)) => names.join(" and "),
                _ => "an operand".to_owned(),
            };
            format!("missing {names}")
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            let word = DisplayName::new(Path::new(word));
            let meant = meant(ContextKind::SuggestedSubcommand).unwrap_or_default();
            format!("unknown command '{word}'{meant}")
        }
        ErrorKind::TooManyValues => format!("option '{option}' takes no value"),
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            let why = DisplayName::new(Path::new(&why));
            // What is wrong with an operand names it.
            if option.starts_with('-') {
                format!("invalid value '{value}'{place}: {why}")
            } else {
                why.to_string()
            }
        }
        ErrorKind::MissingSubcommand => match error.get(ContextKind::ValidSubcommand) {
            Some(ContextValue::Strings(words)) if !words.is_empty() => {
                format!("missing command; choose one of {}", words.join(", "))
            }
            _ => "missing command".to_owned(),
        },
        _ => {
            let all = error.render().to_string();
            let first = all.lines().next().unwrap_or_default();
            first.strip_prefix("error: ").unwrap_or(first).to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::flags::Id;
    use crate::cli::program::{ALL, FCP};

    fn read(line: &[&str]) -> Result<Vec<Token>, clap::Error> {
        let line = std::iter::once("fcp").chain(line.iter().copied());
        command(&FCP).try_get_matches_from(line).map(|matches| tokens(&FCP, &matches))
    }

    fn flag(id: Id, value: Option<&str>) -> Token {
        Token::Flag(id, value.map(OsString::from))
    }

    #[test]
    fn a_wrong_operand_is_named_without_an_option() {
        let mode = Command::new("mode")
            .arg(clap::Arg::new("mode").value_parser(["all", "one"]).value_name("MODE"));
        let error = mode.try_get_matches_from(["mode", "few"]).unwrap_err();
        assert_eq!(complaint(&error), "invalid value 'few'; choose one of all, one");
    }

    #[test]
    fn the_definitions_are_sound() {
        for program in ALL {
            command(program).debug_assert();
        }
    }

    #[test]
    fn tokens_keep_the_order_of_the_line() {
        assert_eq!(
            read(&["-n", "a", "-vi", "--update=none", "-n", "--reflink", "-S", "-x", "b"]).unwrap(),
            [
                flag(Id::NoClobber, None),
                flag(Id::Verbose, None),
                flag(Id::Interactive, None),
                flag(Id::Update, Some("none")),
                flag(Id::NoClobber, None),
                flag(Id::Reflink, None),
                flag(Id::Suffix, Some("-x")),
                Token::Operand("a".into()),
                Token::Operand("b".into()),
            ]
        );
    }

    #[test]
    fn what_is_mistyped_is_told_with_what_was_meant() {
        let told = |line: &[&str]| complaint(&read(line).unwrap_err());
        for (line, message) in [
            ("--verfy", "unknown option '--verfy'; did you mean '--verify'?"),
            ("-dz", "unknown option '-z'"),
            (
                "--driver=parblok",
                "invalid value 'parblok' for '--driver'; did you mean 'parblock'?",
            ),
            (
                "--cache=x",
                "invalid value 'x' for '--cache'; choose one of auto, keep, drop, direct",
            ),
            ("--recursive=yes", "option '--recursive' takes no value"),
            ("--suffix", "option '--suffix' needs a value"),
            ("--n\x1b[31mo", "unknown option '--n\\x1b[31mo'"),
        ] {
            assert_eq!(told(&[line]), message);
        }
        assert_eq!(read(&["--nonsense"]).unwrap_err().exit_code(), 2);
    }
}
