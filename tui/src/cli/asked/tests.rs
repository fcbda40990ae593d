use super::*;
use crate::cli::program::FCP;
use crate::gnu::getopt::GetOpt;
use fcp_engine::spec::{BackupKind, Driver, Durability, ErrorPolicy, MismatchPolicy};

fn ask_with(line: &str, dialect: Dialect, env: &Env) -> Result<Asked, Misuse> {
    let args = line.split_whitespace().map(OsString::from);
    fold(GetOpt::new(FCP.flags, args, false), &FCP, dialect, env)
}

fn gnu(line: &str) -> Asked {
    ask_with(line, Dialect::Gnu, &Env::default()).unwrap()
}

fn fcp(line: &str) -> Asked {
    ask_with(line, Dialect::Own, &Env::default()).unwrap()
}

#[test]
fn without_flags_each_dialect_has_its_defaults() {
    let cp = gnu("").options;
    assert!(!cp.recursive && cp.copy_contents);
    assert_eq!((cp.follow, cp.overwrite), (Follow::Always, Overwrite::InPlace));
    let own = Options { follow: Follow::Files, read_operands: true, ..Options::default() };
    assert_eq!(fcp("").options, own);
    assert_eq!(fcp("-r").options, Options::default());
}

#[test]
fn the_last_of_interactive_and_no_clobber_wins_and_update_narrows() {
    use ConflictPolicy::{Ask, Fail, Newer, Overwrite, Skip};
    for (line, policy) in [
        ("-n", Skip),
        ("-i", Ask),
        ("-n -i", Ask),
        ("-i -n", Skip),
        ("-n -f", Skip),
        ("-f -n", Skip),
        ("-f -i", Ask),
        ("-u", Newer),
        ("-n -u", Skip),
        ("-u -n", Skip),
        ("-i -u", Ask),
        ("-n --update=all", Skip),
        ("--update=none -i", Skip),
        ("-i --update=none-fail", Fail),
        ("-n --update=none-fail", Skip),
        ("--update=none -u", Newer),
        ("-u --update=none", Skip),
        ("-u --update=all", Overwrite),
        ("--on-conflict=fail -n", Skip),
        ("-n --on-conflict=fail", Fail),
    ] {
        assert_eq!(gnu(line).options.on_conflict, policy, "{line}");
    }
    let both = gnu("-i -u");
    assert!(both.prompt && both.older);
}

#[test]
fn the_last_word_about_symlinks_wins() {
    for (line, follow) in [
        ("-r", Follow::Never),
        ("-rl", Follow::Always),
        ("-a", Follow::Never),
        ("-aL", Follow::Always),
        ("-La", Follow::Never),
        ("-LH", Follow::Operands),
        ("-HP", Follow::Never),
        ("-Ld", Follow::Never),
        ("-s", Follow::Always),
    ] {
        assert_eq!(gnu(line).options.follow, follow, "{line}");
    }
}

#[test]
fn preserve_lists_add_and_remove() {
    let kept = |line| gnu(line).options.preserve;
    assert_eq!(kept("-a"), Preserve::ALL);
    let usual = Preserve {
        mode: ModeRule::Exact,
        ownership: true,
        timestamps: true,
        ..Preserve::default()
    };
    assert_eq!(kept("-p"), usual);
    assert_eq!(kept("--preserve"), usual);
    assert_eq!(kept("--preserve=mode,own,time"), usual);
    assert_eq!(kept("-a --no-preserve=all").mode, ModeRule::Fresh);
    assert_eq!(kept("--no-preserve=mode -p").mode, ModeRule::Exact);
    assert_eq!(kept("--no-preserve=mode --preserve=mode").mode, ModeRule::Exact);
    assert!(kept("--preserve=xattr").required && !kept("--preserve=all").required);
    assert!(!kept("-a --no-timestamps").timestamps);
    assert!(gnu("-a").quiet_metadata && !gnu("--preserve=all").quiet_metadata);
}

#[test]
fn our_own_names_take_the_automatic_backups_of_xcp() {
    let ask = |dialect| ask_with("--backup=auto", dialect, &Env::default());
    let own = ask(Dialect::Own).unwrap().options.backup.unwrap();
    assert_eq!(own.kind, BackupKind::Existing);
    assert!(matches!(ask(Dialect::Gnu), Err(Misuse::Word { flag: "backup type", .. })));
}

#[test]
fn backups_of_what_is_never_replaced_are_refused() {
    let ask = |line: &str, dialect| ask_with(line, dialect, &Env::default());
    for answer in ["skip", "fail"] {
        let line = format!("--backup=numbered --on-conflict={answer}");
        for dialect in [Dialect::Own, Dialect::Gnu] {
            assert!(matches!(ask(&line, dialect), Err(Misuse::Flags(_))), "{answer}");
        }
    }
    assert!(ask("--backup --on-conflict=newer", Dialect::Own).is_ok());
}

#[test]
fn backups_follow_the_flag_then_the_environment() {
    let env = |control: &str, suffix: &str| Env {
        version_control: Some(control.into()),
        simple_backup_suffix: Some(suffix.into()),
        posixly_correct: false,
    };
    let backup = |line, env: &Env| {
        ask_with(line, Dialect::Gnu, env)
            .map(|asked| asked.options.backup.map(|backup| (backup.kind, backup.suffix)))
    };
    let some = |kind, suffix: &str| Ok(Some((kind, suffix.to_owned())));
    let none = Env::default();
    assert_eq!(backup("", &env("t", "x")), Ok(None));
    assert_eq!(backup("-b", &none), some(BackupKind::Existing, "~"));
    assert_eq!(backup("-S .x", &none), some(BackupKind::Existing, ".x"));
    assert_eq!(backup("-b -S a/b", &none), some(BackupKind::Existing, "~"));
    assert_eq!(backup("-b", &env("numbered", ".q")), some(BackupKind::Numbered, ".q"));
    assert_eq!(backup("-b", &env("", "/q")), some(BackupKind::Existing, "~"));
    assert_eq!(backup("--backup=simple -b", &env("t", "")), some(BackupKind::Simple, "~"));
    assert_eq!(backup("--backup=off -S .x", &none), Ok(None));
    assert!(matches!(
        backup("-b", &env("foo", "")),
        Err(Misuse::Word { flag: "$VERSION_CONTROL", .. })
    ));
}

