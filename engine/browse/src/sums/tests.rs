use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use fcp_engine::error::Code;
use fcp_engine::sum::{Algorithm, Checksum, Hasher, Listed, Stated};
use fcp_test_support::{Kind, Scratch, Tree, while_nobody, with_mounts};

use super::CheckVerdict::{Different, Failed, Missing, Same};
use super::*;

fn of(algorithm: Algorithm, content: &[u8]) -> Checksum {
    let mut hasher = Hasher::new(algorithm);
    hasher.update(content);
    hasher.finish()
}

fn sums_with(paths: &[&Path], spec: &SumSpec) -> Vec<Summed> {
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
    let mut told = Vec::new();
    sum_trees(&paths, spec, &SumControl::default(), |summed| told.push(summed)).unwrap();
    told
}

fn spec(algorithm: Algorithm) -> SumSpec {
    SumSpec { algorithm, cross_mounts: true, ..SumSpec::default() }
}

fn names(told: &[Summed], root: &Path) -> Vec<PathBuf> {
    told.iter().map(|summed| summed.path.0.strip_prefix(root).unwrap().to_owned()).collect()
}

fn listed(path: &Path, checksum: Checksum) -> Listed {
    Listed { path: path.to_owned(), stated: Stated::Known(checksum) }
}

fn checks(listed: Vec<Listed>, base: Option<&Path>) -> Vec<Checked> {
    let mut told = Vec::new();
    check_sums(listed.into_iter(), base, &SumControl::default(), |it| told.push(it)).unwrap();
    told
}

#[test]
fn every_file_of_a_tree_is_told_once_and_in_order() {
    let scratch = Scratch::new();
    let root = scratch.path().join("root");
    Tree::user(3).entries(600).build(&root).unwrap();
    for algorithm in Algorithm::ALL {
        let told = sums_with(&[&root], &spec(algorithm));
        let found = names(&told, &root);
        let mut sorted = found.clone();
        // Paths compare part by part, as a walk by name goes.
        sorted.sort();
        sorted.dedup();
        assert_eq!(found, sorted);
        let mut find = std::process::Command::new("find");
        let files = find.arg(&root).args(["-type", "f", "-printf", "x"]).output().unwrap();
        assert_eq!(told.len(), files.stdout.len());
        for summed in &told {
            let content = fs::read(&summed.path.0).unwrap();
            assert_eq!(summed.sum, Some(of(algorithm, &content)), "{:?}", summed.path);
            assert_eq!((summed.bytes, &summed.error), (content.len() as u64, &None));
        }
    }
}

#[test]
fn large_files_are_read_by_many_and_small_ones_by_one() {
    let scratch = Scratch::new();
    // Around the size of a step, and around the size from which a file is large.
    for size in [0, 1, (256 << 10) - 1, 256 << 10, (8 << 20) - 1, 8 << 20, (12 << 20) + 7] {
        let content: Vec<u8> = (0..size).map(|at: u32| (at.wrapping_mul(31) >> 7) as u8).collect();
        let path = scratch.path().join("file");
        fs::write(&path, &content).unwrap();
        for algorithm in Algorithm::ALL {
            let told = sums_with(&[&path], &spec(algorithm));
            assert_eq!(told[0].sum, Some(of(algorithm, &content)), "{algorithm:?} {size}");
        }
    }
}

