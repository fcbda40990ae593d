//! Tests of what `mv` does with existing destinations.

use crate::{check, mv};

#[test]
fn a_file_replaces_a_file() {
    check(&[
        mv("mv a b").makes(&["a: moved to b"]),
        mv("mv a b").after("ln b h").makes(&["a: moved to b", "h: 644 \"b\\n\" @1100000000"]),
        mv("mv a b").after("chmod 400 b").makes(&["a: moved to b"]),
        mv("mv a b").after("chmod 4751 a").makes(&["a: moved to b"]),
        mv("mv a la").makes(&["a: moved to la"]),
        mv("mv b la").makes(&["b: moved to la"]),
        mv("mv a ln2").after("ln -s b ln2").makes(&["a: moved to ln2"]),
        mv("mv b dang").makes(&["b: moved to dang"]),
        mv("mv la b").makes(&["la: moved to b"]),
        mv("mv dang b").makes(&["dang: moved to b"]),
        mv("mv p b").after("mkfifo p").makes(&["p: moved to b"]),
        mv("mv a p").after("mkfifo p").makes(&["a: moved to p"]),
        mv("mv a b -v").says("renamed 'a' -> 'b'\n").makes(&["a: moved to b"]),
        mv("mv b d/a -v").says("renamed 'b' -> 'd/a'\n").makes(&["b: moved to d/a"]),
    ]);
}

#[test]
fn types_must_fit() {
    check(&[
        mv("mv a d")
            .after("mkdir d/x d/q; rm d/a; mkdir d/a")
            .fails("mv: cannot overwrite directory 'd/a' with non-directory 'a'\n"),
        mv("mv -T a d").fails("mv: cannot overwrite directory 'd' with non-directory 'a'\n"),
        mv("mv s d")
            .after("echo >d/s")
            .fails("mv: cannot overwrite non-directory 'd/s' with directory 's'\n"),
        mv("mv -T d a").fails("mv: cannot overwrite non-directory 'a' with directory 'd'\n"),
        mv("mv -T s b").fails("mv: cannot overwrite non-directory 'b' with directory 's'\n"),
        mv("mv d la").fails("mv: cannot overwrite non-directory 'la' with directory 'd'\n"),
        mv("mv -T d la").fails("mv: cannot overwrite non-directory 'la' with directory 'd'\n"),
        mv("mv -T la d").fails("mv: cannot overwrite directory 'd' with non-directory 'la'\n"),
        mv("mv -T s ld").fails("mv: cannot overwrite non-directory 'ld' with directory 's'\n"),
        mv("mv -f -T a d").fails("mv: cannot overwrite directory 'd' with non-directory 'a'\n"),
        mv("mv -f -T d a").fails("mv: cannot overwrite non-directory 'a' with directory 'd'\n"),
        mv("mv -b -T a d").makes(&["a: moved to d", "d~: like d, times too"]),
        mv("mv -b -T d a").makes(&["a~: 644 \"a\\n\" @1000000000", "d: moved to a"]),
        mv("mv -v s d")
            .after("echo >d/s")
            .fails("mv: cannot overwrite non-directory 'd/s' with directory 's'\n"),
        mv("mv -T d p")
            .after("mkfifo p")
            .fails("mv: cannot overwrite non-directory 'p' with directory 'd'\n"),
        mv("mv -T a e")
            .after("mkdir e")
            .fails("mv: cannot overwrite directory 'e' with non-directory 'a'\n"),
        mv("mv -n -T a d"),
        mv("mv -n -T d a"),
        mv("mv -u -T d a").fails("mv: cannot overwrite non-directory 'a' with directory 'd'\n"),
        mv("mv -u -T a d")
            .fails("mv: cannot overwrite directory 'd' with non-directory 'a'\n")
            .unlike_gnu("GNU passes over a directory that is newer than the file"),
        mv("mv --update=none -T a d"),
        mv("mv --update=none-fail -T a d").fails("mv: not replacing 'd'\n"),
        mv("mv --update=none -T d a"),
        mv("echo y | mv -i -T a d").fails(
            "mv: overwrite 'd'? mv: cannot overwrite directory 'd' with non-directory 'a'\n",
        ),
        mv("echo y | mv -i -T d a").fails(
            "mv: overwrite 'a'? mv: cannot overwrite non-directory 'a' with directory 'd'\n",
        ),
    ]);
}

