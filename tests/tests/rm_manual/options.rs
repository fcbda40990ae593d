//! Tests of the options of `rm`, one after the other, and of their spellings.
use crate::{check, nobody, rm};

#[test]
fn dir_removes_empty_directories() {
    check(&[
        rm("rm -d d").makes(&["d: gone"]),
        rm("rm --dir d").makes(&["d: gone"]),
        rm("rm -d s").fails("rm: cannot remove 's': Directory not empty\n"),
        rm("rm -dv d s f")
            .says("removed directory 'd'\nremoved 'f'\n")
            .fails("rm: cannot remove 's': Directory not empty\n")
            .makes(&["d: gone", "f: gone"]),
        rm("rm -dv f lf").says("removed 'f'\nremoved 'lf'\n").makes(&["f: gone", "lf: gone"]),
        rm("rm -df nope d").makes(&["d: gone"]),
        rm("rm -rd s d").makes(&["d: gone", "s: gone"]),
        rm("rm -dr s").makes(&["s: gone"]),
        rm("rm -dv s/e s/sub s")
            .after("mkdir s/e")
            .says("removed directory 's/e'\n")
            .fails(
                "rm: cannot remove 's/sub': Directory not empty\nrm: cannot remove 's': \
                 Directory not empty\n",
            )
            .makes(&["s/e: gone"]),
    ]);
}

#[test]
fn forced_it_ignores_what_is_missing_and_never_prompts() {
    check(&[
        rm("rm -f nope f").makes(&["f: gone"]),
        rm("rm --force nope f").makes(&["f: gone"]),
        nobody("rm ---presume-input-tty -f f", "chmod 444 f").makes(&["f: gone"]),
        nobody("rm -f f e", "chmod 444 f").makes(&["e: gone", "f: gone"]),
        nobody("rm -f ---presume-input-tty -r s", "chmod 555 s")
            .fails("rm: cannot remove 's/sub': Permission denied\n")
            .makes(&["s/sub/h: gone"]),
        rm("rm -if f").makes(&["f: gone"]),
        rm("rm -If f e lf dang").makes(&["dang: gone", "e: gone", "f: gone", "lf: gone"]),
        rm("rm -f s/sub").fails("rm: cannot remove 's/sub': Is a directory\n"),
        rm("rm --interactive -f f").makes(&["f: gone"]),
    ]);
}

#[test]
fn recursive_removes_directories_and_their_contents() {
    check(&[
        rm("rm -r s").makes(&["s: gone"]),
        rm("rm -R s").makes(&["s: gone"]),
        rm("rm --recursive s").makes(&["s: gone"]),
        rm("rm -rv s")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .makes(&["s: gone"]),
        rm("rm -rR s d").makes(&["d: gone", "s: gone"]),
        rm("rm -rv d s f")
            .says(
                "removed directory 'd'\nremoved 's/sub/h'\nremoved directory 's/sub'\n\
                 removed directory 's'\nremoved 'f'\n",
            )
            .makes(&["d: gone", "f: gone", "s: gone"]),
        rm("rm f -r s").makes(&["f: gone", "s: gone"]),
        rm("rm -rv ./s")
            .says("removed './s/sub/h'\nremoved directory './s/sub'\nremoved directory './s'\n")
            .makes(&["s: gone"]),
        rm("rm -rv $PWD/s")
            .says(
                "removed '$PWD/s/sub/h'\nremoved directory '$PWD/s/sub'\n\
                 removed directory '$PWD/s'\n",
            )
            .makes(&["s: gone"]),
        rm("rm -rv nope s")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .fails("rm: cannot remove 'nope': No such file or directory\n")
            .makes(&["s: gone"]),
        rm("rm -rv s/sub s")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .makes(&["s: gone"]),
        rm("rm -rv s s/sub s")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .fails(
                "rm: cannot remove 's/sub': No such file or directory\nrm: cannot remove 's': \
                 No such file or directory\n",
            )
            .makes(&["s: gone"])
            .in_any_order(),
        rm("rm -rv m")
            .after("mkdir -p m/1 m/2; : >m/a; : >m/1/b; : >m/2/c; ln -s ../../s m/2/l; mkfifo m/p")
            .says(
                "removed 'm/2/c'\nremoved 'm/2/l'\nremoved directory 'm/2'\nremoved 'm/p'\n\
                 removed 'm/a'\nremoved 'm/1/b'\nremoved directory 'm/1'\n\
                 removed directory 'm'\n",
            )
            .makes(&["m: gone"])
            .in_any_order(),
        rm("rm -r m")
            .after("mkdir -p m/1 m/2; : >m/a; : >m/1/b; : >m/2/c")
            .makes(&["m: gone"])
            .in_any_order(),
        rm("i=0; p=deep; while [ $i -lt 60 ]; do p=$p/deep; i=$((i+1)); done; \
                 mkdir -p $p; rm -rv deep | wc -l")
        .says("61\n"),
        rm("mkdir m; i=0; while [ $i -lt 500 ]; do : >m/$i; i=$((i+1)); done; \
                 rm -rv m | wc -l")
        .says("501\n"),
    ]);
}

