//! Tests of directories that cannot be read, and of files that may not be removed.

use crate::{check, nobody};

#[test]
fn a_directory_that_cannot_be_read() {
    check(&[
        nobody("rm -rv d", "chmod 000 d").says("removed directory 'd'\n").makes(&["d: gone"]),
        nobody("rm -rfv d", "chmod 000 d").says("removed directory 'd'\n").makes(&["d: gone"]),
        nobody("rm -dv d", "chmod 000 d").says("removed directory 'd'\n").makes(&["d: gone"]),
        nobody("yes | rm ---presume-input-tty -rv d", "chmod 000 d")
            .fails("rm: cannot remove 'd': Permission denied\n"),
        nobody("yes | rm -riv d", "chmod 000 d")
            .fails("rm: cannot remove 'd': Permission denied\n"),
        nobody("yes n | rm -riv d", "chmod 000 d")
            .fails("rm: cannot remove 'd': Permission denied\n"),
        nobody("yes n | rm -div d", "chmod 000 d")
            .warns("rm: attempt removal of inaccessible directory 'd'? "),
        nobody("yes | rm -div d", "chmod 111 d")
            .says("removed directory 'd'\n")
            .warns("rm: attempt removal of inaccessible directory 'd'? ")
            .makes(&["d: gone"]),
        nobody("yes | rm -div d", "chmod 333 d")
            .says("removed directory 'd'\n")
            .warns("rm: attempt removal of inaccessible directory 'd'? ")
            .makes(&["d: gone"]),
        nobody("yes | rm -div d", "chmod 444 d")
            .says("removed directory 'd'\n")
            .warns("rm: remove write-protected directory 'd'? ")
            .makes(&["d: gone"]),
        nobody("rm -rv s", "chmod 000 s").fails("rm: cannot remove 's': Permission denied\n"),
        nobody("rm -rfv s", "chmod 000 s").fails("rm: cannot remove 's': Permission denied\n"),
        nobody("yes | rm ---presume-input-tty -rv s", "chmod 000 s")
            .fails("rm: cannot remove 's': Permission denied\n"),
        nobody("yes | rm -riv s", "chmod 000 s")
            .fails("rm: cannot remove 's': Permission denied\n"),
        nobody("yes | rm -div s", "chmod 333 s").fails(
            "rm: attempt removal of inaccessible directory 's'? rm: cannot remove 's': \
                 Permission denied\n",
        ),
        nobody("rm -dv s", "chmod 333 s").fails("rm: cannot remove 's': Permission denied\n"),
        nobody("rm -rv s", "chmod 333 s/sub")
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        nobody("rm -rfv s", "chmod 333 s/sub")
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        nobody("yes | rm ---presume-input-tty -rv s", "chmod 333 s/sub")
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        nobody("yes | rm -riv s", "chmod 000 s/sub").fails(
            "rm: descend into directory 's'? rm: cannot remove 's/sub': Permission denied\n",
        ),
        nobody("yes n | rm -riv s", "chmod 000 s/sub").warns("rm: descend into directory 's'? "),
        nobody("rm -rv s", "unlink s/sub/h; chmod 000 s/sub")
            .says("removed directory 's/sub'\nremoved directory 's'\n")
            .makes(&["s: gone"]),
        nobody("yes | rm ---presume-input-tty -rv s", "unlink s/sub/h; chmod 000 s/sub")
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        nobody("rm -rv s", "chmod 444 s").fails("rm: cannot remove 's/sub': Permission denied\n"),
        nobody("rm s/sub", "chmod 000 s").fails("rm: cannot remove 's/sub': Permission denied\n"),
        nobody("rm -f s/sub", "chmod 000 s")
            .fails("rm: cannot remove 's/sub': Permission denied\n"),
        nobody("rm -rf s/sub/h", "chmod 000 s")
            .fails("rm: cannot remove 's/sub/h': Permission denied\n"),
    ]);
}

#[test]
fn a_file_that_may_not_be_removed_is_told_and_the_rest_goes_on() {
    check(&[
        nobody("rm q/f q/e", "mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q").fails(
            "rm: cannot remove 'q/f': Permission denied\nrm: cannot remove 'q/e': \
                 Permission denied\n",
        ),
        nobody("rm -v q/f nope", "mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q")
            .fails(
                "rm: cannot remove 'q/f': Permission denied\nrm: cannot remove 'nope': \
                 No such file or directory\n",
            )
            .in_any_order(),
        nobody("rm -r q/d", "mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q")
            .fails("rm: cannot remove 'q/d': Permission denied\n"),
        nobody("rm -rf q/d q/f", "mkdir q; : >q/e; : >q/f; mkdir q/d; chmod 555 q")
            .fails(
                "rm: cannot remove 'q/d': Permission denied\nrm: cannot remove 'q/f': \
                 Permission denied\n",
            )
            // The program asks and tells nothing, so several threads remove them.
            .in_any_order(),
        nobody("rm -rv s f", "chmod 555 s")
            .says("removed 's/sub/h'\nremoved 'f'\n")
            .fails("rm: cannot remove 's/sub': Permission denied\n")
            .makes(&["f: gone", "s/sub/h: gone"]),
        nobody("rm -rv s f", "chmod 555 s/sub")
            .says("removed 'f'\n")
            .fails("rm: cannot remove 's/sub/h': Permission denied\n")
            .makes(&["f: gone"]),
        nobody("rm -rfv s f", "chmod 555 s/sub")
            .says("removed 'f'\n")
            .fails("rm: cannot remove 's/sub/h': Permission denied\n")
            .makes(&["f: gone"]),
        nobody("rm -rv m e", "mkdir -p m/x; : >m/x/a; : >m/b; chmod 555 m/x")
            .says("removed 'm/b'\nremoved 'e'\n")
            .fails("rm: cannot remove 'm/x/a': Permission denied\n")
            .makes(&["e: gone", "m/b: gone"]),
    ]);
}
