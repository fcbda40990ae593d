//! Tests of the command line of `cp`, and of its output.

use crate::{check, cp};

#[test]
fn options_and_operands_may_come_in_any_order() {
    check(&[
        cp("cp a -v z").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("cp a z -v").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("cp -v a z").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("cp a b -t d -v")
            .says("'a' -> 'd/a'\n'b' -> 'd/b'\n")
            .makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""])
            .in_any_order(),
    ]);
}

#[test]
fn posixly_correct_ends_options_at_the_first_operand() {
    check(&[
        cp("POSIXLY_CORRECT=1 cp -v a z").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("POSIXLY_CORRECT=1 cp a z -v").fails("cp: target '-v': No such file or directory\n"),
    ]);
}

#[test]
fn two_dashes_end_the_options() {
    check(&[
        cp("cp -- -x z").after("printf q >-x").makes(&["z: 644 \"q\""]),
        cp("cp -- a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp - z").fails("cp: cannot stat '-': No such file or directory\n"),
        cp("cp - z").after("printf q >-").makes(&["z: 644 \"q\""]),
    ]);
}

#[test]
fn long_options_may_be_abbreviated() {
    check(&[
        cp("cp --recurs s z").makes(&["z: like s"]),
        cp("cp --verb a z").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("cp --arch s z").makes(&["z: like s, times too"]),
        cp("cp --strip a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --k a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --path s/f d").makes(&["d/s: dir 755", "d/s/f: 644 \"x\\n\""]),
        cp("cp --pa s/f d").makes(&["d/s: dir 755", "d/s/f: 644 \"x\\n\""]),
        cp("cp --no-d la z").makes(&["z: -> a"]),
    ]);
}

#[test]
fn ambiguous_abbreviations_are_told() {
    check(&[
        cp("cp --re a b").fails("cp: option '--re' is ambiguous; possibilities: '--recursive' '--remove-destination' '--reflink'\nTry 'cp --help' for more information.\n"),
        cp("cp --s a b").fails("cp: option '--s' is ambiguous; possibilities: '--sparse' '--strip-trailing-slashes' '--suffix' '--symbolic-link'\nTry 'cp --help' for more information.\n"),
        cp("cp --n a").fails("cp: option '--n' is ambiguous; possibilities: '--no-clobber' '--no-dereference' '--no-preserve' '--no-target-directory'\nTry 'cp --help' for more information.\n"),
        cp("cp --p a b").fails("cp: option '--p' is ambiguous; possibilities: '--parents' '--preserve'\nTry 'cp --help' for more information.\n"),
        cp("cp --no a b").fails("cp: option '--no' is ambiguous; possibilities: '--no-clobber' '--no-dereference' '--no-preserve' '--no-target-directory'\nTry 'cp --help' for more information.\n"),
        cp("cp --d a b").fails("cp: option '--d' is ambiguous; possibilities: '--debug' '--dereference'\nTry 'cp --help' for more information.\n"),
        cp("cp --v a b").fails("cp: option '--v' is ambiguous; possibilities: '--verbose' '--version'\nTry 'cp --help' for more information.\n"),
        cp("cp --a a b").fails("cp: option '--a' is ambiguous; possibilities: '--archive' '--attributes-only'\nTry 'cp --help' for more information.\n"),
        cp("cp --c a b").fails("cp: option '--c' is ambiguous; possibilities: '--copy-contents' '--context'\nTry 'cp --help' for more information.\n"),
        cp("cp --re=x a b").fails("cp: option '--re=x' is ambiguous; possibilities: '--recursive' '--remove-destination' '--reflink'\nTry 'cp --help' for more information.\n"),
        cp("cp --=3").fails("cp: option '--=3' is ambiguous; possibilities: '--archive' '--attributes-only' '--backup' '--copy-contents' '--debug' '--dereference' '--force' '--interactive' '--link' '--no-clobber' '--no-dereference' '--no-preserve' '--no-target-directory' '--one-file-system' '--parents' '--path' '--preserve' '--recursive' '--remove-destination' '--sparse' '--reflink' '--strip-trailing-slashes' '--suffix' '--symbolic-link' '--target-directory' '--update' '--verbose' '--keep-directory-symlink' '--context' '--help' '--version'\nTry 'cp --help' for more information.\n"),
    ]);
}

