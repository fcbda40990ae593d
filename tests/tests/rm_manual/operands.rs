//! Tests of the operands of `rm`: which it removes, refuses or skips.
use crate::{check, rm};

#[test]
fn rm_removes_each_given_file() {
    check(&[
        rm("rm f").makes(&["f: gone"]),
        rm("rm f e").makes(&["e: gone", "f: gone"]),
        rm("rm -v f e lf dang")
            .says("removed 'f'\nremoved 'e'\nremoved 'lf'\nremoved 'dang'\n")
            .makes(&["dang: gone", "e: gone", "f: gone", "lf: gone"]),
        rm("rm nope").fails("rm: cannot remove 'nope': No such file or directory\n"),
        rm("rm f nope e")
            .fails("rm: cannot remove 'nope': No such file or directory\n")
            .makes(&["e: gone", "f: gone"]),
        rm("rm -v f nope e")
            .says("removed 'f'\nremoved 'e'\n")
            .fails("rm: cannot remove 'nope': No such file or directory\n")
            .makes(&["e: gone", "f: gone"]),
        rm("rm -v p").after("mkfifo p").says("removed 'p'\n").makes(&["p: gone"]),
        rm("rm s/../f").makes(&["f: gone"]),
        rm("rm -v ./f s/sub/h")
            .says("removed './f'\nremoved 's/sub/h'\n")
            .makes(&["f: gone", "s/sub/h: gone"]),
        rm("rm -v $PWD/f").says("removed '$PWD/f'\n").makes(&["f: gone"]),
        rm("rm -vv f").says("removed 'f'\n").makes(&["f: gone"]),
        rm("rm f f")
            .fails("rm: cannot remove 'f': No such file or directory\n")
            .makes(&["f: gone"]),
        rm("rm \"$(printf '%0300d' 1)\" 2>&1 | sed 's/0*1/long/'")
            .says("rm: cannot remove 'long': File name too long\n"),
        rm("rm -v f && rm -v e && rm nope")
            .says("removed 'f'\nremoved 'e'\n")
            .fails("rm: cannot remove 'nope': No such file or directory\n")
            .makes(&["e: gone", "f: gone"]),
    ]);
}

#[test]
fn by_default_it_does_not_remove_directories() {
    check(&[
        rm("rm d").fails("rm: cannot remove 'd': Is a directory\n"),
        rm("rm d/").fails("rm: cannot remove 'd/': Is a directory\n"),
        rm("rm s d f")
            .fails("rm: cannot remove 's': Is a directory\nrm: cannot remove 'd': Is a directory\n")
            .makes(&["f: gone"]),
        rm("rm .").fails("rm: cannot remove '.': Is a directory\n"),
        rm("rm ..").fails("rm: cannot remove '..': Is a directory\n"),
        rm("rm -f d").fails("rm: cannot remove 'd': Is a directory\n"),
        rm("rm -v f d e")
            .says("removed 'f'\nremoved 'e'\n")
            .fails("rm: cannot remove 'd': Is a directory\n")
            .makes(&["e: gone", "f: gone"]),
        rm("rm ld/").fails("rm: cannot remove 'ld/': Is a directory\n"),
        rm("rm -f ld/").fails("rm: cannot remove 'ld/': Is a directory\n"),
    ]);
}

#[test]
fn a_symlink_is_removed_and_never_what_it_points_to() {
    check(&[
        rm("rm -v lf ld dang").says("removed 'lf'\nremoved 'ld'\nremoved 'dang'\n").makes(&[
            "dang: gone",
            "ld: gone",
            "lf: gone",
        ]),
        rm("rm -rv lf ld dang").says("removed 'lf'\nremoved 'ld'\nremoved 'dang'\n").makes(&[
            "dang: gone",
            "ld: gone",
            "lf: gone",
        ]),
        rm("rm -dv ld").says("removed 'ld'\n").makes(&["ld: gone"]),
        rm("rm -v loop").after("ln -s loop loop").says("removed 'loop'\n").makes(&["loop: gone"]),
        rm("rm loop/x")
            .after("ln -s loop loop")
            .fails("rm: cannot remove 'loop/x': Too many levels of symbolic links\n"),
        rm("rm -rv d")
            .after("ln -s ../s d/up")
            .says("removed 'd/up'\nremoved directory 'd'\n")
            .makes(&["d: gone"]),
        rm("rm -rf o").after("mkdir o; ln -s ../s o/l").makes(&["o: gone"]),
    ]);
}

