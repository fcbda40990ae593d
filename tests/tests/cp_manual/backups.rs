//! Tests of backups.

use crate::{check, cp};

#[test]
fn backup_keeps_each_file_that_would_be_lost() {
    check(&[
        cp("cp -b a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup a b -v")
            .says("'a' -> 'b' (backup: 'b~')\n")
            .makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp -b a z -v").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("cp -rb s d").after("mkdir d/s; echo >d/s/f").makes(&[
            "d/s/f: 644 \"x\\n\"",
            "d/s/f~: 644 \"\\n\"",
            "d/s/sub: like s/sub",
        ]),
        cp("cp -b a h")
            .after("ln a h")
            .makes(&["h: 644 \"a\\n\"", "h~: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -b a b").after("ln b h").makes(&[
            "b: 644 \"a\\n\"",
            "b~: 644 \"b\\n\" @1100000000 = b~",
            "h: 644 \"b\\n\" @1100000000 = b~",
        ]),
        cp("cp -b a b")
            .after("chmod 640 b; chmod 751 a")
            .makes(&["b: 751 \"a\\n\"", "b~: 640 \"b\\n\" @1100000000"]),
        cp("cp -b a d").makes(&["d/a: 644 \"a\\n\"", "d/a~: 644 \"da\\n\" @1200000000"]),
        cp("cp -b b~ b").fails("cp: cannot stat 'b~': No such file or directory\n"),
        cp("cp -b b~ b")
            .after("printf old >b~")
            .fails("cp: backing up 'b' might destroy source;  'b~' not copied\n"),
    ]);
}

#[test]
fn backups_may_be_simple_numbered_or_existing() {
    check(&[
        cp("cp --backup=none a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp --backup=off a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp --backup=numbered a b").makes(&["b: 644 \"a\\n\"", "b.~1~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=t a b -v").says("'a' -> 'b' (backup: 'b.~1~')\n").makes(&["b: 644 \"a\\n\"", "b.~1~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=existing a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=nil a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=simple a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=never a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=existing a b").after("touch b.~1~ b.~9~").makes(&["b: 644 \"a\\n\"", "b.~10~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=simple a b").after("touch b.~1~").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp -b a b").after("touch b.~1~").makes(&["b: 644 \"a\\n\"", "b.~2~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=t a b").after("touch b.~1~ b.~02~ b.~x~").makes(&["b: 644 \"a\\n\"", "b.~2~: 644 \"b\\n\" @1100000000"]),
        cp("cp -ab d b").fails("cp: cannot overwrite non-directory 'b' with directory 'd'\n"),
        cp("cp --backup=num a b").makes(&["b: 644 \"a\\n\"", "b.~1~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=n a b").fails("cp: ambiguous argument ‘n’ for ‘backup type’\nValid arguments are:\n  - ‘none’, ‘off’\n  - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’\nTry 'cp --help' for more information.\n"),
        cp("cp --backup=x a b").fails("cp: invalid argument ‘x’ for ‘backup type’\nValid arguments are:\n  - ‘none’, ‘off’\n  - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’\nTry 'cp --help' for more information.\n"),
    ]);
}

#[test]
fn version_control_chooses_the_method() {
    check(&[
        cp("VERSION_CONTROL=t cp -b a b").makes(&["b: 644 \"a\\n\"", "b.~1~: 644 \"b\\n\" @1100000000"]),
        cp("VERSION_CONTROL=simple cp --backup a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("VERSION_CONTROL=t cp --backup=simple a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("VERSION_CONTROL=t cp a b").makes(&["b: 644 \"a\\n\""]),
        cp("VERSION_CONTROL=foo cp -b a b").fails("cp: invalid argument ‘foo’ for ‘$VERSION_CONTROL’\nValid arguments are:\n  - ‘none’, ‘off’\n  - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’\nTry 'cp --help' for more information.\n"),
        cp("VERSION_CONTROL=foo cp --backup=t a b").makes(&["b: 644 \"a\\n\"", "b.~1~: 644 \"b\\n\" @1100000000"]),
        cp("VERSION_CONTROL= cp -b a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
    ]);
}

#[test]
fn the_suffix_can_be_chosen() {
    check(&[
        cp("cp -S .x a b").makes(&["b: 644 \"a\\n\"", "b.x: 644 \"b\\n\" @1100000000"]),
        cp("cp --suffix=.x a b -v")
            .says("'a' -> 'b' (backup: 'b.x')\n")
            .makes(&["b: 644 \"a\\n\"", "b.x: 644 \"b\\n\" @1100000000"]),
        cp("cp -b -S .x a b").makes(&["b: 644 \"a\\n\"", "b.x: 644 \"b\\n\" @1100000000"]),
        cp("SIMPLE_BACKUP_SUFFIX=.q cp -b a b")
            .makes(&["b: 644 \"a\\n\"", "b.q: 644 \"b\\n\" @1100000000"]),
        cp("SIMPLE_BACKUP_SUFFIX=.q cp -S .x a b")
            .makes(&["b: 644 \"a\\n\"", "b.x: 644 \"b\\n\" @1100000000"]),
        cp("SIMPLE_BACKUP_SUFFIX=.q cp a b").makes(&["b: 644 \"a\\n\""]),
        cp("SIMPLE_BACKUP_SUFFIX=/q cp -b a b")
            .makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp -S a/b a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp -S \"\" a b").makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp --backup=off -S .x a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp -S .x --backup=t a b")
            .makes(&["b: 644 \"a\\n\"", "b.~1~: 644 \"b\\n\" @1100000000"]),
    ]);
}

#[test]
fn a_source_is_guarded_only_by_the_name_of_a_simple_backup() {
    check(&[
        cp("cp -b n b").after("ln b x; echo o >b~; ln b~ n").makes(&[
            "b: 644 \"o\\n\"",
            "b~: 644 \"b\\n\" @1100000000 = b~",
            "n: 644 \"o\\n\"",
            "x: 644 \"b\\n\" @1100000000 = b~",
        ]),
        cp("cp --backup=existing b~ b")
            .after("echo o >b~; echo n >b.~1~")
            .fails("cp: backing up 'b' might destroy source;  'b~' not copied\n"),
        cp("cp --backup=numbered b~ b")
            .after("echo o >b~")
            .makes(&["b: 644 \"o\\n\"", "b.~1~: 644 \"b\\n\" @1100000000"]),
    ]);
}

#[test]
fn a_source_that_is_named_twice_is_copied_twice_only_into_backups() {
    check(&[
        cp("cp s/f s/f d")
            .warns("cp: warning: source file 's/f' specified more than once\n")
            .makes(&["d/f: 644 \"x\\n\""]),
        cp("cp -b s/f s/f d")
            .fails("cp: will not overwrite just-created 'd/f' with 's/f'\n")
            .makes(&["d/f: 644 \"x\\n\""]),
        cp("cp --backup=numbered s/f ./s/f d")
            .makes(&["d/f: 644 \"x\\n\"", "d/f.~1~: 644 \"x\\n\""]),
        cp("cp s/f e/f d")
            .after("mkdir e; ln s/f e/f")
            .fails("cp: will not overwrite just-created 'd/f' with 'e/f'\n")
            .makes(&["d/f: 644 \"x\\n\""]),
        cp("cp -r ./s s s")
            .fails(
                "cp: cannot copy a directory, './s', into itself, 's/s'\n\
             cp: warning: source directory 's' specified more than once\n",
            )
            .unlike_gnu("GNU makes an empty directory before it notices"),
    ]);
}