#[test]
fn options_that_do_not_exist_are_told() {
    check(&[
        cp("cp --foo").fails("cp: unrecognized option '--foo'\nTry 'cp --help' for more information.\n"),
        cp("cp -y").fails("cp: invalid option -- 'y'\nTry 'cp --help' for more information.\n"),
        cp("cp -1 a").fails("cp: invalid option -- '1'\nTry 'cp --help' for more information.\n"),
        cp("cp --help=3").fails("cp: option '--help' doesn't allow an argument\nTry 'cp --help' for more information.\n"),
        cp("cp --verb=3").fails("cp: option '--verbose' doesn't allow an argument\nTry 'cp --help' for more information.\n"),
        cp("cp --sparse").fails("cp: option '--sparse' requires an argument\nTry 'cp --help' for more information.\n"),
        cp("cp -t").fails("cp: option requires an argument -- 't'\nTry 'cp --help' for more information.\n"),
        cp("cp -S").fails("cp: option requires an argument -- 'S'\nTry 'cp --help' for more information.\n"),
        cp("cp --no-preserve").fails("cp: option '--no-preserve' requires an argument\nTry 'cp --help' for more information.\n"),
        cp("cp -ry s z").fails("cp: invalid option -- 'y'\nTry 'cp --help' for more information.\n"),
        cp("cp -w 3 a z").fails("cp: invalid option -- 'w'\nTry 'cp --help' for more information.\n"),
        cp("cp -g a z").fails("cp: invalid option -- 'g'\nTry 'cp --help' for more information.\n"),
        cp("cp --b=\"it's\" a b").fails("cp: invalid argument ‘it's’ for ‘backup type’\nValid arguments are:\n  - ‘none’, ‘off’\n  - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’\nTry 'cp --help' for more information.\n"),
    ]);
}

#[test]
fn values_that_do_not_exist_are_told_with_those_that_do() {
    check(&[
        cp("cp --reflink=x a b").fails("cp: invalid argument ‘x’ for ‘--reflink’\nValid arguments are:\n  - ‘auto’\n  - ‘always’\n  - ‘never’\nTry 'cp --help' for more information.\n"),
        cp("cp --sparse=x a b").fails("cp: invalid argument ‘x’ for ‘--sparse’\nValid arguments are:\n  - ‘never’\n  - ‘auto’\n  - ‘always’\nTry 'cp --help' for more information.\n"),
        cp("cp --update=x a b").fails("cp: invalid argument ‘x’ for ‘--update’\nValid arguments are:\n  - ‘all’\n  - ‘none’\n  - ‘none-fail’\n  - ‘older’\nTry 'cp --help' for more information.\n"),
        cp("cp --update=n a b").fails("cp: ambiguous argument ‘n’ for ‘--update’\nValid arguments are:\n  - ‘all’\n  - ‘none’\n  - ‘none-fail’\n  - ‘older’\nTry 'cp --help' for more information.\n"),
        cp("cp --update=none-f a b").fails("cp: not replacing 'b'\n"),
        cp("cp --reflink=ne a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --sparse=a a b").fails("cp: ambiguous argument ‘a’ for ‘--sparse’\nValid arguments are:\n  - ‘never’\n  - ‘auto’\n  - ‘always’\nTry 'cp --help' for more information.\n"),
        cp("cp --sparse=al a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --reflink=\"it's\" a b").fails("cp: invalid argument ‘it's’ for ‘--reflink’\nValid arguments are:\n  - ‘auto’\n  - ‘always’\n  - ‘never’\nTry 'cp --help' for more information.\n"),
        cp("LC_ALL=C cp --reflink=\"it's\" a b").fails("cp: invalid argument 'it\\'s' for '--reflink'\nValid arguments are:\n  - 'auto'\n  - 'always'\n  - 'never'\nTry 'cp --help' for more information.\n"),
        cp("LC_ALL=C cp --backup=x a b").fails("cp: invalid argument 'x' for 'backup type'\nValid arguments are:\n  - 'none', 'off'\n  - 'simple', 'never'\n  - 'existing', 'nil'\n  - 'numbered', 't'\nTry 'cp --help' for more information.\n"),
    ]);
}

