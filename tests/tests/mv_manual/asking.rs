//! Tests of `-f`, `-i` and `-n`.

use crate::{check, mv, nobody};

#[test]
fn the_last_of_force_interactive_and_no_clobber_wins() {
    check(&[
        mv("mv -n a b"),
        mv("mv -f a b").makes(&["a: moved to b"]),
        mv("mv -i a b").fails("mv: overwrite 'b'? "),
        mv("mv -nf a b").makes(&["a: moved to b"]),
        mv("mv -fn a b"),
        mv("echo n | mv -fi a b").fails("mv: overwrite 'b'? "),
        mv("mv -if a b").makes(&["a: moved to b"]),
        mv("echo y | mv -ni a b").warns("mv: overwrite 'b'? ").makes(&["a: moved to b"]),
        mv("mv -in a b"),
        mv("mv -n -i -f a b").makes(&["a: moved to b"]),
        mv("mv -f -i -n a b"),
        mv("mv --no-clobber --force a b").makes(&["a: moved to b"]),
        mv("mv --interactive --no-clobber a b"),
    ]);
}

#[test]
fn interactive_asks_and_fails_unless_yes() {
    check(&[
        mv("echo y | mv -i a b").warns("mv: overwrite 'b'? ").makes(&["a: moved to b"]),
        mv("echo Yes | mv -i a b").warns("mv: overwrite 'b'? ").makes(&["a: moved to b"]),
        mv("echo n | mv -i a b").fails("mv: overwrite 'b'? "),
        mv("mv -i a b </dev/null").fails("mv: overwrite 'b'? "),
        mv("echo \" y\" | mv -i a b").fails("mv: overwrite 'b'? "),
        mv("mv -i a new").makes(&["a: moved to new"]),
        mv("echo y | mv -iv a b")
            .says("renamed 'a' -> 'b'\n")
            .warns("mv: overwrite 'b'? ")
            .makes(&["a: moved to b"]),
        mv("echo n | mv -iv a b").fails("mv: overwrite 'b'? "),
        mv("printf 'y\\nn\\ny\\n' | mv -i a b s/f d")
            .after("echo >d/b; echo >d/f")
            .fails("mv: overwrite 'd/a'? mv: overwrite 'd/b'? mv: overwrite 'd/f'? ")
            .makes(&["a: moved to d/a", "s/f: moved to d/f"]),
        mv("printf 'n\\ny\\n' | mv -i a b d")
            .after("echo >d/b")
            .fails("mv: overwrite 'd/a'? mv: overwrite 'd/b'? ")
            .makes(&["b: moved to d/b"]),
        mv("echo y | mv -i a \"it's\"")
            .after("echo >\"it's\"")
            .warns("mv: overwrite \"it's\"? ")
            .makes(&["a: moved to it's"]),
        mv("echo y | mv -ib a b")
            .warns("mv: overwrite 'b'? ")
            .makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("echo n | mv -ib a b").fails("mv: overwrite 'b'? "),
        mv("echo y | mv -i s d")
            .after("mkdir d/s")
            .warns("mv: overwrite 'd/s'? ")
            .makes(&["s: moved to d/s"]),
        mv("echo n | mv -i s d").after("mkdir d/s").fails("mv: overwrite 'd/s'? "),
        mv("echo y | mv -i s d")
            .after("mkdir d/s; echo >d/s/z")
            .fails("mv: overwrite 'd/s'? mv: cannot overwrite 'd/s': Directory not empty\n"),
        mv("echo y | mv -i a la").warns("mv: overwrite 'la'? ").makes(&["a: moved to la"]),
        mv("echo y | mv -i a dang").warns("mv: overwrite 'dang'? ").makes(&["a: moved to dang"]),
        mv("echo y | mv -i b dang").warns("mv: overwrite 'dang'? ").makes(&["b: moved to dang"]),
        mv("echo y | mv -i la ld2")
            .after("ln -s x ld2")
            .warns("mv: overwrite 'ld2'? ")
            .makes(&["la: moved to ld2"]),
        mv("echo y | mv -i a b")
            .after("chmod 444 b")
            .warns("mv: overwrite 'b'? ")
            .makes(&["a: moved to b"]),
        nobody("echo y | mv -i a b", "chmod 444 b")
            .warns("mv: replace 'b', overriding mode 0444 (r--r--r--)? ")
            .makes(&["a: moved to b"]),
        nobody("echo n | mv -i a b", "chmod 444 b")
            .fails("mv: replace 'b', overriding mode 0444 (r--r--r--)? "),
        nobody("mv a b", "chmod 444 b").makes(&["a: moved to b"]),
        nobody("mv a b", "chmod 4555 b").makes(&["a: moved to b"]),
        mv("echo y | mv -iu a b"),
        mv("echo y | mv -iu b a").warns("mv: overwrite 'a'? ").makes(&["b: moved to a"]),
        mv("echo y | mv -ui b a").warns("mv: overwrite 'a'? ").makes(&["b: moved to a"]),
        mv("echo y | mv -i --update=none a b"),
        mv("echo y | mv -i --update=none-fail a b").fails("mv: not replacing 'b'\n"),
        mv("echo y | mv -i nope b").fails("mv: cannot stat 'nope': No such file or directory\n"),
        mv("yes | mv -i a a").fails("mv: 'a' and 'a' are the same file\n"),
    ]);
}

#[test]
fn no_clobber_fails_silently() {
    check(&[
        mv("mv -n a b"),
        mv("mv -n a new").makes(&["a: moved to new"]),
        mv("mv -n a b d").makes(&["b: moved to d/b"]),
        mv("mv -nv a b"),
        mv("mv -nv a b d").says("renamed 'b' -> 'd/b'\n").makes(&["b: moved to d/b"]),
        mv("mv -n a s/f d").after("echo >d/f"),
        mv("mv -n dang la"),
        mv("mv -n a dang"),
        mv("mv -n nope b").fails("mv: cannot stat 'nope': No such file or directory\n"),
        mv("mv -n --debug a b").says("skipped 'b'\n"),
        mv("mv --no-clobber a b"),
    ]);
}

#[test]
fn no_clobber_excludes_backups() {
    check(&[
        mv("mv -n -b a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
        mv("mv -b -n a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
        mv("mv -n --backup=none a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
        mv("mv -n -S .x a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
        mv("mv -b --update=none a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
        mv("mv -b --update=none-fail a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
        mv("mv -b --update=older b a").makes(&["a~: 644 \"a\\n\" @1000000000", "b: moved to a"]),
        mv("mv -b -n -T a b c").fails("mv: extra operand 'c'\nTry 'mv --help' for more information.\n"),
        mv("mv -b -n a b nope").fails("mv: target 'nope': No such file or directory\n"),
        mv("mv --exchange -b a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
        mv("mv -n -b -f a b").makes(&["a: moved to b", "b~: 644 \"b\\n\" @1100000000"]),
        mv("mv -n -b -i a b </dev/null").fails("mv: overwrite 'b'? "),
        mv("mv -b -n").fails("mv: missing file operand\nTry 'mv --help' for more information.\n"),
        mv("mv -b --update=none -f a b").fails("mv: cannot combine --backup with --exchange, -n, or --update=none-fail\nTry 'mv --help' for more information.\n"),
    ]);
}
