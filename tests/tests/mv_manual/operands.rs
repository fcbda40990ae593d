//! Tests of the operands of `mv`: the sources and the destination.

use crate::{check, mv};

#[test]
fn two_names_rename_the_first_to_the_second() {
    check(&[
        mv("mv a new").makes(&["a: moved to new"]),
        mv("mv a b").makes(&["a: moved to b"]),
        mv("mv d new").makes(&["d: moved to new"]),
        mv("mv la new").makes(&["la: moved to new"]),
        mv("mv dang new").makes(&["dang: moved to new"]),
        mv("mv a b -v").says("renamed 'a' -> 'b'\n").makes(&["a: moved to b"]),
        mv("mv s new -v").says("renamed 's' -> 'new'\n").makes(&["s: moved to new"]),
        mv("mkfifo p; mv p q").makes(&["q: special 644"]),
        mv("mv a 'it is' -v").says("renamed 'a' -> 'it is'\n").makes(&["a: moved to it is"]),
        mv("mv a \"it's\" -v").says("renamed 'a' -> \"it's\"\n").makes(&["a: moved to it's"]),
        mv("mv -- -x new").after("echo >-x").makes(&["-x: moved to new"]),
    ]);
}

#[test]
fn a_directory_takes_sources_under_their_names() {
    check(&[
        mv("mv a d").makes(&["a: moved to d/a"]),
        mv("mv a b s").makes(&["a: moved to s/a", "b: moved to s/b"]),
        mv("mv a b d -v")
            .says("renamed 'a' -> 'd/a'\nrenamed 'b' -> 'd/b'\n")
            .makes(&["a: moved to d/a", "b: moved to d/b"]),
        mv("mv -t s a b").makes(&["a: moved to s/a", "b: moved to s/b"]),
        mv("mv -ts a b -v")
            .says("renamed 'a' -> 's/a'\nrenamed 'b' -> 's/b'\n")
            .makes(&["a: moved to s/a", "b: moved to s/b"]),
        mv("mv --target-directory=s a b").makes(&["a: moved to s/a", "b: moved to s/b"]),
        mv("mv --target-directory s a").makes(&["a: moved to s/a"]),
        mv("mv s d").makes(&["s: moved to d/s"]),
        mv("mv s/f s/sub d").makes(&["s/f: moved to d/f", "s/sub: moved to d/sub"]),
        mv("mv a ld").makes(&["a: moved to d/a"]),
        mv("mv a b ld/ -v")
            .says("renamed 'a' -> 'ld/a'\nrenamed 'b' -> 'ld/b'\n")
            .makes(&["a: moved to d/a", "b: moved to d/b"]),
        mv("mv s/ d").makes(&["s: moved to d/s"]),
        mv("mv -t ld a").makes(&["a: moved to d/a"]),
        mv("mv d/../a s").makes(&["a: moved to s/a"]),
    ]);
}

#[test]
fn the_target_must_be_a_directory() {
    check(&[
        mv("mv a b nope").fails("mv: target 'nope': No such file or directory\n"),
        mv("mv a b dang").fails("mv: target 'dang': No such file or directory\n"),
        mv("mv d a b").fails("mv: target 'b': Not a directory\n"),
        mv("mv -t nope a").fails("mv: target directory 'nope': No such file or directory\n"),
        mv("mv -t a b").fails("mv: target directory 'a': Not a directory\n"),
        mv("mv -t '' a").fails("mv: target directory '': No such file or directory\n"),
        mv("mv -t dang a").fails("mv: target directory 'dang': No such file or directory\n"),
        mv("mv a b c d s/f").fails("mv: target 's/f': Not a directory\n"),
        mv("mv a s b").fails("mv: target 'b': Not a directory\n"),
        mv("mv a nope/").fails("mv: cannot move 'a' to 'nope/': Not a directory\n"),
        mv("mv d nope/").makes(&["d: moved to nope"]),
        mv("mv a b/").fails("mv: cannot stat 'b/': Not a directory\n"),
        mv("mv a nope/x").fails("mv: cannot move 'a' to 'nope/x': No such file or directory\n"),
        mv("mv a b/x").fails("mv: cannot stat 'b/x': Not a directory\n"),
        mv("mv a dang/x").fails("mv: cannot move 'a' to 'dang/x': No such file or directory\n"),
        mv("mv d b/").fails("mv: cannot stat 'b/': Not a directory\n"),
        mv("mv a dang/").fails("mv: cannot move 'a' to 'dang/': Not a directory\n"),
        mv("mv d dang/").fails("mv: cannot overwrite non-directory 'dang/' with directory 'd'\n"),
        mv("mv la ld/").makes(&["la: moved to d/la"]),
    ]);
}

