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
            .makes(&["s: gone", "s/sub: gone", "s/sub/h: gone"]),
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
            .makes(&["d: gone", "f: gone", "s: gone", "s/sub: gone", "s/sub/h: gone"]),
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
            .makes(&["s/sub: gone", "s/sub/h: gone"]),
        rm("printf 'y\\ny\\ny\\ny\\nn\\n' | rm -riv s")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\n")
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's'? ",
            )
            .makes(&["s/sub: gone", "s/sub/h: gone"]),
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
            .makes(&["p: gone", "p/q: gone", "p/q/r: gone"]),
        rm("yes | rm -ri ld").warns("rm: remove symbolic link 'ld'? ").makes(&["ld: gone"]),
        rm("yes | rm -ri d/").warns("rm: remove directory 'd/'? ").makes(&["d: gone"]),
        rm("yes | rm -riv s/")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's/'\n")
            .warns(
                "rm: descend into directory 's/'? rm: descend into directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: remove directory 's/sub'? rm: \
                 remove directory 's/'? ",
            )
            .makes(&["s: gone", "s/sub: gone", "s/sub/h: gone"]),
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
        rm("yes | rm -Ir s").warns("rm: remove 1 argument recursively? ").makes(&[
            "s: gone",
            "s/sub: gone",
            "s/sub/h: gone",
        ]),
        rm("yes | rm -Irv s d")
            .says(
                "removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n\
                 removed directory 'd'\n",
            )
            .warns("rm: remove 2 arguments recursively? ")
            .makes(&["d: gone", "s: gone", "s/sub: gone", "s/sub/h: gone"]),
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

#[test]
fn an_unwritable_file_is_asked_about_on_a_terminal() {
    check(&[
        rm("rm f").after("chmod 444 f").by_nobody().makes(&["f: gone"]),
        rm("rm ---presume-input-tty f")
            .after("chmod 444 f")
            .by_nobody()
            .warns("rm: remove write-protected regular file 'f'? "),
        rm("yes | rm ---presume-input-tty f e")
            .after("chmod 444 f")
            .by_nobody()
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone"]),
        rm("yes | rm ---presume-input-tty -v f lf e")
            .after("chmod 444 f")
            .by_nobody()
            .says("removed 'f'\nremoved 'lf'\nremoved 'e'\n")
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        rm("yes n | rm ---presume-input-tty -v f lf e")
            .after("chmod 444 f")
            .by_nobody()
            .says("removed 'lf'\nremoved 'e'\n")
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "lf: gone"]),
        rm("printf 'n\\ny\\n' | rm ---presume-input-tty -v f e")
            .after("chmod 444 f e")
            .by_nobody()
            .says("removed 'e'\n")
            .warns(
                "rm: remove write-protected regular file 'f'? rm: \
                 remove write-protected regular empty file 'e'? ",
            )
            .makes(&["e: gone"]),
        rm("yes | rm ---presume-input-tty -f f lf e")
            .after("chmod 444 f")
            .by_nobody()
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        rm("yes | rm ---presume-input-tty -i f lf e")
            .after("chmod 444 f")
            .by_nobody()
            .warns(
                "rm: remove write-protected regular file 'f'? rm: remove symbolic link 'lf'? \
                 rm: remove regular empty file 'e'? ",
            )
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        rm("yes n | rm ---presume-input-tty -i f lf e").after("chmod 444 f").by_nobody().warns(
            "rm: remove write-protected regular file 'f'? rm: remove symbolic link 'lf'? \
                 rm: remove regular empty file 'e'? ",
        ),
        rm("yes n | rm ---presume-input-tty --interactive=never f lf e")
            .after("chmod 444 f")
            .by_nobody()
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        rm("yes | rm ---presume-input-tty -I f lf e")
            .after("chmod 444 f")
            .by_nobody()
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        rm("yes | rm ---presume-input-tty -I f lf e ld")
            .after("chmod 444 f")
            .by_nobody()
            .warns("rm: remove 4 arguments? rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone", "ld: gone", "lf: gone"]),
        rm("yes | rm ---presume-input-tty nope f ''")
            .after("chmod 444 f")
            .by_nobody()
            .fails(
                "rm: cannot remove 'nope': No such file or directory\nrm: \
                 remove write-protected regular file 'f'? rm: cannot remove '': \
                 No such file or directory\n",
            )
            .makes(&["f: gone"]),
        rm("rm ---presume-input-tty p")
            .after("mkfifo p; chmod 444 p")
            .by_nobody()
            .warns("rm: remove write-protected fifo 'p'? "),
        rm("rm ---presume-input-tty lf").after("chmod 444 f").by_nobody().makes(&["lf: gone"]),
    ]);
}

