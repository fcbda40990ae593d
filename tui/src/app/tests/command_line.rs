//! Tests that our own programs parse the command line that a report shows for a job.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use fcp_engine::path::{FarPath, WirePath};
use fcp_engine::spec::{
    Backup, BackupKind, Cache, Confirm, ConflictPolicy, DEFAULT_RENAME, Destination, Driver,
    Durability, ErrorPolicy, Filter, Follow, JobSpec, LinkMode, ModeRule, NameRule, Options,
    Overwrite, Preserve, Protect, Publish, Shard, Sparse, Verb,
};
use fcp_presentation::command_line::of;
use proptest::prelude::*;

use crate::cli::asked::{Dialect, Env, fold};
use crate::cli::program::{FCP, FMV, FRM, Program};
use crate::cli::{args, request};

/// Gives the request that our programs make of a line, after a shell has split it.
fn read(line: &str) -> JobSpec {
    let script = format!("printf '%s\\0' {line}");
    let shell = Command::new("bash").args(["-c", &script]).output().unwrap();
    let words = shell.stdout.strip_suffix(&[0]).unwrap().split(|&byte| byte == 0);
    let words: Vec<_> = words.map(|word| OsStr::from_bytes(word).to_owned()).collect();
    let program: &'static Program = match words[0].to_str().unwrap() {
        "fcp" => &FCP,
        "fmv" => &FMV,
        "frm" => &FRM,
        other => panic!("{other}"),
    };
    let matches = args::command(program).try_get_matches_from(&words);
    let matches = matches.unwrap_or_else(|error| panic!("{line}: {error}"));
    let env = Env::default();
    let tokens = args::tokens(program, &matches).into_iter().map(Ok);
    let asked =
        fold(tokens, program, Dialect::Own, &env).unwrap_or_else(|_| panic!("refused: {line}"));
    request::job(&asked, program, Dialect::Own, &env).unwrap_or_else(|_| panic!("refused: {line}"))
}

/// Sets the options that the program chooses itself, because no flag names them.
fn as_the_program_does(mut spec: JobSpec, read: &JobSpec) -> JobSpec {
    let (mine, theirs) = (&mut spec.options, &read.options);
    mine.totals = theirs.totals;
    mine.events = theirs.events;
    mine.on_mismatch = theirs.on_mismatch.clone();
    mine.on_directory = theirs.on_directory.clone();
    if spec.verb == Verb::Move {
        // A move preserves everything, whatever the options say.
        mine.preserve = theirs.preserve;
        mine.follow = theirs.follow;
        mine.read_operands = theirs.read_operands;
    }
    spec
}

fn check(spec: &JobSpec) -> String {
    let line = of(spec).unwrap();
    let again = read(&line);
    assert_eq!(as_the_program_does(spec.clone(), &again), again, "{line}");
    line
}

fn copy(sources: &[&str], destination: Destination, options: Options) -> JobSpec {
    let sources = sources.iter().map(WirePath::from).collect();
    JobSpec { verb: Verb::Copy, sources, destination: Some(destination), options }
}

#[test]
fn the_usual_copy_is_short() {
    let options =
        Options { preserve: Preserve::ALL, on_conflict: ConflictPolicy::Ask, ..Options::default() };
    let spec = copy(&["/home/anna/2026"], Destination::Into("/tmp".into()), options);
    assert_eq!(check(&spec), "fcp -a --on-conflict=ask -t /tmp /home/anna/2026");
}

