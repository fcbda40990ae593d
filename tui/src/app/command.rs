//! Command lines as they are typed, made ready for the shell.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The variable that holds the path under the cursor.
pub const CURRENT: &str = "FCP_CURRENT";

/// The variable that holds the folder of the other panel.
pub const OTHER: &str = "FCP_OTHER";

/// Where the shell stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// Replaces `%f` by the path under the cursor, `%m` by the marked items and `%d` by the folder of the
/// other panel.
///
/// No name is put into the line, which could then mean anything: the shell gets them as variables and
/// arguments. Between single quotes nothing is replaced, `%%` is a percent sign, and a placeholder
/// stands alone, so that `date +%d` and `%dir` mean what they always do.
pub fn expand(line: &OsStr) -> OsString {
    let bytes = line.as_bytes();
    let mut new = Vec::with_capacity(bytes.len());
    let (mut quote, mut at) = (Quote::None, 0);
    while let Some(&c) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        if c == b'%' && quote != Quote::Single {
            if next == Some(b'%') {
                new.push(b'%');
                at += 2;
                continue;
            }
            if let Some(text) = placeholder(bytes, at, quote) {
                new.extend_from_slice(text.as_bytes());
                at += 2;
                continue;
            }
        }
        quote = match (quote, c) {
            (Quote::None, b'\'') => Quote::Single,
            (Quote::None, b'"') => Quote::Double,
            (Quote::Single, b'\'') | (Quote::Double, b'"') => Quote::None,
            (quote, _) => quote,
        };
        new.push(c);
        if c == b'\\' && quote != Quote::Single {
            new.extend(next);
            at += 1;
        }
        at += 1;
    }
    OsString::from_vec(new)
}

/// Makes the line of a program that opens a file: placeholders are replaced, and without one the file
/// is the last argument, before a trailing `&` or comment. Gives none if the line names no program.
pub fn open_with(line: &OsStr) -> Option<OsString> {
    let expanded = expand(line);
    let (program, rest) = expanded.as_bytes().split_at(end_of_words(expanded.as_bytes()));
    if program.is_empty() {
        return None;
    }
    let names = [CURRENT, OTHER].map(|name| format!("${{{name}}}"));
    let has = |text: &str| expanded.as_bytes().windows(text.len()).any(|at| at == text.as_bytes());
    if expanded != line && (has("$@") || names.iter().any(|name| has(name))) {
        return Some(expanded);
    }
    Some(OsString::from_vec([program, b" \"$@\"", rest].concat()))
}

/// Finds where the words of a line end: before spaces, `&`, `;` and a comment at its end.
fn end_of_words(line: &[u8]) -> usize {
    let (mut quote, mut at, mut end) = (Quote::None, 0, 0);
    let mut is_start = true;
    while let Some(&c) = line.get(at) {
        if quote == Quote::None && c == b'#' && is_start {
            break;
        }
        let separates = quote == Quote::None && (c.is_ascii_whitespace() || b"&;".contains(&c));
        is_start = separates || (quote == Quote::None && b"|(".contains(&c));
        quote = match (quote, c) {
            (Quote::None, b'\'') => Quote::Single,
            (Quote::None, b'"') => Quote::Double,
            (Quote::Single, b'\'') | (Quote::Double, b'"') => Quote::None,
            (quote, _) => quote,
        };
        at += if c == b'\\' && quote != Quote::Single { 2 } else { 1 };
        if !separates {
            end = at.min(line.len());
        }
    }
    end
}

/// Gives what the shell reads for a placeholder, if there is one.
fn placeholder(line: &[u8], at: usize, quote: Quote) -> Option<String> {
    let word = |c: &u8| c.is_ascii_alphanumeric() || b"+-%.".contains(c);
    let alone = at.checked_sub(1).and_then(|at| line.get(at)).is_none_or(|c| !word(c));
    let ends = line.get(at + 2).is_none_or(|c| !(c.is_ascii_alphanumeric() || *c == b'_'));
    let text = match line.get(at + 1)? {
        b'f' => format!("${{{CURRENT}}}"),
        b'd' => format!("${{{OTHER}}}"),
        b'm' => "$@".to_owned(),
        _ => return None,
    };
    (alone && ends).then(|| if quote == Quote::Double { text } else { format!("\"{text}\"") })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Gives what `sh` prints for a line, where every name is as bad as names can be.
    fn printed(line: &str) -> String {
        let line = expand(OsStr::new(&format!("printf '<%s>' {line}")));
        let names = ["$(touch /tmp/pwned) '\"", "a b", "*\n;"];
        let told = Command::new("sh")
            .arg("-c")
            .arg(line)
            .arg("sh")
            .args(&names[1..])
            .env(CURRENT, names[0])
            .env(OTHER, "/the other")
            .output()
            .unwrap();
        assert!(told.status.success(), "{told:?}");
        String::from_utf8(told.stdout).unwrap()
    }

    #[test]
    fn names_mean_themselves() {
        assert_eq!(printed("%f"), "<$(touch /tmp/pwned) '\">");
        assert_eq!(printed("%m"), "<a b><*\n;>");
        assert_eq!(printed("%d/x --to=%d"), "</the other/x><--to=/the other>");
        assert_eq!(printed("\"in %d: %f\""), "<in /the other: $(touch /tmp/pwned) '\">");
    }

    #[test]
    fn a_program_that_opens_gets_the_file_where_it_belongs() {
        let line = |line: &str| open_with(OsStr::new(line)).map(|it| it.into_string().unwrap());
        let opens = |typed: &str, made: &str| assert_eq!(line(typed).as_deref(), Some(made));
        opens("vi -f", "vi -f \"$@\"");
        opens("feh &", "feh \"$@\" &");
        opens("feh;", "feh \"$@\";");
        opens("prog # a note & more", "prog \"$@\" # a note & more");
        opens("prog 'a # b &'", "prog 'a # b &' \"$@\"");
        opens(r"prog \&", r#"prog \& "$@""#);
        opens("prog a#b", "prog a#b \"$@\"");
        opens("mpv --title=%f &", "mpv --title=\"${FCP_CURRENT}\" &");
        opens("tar cf x.tar %m", "tar cf x.tar \"$@\"");
        assert_eq!(line(" & # x"), None);
    }

    #[test]
    fn what_is_no_placeholder_stays() {
        for line in ["date +%d-%m", "printf '%d %f' 1", "%dir", "a%f", "%x", r"\'%q"] {
            assert_eq!(expand(OsStr::new(line)), line);
        }
        assert_eq!(expand(OsStr::new("printf %%d 7")), "printf %d 7");
        assert_eq!(expand(OsStr::new(r#"a \" %m"#)), r#"a \" "$@""#);
    }
}
