//! Tests of what belongs to a copy: filters, links that are followed, mounts, parents.

use super::*;

#[test]
fn links_that_go_in_circles_end() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    mkdir(src.join("sub"));
    put(src.join("sub/file"), b"file");
    symlink("..", src.join("sub/up"));
    symlink(".", src.join("here"));
    symlink("sub", src.join("twice"));
    symlink("loop", src.join("loop"));
    symlink("nowhere", src.join("nowhere to go"));
    let told = copy(&src, &dst).with(|o| o.follow = Follow::Always).run();
    told.failed_with(&[
        ("here", Code::Loop),
        ("loop", Code::Loop),
        ("nowhere to go", Code::NotFound),
        ("sub/up", Code::Loop),
        ("twice/up", Code::Loop),
    ]);
    assert_eq!(names(&dst), ["sub", "twice"]);
    assert_eq!(get(dst.join("twice/file")), b"file");
}

#[test]
fn one_file_system_makes_mount_points_and_stays_out() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.filesystem(Kind::Tmpfs, 1 << 20);
        let src = at.join("source");
        mkdir(&src);
        mkdir(src.join("other"));
        put(src.join("file"), b"file");
        let other = mounts.filesystem(Kind::Tmpfs, 1 << 20);
        put(other.join("hidden"), b"hidden");
        mounts.bind(&other, &src.join("other"));
        let one = |o: &mut Options| o.one_file_system = true;
        copy(&src, at.join("copy")).archive().with(one).run().clean();
        assert_eq!(names(at.join("copy")), ["file", "other"]);
        assert_eq!(names(at.join("copy/other")), [""; 0]);
        // An operand is entered wherever it is, and without the option all is.
        copy(src.join("other"), at.join("operand")).with(one).run().clean();
        assert_eq!(names(at.join("operand")), ["hidden"]);
        copy(&src, at.join("all")).run().clean();
        assert_eq!(names(at.join("all/other")), ["hidden"]);
        mounts.unmount(&src.join("other"));
    });
}

fn tree_of(root: &Path, files: &[&str]) {
    for file in files {
        let path = root.join(file);
        let mut made = root.to_owned();
        for part in Path::new(file).parent().unwrap() {
            made.push(part);
            if !made.exists() {
                mkdir(&made);
            }
        }
        put(path, file);
    }
}

fn listing(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for name in names(root) {
        let path = root.join(&name);
        if path.is_dir() {
            found.push(format!("{name}/"));
            found.extend(listing(&path).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            found.push(name);
        }
    }
    found
}

#[test]
fn filters_choose_what_is_copied() {
    let scratch = Scratch::new();
    let src = scratch.join("source");
    mkdir(&src);
    tree_of(
        &src,
        &[
            "a.o",
            "a.c",
            "keep.o",
            "deep/a.o",
            "deep/b.o",
            "deep/x/a.o",
            "build/out",
            "lib/build/out",
        ],
    );
    put(src.join(".gitignore"), "*.o\n!keep.o\n/build/\n# a comment\n");
    put(src.join("deep/.gitignore"), "!a.o\n");
    put(src.join("deep/x/.gitignore"), "a.*\n");
    let cases: &[(&str, Filter, &[&str])] = &[
        (
            "gitignore, nested and negated",
            Filter { gitignore: true, ..Filter::default() },
            &[
                ".gitignore",
                "a.c",
                "deep/",
                "deep/.gitignore",
                "deep/a.o",
                "deep/x/",
                "deep/x/.gitignore",
                "keep.o",
                "lib/",
                "lib/build/",
                "lib/build/out",
            ],
        ),
        (
            "exclude names and paths",
            Filter {
                exclude: vec!["*.o".into(), ".gitignore".into(), "lib/build".into()],
                ..Filter::default()
            },
            &["a.c", "build/", "build/out", "deep/", "deep/x/", "lib/"],
        ),
        (
            "include files only",
            Filter { include: vec!["*.c".into(), "deep/*.o".into()], ..Filter::default() },
            &["a.c", "build/", "deep/", "deep/a.o", "deep/b.o", "deep/x/", "lib/", "lib/build/"],
        ),
        (
            "exclude is stronger than include",
            Filter {
                include: vec!["*.o".into()],
                exclude: vec!["deep".into(), "build".into(), "lib".into()],
                ..Filter::default()
            },
            &["a.o", "keep.o"],
        ),
    ];
    for (name, filter, expected) in cases {
        let dst = scratch.join("copy");
        copy(&src, &dst).with(|o| o.filter = filter.clone()).run().clean();
        assert_eq!(listing(&dst), *expected, "{name}");
        fcp_test_support::remove_all(&dst).unwrap();
    }
    let bad = copy(&src, scratch.join("copy"));
    let refused = bad.with(|o| o.filter.exclude = vec!["a[".into()]).refused();
    assert_eq!(refused.code, Code::Usage);
}

#[test]
fn parents_recreate_the_whole_path_and_its_metadata() {
    let scratch = Scratch::new();
    let src = scratch.join("a/b");
    mkdir(scratch.join("a"));
    mkdir(&src);
    put(src.join("file"), b"file");
    chmod(&src, 0o750);
    for dir in [src.clone(), scratch.join("a")] {
        let times = rustix::fs::Timestamps {
            last_access: rustix::fs::Timespec { tv_sec: 1, tv_nsec: 0 },
            last_modification: rustix::fs::Timespec { tv_sec: 2, tv_nsec: 3 },
        };
        rustix::fs::utimensat(rustix::fs::CWD, dir, &times, rustix::fs::AtFlags::empty()).unwrap();
    }
    mkdir(scratch.join("copy"));
    let parents = |o: &mut Options| o.parents = true;
    let both = [src.join("file"), src.join("file")];
    let told = copy_into(&both, scratch.join("copy")).archive().with(parents).run();
    assert_eq!(told.skipped[0].1, SkipReason::Duplicate);
    let copied = scratch.join("copy").join(src.strip_prefix("/").unwrap());
    assert_same(&src, &copied, &What::everything());
    let meta = copied.parent().unwrap().metadata().unwrap();
    assert_eq!((meta.mtime(), meta.mtime_nsec()), (2, 3));
}