#[test]
fn an_unwritable_directory_is_asked_about_on_a_terminal() {
    check(&[
        rm("yes | rm ---presume-input-tty -rv d")
            .after("chmod 555 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .warns("rm: remove write-protected directory 'd'? ")
            .makes(&["d: gone"]),
        rm("yes n | rm ---presume-input-tty -rv d")
            .after("chmod 555 d")
            .by_nobody()
            .warns("rm: remove write-protected directory 'd'? "),
        rm("yes | rm ---presume-input-tty -dv d")
            .after("chmod 555 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .warns("rm: remove write-protected directory 'd'? ")
            .makes(&["d: gone"]),
        rm("yes | rm ---presume-input-tty -rv s")
            .after("chmod 555 s")
            .by_nobody()
            .says("removed 's/sub/h'\n")
            .fails(
                "rm: descend into write-protected directory 's'? rm: cannot remove 's/sub': \
                 Permission denied\n",
            )
            .makes(&["s/sub/h: gone"]),
        rm("yes n | rm ---presume-input-tty -rv s")
            .after("chmod 555 s")
            .by_nobody()
            .warns("rm: descend into write-protected directory 's'? "),
        rm("yes | rm ---presume-input-tty -rv s").after("chmod 555 s/sub").by_nobody().fails(
            "rm: descend into write-protected directory 's/sub'? rm: \
                 cannot remove 's/sub/h': Permission denied\n",
        ),
        rm("yes n | rm ---presume-input-tty -rv s")
            .after("chmod 555 s/sub")
            .by_nobody()
            .warns("rm: descend into write-protected directory 's/sub'? "),
        rm("yes n | rm ---presume-input-tty -rv s").after("chmod 444 s/sub/h").by_nobody().fails(
            "rm: remove write-protected regular file 's/sub/h'? rm: cannot remove 's/sub': \
                 Directory not empty\n",
        ),
        rm("yes | rm ---presume-input-tty -rv s")
            .after("chmod 444 s/sub/h")
            .by_nobody()
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .warns("rm: remove write-protected regular file 's/sub/h'? ")
            .makes(&["s: gone", "s/sub: gone", "s/sub/h: gone"]),
        rm("yes | rm ---presume-input-tty -rv e s d")
            .after("chmod 444 e; chmod 555 d")
            .by_nobody()
            .says(
                "removed 'e'\nremoved 's/sub/h'\nremoved directory 's/sub'\n\
                 removed directory 's'\nremoved directory 'd'\n",
            )
            .warns(
                "rm: remove write-protected regular empty file 'e'? rm: \
                 remove write-protected directory 'd'? ",
            )
            .makes(&["d: gone", "e: gone", "s: gone", "s/sub: gone", "s/sub/h: gone"]),
        rm("yes | rm -riv s").after("chmod 555 s/sub").by_nobody().fails(
            "rm: descend into directory 's'? rm: \
                 descend into write-protected directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: cannot remove 's/sub/h': \
                 Permission denied\n",
        ),
        rm("yes | rm -riv s")
            .after("chmod 444 s/sub/h")
            .by_nobody()
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove write-protected regular file 's/sub/h'? rm: remove directory 's/sub'? \
                 rm: remove directory 's'? ",
            )
            .makes(&["s: gone", "s/sub: gone", "s/sub/h: gone"]),
        rm("yes n | rm ---presume-input-tty -rv s")
            .after("unlink s/sub/h; chmod 555 s/sub")
            .by_nobody()
            .warns("rm: remove write-protected directory 's/sub'? "),
        rm("yes | rm ---presume-input-tty -rv s")
            .after("unlink s/sub/h; chmod 555 s/sub")
            .by_nobody()
            .says("removed directory 's/sub'\nremoved directory 's'\n")
            .warns("rm: remove write-protected directory 's/sub'? ")
            .makes(&["s: gone", "s/sub: gone"]),
    ]);
}

#[test]
fn what_is_protected_is_asked_about_in_its_turn() {
    check(&[
        rm("yes | rm ---presume-input-tty -r s d f")
            .after("chmod 444 s/sub/h")
            .by_nobody()
            .warns("rm: remove write-protected regular file 's/sub/h'? ")
            .makes(&["d: gone", "f: gone", "s: gone", "s/sub: gone", "s/sub/h: gone"]),
        rm("yes n | rm ---presume-input-tty -r s d f")
            .after("chmod 444 s/sub/h")
            .by_nobody()
            .fails(
                "rm: remove write-protected regular file 's/sub/h'? rm: cannot remove 's/sub': \
                 Directory not empty\n",
            )
            .makes(&["d: gone", "f: gone"]),
        rm("yes | rm ---presume-input-tty -r s d")
            .after("chmod 555 s/sub")
            .by_nobody()
            .fails(
                "rm: descend into write-protected directory 's/sub'? rm: \
                 cannot remove 's/sub/h': Permission denied\n",
            )
            .makes(&["d: gone"]),
        rm("yes n | rm ---presume-input-tty -r s d")
            .after("chmod 555 s/sub")
            .by_nobody()
            .warns("rm: descend into write-protected directory 's/sub'? ")
            .makes(&["d: gone"]),
        rm("yes n | rm ---presume-input-tty -r s f")
            .after("unlink s/sub/h; chmod 555 s/sub")
            .by_nobody()
            .warns("rm: remove write-protected directory 's/sub'? ")
            .makes(&["f: gone"]),
        rm("yes | rm ---presume-input-tty -r s f")
            .after("unlink s/sub/h; chmod 555 s/sub")
            .by_nobody()
            .warns("rm: remove write-protected directory 's/sub'? ")
            .makes(&["f: gone", "s: gone", "s/sub: gone"]),
        rm("yes | rm ---presume-input-tty -r d s")
            .after("chmod 000 d")
            .by_nobody()
            .fails("rm: cannot remove 'd': Permission denied\n")
            .makes(&["s: gone", "s/sub: gone", "s/sub/h: gone"]),
        rm("rm ---presume-input-tty -r f s </dev/null")
            .after("chmod 444 f")
            .by_nobody()
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["s: gone", "s/sub: gone", "s/sub/h: gone"]),
    ]);
}