#[test]
fn only_empty_directories_are_replaced() {
    check(&[
        mv("mv s d").after("mkdir d/s").makes(&["s: moved to d/s"]),
        mv("mv -v s d")
            .after("mkdir d/s")
            .says("renamed 's' -> 'd/s'\n")
            .makes(&["s: moved to d/s"]),
        mv("mv s d")
            .after("mkdir d/s; echo >d/s/z")
            .fails("mv: cannot overwrite 'd/s': Directory not empty\n"),
        mv("mv -f s d")
            .after("mkdir d/s; echo >d/s/z")
            .fails("mv: cannot overwrite 'd/s': Directory not empty\n"),
        mv("mv -T s d").fails("mv: cannot overwrite 'd': Directory not empty\n"),
        mv("mv -T d s").fails("mv: cannot overwrite 's': Directory not empty\n"),
        mv("mv -T d e").after("mkdir -m 700 e").makes(&["d: moved to e"]),
        mv("mv s a d")
            .after("mkdir d/s; echo >d/s/z")
            .fails("mv: cannot overwrite 'd/s': Directory not empty\n")
            .makes(&["a: moved to d/a"]),
        mv("mv -n s d").after("mkdir d/s"),
        mv("mv -n s d").after("mkdir d/s; echo >d/s/z"),
        mv("mv -u s d").after("mkdir d/s").makes(&["s: moved to d/s"]),
        mv("mv -u s d")
            .after("mkdir d/s; echo >d/s/z")
            .fails("mv: cannot overwrite 'd/s': Directory not empty\n"),
        mv("mv -u s d")
            .after("mkdir d/s; touch -d @1300000000 s; touch -d @1400000000 d/s")
            .makes(&["s: moved to d/s"]),
        mv("mv --update=none s d").after("mkdir d/s"),
        mv("mv --update=none-fail s d").after("mkdir d/s").fails("mv: not replacing 'd/s'\n"),
        mv("mv --update=all s d").after("mkdir d/s").makes(&["s: moved to d/s"]),
        mv("mv -b s d").after("mkdir d/s").makes(&["d/s~: dir 755", "s: moved to d/s"]),
        mv("mv -b s d").after("mkdir d/s; echo >d/s/z").makes(&[
            "d/s/z: moved to d/s~/z",
            "d/s~: like d/s",
            "s: moved to d/s",
        ]),
        mv("mv -bv s d")
            .after("mkdir d/s; echo >d/s/z")
            .says("renamed 's' -> 'd/s' (backup: 'd/s~')\n")
            .makes(&["d/s/z: moved to d/s~/z", "d/s~: like d/s", "s: moved to d/s"]),
        mv("mv --backup=numbered s d -v")
            .after("mkdir d/s; echo >d/s/z")
            .says("renamed 's' -> 'd/s' (backup: 'd/s.~1~')\n")
            .makes(&["d/s.~1~: like d/s", "d/s/z: moved to d/s.~1~/z", "s: moved to d/s"]),
        mv("mv -bT s e").after("mkdir e; echo >e/q").makes(&[
            "e/q: moved to e~/q",
            "e~: like e",
            "s: moved to e",
        ]),
    ]);
}

#[test]
fn update_replaces_older_files() {
    check(&[
        mv("mv -u a b"),
        mv("mv -u b a").makes(&["b: moved to a"]),
        mv("mv --update a b"),
        mv("mv --update b a").makes(&["b: moved to a"]),
        mv("mv --update=older a b"),
        mv("mv --update=older b a").makes(&["b: moved to a"]),
        mv("mv -u a new").makes(&["a: moved to new"]),
        mv("mv -u a b").after("touch -r a b"),
        mv("mv -uv a b"),
        mv("mv -uv b a").says("renamed 'b' -> 'a'\n").makes(&["b: moved to a"]),
        mv("mv -u a b s/f d")
            .after("touch -d @900000000 d/a; echo >d/f; echo >d/b; touch -d @2000000000 d/f")
            .makes(&["a: moved to d/a"]),
        mv("mv -u b a -n"),
        mv("mv -n -u b a"),
        mv("mv -u --debug a b").says("skipped 'b'\n"),
        mv("mv -u dang b").makes(&["dang: moved to b"]),
        mv("mv -u b dang"),
        mv("mv -u b la"),
    ]);
}

