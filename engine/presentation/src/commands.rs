//! Prepares the command lines that the user types or has written into the configuration for the shell, with the chosen
//! names as operands.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use fcp_engine::path::is_far;

/// Where a command of the user runs, and what its placeholders stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// `%d`: the folder of the panel, in which the command runs.
    pub dir: PathBuf,
    /// `%f`: the item under the cursor.
    pub current: OsString,
    /// `%D`: the folder of the other panel.
    pub other_dir: PathBuf,
    /// `%F`: the item under the cursor of the other panel.
    pub other_current: OsString,
    /// `%s`, `%m` and `"$@"`: the marked items, or the one under the cursor.
    pub items: Vec<OsString>,
}

impl Context {
    /// Gives the variables that the placeholders become.
    pub fn variables(&self) -> [(&'static str, &OsStr); 4] {
        let mut values: [&OsStr; 4] =
            [self.dir.as_ref(), &self.current, self.other_dir.as_ref(), &self.other_current];
        if is_far(&self.other_dir) {
            // The line does not name them; a program that reads them all the same finds nothing there, ever.
            [values[2], values[3]] = [OsStr::new(NOWHERE); 2];
        }
        let mut values = values.into_iter();
        VARIABLES.map(|(_, name)| (name, values.next().unwrap_or_default()))
    }
}

/// What stands for a folder of another machine: nothing is below a device, nor can be made there.
const NOWHERE: &str = "/dev/null/on-another-machine";

/// The placeholders, and the variables that hold their values.
pub const VARIABLES: [(u8, &str); 4] =
    [(b'd', "FCP_DIR"), (b'f', "FCP_CURRENT"), (b'D', "FCP_OTHER"), (b'F', "FCP_OTHER_CURRENT")];

/// Gives a path as an operand in a folder: its name where it is below, which no program takes for an
/// option.
pub fn operand(dir: &Path, path: &Path) -> OsString {
    let name = path.strip_prefix(dir).unwrap_or(path).as_os_str();
    if name.as_bytes().first() == Some(&b'-') {
        return Path::new(".").join(name).into_os_string();
    }
    name.to_owned()
}

/// Where the shell stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

impl Quote {
    /// Tells where the shell stands behind a byte.
    fn after(self, c: u8) -> Self {
        match (self, c) {
            (Self::None, b'\'') => Self::Single,
            (Self::None, b'"') => Self::Double,
            (Self::Single, b'\'') | (Self::Double, b'"') => Self::None,
            (quote, _) => quote,
        }
    }
}

/// Replaces the placeholders of mc: `%f` by the item under the cursor, `%s` by the marked items, `%d` by
/// the folder; `%F` and `%D` are those of the other panel. `%m` is another name for `%s`.
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
        quote = quote.after(c);
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
    let names = VARIABLES.map(|(_, name)| format!("${{{name}}}"));
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
        quote = quote.after(c);
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
    let letter = line.get(at + 1)?;
    let text = match VARIABLES.iter().find(|(known, _)| known == letter) {
        Some((_, name)) => format!("${{{name}}}"),
        None if b"sm".contains(letter) => "$@".to_owned(),
        None => return None,
    };
    (alone && ends).then(|| if quote == Quote::Double { text } else { format!("\"{text}\"") })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Gives what `sh` prints for a line whose names are all hostile.
    fn printed(line: &str) -> String {
        let line = expand(OsStr::new(&format!("printf '<%s>' {line}")));
        let context = Context {
            dir: "/this one".into(),
            current: "$(touch /tmp/pwned) '\"".into(),
            other_dir: "/the other".into(),
            other_current: "their $HOME".into(),
            items: vec!["a b".into(), "*\n;".into()],
        };
        let told = Command::new("sh")
            .arg("-c")
            .arg(line)
            .arg("sh")
            .args(&context.items)
            .envs(context.variables())
            .output()
            .unwrap();
        assert!(told.status.success(), "{told:?}");
        String::from_utf8(told.stdout).unwrap()
    }

    #[test]
    fn names_mean_themselves() {
        assert_eq!(printed("%f"), "<$(touch /tmp/pwned) '\">");
        assert_eq!(printed("%m"), "<a b><*\n;>");
        assert_eq!(printed("%s"), printed("%m"));
        assert_eq!(printed("%d/x --to=%D"), "</this one/x><--to=/the other>");
        assert_eq!(printed("%f %D/%F"), "<$(touch /tmp/pwned) '\"></the other/their $HOME>");
        assert_eq!(printed("\"in %d: %f\""), "<in /this one: $(touch /tmp/pwned) '\">");
    }

    #[test]
    fn an_operand_is_a_name_and_no_option() {
        let operand = |path: &str| operand(Path::new("/a"), Path::new(path));
        assert_eq!(operand("/a/b c"), "b c");
        assert_eq!(operand("/a/sub/b"), "sub/b");
        assert_eq!(operand("/a/-rf"), "./-rf");
        assert_eq!(operand("/else/x"), "/else/x");
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
        for line in
            ["date +%d-%m", "printf '%d %f' 1", "%dir", "a%f", "tar -C%d", "x-%d", "%x", r"\'%q"]
        {
            assert_eq!(expand(OsStr::new(line)), line);
        }
        assert_eq!(expand(OsStr::new("printf %%d 7")), "printf %d 7");
        assert_eq!(
            expand(OsStr::new("tar -C %d --to=%D")),
            "tar -C \"${FCP_DIR}\" --to=\"${FCP_OTHER}\""
        );
        assert_eq!(expand(OsStr::new(r#"a \" %m"#)), r#"a \" "$@""#);
    }
}
