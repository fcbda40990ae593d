use super::*;
use crate::cli::program::FCP;
use crate::cli::quoting::Quoting;

/// A directory with `a`, `b` (files), `d`, `e` (directories) and `dangling`, all named absolutely.
fn with_tree(check: impl FnOnce(&dyn Fn(&[&str]) -> Asked, &str)) {
    let root = tempfile::tempdir().unwrap();
    let base = root.path().to_str().unwrap().to_owned();
    for name in ["a", "b"] {
        std::fs::File::create(root.path().join(name)).unwrap();
    }
    for name in ["d", "e"] {
        std::fs::DirBuilder::new().create(root.path().join(name)).unwrap();
    }
    std::os::unix::fs::symlink("nowhere", root.path().join("dangling")).unwrap();
    let asked = |names: &[&str]| Asked {
        operands: names.iter().map(|name| format!("{base}/{name}").into()).collect(),
        ..Asked::default()
    };
    check(&asked, &base);
}

fn gnu(asked: &Asked) -> Result<JobSpec, Misuse> {
    job(asked, &FCP, Dialect::Gnu, &Env::default())
}

fn wrong(asked: &Asked, base: &str) -> String {
    let text = gnu(asked).unwrap_err().message(Quoting { utf8: true, terminal: false });
    text.to_string().replace(base, "")
}

#[test]
fn the_last_operand_is_entered_if_it_is_a_directory() {
    with_tree(|asked, base| {
        let to = |names: &[&str]| gnu(&asked(names)).unwrap().destination.unwrap();
        assert_eq!(to(&["a", "d"]), Destination::Into(format!("{base}/d").into()));
        assert_eq!(to(&["a", "b"]), Destination::As(format!("{base}/b").into()));
        assert_eq!(to(&["a", "new"]), Destination::As(format!("{base}/new").into()));
        assert_eq!(to(&["a", "b", "d/"]), Destination::Into(format!("{base}/d/").into()));
        let exact = Asked { exact: true, ..asked(&["a", "d"]) };
        let to = gnu(&exact).unwrap().destination.unwrap();
        assert_eq!(to, Destination::As(format!("{base}/d").into()));
        let target = Asked { target: Some(format!("{base}/d").into()), ..asked(&["a"]) };
        let spec = gnu(&target).unwrap();
        assert_eq!(spec.destination, Some(Destination::Into(format!("{base}/d").into())));
        assert_eq!(spec.sources, [WirePath::from(format!("{base}/a"))]);
    });
}

#[test]
fn operands_that_make_no_sense_are_refused() {
    with_tree(|asked, base| {
        assert_eq!(wrong(&asked(&[]), base), "missing file operand");
        let alone = "missing destination file operand after '/a'";
        assert_eq!(wrong(&asked(&["a"]), base), alone);
        let missing = "target '/new': No such file or directory";
        assert_eq!(wrong(&asked(&["a", "b", "new"]), base), missing);
        assert_eq!(wrong(&asked(&["d", "a", "b"]), base), "target '/b': Not a directory");
        let exact = Asked { exact: true, ..asked(&["a", "b", "d"]) };
        assert_eq!(wrong(&exact, base), "extra operand '/d'");
        let target = |name: &str| Asked { target: Some(name.into()), ..asked(&["a"]) };
        let file = format!("{base}/a");
        assert_eq!(wrong(&target(&file), base), "target directory '/a': Not a directory");
        assert_eq!(wrong(&target(""), base), "target directory '': No such file or directory");
        let both = Asked { exact: true, ..target(base) };
        assert_eq!(
            wrong(&both, base),
            "cannot combine --target-directory (-t) and --no-target-directory (-T)"
        );
        let mut parents = asked(&["a", "new"]);
        parents.options.parents = true;
        let text = "with --parents, the destination must be a directory";
        assert_eq!(wrong(&parents, base), text);
    });
}

#[test]
fn posix_follows_a_dangling_destination() {
    with_tree(|asked, base| {
        let posix = Env { posixly_correct: true, ..Env::default() };
        let spec = job(&asked(&["a", "dangling"]), &FCP, Dialect::Gnu, &posix).unwrap();
        assert_eq!(spec.destination, Some(Destination::As(format!("{base}/nowhere").into())));
    });
}

#[test]
fn wildcards_are_expanded_and_several_matches_need_a_directory() {
    with_tree(|asked, base| {
        let glob = |names: &[&str]| Asked { glob: true, ..asked(names) };
        let spec = gnu(&glob(&["[ab]", "no*", "d"])).unwrap();
        let names: Vec<_> = spec.sources.iter().map(|path| path.0.clone()).collect();
        let expected = ["a", "b", "no*"].map(|name| PathBuf::from(format!("{base}/{name}")));
        assert_eq!(names, expected);
        assert_eq!(wrong(&glob(&["[ab]", "b"]), base), "target '/b': Not a directory");
    });
}

#[test]
fn a_list_of_sources_ends_each_name_with_nul() {
    with_tree(|asked, base| {
        let list = format!("{base}/a");
        let write = |bytes: &[u8]| {
            use std::io::Write;
            std::fs::File::create(&list).unwrap().write_all(bytes).unwrap();
        };
        let from = Asked { files0_from: Some(list.clone().into()), ..asked(&["d"]) };
        write(b"x\0y\nz\0");
        let sources = gnu(&from).unwrap().sources;
        assert_eq!(sources, [WirePath::from("x"), WirePath::from("y\nz")]);
        // What the command line names is copied, too.
        let typed = Asked { operands: asked(&["a", "d"]).operands, ..from.clone() };
        let sources = gnu(&typed).unwrap().sources;
        assert_eq!(sources, [format!("{base}/a").into(), WirePath::from("x"), "y\nz".into()]);
        write(b"");
        assert_eq!(gnu(&typed).unwrap().sources.len(), 1);
        assert_eq!(wrong(&from, base), "the list of operands in '/a' is empty");
        write(b"x\ny\n");
        assert!(wrong(&from, base).contains("'/a': its names end with line breaks; they must"));
        let cut = "cannot read the list of sources in '/a': its last name may be cut off, since no NUL byte ends it";
        for list in [&b"x\0y"[..], b"x", b"x\0y\n"] {
            write(list);
            assert_eq!(wrong(&from, base), cut);
        }
        write(b"x\0\0");
        let empty = "cannot read the list of sources in '/a': a name in it is empty";
        assert_eq!(wrong(&from, base), empty);
    });
}
