//! Tests of the attributes that `cp` keeps or leaves: mode, owner, times, extended attributes.

use crate::{check, cp, nobody};

#[test]
fn new_files_get_the_source_mode_less_the_umask() {
    check(&[
        cp("cp a z").after("chmod 4755 a").makes(&["z: 755 \"a\\n\""]),
        cp("umask 077; cp a z").after("chmod 755 a").makes(&["z: 700 \"a\\n\""]),
        cp("cp a z").after("chmod 640 a").makes(&["z: 640 \"a\\n\""]),
        cp("cp -r s z").after("chmod 1777 s/sub; chmod 700 s").makes(&[
            "z: dir 700",
            "z/f: 644 \"x\\n\"",
            "z/sub: dir 1755",
            "z/sub/g: 644 \"y\\n\"",
        ]),
        cp("cp -r s z").after("chmod 2755 s").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\"",
            "z/sub: like s/sub",
        ]),
        cp("umask 027; cp -r s z").after("chmod 777 s/f s/sub").makes(&[
            "z: dir 750",
            "z/f: 750 \"x\\n\"",
            "z/sub: dir 750",
            "z/sub/g: 640 \"y\\n\"",
        ]),
    ]);
}

#[test]
fn the_permissions_of_existing_files_are_unchanged() {
    check(&[
        cp("cp a b").after("chmod 640 b").makes(&["b: 640 \"a\\n\""]),
        cp("cp a b").after("chmod 755 a; chmod 600 b").makes(&["b: 600 \"a\\n\""]),
        cp("cp -rT s d")
            .after("chmod 700 d; chmod 755 s")
            .makes(&["d/f: 644 \"x\\n\"", "d/sub: like s/sub"]),
    ]);
}

#[test]
fn p_keeps_mode_ownership_and_timestamps() {
    check(&[
        cp("cp -p a z").makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp --preserve a z").makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp --preserve=mode,ownership,timestamps a z").makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp -p a z").after("chmod 4751 a").makes(&["z: 4751 \"a\\n\" @1000000000"]),
        cp("cp -p a b").after("chmod 751 a").makes(&["b: 751 \"a\\n\" @1000000000"]),
        cp("cp -rp s z")
            .after("chmod 1777 s/sub; chmod 700 s; touch -d @9 s/sub s")
            .makes(&["z: like s, times too"]),
        cp("cp -p s/f s/h d")
            .after("ln s/f s/h")
            .makes(&["d/f: 644 \"x\\n\" @1200000000", "d/h: 644 \"x\\n\" @1200000000"]),
        cp("cp -p la z").makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp -rp ld z").makes(&["z: -> d"]),
    ]);
}

#[test]
fn preserve_mode_keeps_only_the_mode() {
    check(&[
        cp("cp --preserve=mode a z").after("chmod 4711 a").makes(&["z: 4711 \"a\\n\""]),
        cp("cp --preserve=mode a b").after("chmod 4711 a").makes(&["b: 4711 \"a\\n\""]),
    ]);
}

#[test]
fn preserve_timestamps_keeps_only_them() {
    check(&[
        cp("cp --preserve=timestamps a z && stat -c %Y z")
            .after("chmod 700 a")
            .says("1000000000\n")
            .makes(&["z: 700 \"a\\n\" @1000000000"]),
        cp("cp --preserve=timestamps -r s z")
            .after("touch -d @77 s/sub s")
            .makes(&["z: like s, times too"]),
    ]);
}

#[test]
fn a_keeps_everything_and_says_nothing() {
    check(&[
        cp("cp -a s z").makes(&["z: like s, times too"]),
        cp("cp -a s z").after("chmod 1777 s/sub; chmod 700 s; ln -s f s/l; mkfifo -m 600 s/p; ln s/f s/h; touch -d @1000 s s/sub").makes(&["z: dir 700 @1000", "z/f: 644 \"x\\n\" @1200000000 = z/f", "z/h: 644 \"x\\n\" @1200000000 = z/f", "z/l: -> f", "z/p: special 600", "z/sub: like s/sub, times too"]),
        cp("cp -a la z").makes(&["z: -> a"]),
        cp("cp --archive d z").makes(&["z: like d, times too"]),
        cp("cp -a a b").makes(&["b: 644 \"a\\n\" @1000000000"]),
    ]);
}

#[test]
fn no_preserve_takes_away() {
    check(&[
        cp("cp --no-preserve=mode a z").after("chmod 4711 a").makes(&["z: 644 \"a\\n\""]),
        cp("cp --no-preserve=mode -r s z").after("chmod 700 s").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\"",
            "z/sub: like s/sub",
        ]),
        cp("cp -a --no-preserve=timestamps a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -a --no-preserve=all a z").after("chmod 711 a").makes(&["z: 644 \"a\\n\""]),
        cp("cp -p --no-preserve=mode a z")
            .after("chmod 711 a")
            .makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp --no-preserve=mode -p a z")
            .after("chmod 711 a")
            .makes(&["z: 711 \"a\\n\" @1000000000"]),
    ]);
}

