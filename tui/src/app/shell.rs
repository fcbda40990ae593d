//! Prints functions for shells that change to the folder in which the user left the file manager.

/// A shell that we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shell {
    /// bash and similar shells.
    Bash,
    /// zsh.
    Zsh,
    /// fish.
    Fish,
}

/// The name of the function, unless the user gives another one.
const NAME: &str = "fm";

/// Reads `bash`, or `bash=NAME`.
pub(crate) fn parse(text: &str) -> Result<(Shell, String), String> {
    let (shell, name) = text.split_once('=').unwrap_or((text, NAME));
    let shell = match shell {
        "bash" => Shell::Bash,
        "zsh" => Shell::Zsh,
        "fish" => Shell::Fish,
        _ => return Err("choose bash, zsh or fish".to_owned()),
    };
    let part = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') || !name.chars().all(part) {
        return Err("the name of a function consists of letters, digits, '_' and '-'".to_owned());
    }
    Ok((shell, name.to_owned()))
}

/// Gives the function.
///
/// The path comes through a file, since standard output is the terminal. It may hold any byte, also
/// at its end, where bash and similar shells would cut newlines.
pub(crate) fn function(shell: Shell, name: &str) -> String {
    match shell {
        Shell::Bash | Shell::Zsh => format!(
            r#"# Put this into ~/.{shell}rc:  eval "$(fcp-tui --shell-init {shell})"
{name}() {{
    local file dir code
    file="$(command mktemp "${{TMPDIR:-/tmp}}/fcp-tui.XXXXXX")" || return
    command fcp-tui --cwd-file "$file" "$@"
    code=$?
    dir="$(command cat "$file" && printf x)"
    command rm -f "$file"
    dir="${{dir%x}}"
    if [ -n "$dir" ] && [ "$dir" != "$PWD" ]; then
        builtin cd -- "$dir" || return
    fi
    return "$code"
}}
"#,
            shell = if shell == Shell::Bash { "bash" } else { "zsh" },
        ),
        Shell::Fish => format!(
            r#"# Put this into ~/.config/fish/config.fish:  fcp-tui --shell-init fish | source
function {name} --description "The file manager of fcp; the shell follows it"
    set -l base /tmp
    set -q TMPDIR; and set base $TMPDIR
    set -l file (command mktemp $base/fcp-tui.XXXXXX); or return
    command fcp-tui --cwd-file $file $argv
    set -l code $status
    set -l dir
    read --null dir <$file
    command rm -f $file
    if test -n "$dir" -a "$dir" != "$PWD"
        cd $dir; or return
    end
    return $code
end
"#,
        ),
    }
}
