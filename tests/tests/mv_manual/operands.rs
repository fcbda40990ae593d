//! Tests of the operands of `mv`: the sources and the destination.

use crate::{check, mv};

#[test]
fn two_names_rename_the_first_to_the_second() {
    check(&[
        mv("mv a new").makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"]),
        mv("mv a b").makes(&["a: gone", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv d new").makes(&[
            "d: gone",
            "d/a: gone",
            "new: dir 755",
            "new/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv la new").makes(&["la: gone", "new: -> a"]),
        mv("mv dang new").makes(&["dang: gone", "new: -> nowhere"]),
        mv("mv a b -v")
            .says("renamed 'a' -> 'b'\n")
            .makes(&["a: gone", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv s new -v").says("renamed 's' -> 'new'\n").makes(&[
            "new: dir 755",
            "new/f: 644 \"x\\n\" @1200000000",
            "new/sub: dir 755",
            "new/sub/g: 644 \"y\\n\" @1200000000",
            "s: gone",
            "s/f: gone",
            "s/sub: gone",
            "s/sub/g: gone",
        ]),
        mv("mkfifo p; mv p q").makes(&["q: special 644"]),
        mv("mv a 'it is' -v")
            .says("renamed 'a' -> 'it is'\n")
            .makes(&["a: gone", "it is: 644 \"a\\n\" @1000000000"]),
        mv("mv a \"it's\" -v")
            .says("renamed 'a' -> \"it's\"\n")
            .makes(&["a: gone", "it's: 644 \"a\\n\" @1000000000"]),
        mv("mv -- -x new").after("echo >-x").makes(&["-x: gone", "new: 644 \"\\n\""]),
    ]);
}

#[test]
fn a_directory_takes_sources_under_their_names() {
    check(&[
        mv("mv a d").makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv a b s").makes(&[
            "a: gone",
            "b: gone",
            "s/a: 644 \"a\\n\" @1000000000",
            "s/b: 644 \"b\\n\" @1100000000",
        ]),
        mv("mv a b d -v").says("renamed 'a' -> 'd/a'\nrenamed 'b' -> 'd/b'\n").makes(&[
            "a: gone",
            "b: gone",
            "d/a: 644 \"a\\n\" @1000000000",
            "d/b: 644 \"b\\n\" @1100000000",
        ]),
        mv("mv -t s a b").makes(&[
            "a: gone",
            "b: gone",
            "s/a: 644 \"a\\n\" @1000000000",
            "s/b: 644 \"b\\n\" @1100000000",
        ]),
        mv("mv -ts a b -v").says("renamed 'a' -> 's/a'\nrenamed 'b' -> 's/b'\n").makes(&[
            "a: gone",
            "b: gone",
            "s/a: 644 \"a\\n\" @1000000000",
            "s/b: 644 \"b\\n\" @1100000000",
        ]),
        mv("mv --target-directory=s a b").makes(&[
            "a: gone",
            "b: gone",
            "s/a: 644 \"a\\n\" @1000000000",
            "s/b: 644 \"b\\n\" @1100000000",
        ]),
        mv("mv --target-directory s a").makes(&["a: gone", "s/a: 644 \"a\\n\" @1000000000"]),
        mv("mv s d").makes(&[
            "d/s: dir 755",
            "d/s/f: 644 \"x\\n\" @1200000000",
            "d/s/sub: dir 755",
            "d/s/sub/g: 644 \"y\\n\" @1200000000",
            "s: gone",
            "s/f: gone",
            "s/sub: gone",
            "s/sub/g: gone",
        ]),
        mv("mv s/f s/sub d").makes(&[
            "d/f: 644 \"x\\n\" @1200000000",
            "d/sub: dir 755",
            "d/sub/g: 644 \"y\\n\" @1200000000",
            "s/f: gone",
            "s/sub: gone",
            "s/sub/g: gone",
        ]),
        mv("mv a ld").makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv a b ld/ -v").says("renamed 'a' -> 'ld/a'\nrenamed 'b' -> 'ld/b'\n").makes(&[
            "a: gone",
            "b: gone",
            "d/a: 644 \"a\\n\" @1000000000",
            "d/b: 644 \"b\\n\" @1100000000",
        ]),
        mv("mv s/ d").makes(&[
            "d/s: dir 755",
            "d/s/f: 644 \"x\\n\" @1200000000",
            "d/s/sub: dir 755",
            "d/s/sub/g: 644 \"y\\n\" @1200000000",
            "s: gone",
            "s/f: gone",
            "s/sub: gone",
            "s/sub/g: gone",
        ]),
        mv("mv -t ld a").makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv d/../a s").makes(&["a: gone", "s/a: 644 \"a\\n\" @1000000000"]),
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
        mv("mv d nope/").makes(&[
            "d: gone",
            "d/a: gone",
            "nope: dir 755",
            "nope/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv a b/").fails("mv: cannot stat 'b/': Not a directory\n"),
        mv("mv a nope/x").fails("mv: cannot move 'a' to 'nope/x': No such file or directory\n"),
        mv("mv a b/x").fails("mv: cannot stat 'b/x': Not a directory\n"),
        mv("mv a dang/x").fails("mv: cannot move 'a' to 'dang/x': No such file or directory\n"),
        mv("mv d b/").fails("mv: cannot stat 'b/': Not a directory\n"),
        mv("mv a dang/").fails("mv: cannot move 'a' to 'dang/': Not a directory\n"),
        mv("mv d dang/").fails("mv: cannot overwrite non-directory 'dang/' with directory 'd'\n"),
        mv("mv la ld/").makes(&["d/la: -> a", "la: gone"]),
    ]);
}