#[test]
fn flags_that_exclude_each_other_are_refused() {
    let wrong = |line| {
        let quoting = crate::cli::quoting::Quoting { utf8: true, terminal: false };
        let misuse = ask_with(line, Dialect::Gnu, &Env::default()).unwrap_err();
        misuse.message(quoting).to_string()
    };
    assert_eq!(wrong("-l -s"), "cannot make both hard and symbolic links");
    let backup = "--backup is mutually exclusive with -n or --update=none-fail";
    assert_eq!(wrong("-b -n"), backup);
    assert_eq!(wrong("--backup=none --update=none"), backup);
    assert_eq!(wrong("--reflink --sparse=never"), "--reflink can be used only with --sparse=auto");
    assert_eq!(wrong("-t a -t b"), "multiple target directories specified");
    assert_eq!(wrong("--control"), "--control needs --json");
    assert_eq!(
        wrong("--block-size=1x"),
        "invalid value '1x' for --block-size: a size, e.g. 4096, 64k, 1M or 4MiB"
    );
    assert!(ask_with("-n -i -b", Dialect::Gnu, &Env::default()).is_ok());
}

#[test]
fn a_pattern_that_is_no_text_is_refused_with_what_matches_such_names() {
    use std::os::unix::ffi::OsStringExt;
    let args = [OsString::from_vec(b"--exclude=a\xff".to_vec())];
    let tokens = GetOpt::new(FCP.flags, args, false);
    let misuse = fold(tokens, &FCP, Dialect::Own, &Env::default()).unwrap_err();
    assert!(misuse.plainly().to_string().ends_with("in UTF-8; '?' stands for any other byte"));
}

#[test]
fn links_and_attributes_override_reflink() {
    assert_eq!(gnu("-l --reflink=always").options.reflink, Reflink::Auto);
    assert_eq!(gnu("--attributes-only --reflink").options.reflink, Reflink::Auto);
    assert_eq!(gnu("--reflink").options.reflink, Reflink::Always);
}

#[test]
fn our_own_flags_have_their_values() {
    let asked =
        fcp("-n --on-conflict=rename:{stem}-{n}{ext} --on-error=retry:5 --limit-rate=20M --fsync \
         --workers=0 --driver=parblock --exclude=*.o --no-progress --color=never");
    let options = asked.options;
    assert_eq!(options.on_conflict, ConflictPolicy::Rename("{stem}-{n}{ext}".into()));
    assert_eq!(options.on_error, ErrorPolicy::Retry(5));
    assert_eq!(options.limit_rate, Some(20 << 20));
    assert_eq!(options.durability, Durability::File);
    assert_eq!((options.workers, options.driver), (None, Some(Driver::Parblock)));
    assert_eq!(options.filter.exclude, ["*.o"]);
    assert_eq!((asked.progress, asked.color), (Some(When::Never), When::Never));
}

#[test]
fn attributes_that_snapshots_keep_anyway_are_noticed() {
    for (line, keeps) in [
        ("--no-preserve=mode", true),
        ("-a --no-preserve=all", true),
        ("--no-perms", true),
        ("--no-timestamps", true),
        ("--no-preserve=mode -a", false),
        ("-a --preserve=mode", false),
        ("", false),
    ] {
        assert_eq!(fcp(&format!("--snapshot-subvolumes {line}")).keeps_anyway, keeps, "{line}");
        assert!(!fcp(line).keeps_anyway, "{line}");
    }
}

#[test]
fn a_mirror_is_an_archive_unless_later_flags_say_otherwise() {
    let mirror = fcp("--mirror").options;
    assert_eq!((mirror.preserve, mirror.follow), (Preserve::ALL, Follow::Never));
    assert!(mirror.resume && mirror.mirrors());
    assert_eq!(mirror.on_mismatch, MismatchPolicy::Replace);
    let modest = fcp("--mirror=delete --max-delete=9 --no-preserve=ownership -n").options;
    let removals = modest.removals.unwrap();
    assert_eq!((removals.permanent, removals.limit), (true, Some(9)));
    assert!(!modest.preserve.ownership && modest.preserve.timestamps);
    assert_eq!(modest.on_mismatch, MismatchPolicy::Skip);
    let shared = fcp("-a --link-dest=a --link-dest=b").options.reuse.unwrap();
    assert_eq!(shared.trees.len(), 2);
    for line in ["--max-delete=1", "--mirror -b", "--mirror -l", "--mirror --max-delete=-1"] {
        assert!(ask_with(line, Dialect::Own, &Env::default()).is_err(), "{line}");
    }
    assert!(ask_with("--mirror", Dialect::Gnu, &Env::default()).is_err());
}

#[test]
fn what_cannot_be_combined_with_shards_is_named() {
    for flag in ["--mirror", "--link-dest=a", "--clone-dest=a"] {
        let line = format!("-r --shard=1/2 {flag}");
        let told = ask_with(&line, Dialect::Own, &Env::default()).unwrap_err().plainly();
        let told = told.to_string();
        let name = flag.split('=').next().unwrap();
        assert!(told.contains("--shard") && told.contains(name), "{line}: {told}");
    }
}