#[test]
fn trailing_slashes_demand_a_directory() {
    check(&[
        rm("rm f/").fails("rm: cannot remove 'f/': Not a directory\n"),
        rm("rm -f f/"),
        rm("rm lf/").fails("rm: cannot remove 'lf/': Not a directory\n"),
        rm("rm dang/").fails("rm: cannot remove 'dang/': Not a directory\n"),
        rm("rm -f dang/"),
        rm("rm -r f/ lf/ dang/").fails(
            "rm: cannot remove 'f/': Not a directory\nrm: cannot remove 'lf/': \
                 Not a directory\nrm: cannot remove 'dang/': Not a directory\n",
        ),
        rm("rm -rf f/ lf/ dang/"),
        rm("rm -r ld/").fails("rm: cannot remove 'ld/': Not a directory\n"),
        rm("rm -d ld/").fails("rm: cannot remove 'ld/': Not a directory\n"),
        rm("rm nope/").fails("rm: cannot remove 'nope/': No such file or directory\n"),
        rm("rm -v s/sub/h//").fails("rm: cannot remove 's/sub/h/': Not a directory\n"),
        rm("rm -rv d/").says("removed directory 'd/'\n").makes(&["d: gone"]),
        rm("rm -rv d//").says("removed directory 'd/'\n").makes(&["d: gone"]),
        rm("rm -rv s/")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's/'\n")
            .makes(&["s: gone"]),
        rm("rm -rv ./s/ ./f")
            .says(
                "removed './s/sub/h'\nremoved directory './s/sub'\nremoved directory './s/'\n\
                 removed './f'\n",
            )
            .makes(&["f: gone", "s: gone"]),
        rm("rm -dv d/").says("removed directory 'd/'\n").makes(&["d: gone"]),
        rm("yes | rm -i f/ lf/ nope/").fails(
            "rm: cannot remove 'f/': Not a directory\nrm: cannot remove 'lf/': \
                 Not a directory\nrm: cannot remove 'nope/': No such file or directory\n",
        ),
    ]);
}

#[test]
fn a_last_component_of_dot_or_dot_dot_is_rejected_without_any_prompting() {
    check(&[
        rm("rm -r .").fails("rm: refusing to remove '.' or '..' directory: skipping '.'\n"),
        rm("rm -r ./").fails("rm: refusing to remove '.' or '..' directory: skipping './'\n"),
        rm("rm -r ..").fails("rm: refusing to remove '.' or '..' directory: skipping '..'\n"),
        rm("rm -r ../").fails("rm: refusing to remove '.' or '..' directory: skipping '../'\n"),
        rm("rm -r s/.").fails("rm: refusing to remove '.' or '..' directory: skipping 's/.'\n"),
        rm("rm -r s/..").fails("rm: refusing to remove '.' or '..' directory: skipping 's/..'\n"),
        rm("rm -r s/../").fails("rm: refusing to remove '.' or '..' directory: skipping 's/../'\n"),
        rm("rm -r s/.//").fails("rm: refusing to remove '.' or '..' directory: skipping 's/./'\n"),
        rm("rm -rf . f")
            .fails("rm: refusing to remove '.' or '..' directory: skipping '.'\n")
            .makes(&["f: gone"]),
        rm("rm -rf .. f")
            .fails("rm: refusing to remove '.' or '..' directory: skipping '..'\n")
            .makes(&["f: gone"]),
        rm("rm -rv s/sub/.. f")
            .says("removed 'f'\n")
            .fails("rm: refusing to remove '.' or '..' directory: skipping 's/sub/..'\n")
            .makes(&["f: gone"]),
        rm("yes | rm -ri .").fails("rm: refusing to remove '.' or '..' directory: skipping '.'\n"),
        rm("yes | rm -ri s/.. f")
            .fails(
                "rm: refusing to remove '.' or '..' directory: skipping 's/..'\nrm: \
                 remove regular file 'f'? ",
            )
            .makes(&["f: gone"]),
        rm("rm -r .//. ..//..").fails(
            "rm: refusing to remove '.' or '..' directory: skipping './/.'\nrm: \
                 refusing to remove '.' or '..' directory: skipping '..//..'\n",
        ),
        rm("rm -d d/.").fails("rm: refusing to remove '.' or '..' directory: skipping 'd/.'\n"),
        rm("rm -d .").fails("rm: cannot remove '.': Directory not empty\n"),
        rm("rm -rv ld/.").fails("rm: refusing to remove '.' or '..' directory: skipping 'ld/.'\n"),
        rm("rm -rv .x ..y ...")
            .after("mkdir .x ..y ...")
            .says("removed directory '.x'\nremoved directory '..y'\nremoved directory '...'\n")
            .makes(&["...: gone", "..y: gone", ".x: gone"]),
    ]);
}

