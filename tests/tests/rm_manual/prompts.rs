//! Tests of the prompts of `rm`: when they come, their words, and the effect of each answer.
use crate::{check, rm};

#[test]
fn it_prompts_for_every_file() {
    check(&[
        rm("rm -i f").warns("rm: remove regular file 'f'? "),
        rm("yes | rm -i f e lf dang ld")
            .warns(
                "rm: remove regular file 'f'? rm: remove regular empty file 'e'? rm: \
                 remove symbolic link 'lf'? rm: remove symbolic link 'dang'? rm: \
                 remove symbolic link 'ld'? ",
            )
            .makes(&["dang: gone", "e: gone", "f: gone", "ld: gone", "lf: gone"]),
        rm("yes n | rm -i f e")
            .warns("rm: remove regular file 'f'? rm: remove regular empty file 'e'? "),
        rm("printf 'yes\\nY\\nfoo\\n' | rm -i f e lf")
            .warns(
                "rm: remove regular file 'f'? rm: remove regular empty file 'e'? rm: \
                 remove symbolic link 'lf'? ",
            )
            .makes(&["e: gone", "f: gone"]),
        rm("printf 'n\\ny\\n' | rm -iv f e")
            .says("removed 'e'\n")
            .warns("rm: remove regular file 'f'? rm: remove regular empty file 'e'? ")
            .makes(&["e: gone"]),
        rm("printf ' y\\n' | rm -i f").warns("rm: remove regular file 'f'? "),
        rm("printf 'y' | rm -i f").warns("rm: remove regular file 'f'? ").makes(&["f: gone"]),
        rm("printf '\\ny\\n' | rm -i f e")
            .warns("rm: remove regular file 'f'? rm: remove regular empty file 'e'? ")
            .makes(&["e: gone"]),
        rm("printf 'y\\n' | rm -i f e lf")
            .warns(
                "rm: remove regular file 'f'? rm: remove regular empty file 'e'? rm: \
                 remove symbolic link 'lf'? ",
            )
            .makes(&["f: gone"]),
        rm("rm -i f </dev/null").warns("rm: remove regular file 'f'? "),
        rm("yes | rm -iv p")
            .after("mkfifo p")
            .says("removed 'p'\n")
            .warns("rm: remove fifo 'p'? ")
            .makes(&["p: gone"]),
        rm("yes | rm -i nope f")
            .fails(
                "rm: cannot remove 'nope': No such file or directory\nrm: \
                 remove regular file 'f'? ",
            )
            .makes(&["f: gone"]),
        rm("yes | rm -i s d f")
            .fails(
                "rm: cannot remove 's': Is a directory\nrm: cannot remove 'd': Is a directory\n\
                 rm: remove regular file 'f'? ",
            )
            .makes(&["f: gone"]),
        rm("yes | rm --interactive f").warns("rm: remove regular file 'f'? ").makes(&["f: gone"]),
        rm("rm -i d").fails("rm: cannot remove 'd': Is a directory\n"),
    ]);
}