#[test]
fn a_path_of_another_machine_is_never_shown_as_one_of_this_machine() {
    let far = |path: &str| WirePath(FarPath::new("web", path).unwrap().to_path());
    let goes = copy(&["/home/anna/a"], Destination::Into(far("/srv/it's")), Options::default());
    let comes = JobSpec::move_to([far("/srv/a b"), far("notes")], Destination::Into("/tmp".into()));
    let lines = [of(&goes).unwrap(), of(&comes).unwrap()];
    assert!(lines[0].ends_with(r#" -t "web:/srv/it's" /home/anna/a"#), "{}", lines[0]);
    assert!(lines[1].ends_with(" -t /tmp 'web:/srv/a b' web:notes"), "{}", lines[1]);
    for verb in [Verb::Trash, Verb::Delete] {
        let removal = JobSpec { verb, destination: None, ..comes.clone() };
        let why = of(&removal).unwrap_err();
        assert_eq!(why, "its items are on another machine");
    }
}

#[test]
fn the_rule_for_names_and_the_share_have_flags() {
    let shard = Some(Shard { number: 2, of: 3 });
    let filter = Filter { shard, ..Filter::default() };
    let options = Options { names: NameRule::Portable, filter, ..Options::default() };
    let options = Options { preserve: Preserve::ALL, ..options };
    let spec = copy(&["/a"], Destination::Into("/tmp".into()), options);
    assert_eq!(check(&spec), "fcp -a --names=portable --shard=2/3 -t /tmp /a");
}

#[test]
fn odd_names_survive_the_shell() {
    let sources = ["-r", "a b", "it's", "new\nline", "夏", "$HOME", "{a,b}", "*", "a\u{202e}b"];
    let mut spec = copy(&sources, Destination::Into("/".into()), Options::default());
    spec.sources.push(WirePath(OsStr::from_bytes(b"\xff\xfe").into()));
    let line = check(&spec);
    assert!(!line.contains(['\n', '\u{202e}']), "{line}");
}

#[test]
fn what_has_no_flag_is_said() {
    let only = Filter { only: vec!["/a".into()], ..Filter::default() };
    let part = Options { filter: only, ..Options::default() };
    assert!(of(&copy(&["/a"], Destination::Into("/b".into()), part)).is_err());
    assert!(of(&JobSpec::undo("/x")).is_err());
}

#[test]
fn deletes_and_trash_are_frm() {
    let options = Options { recursive: true, force: true, ..Options::default() };
    let sources = vec!["/a/b".into()];
    let spec = JobSpec { verb: Verb::Delete, sources, destination: None, options };
    assert_eq!(check(&spec), "frm -r -f /a/b");
    let trash = JobSpec { verb: Verb::Trash, ..spec.clone() };
    assert_eq!(check(&trash), "frm --trash -r -f /a/b");
    let options = Options { confirm: Confirm::Each, force: false, ..spec.options.clone() };
    assert_eq!(check(&JobSpec { options, ..spec }), "frm -r -i /a/b");
}

fn any_conflict() -> impl Strategy<Value = ConflictPolicy> {
    use ConflictPolicy as P;
    prop_oneof![
        Just(P::Ask),
        Just(P::Fail),
        Just(P::Skip),
        Just(P::Overwrite),
        Just(P::Newer),
        Just(P::DifferentContent),
        Just(P::Rename(DEFAULT_RENAME.to_owned())),
        Just(P::Rename("{stem}.old 'x'{ext}".to_owned())),
    ]
}

prop_compose! {
    fn any_options()(
        bits in prop::array::uniform20(any::<bool>()),
        read_operands in any::<bool>(),
        on_conflict in any_conflict(),
        durability in prop::sample::select(
            vec![Durability::None, Durability::End, Durability::Batch, Durability::File]),
        follow in prop::sample::select(
            vec![Follow::Never, Follow::Operands, Follow::Always, Follow::Files]),
        link in prop::sample::select(vec![LinkMode::Copy, LinkMode::Hard, LinkMode::Symbolic]),
        cache in prop::sample::select(vec![Cache::Auto, Cache::Keep, Cache::Drop, Cache::Direct]),
        sizes in prop::array::uniform2(prop::option::of(1..u64::MAX)),
        workers in prop::option::of(1..u16::MAX),
        retries in prop::option::of(any::<u8>()),
        glob in "[a-z*'$ ]{1,6}",
    ) -> Options {
        let fresh = Options::default();
        let preserve = if bits[0] { Preserve::ALL } else {
            Preserve {
                mode: if bits[1] { ModeRule::Exact } else { ModeRule::Fresh },
                ownership: bits[2],
                timestamps: bits[3],
                links: bits[4],
                xattr: bits[5],
                required: bits[5],
                context: false,
            }
        };
        let backup = bits[6].then(|| Backup { kind: BackupKind::Numbered, suffix: "~".to_owned() });
        Options {
            preserve,
            // Links to files alone are followed where -r was not given, and -l follows all.
            follow: match (follow, link) {
                (Follow::Files, LinkMode::Hard) => Follow::Always,
                (follow, _) => follow,
            },
            read_operands: read_operands || follow == Follow::Files,
            link,
            one_file_system: bits[7],
            keep_directory_symlink: bits[8],
            copy_contents: bits[9],
            force: bits[10],
            overwrite: if bits[11] { Overwrite::InPlace } else { Overwrite::Replace },
            on_conflict: if backup.is_some() { ConflictPolicy::Overwrite } else { on_conflict },
            backup,
            durability,
            cache,
            block_size: sizes[0].map(|size| size.max(4096)),
            limit_rate: sizes[1],
            workers,
            verify: bits[12],
            resume: bits[13],
            strip_trailing_slashes: bits[14],
            sparse: if bits[15] { Sparse::Always } else { Sparse::Auto },
            driver: bits[16].then_some(Driver::Parblock),
            publish: if bits[17] { Publish::Always } else { Publish::Auto },
            filter: Filter {
                gitignore: bits[18],
                exclude: if bits[19] { vec![glob] } else { Vec::new() },
                ..Filter::default()
            },
            on_error: retries.map_or(ErrorPolicy::Ask, ErrorPolicy::Retry),
            protect: Protect::default(),
            ..fresh
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_line_read_back_asks_for_the_same_copy(options in any_options(), into in any::<bool>()) {
        let to: WirePath = "/tmp".into();
        let to = if into { Destination::Into(to) } else { Destination::As(to) };
        check(&copy(&["/a b"], to, options));
    }

    #[test]
    fn a_line_read_back_asks_for_the_same_move(options in any_options()) {
        let fresh = Options::default();
        let options = Options {
            link: fresh.link,
            one_file_system: false,
            keep_directory_symlink: false,
            copy_contents: false,
            force: false,
            overwrite: fresh.overwrite,
            driver: None,
            publish: fresh.publish,
            durability: Durability::None,
            filter: Filter { gitignore: false, ..options.filter },
            ..options
        };
        let spec = copy(&["/a b"], Destination::As("/c d".into()), options);
        check(&JobSpec { verb: Verb::Move, ..spec });
    }
}