#[test]
fn nothing_of_the_operand_means_a_missing_operand() {
    check(&[
        rm("rm").fails("rm: missing operand\nTry 'rm --help' for more information.\n"),
        rm("rm -r").fails("rm: missing operand\nTry 'rm --help' for more information.\n"),
        rm("rm -i").fails("rm: missing operand\nTry 'rm --help' for more information.\n"),
        rm("rm -I").fails("rm: missing operand\nTry 'rm --help' for more information.\n"),
        rm("rm -f -i").fails("rm: missing operand\nTry 'rm --help' for more information.\n"),
        rm("rm --").fails("rm: missing operand\nTry 'rm --help' for more information.\n"),
        rm("rm -f"),
        rm("rm -rf"),
        rm("rm -f --"),
        rm("rm -f -r -v"),
        rm("rm \"\"").fails("rm: cannot remove '': No such file or directory\n"),
        rm("rm -f \"\""),
        rm("rm -r \"\"").fails("rm: cannot remove '': No such file or directory\n"),
        rm("rm -r \"\" f")
            .fails("rm: cannot remove '': No such file or directory\n")
            .makes(&["f: gone"]),
    ]);
}

#[test]
fn files_that_are_not_there_fail_unless_forced() {
    check(&[
        rm("rm nope nope2").fails(
            "rm: cannot remove 'nope': No such file or directory\nrm: \
                 cannot remove 'nope2': No such file or directory\n",
        ),
        rm("rm -f nope nope2"),
        rm("rm -f nope f").makes(&["f: gone"]),
        rm("rm -r nope").fails("rm: cannot remove 'nope': No such file or directory\n"),
        rm("rm -rf nope s f").makes(&["f: gone", "s: gone"]),
        rm("rm f/x").fails("rm: cannot remove 'f/x': Not a directory\n"),
        rm("rm -f f/x"),
        rm("rm -f s/nope nodir/x"),
        rm("rm nodir/x").fails("rm: cannot remove 'nodir/x': No such file or directory\n"),
        rm("rm -f \"$(printf '%0300d' 1)\" 2>&1 | sed 's/0*1/long/'")
            .says("rm: cannot remove 'long': File name too long\n"),
        rm("rm -f loop/x")
            .after("ln -s loop loop")
            .fails("rm: cannot remove 'loop/x': Too many levels of symbolic links\n"),
        rm("rm -f f f").makes(&["f: gone"]),
        rm("rm -v s/sub/h s/sub/h")
            .says("removed 's/sub/h'\n")
            .fails("rm: cannot remove 's/sub/h': No such file or directory\n")
            .makes(&["s/sub/h: gone"]),
    ]);
}

#[test]
fn names_are_quoted_as_a_shell_would_want_them() {
    check(&[
        rm("rm -v 'a b' \"it's\"")
            .after(": >'a b'; : >\"it's\"")
            .says("removed 'a b'\nremoved \"it's\"\n")
            .makes(&["a b: gone", "it's: gone"]),
        rm("rm -v \"$(printf 'n\\nl')\" \"$(printf '\\001')\"")
            .after(": >\"$(printf 'n\\nl')\"; : >\"$(printf '\\001')\"")
            .says("removed 'n'$'\\n''l'\nremoved ''$'\\001'\n")
            .makes(&["\u{1}: gone", "n\nl: gone"]),
        rm("rm -v é 'dq\"x' \"$(printf '\\377')\" && ls | wc -l")
            .after(": >é; : >\"$(printf '\\377')\"; : >'dq\"x'")
            .says("removed 'é'\nremoved 'dq\"x'\nremoved ''$'\\377'\n7\n")
            .makes(&["dq\"x: gone", "é: gone", "�: gone"]),
        rm("rm \"no pe\" \"no'pe\" 'no$pe'").fails(
            "rm: cannot remove 'no pe': No such file or directory\nrm: \
                 cannot remove \"no'pe\": No such file or directory\nrm: \
                 cannot remove 'no$pe': No such file or directory\n",
        ),
        rm("LC_ALL=C rm -v é").after(": >é").says("removed ''$'\\303\\251'\n").makes(&["é: gone"]),
        rm("yes | rm -i \"it's\" 'a b'")
            .after(": >'a b'; : >\"it's\"")
            .warns("rm: remove regular empty file \"it's\"? rm: remove regular empty file 'a b'? ")
            .makes(&["a b: gone", "it's: gone"]),
        rm("rm -r 'a b/.'").fails("rm: cannot remove 'a b/.': No such file or directory\n"),
    ]);
}