#[test]
fn it_asks_before_it_enters_a_directory_and_again_before_it_removes_it() {
    check(&[
        rm("yes | rm -ri s")
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? ",
            )
            .makes(&["s: gone"]),
        rm("yes | rm -riv s d f")
            .says(
                "removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n\
                 removed directory 'd'\nremoved 'f'\n",
            )
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? rm: remove directory 'd'? rm: remove regular file 'f'? ",
            )
            .makes(&["d: gone", "f: gone", "s: gone"]),
        rm("yes n | rm -ri s d f").warns(
            "rm: descend into directory 's'? rm: remove directory 'd'? rm: \
                 remove regular file 'f'? ",
        ),
        rm("printf 'y\\n' | rm -ri s")
            .warns("rm: descend into directory 's'? rm: descend into directory 's/sub'? "),
        rm("printf 'y\\nn\\n' | rm -ri s")
            .warns("rm: descend into directory 's'? rm: descend into directory 's/sub'? "),
        rm("printf 'y\\ny\\nn\\n' | rm -ri s").warns(
            "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? ",
        ),
        rm("printf 'y\\ny\\nn\\ny\\ny\\n' | rm -ri s").fails(
            "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 cannot remove 's/sub': Directory not empty\n",
        ),
        rm("printf 'y\\ny\\ny\\nn\\n' | rm -ri s")
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? ",
            )
            .makes(&["s/sub/h: gone"]),
        rm("printf 'y\\ny\\ny\\nn\\ny\\n' | rm -ri s")
            .fails(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? rm: cannot remove 's': Directory not empty\n",
            )
            .makes(&["s/sub/h: gone"]),
        rm("printf 'y\\ny\\ny\\ny\\nn\\n' | rm -ri s")
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? ",
            )
            .makes(&["s/sub: gone"]),
        rm("printf 'y\\ny\\ny\\ny\\nn\\n' | rm -riv s")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\n")
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? ",
            )
            .makes(&["s/sub: gone"]),
        rm("printf 'y\\ny\\nn\\n' | rm -ri p").after("mkdir -p p/q/r").warns(
            "rm: descend into directory 'p'? rm: descend into directory 'p/q'? rm: \
                 remove directory 'p/q/r'? ",
        ),
        rm("printf 'y\\ny\\ny\\nn\\n' | rm -ri p")
            .after("mkdir -p p/q/r")
            .warns(
                "rm: descend into directory 'p'? rm: descend into directory 'p/q'? rm: \
                 remove directory 'p/q/r'? rm: remove directory 'p/q'? rm: \
                 remove directory 'p'? ",
            )
            .makes(&["p/q/r: gone"]),
        rm("printf 'y\\ny\\ny\\nn\\ny\\n' | rm -ri p")
            .after("mkdir -p p/q/r")
            .fails(
                "rm: descend into directory 'p'? rm: descend into directory 'p/q'? rm: \
                 remove directory 'p/q/r'? rm: remove directory 'p/q'? rm: \
                 remove directory 'p'? rm: cannot remove 'p': Directory not empty\n",
            )
            .makes(&["p/q/r: gone"]),
        rm("printf 'y\\nn\\n' | rm -ri p d").after("mkdir -p p/q/r").warns(
            "rm: descend into directory 'p'? rm: descend into directory 'p/q'? rm: \
                 remove directory 'd'? ",
        ),
        rm("yes | rm -riv p")
            .after("mkdir -p p/q/r")
            .says("removed directory 'p/q/r'\nremoved directory 'p/q'\nremoved directory 'p'\n")
            .warns(
                "rm: descend into directory 'p'? rm: descend into directory 'p/q'? rm: \
                 remove directory 'p/q/r'? rm: remove directory 'p/q'? rm: \
                 remove directory 'p'? ",
            )
            .makes(&["p: gone"]),
        rm("yes | rm -ri ld").warns("rm: remove symbolic link 'ld'? ").makes(&["ld: gone"]),
        rm("yes | rm -ri d/").warns("rm: remove directory 'd/'? ").makes(&["d: gone"]),
        rm("yes | rm -riv s/")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's/'\n")
            .warns(
                "rm: descend into directory 's/'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's/'? ",
            )
            .makes(&["s: gone"]),
    ]);
}

#[test]
fn an_empty_directory_is_asked_about_once() {
    check(&[
        rm("yes | rm -idv d")
            .says("removed directory 'd'\n")
            .warns("rm: remove directory 'd'? ")
            .makes(&["d: gone"]),
        rm("yes n | rm -id d").warns("rm: remove directory 'd'? "),
        rm("yes | rm -idv d s")
            .says("removed directory 'd'\n")
            .fails("rm: remove directory 'd'? rm: cannot remove 's': Directory not empty\n")
            .makes(&["d: gone"]),
        rm("rm -id s </dev/null").fails("rm: cannot remove 's': Directory not empty\n"),
    ]);
}