#[test]
fn no_target_directory_takes_the_last_operand_as_it_is() {
    check(&[
        mv("mv -T a b").makes(&["a: gone", "b: 644 \"a\\n\" @1000000000"]),
        mv("mv -T a d").fails("mv: cannot overwrite directory 'd' with non-directory 'a'\n"),
        mv("mv -T a ld").makes(&["a: gone", "ld: 644 \"a\\n\" @1000000000"]),
        mv("mv -T d s").fails("mv: cannot overwrite 's': Directory not empty\n"),
        mv("mv -T d new").makes(&["d: gone", "d/a: gone", "new: dir 755", "new/a: 644 \"da\\n\" @1200000000"]),
        mv("mv -T d e").after("mkdir e").makes(&["d: gone", "d/a: gone", "e/a: 644 \"da\\n\" @1200000000"]),
        mv("mv -T d e -v").after("mkdir e").says("renamed 'd' -> 'e'\n").makes(&["d: gone", "d/a: gone", "e/a: 644 \"da\\n\" @1200000000"]),
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
        mv("mv nope a d").fails("mv: cannot stat 'nope': No such file or directory\n").makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv a nope b s").fails("mv: cannot stat 'nope': No such file or directory\n").makes(&["a: gone", "b: gone", "s/a: 644 \"a\\n\" @1000000000", "s/b: 644 \"b\\n\" @1100000000"]),
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
        mv("mv --no-cl a new").makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"]),
        mv("mv --t d a").makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv --st a new").makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"]),
        mv("mv --s a b").fails("mv: option '--s' is ambiguous; possibilities: '--strip-trailing-slashes' '--suffix'\nTry 'mv --help' for more information.\n"),
        mv("mv --ver a b").fails("mv: option '--ver' is ambiguous; possibilities: '--verbose' '--version'\nTry 'mv --help' for more information.\n"),
        mv("mv --verb a new").says("renamed 'a' -> 'new'\n").makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"]),
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
        mv("mv a -v new")
            .says("renamed 'a' -> 'new'\n")
            .makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"]),
        mv("mv a new -- -v").after("true").fails("mv: target '-v': No such file or directory\n"),
        mv("POSIXLY_CORRECT=1 mv a -v new").fails("mv: target 'new': No such file or directory\n"),
        mv("POSIXLY_CORRECT=1 mv -v a new")
            .says("renamed 'a' -> 'new'\n")
            .makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"]),
        mv("mv a new -fv")
            .says("renamed 'a' -> 'new'\n")
            .makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"]),
        mv("mv a -t d b -v").says("renamed 'a' -> 'd/a'\nrenamed 'b' -> 'd/b'\n").makes(&[
            "a: gone",
            "b: gone",
            "d/a: 644 \"a\\n\" @1000000000",
            "d/b: 644 \"b\\n\" @1100000000",
        ]),
    ]);
}

