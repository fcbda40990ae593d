//! Parses and applies changes of permission bits, as chmod(1) spells them.

/// What is done to the permission bits of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeChange(Vec<Step>);

/// One step: an operator and what it works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// The bits of the classes that the step names (user, group, others); none if it names no
    /// class.
    who: u32,
    operator: Operator,
    what: What,
    /// Set-ID bits that were asked for; directories keep all others.
    set_ids: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Remove,
    Set,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// These, and with `search` the right to execute if it is a directory or has that for a class already.
    Bits { bits: u32, search: bool },
    /// What the user, group or others have, told by a shift of 6, 3 or 0.
    Those(u32),
}

const USER: u32 = 0o4700;
const GROUP: u32 = 0o2070;
const OTHERS: u32 = 0o1007;
const ALL: u32 = 0o7777;
const SET_IDS: u32 = 0o6000;

impl ModeChange {
    /// Reads `u+x,go-w`, `a+X`, `g=u` or `644`; none if it is no mode.
    pub fn parse(text: &str) -> Option<Self> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Self::octal(text);
        }
        let mut steps = Vec::new();
        for clause in text.split(',') {
            parse_clause(clause, &mut steps)?;
        }
        Some(Self(steps))
    }

    /// Sets all bits to those of a mode.
    pub fn exactly(mode: u32) -> Self {
        let what = What::Bits { bits: mode & ALL, search: false };
        Self(vec![Step { who: ALL, operator: Operator::Set, what, set_ids: SET_IDS }])
    }

    fn octal(text: &str) -> Option<Self> {
        // from_str_radix takes a sign as well, but the text begins with a digit.
        let mode = u32::from_str_radix(text, 8).ok().filter(|mode| *mode <= ALL)?;
        // With five digits those at the front are meant, even if they are zeros.
        let set_ids = if text.len() > 4 { SET_IDS } else { mode & SET_IDS };
        let what = What::Bits { bits: mode, search: false };
        Some(Self(vec![Step { who: ALL, operator: Operator::Set, what, set_ids }]))
    }

    /// Gives the mode that a mode becomes.
    ///
    /// `umask` holds the bits that a step without a class, such as `+w`, leaves alone.
    pub fn apply(&self, mode: u32, is_dir: bool, umask: u32) -> u32 {
        self.0.iter().fold(mode & ALL, |mode, step| step.apply(mode, is_dir, umask))
    }
}

impl Step {
    fn apply(self, mode: u32, is_dir: bool, umask: u32) -> u32 {
        // On a directory these bits say how it is shared, and are kept unless they are named.
        let kept = if is_dir { SET_IDS & !self.set_ids } else { 0 };
        let searchable = is_dir || mode & 0o111 != 0;
        let bits = match self.what {
            What::Bits { bits, search } => bits | if search && searchable { 0o111 } else { 0 },
            // The same three bits for user, group and others.
            What::Those(shift) => (mode >> shift & 0o7) * 0o111,
        };
        let reach = if self.who == 0 { !umask } else { self.who };
        let bits = bits & reach & !kept;
        match self.operator {
            Operator::Add => mode | bits,
            Operator::Remove => mode & !bits,
            Operator::Set if self.who == 0 => mode & kept | bits,
            Operator::Set => mode & (!self.who | kept) | bits,
        }
    }
}

/// Reads `ug+rw-x`: some letters for those it is for, then one or more steps.
fn parse_clause(clause: &str, steps: &mut Vec<Step>) -> Option<()> {
    let first = clause.find(['+', '-', '='])?;
    let (names, mut rest) = clause.split_at(first);
    let mut who = 0;
    for name in names.chars() {
        who |= match name {
            'u' => USER,
            'g' => GROUP,
            'o' => OTHERS,
            'a' => ALL,
            _ => return None,
        };
    }
    while let Some(sign) = rest.chars().next() {
        let operator = match sign {
            '+' => Operator::Add,
            '-' => Operator::Remove,
            '=' => Operator::Set,
            _ => return None,
        };
        let after = &rest[1..];
        let end = after.find(['+', '-', '=']).unwrap_or(after.len());
        let what = parse_what(&after[..end])?;
        let named = match what {
            What::Bits { bits, .. } => bits,
            What::Those(_) => 0,
        };
        let set_ids = named & SET_IDS & if who == 0 { ALL } else { who };
        steps.push(Step { who, operator, what, set_ids });
        rest = &after[end..];
    }
    Some(())
}