#[test]
fn it_prompts_once_if_more_than_three_files_are_named() {
    check(&[
        rm("rm -I f e lf").makes(&["e: gone", "f: gone", "lf: gone"]),
        rm("rm -I f e lf dang").warns("rm: remove 4 arguments? "),
        rm("yes | rm -I f e lf dang").warns("rm: remove 4 arguments? ").makes(&[
            "dang: gone",
            "e: gone",
            "f: gone",
            "lf: gone",
        ]),
        rm("yes n | rm -I f e lf dang").warns("rm: remove 4 arguments? "),
        rm("yes | rm -Iv f e lf dang ld")
            .says("removed 'f'\nremoved 'e'\nremoved 'lf'\nremoved 'dang'\nremoved 'ld'\n")
            .warns("rm: remove 5 arguments? ")
            .makes(&["dang: gone", "e: gone", "f: gone", "ld: gone", "lf: gone"]),
        rm("yes | rm --interactive=once f e lf dang").warns("rm: remove 4 arguments? ").makes(&[
            "dang: gone",
            "e: gone",
            "f: gone",
            "lf: gone",
        ]),
        rm("yes | rm -I f e lf nope")
            .fails("rm: remove 4 arguments? rm: cannot remove 'nope': No such file or directory\n")
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        rm("yes | rm -I f f f f")
            .fails(
                "rm: remove 4 arguments? rm: cannot remove 'f': No such file or directory\nrm: \
                 cannot remove 'f': No such file or directory\nrm: cannot remove 'f': \
                 No such file or directory\n",
            )
            .makes(&["f: gone"]),
        rm("rm -I nope").fails("rm: cannot remove 'nope': No such file or directory\n"),
    ]);
}

#[test]
fn it_prompts_once_if_a_recursive_removal_is_requested() {
    check(&[
        rm("rm -Ir s").warns("rm: remove 1 argument recursively? "),
        rm("yes | rm -Ir s").warns("rm: remove 1 argument recursively? ").makes(&["s: gone"]),
        rm("yes | rm -Irv s d")
            .says(
                "removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n\
                 removed directory 'd'\n",
            )
            .warns("rm: remove 2 arguments recursively? ")
            .makes(&["d: gone", "s: gone"]),
        rm("yes n | rm -Irv s d").warns("rm: remove 2 arguments recursively? "),
        rm("yes | rm -rI d f e lf")
            .warns("rm: remove 4 arguments recursively? ")
            .makes(&["d: gone", "e: gone", "f: gone", "lf: gone"]),
        rm("yes | rm -r -I").fails("rm: missing operand\nTry 'rm --help' for more information.\n"),
        rm("yes n | rm -rI s/.. f").warns("rm: remove 2 arguments recursively? "),
        rm("echo y | rm -Ir nope").fails(
            "rm: remove 1 argument recursively? rm: cannot remove 'nope': \
                 No such file or directory\n",
        ),
    ]);
}

#[test]
fn the_last_flag_about_asking_wins() {
    check(&[
        rm("rm -if f").makes(&["f: gone"]),
        rm("rm -fi f").warns("rm: remove regular file 'f'? "),
        rm("rm -iI f").makes(&["f: gone"]),
        rm("rm -Ii f").warns("rm: remove regular file 'f'? "),
        rm("rm -fI f e lf dang").warns("rm: remove 4 arguments? "),
        rm("rm -If f e lf dang").makes(&["dang: gone", "e: gone", "f: gone", "lf: gone"]),
        rm("rm -i --interactive=never f").makes(&["f: gone"]),
        rm("rm --interactive=never -i f").warns("rm: remove regular file 'f'? "),
        rm("rm -f --interactive=never nope"),
        rm("rm --interactive=never nope")
            .fails("rm: cannot remove 'nope': No such file or directory\n"),
        rm("rm -f --interactive nope f").fails(
            "rm: cannot remove 'nope': No such file or directory\nrm: \
                 remove regular file 'f'? ",
        ),
        rm("rm -f --interactive=once nope nope2 nope3 nope4").warns("rm: remove 4 arguments? "),
        rm("rm -f -I nope").fails("rm: cannot remove 'nope': No such file or directory\n"),
        rm("rm -I -f nope"),
        rm("rm -i -f nope"),
        rm("rm -f -i nope").fails("rm: cannot remove 'nope': No such file or directory\n"),
    ]);
}