#[test]
fn update_has_four_words() {
    check(&[
        mv("mv --update=all a b").makes(&["a: moved to b"]),
        mv("mv --update=none a b"),
        mv("mv --update=none b a -v"),
        mv("mv --update=none a new").makes(&["a: moved to new"]),
        mv("mv --update=none-fail a b").fails("mv: not replacing 'b'\n"),
        mv("mv --update=none-fail a b d -v").says("renamed 'b' -> 'd/b'\n").fails("mv: not replacing 'd/a'\n").makes(&["b: moved to d/b"]),
        mv("mv --update=none-fail a new").makes(&["a: moved to new"]),
        mv("mv --update=none --update=all a b").makes(&["a: moved to b"]),
        mv("mv -u --update=all a b").makes(&["a: moved to b"]),
        mv("mv --update=all -u a b"),
        mv("mv --update=no a b").fails("mv: ambiguous argument ‘no’ for ‘--update’\nValid arguments are:\n  - ‘all’\n  - ‘none’\n  - ‘none-fail’\n  - ‘older’\nTry 'mv --help' for more information.\n"),
        mv("mv --update=x a b").fails("mv: invalid argument ‘x’ for ‘--update’\nValid arguments are:\n  - ‘all’\n  - ‘none’\n  - ‘none-fail’\n  - ‘older’\nTry 'mv --help' for more information.\n"),
        mv("mv --update= a b").fails("mv: ambiguous argument ‘’ for ‘--update’\nValid arguments are:\n  - ‘all’\n  - ‘none’\n  - ‘none-fail’\n  - ‘older’\nTry 'mv --help' for more information.\n"),
        mv("mv --update=o b a").makes(&["b: moved to a"]),
        mv("mv --update=none -f a b"),
        mv("mv --update=none-fail -f a b").fails("mv: not replacing 'b'\n"),
        mv("mv --update=none-fail -n a b"),
        mv("mv -n --update=none a b"),
        mv("mv --update=none --debug a b").says("skipped 'b'\n"),
        mv("mv --update=none-fail --debug a b").fails("mv: not replacing 'b'\n"),
    ]);
}

