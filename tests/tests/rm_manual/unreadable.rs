//! Tests of directories that cannot be read, and of files that may not be removed.

use crate::{check, rm};

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
