//! Lists every flag of the three programs, with each of its values and its meaning in the model.

use crate::asked::{Answer, Asked, Follow, Form, Link, Mode, OnError, Overwrite};

/// One way to write one flag.
pub(crate) struct Row {
    pub(crate) text: &'static str,
    pub(crate) apply: fn(&mut Asked),
}

/// Flags that no case uses, each with the reason; those of one program alone with its name.
pub(crate) const LEFT_OUT: &[(&str, &str)] = &[
    ("--help", "prints and does nothing"),
    ("-h", "prints and does nothing"),
    ("--version", "prints and does nothing"),
    ("-V", "prints and does nothing"),
    ("--control", "waits for commands"),
    ("--json", "is given in every case"),
    ("--events", "is given in every case"),
    ("--queue", "adds to a queue, which has tests of its own"),
    ("--redo", "has tests of its own"),
    ("--undo", "has tests of its own"),
    ("--undo-list", "has tests of its own"),
    ("--trash", "leaves what is removed outside of the case, and has tests of its own"),
    ("--shard", "leaves out by hashes, and has tests of its own"),
    ("--rsh", "reaches other machines, and has tests of its own"),
    ("-e", "is --rsh"),
    ("--remote-fcp", "says where fcp is on other machines"),
    ("--connections", "is for copies between machines, and has tests of its own"),
    ("--numeric-ids", "is for owners of other machines, and has tests of its own"),
    ("--mirror", "removes what is beside the case, and has tests of its own"),
    ("--max-delete", "belongs to --mirror"),
    ("--link-dest", "shares files of a third tree, and has tests of its own"),
    ("--clone-dest", "shares files of a third tree, and has tests of its own"),
    ("--snapshot-subvolumes", "needs btrfs, and has tests of its own"),
    ("--trash-list", "has tests of its own"),
    ("--trash-empty", "has tests of its own"),
    ("--older-than", "belongs to --trash-empty"),
    ("--trash-restore", "has tests of its own"),
    ("frm --on-conflict", "belongs to --trash-restore"),
    ("--files0-from", "names the sources another way"),
    ("--manifest", "writes a file beside the case, and has tests of its own"),
    ("--keep-replaced", "needs a trash for the files of a case, and has tests of its own"),
];

const fn row(text: &'static str, apply: fn(&mut Asked)) -> Row {
    Row { text, apply }
}

/// A flag that changes nothing that the model knows.
const fn plain(text: &'static str) -> Row {
    Row { text, apply: |_| {} }
}

/// Flags that several programs have.
const SHARED: &[Row] = &[
    row("--exclude=none-*", |a| a.looks_inside = true),
    row("--include=none-*", |a| a.is_filtered = true),
    plain("--glob"),
    plain("-g"),
    plain("--workers=3"),
    plain("-w1"),
    row("--on-error=skip", |a| a.on_error = OnError::Skip),
    row("--on-error=abort", |a| a.on_error = OnError::Abort),
    row("--on-error=retry", |a| a.on_error = OnError::Retry),
    row("--on-error=ask", |a| a.on_error = OnError::Ask),
    row("--dry-run", |a| a.dry_run = true),
    plain("--progress=auto"),
    plain("--progress=never"),
    plain("--progress=always"),
    plain("--no-progress"),
    plain("--color=auto"),
    plain("--color=always"),
    plain("--color=never"),
    plain("-v"),
    plain("--verbose"),
];