#[test]
fn a_file_is_not_moved_onto_itself() {
    check(&[
        mv("mv a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv a ./a").fails("mv: 'a' and './a' are the same file\n"),
        mv("mv a .//a").fails("mv: 'a' and './/a' are the same file\n"),
        mv("mv d d").fails("mv: cannot move 'd' to a subdirectory of itself, 'd/d'\n"),
        mv("mv d .").fails("mv: 'd' and './d' are the same file\n"),
        mv("mv a .").fails("mv: 'a' and './a' are the same file\n"),
        mv("mv a b .")
            .fails("mv: 'a' and './a' are the same file\nmv: 'b' and './b' are the same file\n"),
        mv("mv s/f s").fails("mv: 's/f' and 's/f' are the same file\n"),
        mv("mv s/sub s").fails("mv: 's/sub' and 's/sub' are the same file\n"),
        mv("mv a $PWD/a").fails("mv: 'a' and '$PWD/a' are the same file\n"),
        mv("mv -T d d").fails("mv: 'd' and 'd' are the same file\n"),
        mv("mv -T d d/").fails("mv: 'd' and 'd/' are the same file\n"),
        mv("mv a la").makes(&["a: gone", "la: 644 \"a\\n\" @1000000000"]),
        mv("mv la a").fails("mv: 'la' and 'a' are the same file\n"),
        mv("mv la la").fails("mv: 'la' and 'la' are the same file\n"),
        mv("mv a ln2")
            .after("ln -s $PWD/a ln2")
            .makes(&["a: gone", "ln2: 644 \"a\\n\" @1000000000"]),
        mv("mv -f a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -n a a"),
        mv("mv -i a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -u a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -b a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -v a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv ld d").makes(&["d/ld: -> d", "ld: gone"]),
        mv("mv d ld").fails("mv: cannot move 'd' to a subdirectory of itself, 'ld/d'\n"),
        mv("mv -T d ld").fails("mv: cannot overwrite non-directory 'ld' with directory 'd'\n"),
        mv("mv -T ld d").fails("mv: 'ld' and 'd' are the same file\n"),
        mv("mv dang dang").fails("mv: 'dang' and 'dang' are the same file\n"),
        mv("mv --backup=simple a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -b a la").makes(&["a: gone", "la: 644 \"a\\n\" @1000000000", "la~: -> a"]),
        mv("mv -b la a").makes(&["a: -> a", "a~: 644 \"a\\n\" @1000000000", "la: gone"]),
        mv("mv d/. s").fails("mv: cannot move 'd/.' to 's/.': Device or resource busy\n"),
        mv("mv . s").fails("mv: cannot move '.' to 's/.': Device or resource busy\n"),
        mv("mv .. s").fails("mv: cannot move '..' to 's/..': Device or resource busy\n"),
        mv("mv d/.. s").fails("mv: 'd/..' and 's/..' are the same file\n"),
        mv("mv / d").fails("mv: cannot move '/' to 'd/': Device or resource busy\n"),
        mv("mv s ./s").fails("mv: cannot move 's' to a subdirectory of itself, './s/s'\n"),
        mv("mv s s/").fails("mv: cannot move 's' to a subdirectory of itself, 's/s'\n"),
        mv("mv a ./d/../a").fails("mv: 'a' and './d/../a' are the same file\n"),
    ]);
}

#[test]
fn hard_links_to_one_file_are_two_names() {
    check(&[
        mv("mv a h").after("ln a h").fails("mv: 'a' and 'h' are the same file\n"),
        mv("mv -v a h").after("ln a h").fails("mv: 'a' and 'h' are the same file\n"),
        mv("mv -f a h").after("ln a h").fails("mv: 'a' and 'h' are the same file\n"),
        mv("mv -n a h").after("ln a h"),
        mv("mv -i a h </dev/null").after("ln a h").fails("mv: 'a' and 'h' are the same file\n"),
        mv("mv -b a h").after("ln a h").makes(&[
            "a: gone",
            "h: 644 \"a\\n\" @1000000000 = h",
            "h~: 644 \"a\\n\" @1000000000 = h",
        ]),
        mv("mv a d").after("rm d/a; ln a d/a").fails("mv: 'a' and 'd/a' are the same file\n"),
        mv("mv a h d").after("ln a h").makes(&[
            "a: gone",
            "d/a: 644 \"a\\n\" @1000000000 = d/a",
            "d/h: 644 \"a\\n\" @1000000000 = d/a",
            "h: gone",
        ]),
        mv("mv a h new").after("ln a h; mkdir new").makes(&[
            "a: gone",
            "h: gone",
            "new/a: 644 \"a\\n\" @1000000000 = new/a",
            "new/h: 644 \"a\\n\" @1000000000 = new/a",
        ]),
        mv("mv l1 l2").after("ln -s x l1; ln l1 l2").fails("mv: 'l1' and 'l2' are the same file\n"),
        mv("mv -T a h").after("ln a h").fails("mv: 'a' and 'h' are the same file\n"),
        mv("mv -u a h").after("ln a h").fails("mv: 'a' and 'h' are the same file\n"),
    ]);
}