/// Reads the letters behind an operator.
fn parse_what(letters: &str) -> Option<What> {
    match letters {
        "u" => return Some(What::Those(6)),
        "g" => return Some(What::Those(3)),
        "o" => return Some(What::Those(0)),
        _ => {}
    }
    let (mut bits, mut search) = (0, false);
    for letter in letters.chars() {
        match letter {
            'r' => bits |= 0o444,
            'w' => bits |= 0o222,
            'x' => bits |= 0o111,
            's' => bits |= SET_IDS,
            't' => bits |= 0o1000,
            'X' => search = true,
            _ => return None,
        }
    }
    Some(What::Bits { bits, search })
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    const MODES: [u32; 12] =
        [0, 0o644, 0o755, 0o4755, 0o2775, 0o1777, 0o111, 0o640, 0o7000, 0o6711, 0o070, 0o007];

    /// Lets chmod(1) change files and directories of many modes and compares each with ours.
    fn same_as_chmod(text: &str, umask: u32) {
        let scratch = tempfile::tempdir().unwrap();
        let mut paths = Vec::new();
        for (n, mode) in MODES.into_iter().enumerate() {
            for is_dir in [false, true] {
                let path = scratch.path().join(format!("{n}-{is_dir}"));
                if is_dir {
                    fs::DirBuilder::new().create(&path).unwrap();
                } else {
                    File::create(&path).unwrap();
                }
                fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
                paths.push((path, mode, is_dir));
            }
        }
        let script = format!(r#"umask {umask:o}; exec chmod -- "$0" "$@""#);
        let mut chmod = Command::new("sh");
        chmod.args(["-c", &script, text]).args(paths.iter().map(|(path, ..)| path));
        let said = chmod.output().unwrap();
        let change = ModeChange::parse(text);
        assert_eq!(change.is_some(), said.status.success(), "{text:?}: {said:?}");
        for (path, mode, is_dir) in paths {
            let found = fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
            let ours = change.as_ref().map_or(mode, |change| change.apply(mode, is_dir, umask));
            let of = if is_dir { "directory" } else { "file" };
            assert_eq!(format!("{ours:o}"), format!("{found:o}"), "{text} of a {of} of {mode:o}");
        }
    }

    #[test]
    fn modes_are_read_as_chmod_reads_them() {
        let table = [
            "644",
            "0644",
            "00644",
            "7777",
            "2755",
            "02755",
            "0",
            "00",
            "00000",
            "4000",
            "u+x",
            "go-w",
            "u+x,go-w",
            "a+X",
            "+X",
            "u=rwX,go=rX",
            "=",
            "a=",
            "u=",
            "+w",
            "-w",
            "=rw",
            "+t",
            "u+t",
            "o+t",
            "a-t",
            "+s",
            "u+s",
            "g+s",
            "o+s",
            "ug-s",
            "-s",
            "g=u",
            "u=g,g=o",
            "o=u,u=",
            "g=u,u=",
            "ugo+u",
            "+u",
            "=g",
            "u+r-w+x",
            "a-rwx+X",
            "u=s",
            "g=s",
            "u=rws",
            "u=rwxs,g=rx",
            "a=rwxst",
            "-x+X",
            "uuu+rrr",
            "u-u",
            "go=u-w",
        ];
        for text in table {
            same_as_chmod(text, 0o027);
        }
        same_as_chmod("+rwx", 0o002);
    }

    #[test]
    fn what_is_no_mode_is_refused() {
        for text in ["", "8", "08", "77777", "a", "rw", "u+q", "u+,", ",u+x", "z+r", "+-x é", "1u"]
        {
            same_as_chmod(text, 0o022);
        }
        for text in ["u+rg", "u+ug", "é+r", "u+é", "+x "] {
            assert_eq!(ModeChange::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_exact_mode_keeps_nothing() {
        assert_eq!(ModeChange::exactly(0o750).apply(0o7007, true, 0o777), 0o750);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_mode_becomes_what_chmod_makes_of_it(
            text in "[ugoa]{0,3}([-+=]([rwxXst]{0,4}|[ugo])){1,3}(,[ugoa]{0,2}[-+=]([rwxXst]{0,3}|[ugo])){0,2}",
            umask in prop::sample::select(vec![0, 0o022, 0o077, 0o137]),
        ) {
            same_as_chmod(&text, umask);
        }

        #[test]
        fn nothing_is_too_odd_to_be_read(text in ".{0,12}", mode: u32) {
            if let Some(change) = ModeChange::parse(&text) {
                prop_assert!(change.apply(mode, true, 0o022) <= 0o7777);
            }
        }
    }
}