#[test]
fn files_whose_names_begin_with_a_dash_follow_two_dashes_or_a_dot_and_a_slash() {
    check(&[
        rm("rm -- -f").after(": >-f").makes(&["-f: gone"]),
        rm("rm ./-f").after(": >-f").makes(&["-f: gone"]),
        rm("rm -f -f; ls ./-f").after(": >-f").says("./-f\n"),
        rm("rm -").after(": >-").makes(&["-: gone"]),
        rm("rm -x").after(": >-x").fails(
            "rm: invalid option -- 'x'\nTry 'rm ./-x' to remove the file '-x'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm -rx").after(": >-rx").fails(
            "rm: invalid option -- 'x'\nTry 'rm ./-rx' to remove the file '-rx'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm f -rx").after(": >-rx").fails(
            "rm: invalid option -- 'x'\nTry 'rm ./-rx' to remove the file '-rx'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm -rx f").after(": >-rx").fails(
            "rm: invalid option -- 'x'\nTry 'rm ./-rx' to remove the file '-rx'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm -rx").fails("rm: invalid option -- 'x'\nTry 'rm --help' for more information.\n"),
        rm("rm --foo").after(": >--foo").fails(
            "rm: unrecognized option '--foo'\n\
                 Try 'rm ./--foo' to remove the file '--foo'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm --foo=bar")
            .after(": >--foo")
            .fails("rm: unrecognized option '--foo=bar'\nTry 'rm --help' for more information.\n"),
        rm("rm --v").after(": >--v").fails(
            "rm: option '--v' is ambiguous; possibilities: '--verbose' '--version'\n\
                 Try 'rm ./--v' to remove the file '--v'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm '-q z'").after(": >'-q z'").fails(
            "rm: invalid option -- 'q'\nTry 'rm ./'-q z'' to remove the file '-q z'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm \"$(printf -- '-q\\nz')\"").after(": >\"$(printf -- '-q\\nz')\"").fails(
            "rm: invalid option -- 'q'\nTry 'rm ./'-q'$'\\n\
                 ''z'' to remove the file '-q'$'\\n''z'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm -y").after("mkdir ./-y").fails(
            "rm: invalid option -- 'y'\nTry 'rm ./-y' to remove the file '-y'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm -y").after("ln -s nowhere ./-y").fails(
            "rm: invalid option -- 'y'\nTry 'rm ./-y' to remove the file '-y'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm f -- -r")
            .fails("rm: cannot remove '-r': No such file or directory\n")
            .makes(&["f: gone"]),
        rm("rm -rf -- -x"),
        rm("rm -y -x").after(": >-x; : >-y").fails(
            "rm: invalid option -- 'y'\nTry 'rm ./-y' to remove the file '-y'.\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm -r --nope -x").after(": >-x").fails(
            "rm: unrecognized option '--nope'\nTry 'rm ./-x' to remove the file '-x'.\n\
                 Try 'rm --help' for more information.\n",
        ),
    ]);
}

#[test]
fn the_working_directory_may_be_removed() {
    check(&[
        rm("cd p/q && rm -rv ../../p")
            .after("mkdir -p p/q")
            .says("removed directory '../../p/q'\nremoved directory '../../p'\n")
            .makes(&["p: gone"]),
        rm("cd p/q && rm -rv \"$(cd .. && pwd)\"")
            .after("mkdir -p p/q")
            .says("removed directory '$PWD/p/q'\nremoved directory '$PWD/p'\n")
            .makes(&["p: gone"]),
        rm("cd p/q && rm -r ../q").after("mkdir -p p/q").makes(&["p/q: gone"]),
    ]);
}
