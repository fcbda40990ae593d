//! Tests of questions about what is protected.

use crate::{check, rm};

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
