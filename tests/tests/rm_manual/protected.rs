//! Tests of questions about what is protected.

use crate::{check, nobody};

#[test]
fn an_unwritable_file_is_asked_about_on_a_terminal() {
    check(&[
        nobody("rm f", "chmod 444 f").makes(&["f: gone"]),
        nobody("rm ---presume-input-tty f", "chmod 444 f")
            .warns("rm: remove write-protected regular file 'f'? "),
        nobody("yes | rm ---presume-input-tty f e", "chmod 444 f")
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone"]),
        nobody("yes | rm ---presume-input-tty -v f lf e", "chmod 444 f")
            .says("removed 'f'\nremoved 'lf'\nremoved 'e'\n")
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        nobody("yes n | rm ---presume-input-tty -v f lf e", "chmod 444 f")
            .says("removed 'lf'\nremoved 'e'\n")
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "lf: gone"]),
        nobody("printf 'n\\ny\\n' | rm ---presume-input-tty -v f e", "chmod 444 f e")
            .says("removed 'e'\n")
            .warns(
                "rm: remove write-protected regular file 'f'? rm: \
                 remove write-protected regular empty file 'e'? ",
            )
            .makes(&["e: gone"]),
        nobody("yes | rm ---presume-input-tty -f f lf e", "chmod 444 f")
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        nobody("yes | rm ---presume-input-tty -i f lf e", "chmod 444 f")
            .warns(
                "rm: remove write-protected regular file 'f'? rm: remove symbolic link 'lf'? \
                 rm: remove regular empty file 'e'? ",
            )
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        nobody("yes n | rm ---presume-input-tty -i f lf e", "chmod 444 f").warns(
            "rm: remove write-protected regular file 'f'? rm: remove symbolic link 'lf'? \
                 rm: remove regular empty file 'e'? ",
        ),
        nobody("yes n | rm ---presume-input-tty --interactive=never f lf e", "chmod 444 f")
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        nobody("yes | rm ---presume-input-tty -I f lf e", "chmod 444 f")
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone", "lf: gone"]),
        nobody("yes | rm ---presume-input-tty -I f lf e ld", "chmod 444 f")
            .warns("rm: remove 4 arguments? rm: remove write-protected regular file 'f'? ")
            .makes(&["e: gone", "f: gone", "ld: gone", "lf: gone"]),
        nobody("yes | rm ---presume-input-tty nope f ''", "chmod 444 f")
            .fails(
                "rm: cannot remove 'nope': No such file or directory\nrm: \
                 remove write-protected regular file 'f'? rm: cannot remove '': \
                 No such file or directory\n",
            )
            .makes(&["f: gone"]),
        nobody("rm ---presume-input-tty p", "mkfifo p; chmod 444 p")
            .warns("rm: remove write-protected fifo 'p'? "),
        nobody("rm ---presume-input-tty lf", "chmod 444 f").makes(&["lf: gone"]),
    ]);
}