#[test]
fn a_directory_that_cannot_be_read() {
    check(&[
        rm("rm -rv d")
            .after("chmod 000 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .makes(&["d: gone"]),
        rm("rm -rfv d")
            .after("chmod 000 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .makes(&["d: gone"]),
        rm("rm -dv d")
            .after("chmod 000 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .makes(&["d: gone"]),
        rm("yes | rm ---presume-input-tty -rv d")
            .after("chmod 000 d")
            .by_nobody()
            .fails("rm: cannot remove 'd': Permission denied\n"),
        rm("yes | rm -riv d")
            .after("chmod 000 d")
            .by_nobody()
            .fails("rm: cannot remove 'd': Permission denied\n"),
        rm("yes n | rm -riv d")
            .after("chmod 000 d")
            .by_nobody()
            .fails("rm: cannot remove 'd': Permission denied\n"),
        rm("yes n | rm -div d")
            .after("chmod 000 d")
            .by_nobody()
            .warns("rm: attempt removal of inaccessible directory 'd'? "),
        rm("yes | rm -div d")
            .after("chmod 111 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .warns("rm: attempt removal of inaccessible directory 'd'? ")
            .makes(&["d: gone"]),
        rm("yes | rm -div d")
            .after("chmod 333 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .warns("rm: attempt removal of inaccessible directory 'd'? ")
            .makes(&["d: gone"]),
        rm("yes | rm -div d")
            .after("chmod 444 d")
            .by_nobody()
            .says("removed directory 'd'\n")
            .warns("rm: remove write-protected directory 'd'? ")
            .makes(&["d: gone"]),
        rm("rm -rv s")
            .after("chmod 000 s")
            .by_nobody()
            .fails("rm: cannot remove 's': Permission denied\n"),
        rm("rm -rfv s")
            .after("chmod 000 s")
            .by_nobody()
            .fails("rm: cannot remove 's': Permission denied\n"),
        rm("yes | rm ---presume-input-tty -rv s")
            .after("chmod 000 s")
            .by_nobody()
            .fails("rm: cannot remove 's': Permission denied\n"),
        rm("yes | rm -riv s")
            .after("chmod 000 s")
            .by_nobody()
            .fails("rm: cannot remove 's': Permission denied\n"),
        rm("yes | rm -div s").after("chmod 333 s").by_nobody().fails(
            "rm: attempt removal of inaccessible directory 's'? rm: cannot remove 's': \
                 Permission denied\n",
        ),
        rm("rm -dv s")
            .after("chmod 333 s")
            .by_nobody()
            .fails("rm: cannot remove 's': Permission denied\n"),
        rm("rm -rv s")
            .after("chmod 333 s/sub")
            .by_nobody()
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        rm("rm -rfv s")
            .after("chmod 333 s/sub")
            .by_nobody()
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        rm("yes | rm ---presume-input-tty -rv s")
            .after("chmod 333 s/sub")
            .by_nobody()
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        rm("yes | rm -riv s").after("chmod 000 s/sub").by_nobody().fails(
            "rm: descend into directory 's'? rm: cannot remove 's/sub': Permission denied\n",
        ),
        rm("yes n | rm -riv s")
            .after("chmod 000 s/sub")
            .by_nobody()
            .warns("rm: descend into directory 's'? "),
        rm("rm -rv s")
            .after("unlink s/sub/h; chmod 000 s/sub")
            .by_nobody()
            .says("removed directory 's/sub'\nremoved directory 's'\n")
            .makes(&["s: gone", "s/sub: gone"]),
        rm("yes | rm ---presume-input-tty -rv s")
            .after("unlink s/sub/h; chmod 000 s/sub")
            .by_nobody()
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        rm("rm -rv s")
            .after("chmod 444 s")
            .by_nobody()
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        rm("rm s/sub")
            .after("chmod 000 s")
            .by_nobody()
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        rm("rm -f s/sub")
            .after("chmod 000 s")
            .by_nobody()
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        rm("rm -rf s/sub/h")
            .after("chmod 000 s")
            .by_nobody()
            .fails("rm: cannot remove 's/sub/h': Permission denied\n"),
    ]);
}

#[test]
fn a_file_that_may_not_be_removed_is_told_and_the_rest_goes_on() {
    check(&[
        rm("rm q/f q/e")
            .after("mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q")
            .by_nobody()
            .fails(
                "rm: cannot remove 'q/f': Permission denied\nrm: cannot remove 'q/e': \
                 Permission denied\n",
            ),
        rm("rm -v q/f nope")
            .after("mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q")
            .by_nobody()
            .fails(
                "rm: cannot remove 'q/f': Permission denied\nrm: cannot remove 'nope': \
                 No such file or directory\n",
            )
            .in_any_order(),
        rm("rm -r q/d")
            .after("mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q")
            .by_nobody()
            .fails("rm: cannot remove 'q/d': Permission denied\n"),
        rm("rm -rf q/d q/f")
            .after("mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q")
            .by_nobody()
            .fails(
                "rm: cannot remove 'q/d': Permission denied\nrm: cannot remove 'q/f': \
                 Permission denied\n",
            )
            // The program asks and tells nothing, so several threads remove them.
            .in_any_order(),
        rm("rm -rv s f")
            .after("chmod 555 s")
            .by_nobody()
            .says("removed 's/sub/h'\nremoved 'f'\n")
            .fails("rm: cannot remove 's/sub': Permission denied\n")
            .makes(&["f: gone", "s/sub/h: gone"]),
        rm("rm -rv s f")
            .after("chmod 555 s/sub")
            .by_nobody()
            .says("removed 'f'\n")
            .fails("rm: cannot remove 's/sub/h': Permission denied\n")
            .makes(&["f: gone"]),
        rm("rm -rfv s f")
            .after("chmod 555 s/sub")
            .by_nobody()
            .says("removed 'f'\n")
            .fails("rm: cannot remove 's/sub/h': Permission denied\n")
            .makes(&["f: gone"]),
        rm("rm -rv m e")
            .after("mkdir -p m/x; : >m/x/a; : >m/b; chmod 555 m/x")
            .by_nobody()
            .says("removed 'm/b'\nremoved 'e'\n")
            .fails("rm: cannot remove 'm/x/a': Permission denied\n")
            .makes(&["e: gone", "m/b: gone"]),
    ]);
}