#[test]
fn no_target_directory_takes_the_last_operand_as_it_is() {
    check(&[
        mv("mv -T a b").makes(&["a: moved to b"]),
        mv("mv -T a d").fails("mv: cannot overwrite directory 'd' with non-directory 'a'\n"),
        mv("mv -T a ld").makes(&["a: moved to ld"]),
        mv("mv -T d s").fails("mv: cannot overwrite 's': Directory not empty\n"),
        mv("mv -T d new").makes(&["d: moved to new"]),
        mv("mv -T d e").after("mkdir e").makes(&["d: moved to e"]),
        mv("mv -T d e -v").after("mkdir e").says("renamed 'd' -> 'e'\n").makes(&["d: moved to e"]),
        mv("mv -T e d").after("mkdir e").fails("mv: cannot overwrite 'd': Directory not empty\n"),
        mv("mv -T a d/").fails("mv: cannot overwrite directory 'd/' with non-directory 'a'\n"),
        mv("mv -T a b d").fails("mv: extra operand 'd'\nTry 'mv --help' for more information.\n"),
        mv("mv -T a").fails("mv: missing destination file operand after 'a'\nTry 'mv --help' for more information.\n"),
        mv("mv -T").fails("mv: missing file operand\nTry 'mv --help' for more information.\n"),
        mv("mv -T -t d a").fails("mv: cannot combine --target-directory (-t) and --no-target-directory (-T)\n"),
        mv("mv -t d -T a b").fails("mv: cannot combine --target-directory (-t) and --no-target-directory (-T)\n"),
        mv("mv -t d -t s a").fails("mv: multiple target directories specified\n"),
        mv("mv --no-target-directory d ld").fails("mv: cannot overwrite non-directory 'ld' with directory 'd'\n"),
    ]);
}

#[test]
fn what_is_missing_is_told() {
    check(&[
        mv("mv").fails("mv: missing file operand\nTry 'mv --help' for more information.\n"),
        mv("mv a").fails("mv: missing destination file operand after 'a'\nTry 'mv --help' for more information.\n"),
        mv("mv ''").fails("mv: missing destination file operand after ''\nTry 'mv --help' for more information.\n"),
        mv("mv a ''").fails("mv: cannot move 'a' to '': No such file or directory\n").unlike_gnu("GNU calls it a directory"),
        mv("mv '' a").fails("mv: cannot stat '': No such file or directory\n"),
        mv("mv '' d").fails("mv: cannot stat '': No such file or directory\n"),
        mv("mv -t d").fails("mv: missing file operand\nTry 'mv --help' for more information.\n"),
        mv("mv nope new").fails("mv: cannot stat 'nope': No such file or directory\n"),
        mv("mv nope a").fails("mv: cannot stat 'nope': No such file or directory\n"),
        mv("mv nope d").fails("mv: cannot stat 'nope': No such file or directory\n"),
        mv("mv nope a d").fails("mv: cannot stat 'nope': No such file or directory\n").makes(&["a: moved to d/a"]),
        mv("mv a nope b s").fails("mv: cannot stat 'nope': No such file or directory\n").makes(&["a: moved to s/a", "b: moved to s/b"]),
        mv("mv nope/x d").fails("mv: cannot stat 'nope/x': No such file or directory\n"),
        mv("mv a/x d").fails("mv: cannot stat 'a/x': Not a directory\n"),
        mv("mv a/ new").fails("mv: cannot stat 'a/': Not a directory\n"),
        mv("mv a/ d").fails("mv: cannot stat 'a/': Not a directory\n"),
        mv("mv \"$(printf 'a\\nb')\" new").fails("mv: cannot stat 'a'$'\\n''b': No such file or directory\n"),
    ]);
}