#[test]
fn an_unwritable_directory_is_asked_about_on_a_terminal() {
    check(&[
        nobody("yes | rm ---presume-input-tty -rv d", "chmod 555 d")
            .says("removed directory 'd'\n")
            .warns("rm: remove write-protected directory 'd'? ")
            .makes(&["d: gone"]),
        nobody("yes n | rm ---presume-input-tty -rv d", "chmod 555 d")
            .warns("rm: remove write-protected directory 'd'? "),
        nobody("yes | rm ---presume-input-tty -dv d", "chmod 555 d")
            .says("removed directory 'd'\n")
            .warns("rm: remove write-protected directory 'd'? ")
            .makes(&["d: gone"]),
        nobody("yes | rm ---presume-input-tty -rv s", "chmod 555 s")
            .says("removed 's/sub/h'\n")
            .fails(
                "rm: descend into write-protected directory 's'? rm: cannot remove 's/sub': \
                 Permission denied\n",
            )
            .makes(&["s/sub/h: gone"]),
        nobody("yes n | rm ---presume-input-tty -rv s", "chmod 555 s")
            .warns("rm: descend into write-protected directory 's'? "),
        nobody("yes | rm ---presume-input-tty -rv s", "chmod 555 s/sub").fails(
            "rm: descend into write-protected directory 's/sub'? rm: \
                 cannot remove 's/sub/h': Permission denied\n",
        ),
        nobody("yes n | rm ---presume-input-tty -rv s", "chmod 555 s/sub")
            .warns("rm: descend into write-protected directory 's/sub'? "),
        nobody("yes n | rm ---presume-input-tty -rv s", "chmod 444 s/sub/h").fails(
            "rm: remove write-protected regular file 's/sub/h'? rm: cannot remove 's/sub': \
                 Directory not empty\n",
        ),
        nobody("yes | rm ---presume-input-tty -rv s", "chmod 444 s/sub/h")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .warns("rm: remove write-protected regular file 's/sub/h'? ")
            .makes(&["s: gone"]),
        nobody("yes | rm ---presume-input-tty -rv e s d", "chmod 444 e; chmod 555 d")
            .says(
                "removed 'e'\nremoved 's/sub/h'\nremoved directory 's/sub'\n\
                 removed directory 's'\nremoved directory 'd'\n",
            )
            .warns(
                "rm: remove write-protected regular empty file 'e'? rm: \
                 remove write-protected directory 'd'? ",
            )
            .makes(&["d: gone", "e: gone", "s: gone"]),
        nobody("yes | rm -riv s", "chmod 555 s/sub").fails(
            "rm: descend into directory 's'? rm: \
                 descend into write-protected directory 's/sub'? rm: \
                 remove regular file 's/sub/h'? rm: cannot remove 's/sub/h': \
                 Permission denied\n",
        ),
        nobody("yes | rm -riv s", "chmod 444 s/sub/h")
            .says("removed 's/sub/h'\nremoved directory 's/sub'\nremoved directory 's'\n")
            .warns(
                "rm: descend into directory 's'? rm: descend into directory 's/sub'? rm: \
                 remove write-protected regular file 's/sub/h'? rm: remove directory 's/sub'? \
                 rm: remove directory 's'? ",
            )
            .makes(&["s: gone"]),
        nobody("yes n | rm ---presume-input-tty -rv s", "unlink s/sub/h; chmod 555 s/sub")
            .warns("rm: remove write-protected directory 's/sub'? "),
        nobody("yes | rm ---presume-input-tty -rv s", "unlink s/sub/h; chmod 555 s/sub")
            .says("removed directory 's/sub'\nremoved directory 's'\n")
            .warns("rm: remove write-protected directory 's/sub'? ")
            .makes(&["s: gone"]),
    ]);
}

#[test]
fn what_is_protected_is_asked_about_in_its_turn() {
    check(&[
        nobody("yes | rm ---presume-input-tty -r s d f", "chmod 444 s/sub/h")
            .warns("rm: remove write-protected regular file 's/sub/h'? ")
            .makes(&["d: gone", "f: gone", "s: gone"]),
        nobody("yes n | rm ---presume-input-tty -r s d f", "chmod 444 s/sub/h")
            .fails(
                "rm: remove write-protected regular file 's/sub/h'? rm: cannot remove 's/sub': \
                 Directory not empty\n",
            )
            .makes(&["d: gone", "f: gone"]),
        nobody("yes | rm ---presume-input-tty -r s d", "chmod 555 s/sub")
            .fails(
                "rm: descend into write-protected directory 's/sub'? rm: \
                 cannot remove 's/sub/h': Permission denied\n",
            )
            .makes(&["d: gone"]),
        nobody("yes n | rm ---presume-input-tty -r s d", "chmod 555 s/sub")
            .warns("rm: descend into write-protected directory 's/sub'? ")
            .makes(&["d: gone"]),
        nobody("yes n | rm ---presume-input-tty -r s f", "unlink s/sub/h; chmod 555 s/sub")
            .warns("rm: remove write-protected directory 's/sub'? ")
            .makes(&["f: gone"]),
        nobody("yes | rm ---presume-input-tty -r s f", "unlink s/sub/h; chmod 555 s/sub")
            .warns("rm: remove write-protected directory 's/sub'? ")
            .makes(&["f: gone", "s: gone"]),
        nobody("yes | rm ---presume-input-tty -r d s", "chmod 000 d")
            .fails("rm: cannot remove 'd': Permission denied\n")
            .makes(&["s: gone"]),
        nobody("rm ---presume-input-tty -r f s </dev/null", "chmod 444 f")
            .warns("rm: remove write-protected regular file 'f'? ")
            .makes(&["s: gone"]),
    ]);
}