#[test]
fn a_directory_does_not_go_into_itself() {
    check(&[
        mv("mv d d/x").fails("mv: cannot move 'd' to a subdirectory of itself, 'd/x'\n"),
        mv("mv s s/sub").fails("mv: cannot move 's' to a subdirectory of itself, 's/sub/s'\n"),
        mv("mv s s/sub/deep").fails("mv: cannot move 's' to a subdirectory of itself, 's/sub/deep'\n"),
        mv("mv s s").fails("mv: cannot move 's' to a subdirectory of itself, 's/s'\n"),
        mv("mv s/sub s s/sub").fails("mv: cannot move 's/sub' to a subdirectory of itself, 's/sub/sub'\nmv: cannot move 's' to a subdirectory of itself, 's/sub/s'\n"),
        mv("mv s d").after("mkdir d/s").makes(&["d/s/f: 644 \"x\\n\" @1200000000", "d/s/sub: dir 755", "d/s/sub/g: 644 \"y\\n\" @1200000000", "s: gone", "s/f: gone", "s/sub: gone", "s/sub/g: gone"]),
        mv("mv a d d").fails("mv: cannot move 'd' to a subdirectory of itself, 'd/d'\n").makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv . new").fails("mv: cannot move '.' to 'new': Device or resource busy\n"),
        mv("mv -t s/sub s").fails("mv: cannot move 's' to a subdirectory of itself, 's/sub/s'\n"),
        mv("mv s ./s/new").fails("mv: cannot move 's' to a subdirectory of itself, './s/new'\n"),
        mv("mv a s d s").fails("mv: cannot move 's' to a subdirectory of itself, 's/s'\n").makes(&["a: gone", "d: gone", "d/a: gone", "s/a: 644 \"a\\n\" @1000000000", "s/d: dir 755", "s/d/a: 644 \"da\\n\" @1200000000"]),
        mv("mv s s/sub/../new").fails("mv: cannot move 's' to a subdirectory of itself, 's/sub/../new'\n"),
        mv("mv -v s s/x").fails("mv: cannot move 's' to a subdirectory of itself, 's/x'\n"),
        mv("mv -b s s/sub").fails("mv: cannot move 's' to a subdirectory of itself, 's/sub/s'\n"),
        mv("mv -n s s/sub").fails("mv: cannot move 's' to a subdirectory of itself, 's/sub/s'\n"),
    ]);
}