#[test]
fn verbose_tells_each_name() {
    check(&[
        rm("rm -v f").says("removed 'f'\n").makes(&["f: gone"]),
        rm("rm --verbose f").says("removed 'f'\n").makes(&["f: gone"]),
        rm("rm -v f lf dang ld")
            .says("removed 'f'\nremoved 'lf'\nremoved 'dang'\nremoved 'ld'\n")
            .makes(&["dang: gone", "f: gone", "ld: gone", "lf: gone"]),
        rm("rm -rv s")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .makes(&["s: gone"]),
        rm("rm -dv d").says("removed directory 'd'\n").makes(&["d: gone"]),
        rm("rm -v f >/dev/full")
            .fails("rm: write error: No space left on device\n")
            .makes(&["f: gone"]),
        rm("rm f >/dev/full").makes(&["f: gone"]),
        rm("rm f >&- ").makes(&["f: gone"]),
        rm("rm nope >&-").fails("rm: cannot remove 'nope': No such file or directory\n"),
    ]);
}

#[test]
fn options_may_be_abbreviated_as_long_as_they_are_clear() {
    check(&[
        rm("rm --r f").makes(&["f: gone"]),
        rm("rm --re s").makes(&["s: gone"]),
        rm("rm --p f").makes(&["f: gone"]),
        rm("rm --one f").makes(&["f: gone"]),
        rm("rm --d d").makes(&["d: gone"]),
        rm("rm --f nope"),
        rm("rm --verb f").says("removed 'f'\n").makes(&["f: gone"]),
        rm("rm --v f").fails(
            "rm: option '--v' is ambiguous; possibilities: '--verbose' '--version'\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm --ver f").fails(
            "rm: option '--ver' is ambiguous; possibilities: '--verbose' '--version'\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm --i=n f").makes(&["f: gone"]),
        rm("rm --int=always f").warns("rm: remove regular file 'f'? "),
        rm("rm --no f").fails("rm: you may not abbreviate the --no-preserve-root option\n"),
        rm("rm --nonsense f")
            .fails("rm: unrecognized option '--nonsense'\nTry 'rm --help' for more information.\n"),
        rm("rm -z f").fails("rm: invalid option -- 'z'\nTry 'rm --help' for more information.\n"),
        rm("rm -P f").fails("rm: invalid option -- 'P'\nTry 'rm --help' for more information.\n"),
        rm("rm --recursive=yes s").fails(
            "rm: option '--recursive' doesn't allow an argument\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm --dir=x d").fails(
            "rm: option '--dir' doesn't allow an argument\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm --force=x d").fails(
            "rm: option '--force' doesn't allow an argument\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm --one-file-system=x d").fails(
            "rm: option '--one-file-system' doesn't allow an argument\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("rm --help=x").fails(
            "rm: option '--help' doesn't allow an argument\n\
                 Try 'rm --help' for more information.\n",
        ),
        rm("POSIXLY_CORRECT=1 rm f -v s")
            .fails(
                "rm: cannot remove '-v': No such file or directory\nrm: cannot remove 's': \
                 Is a directory\n",
            )
            .makes(&["f: gone"]),
        rm("POSIXLY_CORRECT=1 rm -v f").says("removed 'f'\n").makes(&["f: gone"]),
        rm("rm f -v").says("removed 'f'\n").makes(&["f: gone"]),
        rm("LC_ALL=C rm --interactive=x f").fails(
            "rm: invalid argument 'x' for '--interactive'\n\
                 Valid arguments are:\n  - 'never', 'no', 'none'\n  - 'once'\n  - 'always', \
                 'yes'\nTry 'rm --help' for more information.\n",
        ),
    ]);
}