#[test]
fn operands_that_are_missing_are_told() {
    check(&[
        cp("cp").fails("cp: missing file operand\nTry 'cp --help' for more information.\n"),
        cp("cp a").fails("cp: missing destination file operand after 'a'\nTry 'cp --help' for more information.\n"),
        cp("cp -r").fails("cp: missing file operand\nTry 'cp --help' for more information.\n"),
        cp("cp -T a").fails("cp: missing destination file operand after 'a'\nTry 'cp --help' for more information.\n"),
        cp("cp -t d").fails("cp: missing file operand\nTry 'cp --help' for more information.\n"),
        cp("cp \"a b\"").fails("cp: missing destination file operand after 'a b'\nTry 'cp --help' for more information.\n"),
        cp("cp \"it's\"").fails("cp: missing destination file operand after \"it's\"\nTry 'cp --help' for more information.\n"),
    ]);
}

#[test]
fn options_that_exclude_each_other_are_told() {
    check(&[
        cp("cp -l -s").fails("cp: cannot make both hard and symbolic links\nTry 'cp --help' for more information.\n"),
        cp("cp -l -s a b").fails("cp: cannot make both hard and symbolic links\nTry 'cp --help' for more information.\n"),
        cp("cp -bn").fails("cp: --backup is mutually exclusive with -n or --update=none-fail\nTry 'cp --help' for more information.\n"),
        cp("cp --reflink --sparse=never").fails("cp: --reflink can be used only with --sparse=auto\nTry 'cp --help' for more information.\n"),
        cp("cp --reflink=always --sparse=always a b").fails("cp: --reflink can be used only with --sparse=auto\nTry 'cp --help' for more information.\n"),
    ]);
}

#[test]
fn reflink_always_copies_lightly_or_fails() {
    check(&[
        cp("cp -l --reflink=always a z")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "z: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -s --reflink a z").makes(&["z: -> a"]),
        cp("cp --attributes-only --reflink=always a z").makes(&["z: 644 \"\""]),
        cp("cp --reflink=auto a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --reflink=never a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --reflink=never -r s z").makes(&["z: like s"]),
    ]);
}

#[test]
fn sparse_chooses_holes() {
    check(&[
        cp("cp z1 z").after("truncate -s 1M z1").makes(&["z: 644 1048576 bytes hole"]),
        cp("cp --sparse=auto z1 z")
            .after("truncate -s 1M z1")
            .makes(&["z: 644 1048576 bytes hole"]),
        cp("cp --sparse=always z1 z")
            .after("head -c 1048576 /dev/zero >z1")
            .makes(&["z: 644 1048576 bytes hole"]),
        cp("cp z1 z").after("head -c 1048576 /dev/zero >z1").makes(&["z: 644 1048576 bytes"]),
        cp("cp --sparse=never z1 z").after("truncate -s 1M z1").makes(&["z: 644 1048576 bytes"]),
        cp("cp --sparse=always z1 b")
            .after("head -c 1048576 /dev/zero >z1")
            .makes(&["b: 644 1048576 bytes hole"]),
        cp("cp --sparse=auto z1 /dev/null").after("truncate -s 1M z1"),
    ]);
}

#[test]
fn verbose_prints_each_name() {
    check(&[
        cp("cp -v a z").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("cp -rv s z").says("'s' -> 'z'\n's/sub' -> 'z/sub'\n's/sub/g' -> 'z/sub/g'\n's/f' -> 'z/f'\n").makes(&["z: like s"]).in_any_order(),
        cp("cp -rv s d").says("'s' -> 'd/s'\n's/sub' -> 'd/s/sub'\n's/sub/g' -> 'd/s/sub/g'\n's/f' -> 'd/s/f'\n").makes(&["d/s: like s"]).in_any_order(),
        cp("cp -v a b d").says("'a' -> 'd/a'\n'b' -> 'd/b'\n").makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""]).in_any_order(),
        cp("cp -rv s z").after("ln -s f s/l; mkfifo s/p; ln s/f s/h").says("'s' -> 'z'\n's/sub' -> 'z/sub'\n's/sub/g' -> 'z/sub/g'\n's/h' -> 'z/h'\n's/f' -> 'z/f'\n's/l' -> 'z/l'\n's/p' -> 'z/p'\n").makes(&["z: dir 755", "z/f: 644 \"x\\n\"", "z/h: 644 \"x\\n\"", "z/l: -> f", "z/p: special 644", "z/sub: like s/sub"]).in_any_order(),
        cp("cp --verbose a nonex d").says("'a' -> 'd/a'\n").fails("cp: cannot stat 'nonex': No such file or directory\n").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp -v *a d").after("rm a la; printf 1 >\"it's a\"").says("\"it's a\" -> \"d/it's a\"\n").makes(&["d/it's a: 644 \"1\""]),
        cp("cp -v n* z").after("printf 1 >\"$(printf \"n\\na\")\"").says("'n'$'\\n''a' -> 'z'\n").makes(&["z: 644 \"1\""]),
        cp("cp -v t* z").after("printf 1 >\"$(printf \"t\\ta \\377\")\"").says("'t'$'\\t''a '$'\\377' -> 'z'\n").makes(&["z: 644 \"1\""]),
    ]);
}