/// Flags of both programs that put something somewhere.
const PLACING: &[Row] = &[
    row("-b", |a| a.backup = a.backup.or(Some("existing"))),
    row("--backup", |a| a.backup = Some("existing")),
    row("--backup=none", |a| a.backup = Some("none")),
    row("--backup=simple", |a| a.backup = Some("simple")),
    row("--backup=existing", |a| a.backup = Some("existing")),
    row("--backup=numbered", |a| a.backup = Some("numbered")),
    row("--backup=auto", |a| a.backup = Some("existing")),
    row("--suffix=.old", |a| a.backup = a.backup.or(Some("existing"))),
    row("-S.old", |a| a.backup = a.backup.or(Some("existing"))),
    plain("--debug"),
    row("-i", |a| a.interactive(Answer::Ask)),
    row("--interactive", |a| a.interactive(Answer::Ask)),
    row("-n", |a| a.interactive(Answer::Skip)),
    row("--no-clobber", |a| a.interactive(Answer::Skip)),
    row("-u", |a| a.update(Answer::Newer)),
    row("--update", |a| a.update(Answer::Newer)),
    row("--update=all", |a| a.update(Answer::Overwrite)),
    row("--update=none", |a| a.update(Answer::Skip)),
    row("--update=none-fail", |a| a.update(Answer::Fail)),
    row("--update=older", |a| a.update(Answer::Newer)),
    row("--on-conflict=ask", |a| a.conflict = Some(Answer::Ask)),
    row("--on-conflict=fail", |a| a.conflict = Some(Answer::Fail)),
    row("--on-conflict=skip", |a| a.conflict = Some(Answer::Skip)),
    row("--on-conflict=overwrite", |a| a.conflict = Some(Answer::Overwrite)),
    row("--on-conflict=rename", |a| a.conflict = Some(Answer::Rename)),
    row("--on-conflict=newer", |a| a.conflict = Some(Answer::Newer)),
    row("--on-conflict=older", |a| a.conflict = Some(Answer::Older)),
    row("--on-conflict=larger", |a| a.conflict = Some(Answer::Larger)),
    row("--on-conflict=smaller", |a| a.conflict = Some(Answer::Smaller)),
    row("--on-conflict=different", |a| a.conflict = Some(Answer::Newer)),
    row("--on-conflict=different-content", |a| a.conflict = Some(Answer::Newer)),
    row("-T", |a| a.form = Some(Form::Exact)),
    row("--no-target-directory", |a| a.form = Some(Form::Exact)),
    row("-t", |a| a.form = Some(Form::Into)),
    row("--target-directory", |a| a.form = Some(Form::Into)),
    plain("--strip-trailing-slashes"),
    plain("-Z"),
    row("--sparse=never", |a| a.is_sparse_set = true),
    row("--sparse=always", |a| a.is_sparse_set = true),
    row("--sparse=auto", |a| a.is_sparse_set = false),
    row("--reflink", |a| a.shares = true),
    row("--reflink=always", |a| a.shares = true),
    row("--reflink=auto", |a| a.shares = false),
    row("--reflink=never", |a| a.shares = false),
    plain("--block-size=64k"),
    plain("--cache=auto"),
    plain("--cache=keep"),
    plain("--cache=drop"),
    plain("--cache=direct"),
    plain("--limit-rate=1G"),
    plain("--durability=batch"),
    plain("--durability=file"),
    row("--verify", |a| a.verify = true),
    row("--verify=compare", |a| a.verify = true),
    row("--verify=blake3", |a| a.verify = true),
    row("--verify=sha256", |a| a.verify = true),
    row("--verify=xxh3", |a| a.verify = true),
    row("--resume", |a| a.resume = true),
];

/// Flags of `fcp` alone.
const COPYING: &[Row] = &[
    row("-a", |a| {
        (a.follow, a.recursive) = (Some(Follow::Never), true);
        a.keep_all();
    }),
    row("--archive", |a| {
        (a.follow, a.recursive) = (Some(Follow::Never), true);
        a.keep_all();
    }),
    row("--attributes-only", |a| a.attributes_only = true),
    row("--copy-contents", |a| a.copy_contents = true),
    row("-L", |a| a.follow = Some(Follow::Always)),
    row("--dereference", |a| a.follow = Some(Follow::Always)),
    row("-P", |a| a.follow = Some(Follow::Never)),
    row("--no-dereference", |a| a.follow = Some(Follow::Never)),
    row("-H", |a| a.follow = Some(Follow::Operands)),
    row("-d", |a| a.follow = Some(Follow::Never)),
    row("-f", |a| a.force = true),
    row("--force", |a| a.force = true),
    row("-l", |a| a.link(Link::Hard)),
    row("--link", |a| a.link(Link::Hard)),
    row("-s", |a| a.link(Link::Symbolic)),
    row("--symbolic-link", |a| a.link(Link::Symbolic)),
    row("--no-preserve=mode", |a| a.mode = Mode::Fresh),
    row("--no-preserve=timestamps", |a| a.times = false),
    row("--no-preserve=all", |a| (a.mode, a.times) = (Mode::Fresh, false)),
    row("--preserve", |a| (a.mode, a.times) = (Mode::Exact, true)),
    row("--preserve=mode", |a| a.mode = Mode::Exact),
    row("--preserve=timestamps", |a| a.times = true),
    plain("--preserve=ownership"),
    plain("--preserve=links"),
    plain("--preserve=xattr"),
    row("--preserve=all", Asked::keep_all),
    row("-p", |a| (a.mode, a.times) = (Mode::Exact, true)),
    row("--no-perms", |a| a.mode = Mode::Fresh),
    row("--no-timestamps", |a| a.times = false),
    plain("-o"),
    plain("--ownership"),
    plain("--context"),
    plain("-x"),
    plain("--one-file-system"),
    row("-R", |a| a.recursive = true),
    row("-r", |a| a.recursive = true),
    row("--recursive", |a| a.recursive = true),
    row("--remove-destination", |a| a.overwrite = Overwrite::Remove),
    row("--inplace", |a| a.overwrite = Overwrite::InPlace),
    row("--parents", |a| a.form = Some(Form::Parents)),
    row("--keep-directory-symlink", |a| a.keeps_directory_links = true),
    row("--names=keep", |a| a.changes_names = false),
    row("--names=portable", |a| a.changes_names = true),
    row("--names=original", |a| a.changes_names = true),
    plain("--gitignore"),
    plain("--driver=parfile"),
    plain("--driver=parblock"),
    row("--driver=reflink", |a| (a.only_shares, a.only_files) = (true, true)),
    row("--driver=copy_file_range", |a| (a.only_shares, a.only_files) = (false, true)),
    row("--driver=read_write", |a| (a.only_shares, a.only_files) = (false, false)),
    plain("--publish=auto"),
    plain("--publish=always"),
    plain("--durability=none"),
    plain("--durability=end"),
    plain("--fsync"),
];

