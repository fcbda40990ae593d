//! Tests of what cannot be copied.

use crate::{check, cp, nobody};

#[test]
fn what_cannot_be_copied_does_not_stop_the_rest() {
    check(&[
        cp("cp -v a nodir/x b d").says("'a' -> 'd/a'\n'b' -> 'd/b'\n").fails("cp: cannot stat 'nodir/x': No such file or directory\n").makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""]).in_any_order(),
        cp("cp nonex a d").fails("cp: cannot stat 'nonex': No such file or directory\n").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp nonex z").fails("cp: cannot stat 'nonex': No such file or directory\n"),
        cp("cp '' z").fails("cp: cannot stat '': No such file or directory\n"),
        cp("cp a ''").fails("cp: cannot create regular file '': No such file or directory\n"),
        cp("cp '' ''").fails("cp: cannot stat '': No such file or directory\n"),
        cp("cp a nodir/z").fails("cp: cannot create regular file 'nodir/z': No such file or directory\n"),
        cp("cp a nodir/").fails("cp: cannot create regular file 'nodir/': Not a directory\n"),
        cp("cp a b/").fails("cp: cannot stat 'b/': Not a directory\n"),
        cp("cp -r d b/").fails("cp: cannot stat 'b/': Not a directory\n"),
        cp("cp a a/x").fails("cp: cannot stat 'a/x': Not a directory\n"),
        cp("cp a/x y").fails("cp: cannot stat 'a/x': Not a directory\n"),
        cp("cp -r s a/x").fails("cp: cannot stat 'a/x': Not a directory\n"),
        cp("cp s/nope d s/f d").fails("cp: cannot stat 's/nope': No such file or directory\ncp: -r not specified; omitting directory 'd'\n").makes(&["d/f: 644 \"x\\n\""]).in_any_order(),
    ]);
}

#[test]
fn permissions_stop_files_one_by_one() {
    check(&[
        nobody("cp a z", "chmod 0 a").fails("cp: cannot open 'a' for reading: Permission denied\n"),
        nobody("cp -v a z", "chmod 0 a")
            .says("'a' -> 'z'\n")
            .fails("cp: cannot open 'a' for reading: Permission denied\n"),
        nobody("cp a b", "chmod 0 a").fails("cp: cannot open 'a' for reading: Permission denied\n"),
        nobody("cp a b", "chmod 444 b")
            .fails("cp: cannot create regular file 'b': Permission denied\n"),
        nobody("cp b d", "chmod 555 d")
            .fails("cp: cannot create regular file 'd/b': Permission denied\n"),
        nobody("cp -r s d", "chmod 555 d")
            .fails("cp: cannot create directory 'd/s': Permission denied\n"),
        nobody("cp --remove-destination b d/a", "chmod 555 d")
            .fails("cp: cannot remove 'd/a': Permission denied\n"),
        nobody("cp -b b d/a", "chmod 555 d").fails("cp: cannot backup 'd/a': Permission denied\n"),
        nobody("cp -l b d/z", "chmod 555 d")
            .fails("cp: cannot create hard link 'd/z' to 'b': Permission denied\n"),
        nobody("cp -s $PWD/b d/z", "chmod 555 d")
            .fails("cp: cannot create symbolic link 'd/z' to '$PWD/b': Permission denied\n"),
        nobody("cp -r p d/p", "mkfifo p; chmod 555 d")
            .fails("cp: cannot create fifo 'd/p': Permission denied\n"),
        nobody("cp -r la d/z", "chmod 555 d")
            .fails("cp: cannot create symbolic link 'd/z': Permission denied\n"),
        nobody("cp -r d z", "chmod 0 d")
            .fails("cp: cannot access 'd': Permission denied\n")
            .makes(&["z: dir 0"]),
        nobody("cp d/a z", "chmod 0 d").fails("cp: cannot stat 'd/a': Permission denied\n"),
        nobody("cp b d/x", "chmod 0 d").fails("cp: cannot stat 'd/x': Permission denied\n"),
        nobody("cp -r s z", "chmod 0 s/sub")
            .fails("cp: cannot access 's/sub': Permission denied\n")
            .makes(&["z: dir 755", "z/f: 644 \"x\\n\"", "z/sub: dir 0"]),
        nobody("cp -r s z", "chmod 0 s/f")
            .fails("cp: cannot open 's/f' for reading: Permission denied\n")
            .makes(&["z: dir 755", "z/sub: like s/sub"]),
        nobody("cp -r s z", "chmod 640 s/sub")
            .fails("cp: cannot stat 's/sub/g': Permission denied\n")
            .makes(&["z: dir 755", "z/f: 644 \"x\\n\"", "z/sub: dir 640"]),
        nobody("cp -rv s/sub z", "chmod 640 s/sub")
            .says("'s/sub' -> 'z'\n")
            .fails("cp: cannot stat 's/sub/g': Permission denied\n")
            .makes(&["z: dir 640"]),
        cp("cp a /proc/x")
            .fails("cp: cannot create regular file '/proc/x': No such file or directory\n")
            .by_nobody(),
        nobody("cp -r s z", "chmod 555 s/sub; chmod 500 s").makes(&["z: like s"]),
    ]);
}

#[test]
fn what_cannot_be_made_is_named_first_and_what_cannot_be_looked_at_is_told() {
    check(&[
        cp("cp -rv la nodir/x").says("'la' -> 'nodir/x'\n").fails("cp: cannot create symbolic link 'nodir/x': No such file or directory\n"),
        cp("cp -sv s/f d").says("'s/f' -> 'd/f'\n").fails("cp: d/f: can make relative symbolic links only in current directory\n"),
        nobody("cp -r a s d", "chmod 0 d").fails("cp: cannot stat 'd/a': Permission denied\ncp: cannot stat 'd/s': Permission denied\n").in_any_order(),
        nobody("cp -r s d", "rm s/f; chmod 640 s").fails("cp: cannot stat 's/sub': Permission denied\n").makes(&["d/s: dir 640"]),
        cp("cp -v a d//").says("'a' -> 'd/a'\n").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp -r la la d").warns("cp: warning: source file 'la' specified more than once\n").makes(&["d/la: -> a"]),
    ]);
}
