//! Tests of the output of `mv`, of exchanges, and of what is not permitted.

use crate::{check, mv, nobody};

#[test]
fn exchange_lets_two_names_change_places() {
    check(&[
        mv("mv --exchange a b")
            .makes(&["a: 644 \"b\\n\" @1100000000", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange -v a b")
            .says("exchanged 'a' <-> 'b'\n")
            .makes(&["a: 644 \"b\\n\" @1100000000", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange -T d s").makes(&[
            "d/a: moved to s/a",
            "s/f: moved to d/f",
            "s/sub: moved to d/sub",
        ]),
        mv("mv --exchange d s")
            .fails("mv: cannot exchange 'd' and 's/d': No such file or directory\n")
            .unlike_gnu("GNU knows no reason: Unknown error -1"),
        mv("mv --exchange -T d a -v").says("exchanged 'd' <-> 'a'\n").makes(&[
            "a: dir 755",
            "d: 644 \"a\\n\" @1000000000",
            "d/a: moved to a/a",
        ]),
        mv("mv --exchange a d")
            .after("rm d/a; echo q >d/a")
            .makes(&["a: 644 \"q\\n\"", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange a new")
            .fails("mv: cannot exchange 'a' and 'new': No such file or directory\n")
            .unlike_gnu("GNU knows no reason: Unknown error -1"),
        mv("mv --exchange nope a").fails("mv: cannot stat 'nope': No such file or directory\n"),
        mv("mv --exchange -T a nope")
            .fails("mv: cannot exchange 'a' and 'nope': No such file or directory\n")
            .unlike_gnu("GNU knows no reason: Unknown error -1"),
        mv("mv --exchange b d")
            .fails("mv: cannot exchange 'b' and 'd/b': No such file or directory\n")
            .unlike_gnu("GNU knows no reason: Unknown error -1"),
        mv("mv --exchange a b d")
            .fails("mv: cannot exchange 'b' and 'd/b': No such file or directory\n")
            .makes(&["a: 644 \"da\\n\" @1200000000", "d/a: 644 \"a\\n\" @1000000000"])
            .unlike_gnu("GNU knows no reason: Unknown error -1"),
        mv("mv --exchange a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv --exchange la dang").makes(&["dang: -> a", "la: -> nowhere"]),
        mv("mv --exchange a la").makes(&["a: -> a", "la: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange -T s s/sub")
            .fails("mv: cannot move 's' to a subdirectory of itself, 's/sub'\n")
            .unlike_gnu("GNU says Operation not supported"),
        mv("mv --exchange -T s/sub s")
            .fails("mv: cannot exchange 's/sub' and 's': Invalid argument\n")
            .unlike_gnu("GNU says Operation not supported"),
        mv("mv --exchange -n a b"),
        mv("mv --exchange --update=none a b"),
        mv("mv --exchange -u a b"),
        mv("mv --exchange -u b a")
            .makes(&["a: 644 \"b\\n\" @1100000000", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange --no-copy a b")
            .makes(&["a: 644 \"b\\n\" @1100000000", "b: 644 \"a\\n\" @1000000000"]),
        mv("echo n | mv --exchange -i a b").fails("mv: overwrite 'b'? "),
        mv("echo y | mv --exchange -i a b")
            .warns("mv: overwrite 'b'? ")
            .makes(&["a: 644 \"b\\n\" @1100000000", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange a h").after("ln a h").fails("mv: 'a' and 'h' are the same file\n"),
        mv("mv --exchange -f a b")
            .makes(&["a: 644 \"b\\n\" @1100000000", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange -t d a")
            .makes(&["a: 644 \"da\\n\" @1200000000", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv --exchange -T ld d")
            .makes(&["d: -> d", "d/a: moved to ld/a", "ld: dir 755"])
            .unlike_gnu("GNU takes a link and its target for one file, but both can be renamed"),
    ]);
}

#[test]
fn verbose_prints_each_name() {
    check(&[
        mv("mv -v a new").says("renamed 'a' -> 'new'\n").makes(&["a: moved to new"]),
        mv("mv --verbose a b d")
            .says("renamed 'a' -> 'd/a'\nrenamed 'b' -> 'd/b'\n")
            .makes(&["a: moved to d/a", "b: moved to d/b"]),
        mv("mv -v s new").says("renamed 's' -> 'new'\n").makes(&["s: moved to new"]),
        mv("mv -v a b").after("chmod 444 b").says("renamed 'a' -> 'b'\n").makes(&["a: moved to b"]),
        mv("mv -v nope a").fails("mv: cannot stat 'nope': No such file or directory\n"),
        mv("mv -v a nope s")
            .says("renamed 'a' -> 's/a'\n")
            .fails("mv: cannot stat 'nope': No such file or directory\n")
            .makes(&["a: moved to s/a"]),
        mv("mv -v \"$(printf 'q\\nr')\" new")
            .after("touch \"$(printf 'q\\nr')\"")
            .says("renamed 'q'$'\\n''r' -> 'new'\n")
            .makes(&["q\nr: moved to new"]),
        mv("mv -v d/a .").says("renamed 'd/a' -> './a'\n").makes(&["d/a: moved to a"]),
        mv("mv -v ./a .//new").says("renamed './a' -> './/new'\n").makes(&["a: moved to new"]),
        mv("mv -v d/ s/").says("renamed 'd/' -> 's/d'\n").makes(&["d: moved to s/d"]),
        mv("mv -v a d/").says("renamed 'a' -> 'd/a'\n").makes(&["a: moved to d/a"]),
        mv("mv -v -t ./d/ a").says("renamed 'a' -> './d/a'\n").makes(&["a: moved to d/a"]),
    ]);
}

#[test]
fn debug_implies_verbose() {
    check(&[
        mv("mv --debug a new").says("renamed 'a' -> 'new'\n").makes(&["a: moved to new"]),
        mv("mv --debug a b").says("renamed 'a' -> 'b'\n").makes(&["a: moved to b"]),
        mv("mv --debug -n a b").says("skipped 'b'\n"),
        mv("mv --debug s d").says("renamed 's' -> 'd/s'\n").makes(&["s: moved to d/s"]),
    ]);
}

#[test]
fn context_is_ignored_without_selinux() {
    check(&[
        mv("mv -Z a new").makes(&["a: moved to new"]),
        mv("mv --context a new").makes(&["a: moved to new"]),
        mv("mv -Z -v a b").says("renamed 'a' -> 'b'\n").makes(&["a: moved to b"]),
    ]);
}

#[test]
fn what_may_not_be_done_is_told() {
    check(&[
        nobody("mv d/a new", "chmod 555 d").fails("mv: cannot move 'd/a' to 'new': Permission denied\n"),
        nobody("mv a d", "chmod 555 d").fails("mv: cannot move 'a' to 'd/a': Permission denied\n"),
        nobody("mv a s", "chmod 555 s").fails("mv: cannot move 'a' to 's/a': Permission denied\n"),
        nobody("mv s d", "chmod 555 d").fails("mv: cannot move 's' to 'd/s': Permission denied\n"),
        nobody("mv a d/new", "chmod 000 d").fails("mv: cannot stat 'd/new': Permission denied\n"),
        nobody("mv d/a new", "chmod 000 d").fails("mv: cannot stat 'd/a': Permission denied\n"),
        nobody("mv a d", "chmod 000 d").fails("mv: cannot stat 'd/a': Permission denied\n"),
        nobody("mv -f b d", "chmod 555 d").fails("mv: cannot move 'b' to 'd/b': Permission denied\n"),
        nobody("mv -b a d", "chmod 555 d").fails("mv: cannot backup 'd/a': Permission denied\n"),
        nobody("mv s/sub new", "chmod 555 s").fails("mv: cannot move 's/sub' to 'new': Permission denied\n"),
        nobody("mv s/f s/new", "chmod 555 s").fails("mv: cannot move 's/f' to 's/new': Permission denied\n"),
        mv("mv a $(printf '%0300d' 1)").fails("mv: cannot stat '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001': File name too long\n"),
        mv("mv $(printf '%0300d' 1) a").fails("mv: cannot stat '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001': File name too long\n"),
        mv("mv loop new").after("ln -s loop loop").makes(&["loop: moved to new"]),
        mv("mv a loop").after("ln -s loop loop").makes(&["a: moved to loop"]),
        mv("mv a loop/x").after("ln -s loop loop").fails("mv: cannot stat 'loop/x': Too many levels of symbolic links\n"),
        mv("mv -t loop a").after("ln -s loop loop").fails("mv: target directory 'loop': Too many levels of symbolic links\n"),
        mv("mv a b loop").after("ln -s loop loop").fails("mv: target 'loop': Too many levels of symbolic links\n"),
    ]);
}

#[test]
fn output_that_cannot_be_written_is_told() {
    check(&[
        mv("mv -v a new >/dev/full")
            .fails("mv: write error: No space left on device\n")
            .makes(&["a: moved to new"]),
        mv("mv --help >/dev/full").fails("mv: write error: No space left on device\n"),
        mv("mv --version >/dev/full").fails("mv: write error: No space left on device\n"),
        mv("mv a new >&-").makes(&["a: moved to new"]),
    ]);
}

#[test]
fn backups_are_numbered_in_a_folder_that_cannot_be_read() {
    check(&[
        nobody("mv --backup=numbered b in/a", "mkdir in; cp -p a in; chmod 300 in")
            .makes(&["b: moved to in/a", "in/a.~1~: 644 \"a\\n\" @1000000000"]),
        nobody(
            "mv --backup=numbered b in/a",
            "mkdir in; cp -p a in; cp -p d/a in/a.~1~; chmod 300 in",
        )
        .makes(&["b: moved to in/a", "in/a.~2~: 644 \"a\\n\" @1000000000"]),
        nobody("mv -b b in/a", "mkdir in; cp -p a in; chmod 300 in")
            .makes(&["b: moved to in/a", "in/a~: 644 \"a\\n\" @1000000000"]),
    ]);
}