/// Flags of `fmv` alone.
const MOVING: &[Row] = &[
    plain("--context"),
    row("-f", |a| a.interactive(Answer::Overwrite)),
    row("--force", |a| a.interactive(Answer::Overwrite)),
    row("--exchange", |a| a.exchange = true),
    plain("--no-copy"),
];

/// Flags of `frm` alone.
const REMOVING: &[Row] = &[
    row("-f", |a| (a.force, a.prompts) = (true, false)),
    row("--force", |a| (a.force, a.prompts) = (true, false)),
    row("-i", |a| (a.force, a.prompts) = (false, true)),
    row("-I", |a| (a.force, a.prompts) = (false, true)),
    row("--interactive", |a| (a.force, a.prompts) = (false, true)),
    row("--interactive=never", |a| a.prompts = false),
    row("--interactive=once", |a| (a.force, a.prompts) = (false, true)),
    row("--interactive=always", |a| (a.force, a.prompts) = (false, true)),
    row("-r", |a| a.recursive = true),
    row("-R", |a| a.recursive = true),
    row("--recursive", |a| a.recursive = true),
    plain("-d"),
    plain("--dir"),
    plain("--one-file-system"),
    plain("--cross-mounts"),
    plain("--no-preserve-root"),
    plain("--preserve-root"),
    plain("--preserve-root=all"),
    plain("--gitignore"),
];

/// The program's rows.
pub(crate) fn of(program: &str) -> Vec<&'static Row> {
    let lists: &[&[Row]] = match program {
        "fcp" => &[SHARED, PLACING, COPYING],
        "fmv" => &[SHARED, PLACING, MOVING],
        _ => &[SHARED, REMOVING],
    };
    lists.iter().copied().flatten().collect()
}

/// The name of a flag without its value.
pub(crate) fn name(text: &str) -> &str {
    match text.strip_prefix("--") {
        Some(_) => text.split('=').next().unwrap_or(text),
        None => text.get(..2).unwrap_or(text),
    }
}

/// The flags that a program's `--help` lists, each with the words that it takes.
pub(crate) fn in_help(help: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut text = String::new();
    let mut names: Vec<String> = Vec::new();
    let mut finish = |names: &mut Vec<String>, text: &mut String| {
        let values =
            text.split("[possible values: ").nth(1).and_then(|rest| rest.split(']').next());
        let values: Vec<String> = values
            .map(|list| list.split(", ").map(|word| word.trim().to_owned()).collect())
            .unwrap_or_default();
        let alias = text.split("[alias: ").nth(1).and_then(|rest| rest.split(']').next());
        names.extend(alias.map(str::to_owned));
        found.extend(names.drain(..).map(|name| {
            let takes = if name.starts_with("--") { values.clone() } else { Vec::new() };
            (name, takes)
        }));
        text.clear();
    };
    for line in help.lines() {
        let words = line.trim_start();
        if words.starts_with('-') && line.starts_with("  ") {
            finish(&mut names, &mut text);
            for part in words.split("  ").next().unwrap_or(words).split(", ") {
                let end = part.find(['[', ' ', '=', '<']).unwrap_or(part.len());
                names.push(part.get(..end).unwrap_or(part).to_owned());
            }
        }
        text.push_str(words);
        text.push(' ');
    }
    finish(&mut names, &mut text);
    found
}

/// The form of the command line that a flag stands for.
pub(crate) fn form(text: &str) -> Option<Form> {
    let mut asked = Asked::default();
    let lists: [&[Row]; 2] = [PLACING, COPYING];
    let row = lists.iter().copied().flatten().find(|row| row.text == text)?;
    (row.apply)(&mut asked);
    asked.form
}