#[test]
fn wrong_options_are_told() {
    check(&[
        mv("mv --foo a b").fails("mv: unrecognized option '--foo'\nTry 'mv --help' for more information.\n"),
        mv("mv -q a b").fails("mv: invalid option -- 'q'\nTry 'mv --help' for more information.\n"),
        mv("mv -r a b").fails("mv: invalid option -- 'r'\nTry 'mv --help' for more information.\n"),
        mv("mv -R a b").fails("mv: invalid option -- 'R'\nTry 'mv --help' for more information.\n"),
        mv("mv -a a b").fails("mv: invalid option -- 'a'\nTry 'mv --help' for more information.\n"),
        mv("mv --no a b").fails("mv: option '--no' is ambiguous; possibilities: '--no-clobber' '--no-copy' '--no-target-directory'\nTry 'mv --help' for more information.\n"),
        mv("mv --no-c a b").fails("mv: option '--no-c' is ambiguous; possibilities: '--no-clobber' '--no-copy'\nTry 'mv --help' for more information.\n"),
        mv("mv --no-cl a new").makes(&["a: moved to new"]),
        mv("mv --t d a").makes(&["a: moved to d/a"]),
        mv("mv --st a new").makes(&["a: moved to new"]),
        mv("mv --s a b").fails("mv: option '--s' is ambiguous; possibilities: '--strip-trailing-slashes' '--suffix'\nTry 'mv --help' for more information.\n"),
        mv("mv --ver a b").fails("mv: option '--ver' is ambiguous; possibilities: '--verbose' '--version'\nTry 'mv --help' for more information.\n"),
        mv("mv --verb a new").says("renamed 'a' -> 'new'\n").makes(&["a: moved to new"]),
        mv("mv --force=x a b").fails("mv: option '--force' doesn't allow an argument\nTry 'mv --help' for more information.\n"),
        mv("mv -t").fails("mv: option requires an argument -- 't'\nTry 'mv --help' for more information.\n"),
        mv("mv -S").fails("mv: option requires an argument -- 'S'\nTry 'mv --help' for more information.\n"),
        mv("mv --suffix").fails("mv: option '--suffix' requires an argument\nTry 'mv --help' for more information.\n"),
        mv("mv --target-directory").fails("mv: option '--target-directory' requires an argument\nTry 'mv --help' for more information.\n"),
        mv("mv --context=x a b").fails("mv: option '--context' doesn't allow an argument\nTry 'mv --help' for more information.\n"),
        mv("mv --recursive a b").fails("mv: unrecognized option '--recursive'\nTry 'mv --help' for more information.\n"),
        mv("mv --keep-directory-symlink a b").fails("mv: unrecognized option '--keep-directory-symlink'\nTry 'mv --help' for more information.\n"),
    ]);
}

#[test]
fn flags_and_operands_may_come_in_any_order() {
    check(&[
        mv("mv a -v new").says("renamed 'a' -> 'new'\n").makes(&["a: moved to new"]),
        mv("mv a new -- -v").after("true").fails("mv: target '-v': No such file or directory\n"),
        mv("POSIXLY_CORRECT=1 mv a -v new").fails("mv: target 'new': No such file or directory\n"),
        mv("POSIXLY_CORRECT=1 mv -v a new")
            .says("renamed 'a' -> 'new'\n")
            .makes(&["a: moved to new"]),
        mv("mv a new -fv").says("renamed 'a' -> 'new'\n").makes(&["a: moved to new"]),
        mv("mv a -t d b -v")
            .says("renamed 'a' -> 'd/a'\nrenamed 'b' -> 'd/b'\n")
            .makes(&["a: moved to d/a", "b: moved to d/b"]),
    ]);
}

#[test]
fn trailing_slashes_of_a_source() {
    check(&[
        mv("mv ld/ new").fails("mv: cannot move 'ld/' to 'new': Not a directory\n"),
        mv("mv --strip-trailing-slashes ld/ new")
            .makes(&["ld: moved to new"])
            .unlike_gnu("GNU renames before it strips, and so fails"),
        mv("mv --strip-trailing-slashes ld// d2 -v")
            .after("mkdir d2")
            .says("renamed 'ld' -> 'd2/ld'\n")
            .makes(&["ld: moved to d2/ld"]),
        mv("mv --strip-trailing-slashes a/ new")
            .makes(&["a: moved to new"])
            .unlike_gnu("GNU renames before it strips, and so fails"),
        mv("mv d/ new").makes(&["d: moved to new"]),
        mv("mv d// s -v").says("renamed 'd//' -> 's/d'\n").makes(&["d: moved to s/d"]),
        mv("mv --strip-trailing-slashes d/ new -v")
            .says("renamed 'd' -> 'new'\n")
            .makes(&["d: moved to new"]),
        mv("mv ld/ s").fails("mv: cannot move 'ld/' to 's/ld': Not a directory\n"),
        mv("mv la/ new").fails("mv: cannot stat 'la/': Not a directory\n"),
        mv("mv dang/ new").fails("mv: cannot stat 'dang/': No such file or directory\n"),
        mv("mv --strip-trailing-slashes dang/ new")
            .makes(&["dang: moved to new"])
            .unlike_gnu("GNU renames before it strips, and so fails"),
        mv("mv d new/").makes(&["d: moved to new"]),
        mv("mv -v d new/").says("renamed 'd' -> 'new/'\n").makes(&["d: moved to new"]),
        mv("mv --strip-trailing-slashes -T d/ new/").makes(&["d: moved to new"]),
        mv("mv s/sub/ d/").makes(&["s/sub: moved to d/sub"]),
    ]);
}

#[test]
fn what_is_in_a_folder_that_cannot_be_moved_is_moved_by_its_own_name() {
    check(&[
        mv("mv s/. s/f d")
            .fails("mv: cannot move 's/.' to 'd/.': Device or resource busy\n")
            .makes(&["s/f: moved to d/f"]),
        mv("mv -v a d//").says("renamed 'a' -> 'd/a'\n").makes(&["a: moved to d/a"]),
    ]);
}