#[test]
fn links_are_followed_as_operands_alone_and_other_types_left_out() {
    let scratch = Scratch::new();
    let root = scratch.path().join("root");
    fs::create_dir_all(root.join("sub")).unwrap();
    fs::write(root.join("sub/file"), "x").unwrap();
    symlink("sub/file", root.join("link")).unwrap();
    symlink("/", root.join("out")).unwrap();
    let fifo = c_path(&root.join("fifo")).unwrap();
    sys::make_node(sys::CWD, &fifo, fcp_engine::event::FileKind::Fifo, 0o600, 0).unwrap();
    symlink("root", scratch.path().join("alias")).unwrap();
    let alias = scratch.path().join("alias");
    assert_eq!(
        names(&sums_with(&[&alias], &spec(Algorithm::Blake3)), &alias),
        [Path::new("sub/file")]
    );
    let told = sums_with(&[&root.join("link"), &root.join("fifo")], &spec(Algorithm::Xxh3));
    assert_eq!(told[0].sum, Some(of(Algorithm::Xxh3, b"x")));
    // It is not waited for.
    assert_eq!(told[1].error.as_ref().unwrap().code, Code::Unsupported);
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_comes() {
    let scratch = Scratch::new();
    let root = scratch.path().join("root");
    fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(root.join("b")).unwrap();
    fs::write(root.join("a"), "x").unwrap();
    fs::write(root.join("c"), "x").unwrap();
    fs::set_permissions(root.join("a"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(root.join("b"), fs::Permissions::from_mode(0o000)).unwrap();
    while_nobody(|| {
        let told = sums_with(&[&root, &scratch.path().join("gone")], &spec(Algorithm::Blake3));
        let codes: Vec<_> =
            told.iter().map(|it| it.error.as_ref().map(|error| error.code)).collect();
        let denied = Some(Code::PermissionDenied);
        assert_eq!(codes, [denied, denied, None, Some(Code::NotFound)]);
    });
    fs::set_permissions(root.join("b"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn globs_and_the_list_itself_are_left_out() {
    let scratch = Scratch::new();
    for name in ["a.o", "b", "sub/a.o", "sub/c", "SUMS"] {
        fs::create_dir_all(scratch.path().join("sub")).unwrap();
        fs::write(scratch.path().join(name), name).unwrap();
    }
    let meta = fs::metadata(scratch.path().join("SUMS")).unwrap();
    let spec = SumSpec {
        exclude: vec!["*.o".into()],
        except: vec![(meta.dev(), meta.ino())],
        ..spec(Algorithm::Blake3)
    };
    let told = sums_with(&[scratch.path()], &spec);
    assert_eq!(names(&told, scratch.path()), [Path::new("b"), Path::new("sub/c")]);
    let bad = SumSpec { exclude: vec!["[".into()], ..SumSpec::default() };
    assert!(sum_trees(&[], &bad, &SumControl::default(), |_| ()).is_err());
}

#[test]
fn what_is_mounted_below_is_read_only_if_asked_for() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (at, far) = (mounts.tmpfs(""), mounts.tmpfs(""));
        fs::write(far.join("file"), "12345").unwrap();
        fs::create_dir(at.join("far")).unwrap();
        mounts.bind(&far, &at.join("far"));
        for (cross_mounts, expected) in [(false, 0), (true, 1)] {
            let told = sums_with(&[&at], &SumSpec { cross_mounts, ..SumSpec::default() });
            assert_eq!((told.len(), told.iter().all(|it| it.error.is_none())), (expected, true));
        }
    });
}

#[test]
fn reading_leaves_no_trace() {
    let scratch = Scratch::new();
    let path = scratch.path().join("file");
    fs::write(&path, "x").unwrap();
    // Older than the last change: the next reading would be noted.
    let old = fs::FileTimes::new().set_accessed(std::time::SystemTime::UNIX_EPOCH);
    fs::File::options().write(true).open(&path).unwrap().set_times(old).unwrap();
    sums_with(&[scratch.path()], &spec(Algorithm::Sha256));
    assert_eq!(fs::metadata(&path).unwrap().atime(), 0);
}

#[test]
fn a_stop_ends_it_and_a_slow_reader_is_waited_for() {
    let scratch = Scratch::new();
    for n in 0..6_000 {
        fs::write(scratch.path().join(n.to_string()), "").unwrap();
    }
    let control = SumControl::default();
    let mut told = 0;
    let paths = [scratch.path().to_owned()];
    sum_trees(&paths, &SumSpec::default(), &control, |_| {
        told += 1;
        if told == 10 {
            control.stop();
        }
    })
    .unwrap();
    assert_eq!(told, 10);
    assert!(control.progress().0 < 6_000);
    let control = SumControl::default();
    sum_trees(&paths, &SumSpec::default(), &control, |_| told += 1).unwrap();
    assert_eq!((told, control.progress().0), (6_010, 6_000));
}

#[test]
fn a_list_is_checked_line_by_line() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    fs::write(at("same"), "x").unwrap();
    fs::write(at("other"), "y").unwrap();
    symlink("same", at("link")).unwrap();
    fs::create_dir(at("dir")).unwrap();
    let x = of(Algorithm::Sha256, b"x");
    let names = ["same", "other", "gone", "link", "dir", "dir/gone"];
    let lines = names.map(|name| listed(Path::new(name), x)).to_vec();
    let told = checks(lines, Some(scratch.path()));
    let verdicts: Vec<_> = told.iter().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Same, Different, Missing, Same, Failed, Missing]);
    assert_eq!((told[1].stated, told[1].found), (Some(x), Some(of(Algorithm::Sha256, b"y"))));
}

#[test]
fn a_line_that_fits_two_algorithms_may_be_either() {
    let scratch = Scratch::new();
    let both = |content: &[u8]| {
        let line = format!("{}  {}", of(Algorithm::Sha256, content), "x");
        fcp_engine::sum::parse_line(line.as_bytes(), None).unwrap().stated
    };
    let mut lines = Vec::new();
    for n in 0..50_u8 {
        let path = scratch.path().join(n.to_string());
        fs::write(&path, [n]).unwrap();
        let stated = if n == 40 { both(b"else") } else { both(&[n]) };
        lines.push(Listed { path, stated });
    }
    // And one of the other kind, as in two lists that were joined.
    let path = scratch.path().join("0");
    let line = format!("{}  x", of(Algorithm::Blake3, &[0]));
    let stated = fcp_engine::sum::parse_line(line.as_bytes(), None).unwrap().stated;
    lines.push(Listed { path, stated });
    let told = checks(lines, None);
    for (n, checked) in told.iter().enumerate() {
        let expected = if n == 40 { Different } else { Same };
        assert_eq!(checked.verdict, expected, "{n}");
    }
}

#[test]
fn what_no_list_names_is_extra() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path().join("sub")).unwrap();
    let odd = Path::new(OsStr::from_bytes(b"sub/\xff"));
    for name in [Path::new("a"), Path::new("sub/b"), odd] {
        fs::write(scratch.path().join(name), "").unwrap();
    }
    for link in ["link", "sub/listed"] {
        symlink("b", scratch.path().join(link)).unwrap();
    }
    fs::create_dir_all(scratch.path().join("full/empty")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(scratch.path().join("socket")).unwrap();
    let mut listed = ListedFiles::below(scratch.path());
    listed.add(Path::new("./sub//../a"));
    listed.add(&scratch.path().join("sub/b"));
    listed.add(Path::new("sub/listed"));
    let mut told = Vec::new();
    let control = SumControl::default();
    extra_files(scratch.path(), &listed, &control, |checked| told.push(checked));
    assert!(told.iter().all(|checked| checked.verdict == CheckVerdict::Extra));
    let told: Vec<_> = told.into_iter().map(|checked| checked.path.0).collect();
    let extra = [Path::new("full/empty"), Path::new("link"), Path::new("socket"), odd];
    assert_eq!(told, extra.map(|name| scratch.path().join(name)));
}