#[test]
fn debug_explains_each_file() {
    check(&[
        cp("cp --debug a z | sed -E 's/: [A-Za-z_]+/: _/g'")
            .says("'a' -> 'z'\ncopy offload: _, reflink: _, sparse detection: _\n")
            .makes(&["z: 644 \"a\\n\""])
            .in_any_order(),
        cp("cp --debug -l a z")
            .says("'a' -> 'z'\n")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "z: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp --debug -r d z | sed -E 's/: [A-Za-z_]+/: _/g'")
            .says("'d' -> 'z'\n'd/a' -> 'z/a'\ncopy offload: _, reflink: _, sparse detection: _\n")
            .makes(&["z: like d"])
            .in_any_order(),
        cp("cp --debug a b -n").says("skipped 'b'\n"),
    ]);
}

#[test]
fn what_cannot_be_printed_is_told() {
    check(&[
        cp("cp -v a z >/dev/full")
            .fails("cp: write error: No space left on device\n")
            .makes(&["z: 644 \"a\\n\""]),
        cp("cp --help >/dev/full").fails("cp: write error: No space left on device\n"),
        cp("cp --version >/dev/full").fails("cp: write error: No space left on device\n"),
    ]);
}

#[test]
fn names_are_quoted_for_a_shell() {
    check(&[
        cp("cp \"a b\" z").fails("cp: cannot stat 'a b': No such file or directory\n"),
        cp("cp \"it's\" z").fails("cp: cannot stat \"it's\": No such file or directory\n"),
        cp("cp \"a\\\"b\" z").fails("cp: cannot stat 'a\"b': No such file or directory\n"),
        cp("cp \"$(printf 'a\\nb')\" z")
            .fails("cp: cannot stat 'a'$'\\n''b': No such file or directory\n"),
        cp("cp \"$(printf 'a\\377b')\" z")
            .fails("cp: cannot stat 'a'$'\\377''b': No such file or directory\n"),
        cp("cp é z").fails("cp: cannot stat 'é': No such file or directory\n"),
        cp("LC_ALL=C cp é z").fails("cp: cannot stat ''$'\\303\\251': No such file or directory\n"),
        cp("cp \"$(printf 'a\\033[0m')\" z")
            .fails("cp: cannot stat 'a'$'\\033''[0m': No such file or directory\n"),
        cp("LC_ALL=C cp -t é a")
            .fails("cp: target directory ''$'\\303\\251': No such file or directory\n"),
    ]);
}

#[test]
fn debug_says_what_was_asked_of_the_kernel() {
    const AVOIDED: &str = "copy offload: avoided, reflink: no, sparse detection: no\n";
    let three =
        format!("'e1' -> 'd/e1'\n{AVOIDED}'e2' -> 'd/e2'\n{AVOIDED}'e3' -> 'd/e3'\n{AVOIDED}");
    check(&[
        cp("cp --debug --sparse=never e1 e2 e3 d")
            .after("touch e1 e2 e3")
            .says(three.leak())
            .makes(&["d/e1: 644 \"\"", "d/e2: 644 \"\"", "d/e3: 644 \"\""]),
        cp("cp --debug --attributes-only a z").says("'a' -> 'z'\n").makes(&["z: 644 \"\""]),
        cp("cp --debug --reflink=never --sparse=always a z")
            .says("'a' -> 'z'\ncopy offload: avoided, reflink: no, sparse detection: zeros\n")
            .makes(&["z: 644 \"a\\n\""]),
        cp("cp --debug --sparse=never o z; rm z").after("truncate -s 1M o").says(
            "'o' -> 'z'\n\
                 copy offload: unknown, reflink: no, sparse detection: SEEK_HOLE\n",
        ),
    ]);
}