#[test]
fn backups_keep_what_is_replaced() {
    check(&[
        mv("mv -b a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv -b a new").makes(&["a: moved to new"]),
        mv("mv -bv a b").says("renamed 'a' -> 'b' (backup: 'b~')\n").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=simple a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=never a b").after("echo >b.~1~").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=numbered a b").makes(&["a: moved to b", "b.~1~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=t a b").after("echo >b.~7~").makes(&["a: moved to b", "b.~8~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=existing a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=nil a b").after("echo >b.~1~").makes(&["a: moved to b", "b.~2~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=none a b").makes(&["a: moved to b"]),
        mv("mv --backup=off a b").makes(&["a: moved to b"]),
        mv("mv -b a b").after("echo >b~").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv -S .old a b").makes(&["a: moved to b", "b.old: 644 \"b\\n\" @1100000000"]),
        mv("mv --suffix=.old a b").makes(&["a: moved to b", "b.old: 644 \"b\\n\" @1100000000"]),
        mv("mv -b -S .old a b -v").says("renamed 'a' -> 'b' (backup: 'b.old')\n").makes(&["a: moved to b", "b.old: 644 \"b\\n\" @1100000000"]),
        mv("mv -b -S x/y a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv -b -S '' a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv --backup=x a b").fails("mv: invalid argument ‘x’ for ‘backup type’\nValid arguments are:\n  - ‘none’, ‘off’\n  - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’\nTry 'mv --help' for more information.\n"),
        mv("mv --backup=n a b").fails("mv: ambiguous argument ‘n’ for ‘backup type’\nValid arguments are:\n  - ‘none’, ‘off’\n  - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’\nTry 'mv --help' for more information.\n"),
        mv("VERSION_CONTROL=numbered mv -b a b").makes(&["a: moved to b", "b.~1~: 644 \"b\\n\" @1100000000"]),
        mv("VERSION_CONTROL=numbered mv --backup=simple a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("VERSION_CONTROL=none mv -b a b").makes(&["a: moved to b"]),
        mv("VERSION_CONTROL=foo mv -b a b").fails("mv: invalid argument ‘foo’ for ‘$VERSION_CONTROL’\nValid arguments are:\n  - ‘none’, ‘off’\n  - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’\nTry 'mv --help' for more information.\n"),
        mv("SIMPLE_BACKUP_SUFFIX=.q mv -b a b").makes(&["a: moved to b", "b.q: 644 \"b\\n\" @1100000000"]),
        mv("SIMPLE_BACKUP_SUFFIX=.q mv -b -S .r a b").makes(&["a: moved to b", "b.r: 644 \"b\\n\" @1100000000"]),
        mv("SIMPLE_BACKUP_SUFFIX=/q mv -b a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv -b a b d").after("echo >d/b").makes(&["a: moved to d/a", "b: moved to d/b", "d/a~: 644 \"da\\n\" @1200000000", "d/b~: 644 \"\\n\""]),
        mv("mv -b a la -v").says("renamed 'a' -> 'la' (backup: 'la~')\n").makes(&["a: moved to la", "la~: -> a"]),
        mv("mv -b b la -v").says("renamed 'b' -> 'la' (backup: 'la~')\n").makes(&["b: moved to la", "la~: -> a"]),
        mv("mv -b b dang").makes(&["b: moved to dang", "dang~: -> nowhere"]),
        mv("mv -b b~ b").after("echo q >b~").fails("mv: backing up 'b' might destroy source;  'b~' not moved\n"),
        mv("mv --backup=numbered b~ b").after("echo q >b~").makes(&["b.~1~: 644 \"b\\n\" @1100000000", "b~: moved to b"]),
        mv("mv -b s/f d -v").after("mkdir d/f").says("renamed 's/f' -> 'd/f' (backup: 'd/f~')\n").makes(&["d/f~: dir 755", "s/f: moved to d/f"]),
        mv("mv -bT s d -v").says("renamed 's' -> 'd' (backup: 'd~')\n").makes(&["d/a: moved to d~/a", "d~: like d, times too", "s: moved to d"]),
        mv("mv -bT s/sub d/").makes(&["d/a: moved to d~/a", "d~: like d, times too", "s/sub: moved to d"]),
        mv("mv -bvT d la").says("renamed 'd' -> 'la' (backup: 'la~')\n").makes(&["d: moved to la", "la~: -> a"]),
        mv("mv -bT d a").makes(&["a~: 644 \"a\\n\" @1000000000", "d: moved to a"]),
        mv("mv --backup=numbered a b d -v").after("echo >d/b; echo >d/b.~3~").says("renamed 'a' -> 'd/a' (backup: 'd/a.~1~')\nrenamed 'b' -> 'd/b' (backup: 'd/b.~4~')\n").makes(&["a: moved to d/a", "b: moved to d/b", "d/a.~1~: 644 \"da\\n\" @1200000000", "d/b.~4~: 644 \"\\n\""]),
        mv("mv -bu b a").makes(&["a~: 644 \"a\\n\" @1000000000", "b: moved to a"]),
        mv("mv -bu a b"),
        mv("mv -bf a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv -b a/ b").fails("mv: cannot stat 'a/': Not a directory\n"),
    ]);
}

#[test]
fn a_source_is_guarded_only_by_the_name_of_a_simple_backup() {
    check(&[
        mv("mv --backup=simple n b").after("echo o >b~; ln b~ n").makes(&[
            "b: 644 \"o\\n\"",
            "b~: 644 \"b\\n\" @1100000000",
            "n: gone",
        ]),
        mv("mv --backup=existing b~ b")
            .after("echo o >b~; echo n >b.~1~")
            .fails("mv: backing up 'b' might destroy source;  'b~' not moved\n"),
        mv("mv --backup=numbered b~ b")
            .after("echo o >b~")
            .makes(&["b.~1~: 644 \"b\\n\" @1100000000", "b~: moved to b"]),
    ]);
}

#[test]
fn a_directory_that_is_named_twice_and_still_there_is_told() {
    check(&[mv("mv -v ./s s s").fails(
        "mv: cannot move './s' to a subdirectory of itself, 's/s'\n\
         mv: warning: source directory 's' specified more than once\n",
    )]);
}

#[test]
fn another_name_of_what_was_replaced_may_be_replaced_too() {
    check(&[mv("mv p/f q/f q/g d")
        .after("mkdir p q; echo 1 >p/f; echo 2 >q/f; echo 3 >q/g; echo o >d/f; ln d/f d/g")
        .fails("mv: will not overwrite just-created 'd/f' with 'q/f'\n")
        .makes(&["p/f: moved to d/f", "q/g: moved to d/g"])]);
}