#[test]
fn attribute_names_may_be_abbreviated() {
    check(&[
        cp("cp --preserve=x a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --preserve=mode,time a z").makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp --preserve=mode,foo a b").fails("cp: invalid argument ‘foo’ for ‘--preserve’\nValid arguments are:\n  - ‘mode’\n  - ‘timestamps’\n  - ‘ownership’\n  - ‘links’\n  - ‘context’\n  - ‘xattr’\n  - ‘all’\nTry 'cp --help' for more information.\n"),
        cp("cp --preserve=mode,,links a b").fails("cp: ambiguous argument ‘’ for ‘--preserve’\nValid arguments are:\n  - ‘mode’\n  - ‘timestamps’\n  - ‘ownership’\n  - ‘links’\n  - ‘context’\n  - ‘xattr’\n  - ‘all’\nTry 'cp --help' for more information.\n"),
        cp("cp --preserve= a b").fails("cp: ambiguous argument ‘’ for ‘--preserve’\nValid arguments are:\n  - ‘mode’\n  - ‘timestamps’\n  - ‘ownership’\n  - ‘links’\n  - ‘context’\n  - ‘xattr’\n  - ‘all’\nTry 'cp --help' for more information.\n"),
        cp("cp --no-preserve=foo a b").fails("cp: invalid argument ‘foo’ for ‘--no-preserve’\nValid arguments are:\n  - ‘mode’\n  - ‘timestamps’\n  - ‘ownership’\n  - ‘links’\n  - ‘context’\n  - ‘xattr’\n  - ‘all’\nTry 'cp --help' for more information.\n"),
    ]);
}

#[test]
fn context_needs_a_kernel_that_has_it() {
    check(&[
        cp("cp --preserve=context a b")
            .fails("cp: cannot preserve security context without an SELinux-enabled kernel\n"),
        cp("cp --preserve=context --no-preserve=context a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -Z a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --context a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --context=foo a z")
            .warns("cp: warning: ignoring --context; it requires an SELinux-enabled kernel\n")
            .makes(&["z: 644 \"a\\n\""]),
        cp("cp -Z -a a z").makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp --preserve=all a z").makes(&["z: 644 \"a\\n\" @1000000000"]),
    ]);
}

#[test]
fn ownership_that_cannot_be_kept_is_no_failure() {
    check(&[
        cp("cp -p /etc/passwd z && stat -c %u z && rm z").says("65534\n").by_nobody(),
        cp("cp -a /etc/passwd z && rm z").by_nobody(),
        cp("cp --preserve=ownership /etc/passwd z && rm z").by_nobody(),
    ]);
}

#[test]
fn extended_attributes_are_kept_on_request() {
    check(&[
        cp("cp --preserve=xattr a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -a --no-preserve=xattr a z").makes(&["z: 644 \"a\\n\" @1000000000"]),
    ]);
}

#[test]
fn attributes_only_leaves_the_data() {
    check(&[
        cp("cp --attributes-only a z").after("chmod 700 a").makes(&["z: 700 \"\""]),
        cp("cp --attributes-only a b").after("chmod 700 a"),
        cp("cp --attributes-only --preserve=all a b")
            .after("chmod 700 a")
            .makes(&["b: 700 \"b\\n\" @1000000000"]),
        cp("cp -r --attributes-only s z").makes(&[
            "z: dir 755",
            "z/f: 644 \"\"",
            "z/sub: dir 755",
            "z/sub/g: 644 \"\"",
        ]),
        cp("cp --attributes-only -p a b -v")
            .says("'a' -> 'b'\n")
            .makes(&["b: 644 \"b\\n\" @1000000000"]),
    ]);
}

#[test]
fn special_files_get_the_mode_that_files_get() {
    check(&[
        cp("cp -a --no-preserve=mode p z").after("mkfifo -m 600 p").makes(&["z: special 644"]),
        cp("cp -r --preserve=ownership p z").after("mkfifo -m 660 p").makes(&["z: special 640"]),
        cp("cp --no-preserve=mode --preserve=all a z")
            .after("chmod 600 a")
            .makes(&["z: 600 \"a\\n\" @1000000000"]),
    ]);
}

#[test]
fn attributes_are_kept_of_a_file_that_its_owner_may_only_read() {
    check(&[nobody(
        "cp --preserve=xattr r z && getfattr -n user.k --only-values z 2>/dev/null | tr 1 x",
        "cp a r; setfattr -n user.k -v 1 r 2>/dev/null; chmod 400 r",
    )
    .says("x")
    .makes(&["z: 400 \"a\\n\""])]);
}
