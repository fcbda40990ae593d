//! Tests of operands that are one file, and of directories that would go into themselves.

use crate::{check, mv};

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
        mv("mv a la").makes(&["a: moved to la"]),
        mv("mv la a").fails("mv: 'la' and 'a' are the same file\n"),
        mv("mv la la").fails("mv: 'la' and 'la' are the same file\n"),
        mv("mv a ln2").after("ln -s $PWD/a ln2").makes(&["a: moved to ln2"]),
        mv("mv -f a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -n a a"),
        mv("mv -i a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -u a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -b a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -v a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv ld d").makes(&["ld: moved to d/ld"]),
        mv("mv d ld").fails("mv: cannot move 'd' to a subdirectory of itself, 'ld/d'\n"),
        mv("mv -T d ld").fails("mv: cannot overwrite non-directory 'ld' with directory 'd'\n"),
        mv("mv -T ld d").fails("mv: 'ld' and 'd' are the same file\n"),
        mv("mv dang dang").fails("mv: 'dang' and 'dang' are the same file\n"),
        mv("mv --backup=simple a a").fails("mv: 'a' and 'a' are the same file\n"),
        mv("mv -b a la").makes(&["a: moved to la", "la~: -> a"]),
        mv("mv -b la a").makes(&["a~: 644 \"a\\n\" @1000000000", "la: moved to a"]),
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
        mv("mv s d").after("mkdir d/s").makes(&["s: moved to d/s"]),
        mv("mv a d d").fails("mv: cannot move 'd' to a subdirectory of itself, 'd/d'\n").makes(&["a: moved to d/a"]),
        mv("mv . new").fails("mv: cannot move '.' to 'new': Device or resource busy\n"),
        mv("mv -t s/sub s").fails("mv: cannot move 's' to a subdirectory of itself, 's/sub/s'\n"),
        mv("mv s ./s/new").fails("mv: cannot move 's' to a subdirectory of itself, './s/new'\n"),
        mv("mv a s d s").fails("mv: cannot move 's' to a subdirectory of itself, 's/s'\n").makes(&["a: moved to s/a", "d: moved to s/d"]),
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
            .makes(&["a: moved to d/a"]),
        mv("mv a s/a new -v")
            .after("mkdir new; echo >s/a")
            .says("renamed 'a' -> 'new/a'\n")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: moved to new/a"]),
        mv("mv -u a ./a d"),
        mv("mv -n la a"),
        mv("mv a a d")
            .fails("mv: cannot stat 'a': No such file or directory\n")
            .makes(&["a: moved to d/a"]),
        mv("mv a ./a new")
            .after("mkdir new")
            .fails("mv: cannot stat './a': No such file or directory\n")
            .makes(&["a: moved to new/a"]),
        mv("mv -b a s/a new")
            .after("mkdir new; echo >s/a")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: moved to new/a"]),
        mv("mv s d/s new")
            .after("mkdir new d/s; echo >d/s/q")
            .fails("mv: cannot overwrite 'new/s': Directory not empty\n")
            .makes(&["s: moved to new/s"]),
        mv("mv -f a s/a new")
            .after("mkdir new; echo >s/a")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: moved to new/a"]),
        mv("mv s/a a new")
            .after("mkdir new s/a")
            .fails("mv: cannot overwrite directory 'new/a' with non-directory 'a'\n")
            .makes(&["s/a: moved to new/a"]),
        mv("mv a s/a new")
            .after("mkdir new s/a")
            .fails("mv: cannot overwrite non-directory 'new/a' with directory 's/a'\n")
            .makes(&["a: moved to new/a"]),
        mv("mv -n a s/a new").after("mkdir new; echo >s/a").makes(&["a: moved to new/a"]),
        mv("mv -u a s/a new")
            .after("mkdir new; echo >s/a")
            .fails("mv: will not overwrite just-created 'new/a' with 's/a'\n")
            .makes(&["a: moved to new/a"]),
        mv("mv a b a new")
            .after("mkdir new")
            .fails("mv: cannot stat 'a': No such file or directory\n")
            .makes(&["a: moved to new/a", "b: moved to new/b"]),
    ]);
}