#[test]
fn preserve_root_takes_all_and_nothing_else() {
    check(&[
        rm("rm --preserve-root f").makes(&["f: gone"]),
        rm("rm --preserve-root=all f").makes(&["f: gone"]),
        rm("rm --preserve-root=all -r s d").makes(&["d: gone", "s: gone"]),
        rm("rm --preserve-root=x f").fails("rm: unrecognized --preserve-root argument: 'x'\n"),
        rm("rm --preserve-root=a f").fails("rm: unrecognized --preserve-root argument: 'a'\n"),
        rm("rm --preserve-root= f").fails("rm: unrecognized --preserve-root argument: ''\n"),
        rm("rm --preserve f").makes(&["f: gone"]),
        rm("rm --preserve=all f").makes(&["f: gone"]),
        rm("rm --no-preserve-root f").makes(&["f: gone"]),
        rm("rm --no-preserve-root -r s").makes(&["s: gone"]),
        rm("rm --no-preserve f")
            .fails("rm: you may not abbreviate the --no-preserve-root option\n"),
        rm("rm --no-preserve-roo f")
            .fails("rm: you may not abbreviate the --no-preserve-root option\n"),
        rm("rm --n f").fails("rm: you may not abbreviate the --no-preserve-root option\n"),
    ]);
}

#[test]
fn interactive_takes_three_words() {
    check(&[
        rm("rm --interactive f").warns("rm: remove regular file 'f'? "),
        rm("rm --interactive=always f").warns("rm: remove regular file 'f'? "),
        rm("rm --interactive=yes f").warns("rm: remove regular file 'f'? "),
        rm("rm --interactive=once f e lf dang").warns("rm: remove 4 arguments? "),
        rm("rm --interactive=never f").makes(&["f: gone"]),
        rm("rm --interactive=no f").makes(&["f: gone"]),
        rm("rm --interactive=none f").makes(&["f: gone"]),
        rm("rm --interactive=a f").warns("rm: remove regular file 'f'? "),
        rm("rm --interactive=o f e lf dang").warns("rm: remove 4 arguments? "),
        rm("rm --interactive=n f").makes(&["f: gone"]),
        rm("rm --interactive=nev f").makes(&["f: gone"]),
        rm("rm --interactive=x f").fails(
            "rm: invalid argument ‘x’ for ‘--interactive’\n\
                 Valid arguments are:\n  - ‘never’, ‘no’, ‘none’\n  - ‘once’\n  - ‘always’, \
                 ‘yes’\nTry 'rm --help' for more information.\n",
        ),
        rm("rm --interactive= f").fails(
            "rm: ambiguous argument ‘’ for ‘--interactive’\n\
                 Valid arguments are:\n  - ‘never’, ‘no’, ‘none’\n  - ‘once’\n  - ‘always’, \
                 ‘yes’\nTry 'rm --help' for more information.\n",
        ),
        rm("rm --interactive always f").fails(
            "rm: cannot remove 'always': No such file or directory\nrm: \
                 remove regular file 'f'? ",
        ),
    ]);
}

#[test]
fn an_exit_status_of_zero_indicates_success() {
    check(&[
        rm("rm f; echo $?").says("0\n").makes(&["f: gone"]),
        rm("rm nope; echo $?")
            .says("1\n")
            .warns("rm: cannot remove 'nope': No such file or directory\n"),
        rm("rm -f nope; echo $?").says("0\n"),
        rm("echo n | rm -i f; echo $?").says("0\n").warns("rm: remove regular file 'f'? "),
        rm("rm --nonsense; echo $?")
            .says("1\n")
            .warns("rm: unrecognized option '--nonsense'\nTry 'rm --help' for more information.\n"),
        rm("rm f nope e; echo $?")
            .says("1\n")
            .warns("rm: cannot remove 'nope': No such file or directory\n")
            .makes(&["e: gone", "f: gone"]),
    ]);
}