#[test]
fn one_name_is_not_overwritten_twice() {
    check(&[
        mv("mv a s/a d -v")
            .after("echo >s/a")
            .says("renamed 'a' -> 'd/a'\n")
            .fails("mv: will not overwrite just-created 'd/a' with 's/a'\n")
            .makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv a s/a new -v")
            .after("mkdir new; echo >s/a")
            .says("renamed 'a' -> 'new/a'\n")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: gone", "new/a: 644 \"a\\n\" @1000000000"]),
        mv("mv -u a ./a d"),
        mv("mv -n la a"),
        mv("mv a a d")
            .fails("mv: cannot stat 'a': No such file or directory\n")
            .makes(&["a: gone", "d/a: 644 \"a\\n\" @1000000000"]),
        mv("mv a ./a new")
            .after("mkdir new")
            .fails("mv: cannot stat './a': No such file or directory\n")
            .makes(&["a: gone", "new/a: 644 \"a\\n\" @1000000000"]),
        mv("mv -b a s/a new")
            .after("mkdir new; echo >s/a")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: gone", "new/a: 644 \"a\\n\" @1000000000"]),
        mv("mv s d/s new")
            .after("mkdir new d/s; echo >d/s/q")
            .fails("mv: cannot overwrite 'new/s': Directory not empty\n")
            .makes(&[
                "new/s: dir 755",
                "new/s/f: 644 \"x\\n\" @1200000000",
                "new/s/sub: dir 755",
                "new/s/sub/g: 644 \"y\\n\" @1200000000",
                "s: gone",
                "s/f: gone",
                "s/sub: gone",
                "s/sub/g: gone",
            ]),
        mv("mv -f a s/a new")
            .after("mkdir new; echo >s/a")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: gone", "new/a: 644 \"a\\n\" @1000000000"]),
        mv("mv s/a a new")
            .after("mkdir new s/a")
            .fails("mv: cannot overwrite directory 'new/a' with non-directory 'a'\n")
            .makes(&["new/a: dir 755", "s/a: gone"]),
        mv("mv a s/a new")
            .after("mkdir new s/a")
            .fails("mv: cannot overwrite non-directory 'new/a' with directory 's/a'\n")
            .makes(&["a: gone", "new/a: 644 \"a\\n\" @1000000000"]),
        mv("mv -n a s/a new")
            .after("mkdir new; echo >s/a")
            .makes(&["a: gone", "new/a: 644 \"a\\n\" @1000000000"]),
        mv("mv -u a s/a new")
            .after("mkdir new; echo >s/a")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: gone", "new/a: 644 \"a\\n\" @1000000000"]),
        mv("mv a b a new")
            .after("mkdir new")
            .fails("mv: cannot stat 'a': No such file or directory\n")
            .makes(&[
                "a: gone",
                "b: gone",
                "new/a: 644 \"a\\n\" @1000000000",
                "new/b: 644 \"b\\n\" @1100000000",
            ]),
    ]);
}

#[test]
fn trailing_slashes_of_a_source() {
    check(&[
        mv("mv ld/ new").fails("mv: cannot move 'ld/' to 'new': Not a directory\n"),
        mv("mv --strip-trailing-slashes ld/ new")
            .makes(&["ld: gone", "new: -> d"])
            .unlike_gnu("GNU renames before it strips, and so fails"),
        mv("mv --strip-trailing-slashes ld// d2 -v")
            .after("mkdir d2")
            .says("renamed 'ld' -> 'd2/ld'\n")
            .makes(&["d2/ld: -> d", "ld: gone"]),
        mv("mv --strip-trailing-slashes a/ new")
            .makes(&["a: gone", "new: 644 \"a\\n\" @1000000000"])
            .unlike_gnu("GNU renames before it strips, and so fails"),
        mv("mv d/ new").makes(&[
            "d: gone",
            "d/a: gone",
            "new: dir 755",
            "new/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv d// s -v").says("renamed 'd//' -> 's/d'\n").makes(&[
            "d: gone",
            "d/a: gone",
            "s/d: dir 755",
            "s/d/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv --strip-trailing-slashes d/ new -v").says("renamed 'd' -> 'new'\n").makes(&[
            "d: gone",
            "d/a: gone",
            "new: dir 755",
            "new/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv ld/ s").fails("mv: cannot move 'ld/' to 's/ld': Not a directory\n"),
        mv("mv la/ new").fails("mv: cannot stat 'la/': Not a directory\n"),
        mv("mv dang/ new").fails("mv: cannot stat 'dang/': No such file or directory\n"),
        mv("mv --strip-trailing-slashes dang/ new")
            .makes(&["dang: gone", "new: -> nowhere"])
            .unlike_gnu("GNU renames before it strips, and so fails"),
        mv("mv d new/").makes(&[
            "d: gone",
            "d/a: gone",
            "new: dir 755",
            "new/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv -v d new/").says("renamed 'd' -> 'new/'\n").makes(&[
            "d: gone",
            "d/a: gone",
            "new: dir 755",
            "new/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv --strip-trailing-slashes -T d/ new/").makes(&[
            "d: gone",
            "d/a: gone",
            "new: dir 755",
            "new/a: 644 \"da\\n\" @1200000000",
        ]),
        mv("mv s/sub/ d/").makes(&[
            "d/sub: dir 755",
            "d/sub/g: 644 \"y\\n\" @1200000000",
            "s/sub: gone",
            "s/sub/g: gone",
        ]),
    ]);
}
