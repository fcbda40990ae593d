//! Tests of moves to another filesystem.

use crate::{check, mv, nobody};

#[test]
fn another_filesystem_gets_a_copy_and_loses_the_source() {
    check(&[
        mv("mv a far").makes(&["a: moved to far/a"]).across(),
        mv("mv a far/new").makes(&["a: moved to far/new"]).across(),
        mv("mv -v a far").says("copied 'a' -> 'far/a'\nremoved 'a'\n").makes(&["a: moved to far/a"]).across(),
        mv("mv s far").makes(&["s: moved to far/s"]).across(),
        mv("mv -v s far/new").after("rm s/f").says("created directory 'far/new'\ncreated directory 'far/new/sub'\ncopied 's/sub/g' -> 'far/new/sub/g'\nremoved 's/sub/g'\nremoved directory 's/sub'\nremoved directory 's'\n").makes(&["s: moved to far/new"]).across(),
        mv("mv -v s far").says("created directory 'far/s'\ncreated directory 'far/s/sub'\ncopied 's/sub/g' -> 'far/s/sub/g'\ncopied 's/f' -> 'far/s/f'\nremoved 's/f'\nremoved 's/sub/g'\nremoved directory 's/sub'\nremoved directory 's'\n").makes(&["s: moved to far/s"]).across().in_any_order(),
        mv("mv la far -v").says("copied 'la' -> 'far/la'\nremoved 'la'\n").makes(&["la: moved to far/la"]).across(),
        mv("mv dang ld far").makes(&["dang: moved to far/dang", "ld: moved to far/ld"]).across(),
        mv("mkfifo p; mv -v p far").says("copied 'p' -> 'far/p'\nremoved 'p'\n").makes(&["far/p: special 644"]).across(),
        mv("mv -t far a b s").makes(&["a: moved to far/a", "b: moved to far/b", "s: moved to far/s"]).across(),
        mv("mv a far").after("chmod 4751 a").makes(&["a: moved to far/a"]).across(),
        mv("mv s far").after("chmod 700 s; touch -d @1300000000 s/sub s").makes(&["s: moved to far/s"]).across(),
        mv("mv h1 h2 far").after("ln a h1; ln a h2").makes(&["a: 644 \"a\\n\" @1000000000", "far/h1: 644 \"a\\n\" @1000000000 = far/h1", "far/h2: 644 \"a\\n\" @1000000000 = far/h1", "h1: gone", "h2: gone"]).across(),
        mv("mv s far").after("ln s/f s/g").makes(&["far/s: dir 755", "far/s/f: 644 \"x\\n\" @1200000000 = far/s/f", "far/s/g: 644 \"x\\n\" @1200000000 = far/s/f", "far/s/sub: like s/sub, times too", "s: gone"]).across(),
        mv("mv a far/x").makes(&["a: moved to far/x"]).across(),
        mv("mv -v d/ far").says("created directory 'far/d'\ncopied 'd/a' -> 'far/d/a'\nremoved 'd/a'\nremoved directory 'd/'\n").makes(&["d: moved to far/d"]).across(),
        mv("mv --strip-trailing-slashes -v ld/ far").says("copied 'ld' -> 'far/ld'\nremoved 'ld'\n").makes(&["ld: moved to far/ld"]).across(),
        mv("mv ld/ far").fails("mv: cannot move 'ld/' to 'far/ld': Not a directory\n").across().unlike_gnu("GNU empties the directory behind the link before it fails"),
        mv("mv far/q . -v").after("echo q >far/q").says("copied 'far/q' -> './q'\nremoved 'far/q'\n").makes(&["far/q: moved to q"]).across(),
    ]);
}

#[test]
fn what_is_there_is_replaced() {
    check(&[
        mv("mv a far").after("echo old >far/a").makes(&["a: moved to far/a"]).across(),
        mv("mv -v a far").after("echo old >far/a").says("copied 'a' -> 'far/a'\nremoved 'a'\n").makes(&["a: moved to far/a"]).across(),
        mv("mv a far/b").after("echo old >far/b; ln far/b far/h").makes(&["a: moved to far/b", "far/h: 644 \"old\\n\""]).across(),
        mv("mv a far/b").after("ln -s nowhere far/b").makes(&["a: moved to far/b"]).across(),
        mv("mv a far/b").after("ln -s x far/b; echo x >far/x").makes(&["a: moved to far/b"]).across(),
        mv("mv s far").after("mkdir far/s").makes(&["s: moved to far/s"]).across(),
        mv("mv s far").after("mkdir far/s; echo >far/s/z").fails("mv: inter-device move failed: 's' to 'far/s'; unable to remove target: Directory not empty\n").across(),
        mv("mv -v s far").after("mkdir far/s").says("created directory 'far/s'\ncreated directory 'far/s/sub'\ncopied 's/sub/g' -> 'far/s/sub/g'\ncopied 's/f' -> 'far/s/f'\nremoved 's/f'\nremoved 's/sub/g'\nremoved directory 's/sub'\nremoved directory 's'\n").makes(&["s: moved to far/s"]).across().in_any_order(),
        mv("mv -T s far/e").after("mkdir far/e").makes(&["s: moved to far/e"]).across(),
        mv("mv a far").after("mkdir far/a").fails("mv: cannot overwrite directory 'far/a' with non-directory 'a'\n").across(),
        mv("mv -T a far/e").after("mkdir far/e").fails("mv: cannot overwrite directory 'far/e' with non-directory 'a'\n").across(),
        mv("mv s far").after("echo >far/s").fails("mv: cannot overwrite non-directory 'far/s' with directory 's'\n").across(),
        mv("mv -T d far/x").after("echo >far/x").fails("mv: cannot overwrite non-directory 'far/x' with directory 'd'\n").across(),
        mv("mv la far").after("echo >far/la").makes(&["la: moved to far/la"]).across(),
        mv("mv p far").after("mkfifo p; echo >far/p").makes(&["p: moved to far/p"]).across(),
        mv("mv a far").after("mkfifo far/a").makes(&["a: moved to far/a"]).across(),
    ]);
}

#[test]
fn answers_hold_across_filesystems_too() {
    check(&[
        mv("mv -n a far").after("echo >far/a").across(),
        mv("mv -n a far").makes(&["a: moved to far/a"]).across(),
        mv("echo y | mv -i a far").after("echo >far/a").warns("mv: overwrite 'far/a'? ").makes(&["a: moved to far/a"]).across(),
        mv("echo n | mv -i a far").after("echo >far/a").fails("mv: overwrite 'far/a'? ").across(),
        mv("mv -u a far").after("echo >far/a").across(),
        mv("mv -u a far").after("echo >far/a; touch -d @900000000 far/a").makes(&["a: moved to far/a"]).across(),
        mv("mv -u a far").after("echo >far/a; touch -r a far/a").across(),
        mv("mv --update=none a far").after("echo >far/a").across(),
        mv("mv --update=none-fail a far").after("echo >far/a").fails("mv: not replacing 'far/a'\n").across(),
        mv("mv -b a far").after("echo old >far/a").makes(&["a: moved to far/a", "far/a~: 644 \"old\\n\""]).across(),
        mv("mv -bv a far").after("echo old >far/a").says("copied 'a' -> 'far/a' (backup: 'far/a~')\nremoved 'a'\n").makes(&["a: moved to far/a", "far/a~: 644 \"old\\n\""]).across(),
        mv("mv --backup=numbered -v s far").after("mkdir far/s; echo >far/s/z").says("created directory 'far/s'\ncreated directory 'far/s/sub'\ncopied 's/sub/g' -> 'far/s/sub/g'\ncopied 's/f' -> 'far/s/f'\nremoved 's/f'\nremoved 's/sub/g'\nremoved directory 's/sub'\nremoved directory 's'\n").makes(&["far/s.~1~: like far/s", "far/s/z: moved to far/s.~1~/z", "s: moved to far/s"]).across().in_any_order(),
        mv("mv -bv s far").after("mkdir far/s").says("created directory 'far/s'\ncreated directory 'far/s/sub'\ncopied 's/sub/g' -> 'far/s/sub/g'\ncopied 's/f' -> 'far/s/f'\nremoved 's/f'\nremoved 's/sub/g'\nremoved directory 's/sub'\nremoved directory 's'\n").makes(&["far/s~: dir 755", "s: moved to far/s"]).across().in_any_order(),
        mv("mv -f a far").after("echo >far/a; chmod 444 far/a").makes(&["a: moved to far/a"]).across(),
    ]);
}

#[test]
fn no_copy_only_renames() {
    check(&[
        mv("mv --no-copy a far").fails("mv: cannot move 'a' to 'far/a': Invalid cross-device link\n").across(),
        mv("mv --no-copy a new").makes(&["a: moved to new"]).across(),
        mv("mv --no-copy s far").fails("mv: cannot move 's' to 'far/s': Invalid cross-device link\n").across(),
        mv("mv --no-copy a s far").fails("mv: cannot move 'a' to 'far/a': Invalid cross-device link\nmv: cannot move 's' to 'far/s': Invalid cross-device link\n").across(),
        mv("mv --no-copy -v a b").says("renamed 'a' -> 'b'\n").makes(&["a: moved to b"]).across(),
        mv("mv --no-copy a far").after("echo >far/a").fails("mv: cannot move 'a' to 'far/a': Invalid cross-device link\n").across(),
        mv("mv --no-copy la far").fails("mv: cannot move 'la' to 'far/la': Invalid cross-device link\n").across(),
        mv("mv --no-copy s d/s far").after("mkdir d/s").fails("mv: cannot move 's' to 'far/s': Invalid cross-device link\nmv: cannot move 'd/s' to 'far/s': Invalid cross-device link\n").across(),
        mv("mv --no-cop -T s far/new").fails("mv: cannot move 's' to 'far/new': Invalid cross-device link\n").across(),
    ]);
}

#[test]
fn exchanges_are_not_copied() {
    check(&[
        mv("mv --exchange a far/b")
            .after("echo q >far/b")
            .fails("mv: cannot exchange 'a' and 'far/b': Invalid cross-device link\n")
            .across(),
        mv("mv --exchange --no-copy a far/b")
            .after("echo q >far/b")
            .fails("mv: cannot exchange 'a' and 'far/b': Invalid cross-device link\n")
            .across(),
        mv("mv --exchange -T s far/t")
            .after("mkdir far/t")
            .fails("mv: cannot exchange 's' and 'far/t': Invalid cross-device link\n")
            .across(),
        mv("mv --exchange a far")
            .fails("mv: cannot exchange 'a' and 'far/a': No such file or directory\n")
            .across()
            .unlike_gnu("GNU knows no reason: Unknown error -1"),
    ]);
}

#[test]
fn a_directory_does_not_go_into_itself_there() {
    check(&[
        mv("mv far/s far/s/t")
            .after("mkdir -p far/s/t")
            .fails("mv: cannot move 'far/s' to a subdirectory of itself, 'far/s/t/s'\n")
            .across(),
        mv("mv . far")
            .fails("mv: cannot move '.' to 'far/.': Device or resource busy\n")
            .across()
            .unlike_gnu("GNU tries to remove the target first"),
        mv("mv far far")
            .fails("mv: cannot move 'far' to a subdirectory of itself, 'far/far'\n")
            .across()
            .unlike_gnu("GNU leaves a copy of the directory in itself"),
        mv("mv far new")
            .fails("mv: cannot move 'far' to 'new': Device or resource busy\n")
            .across(),
        mv("mv far d")
            .fails("mv: cannot move 'far' to 'd/far': Device or resource busy\n")
            .across(),
    ]);
}

#[test]
fn failures_leave_the_source() {
    check(&[
        nobody("mv a far/ro", "mkdir far/ro; chmod 555 far/ro").fails("mv: cannot create regular file 'far/ro/a': Permission denied\n").across(),
        nobody("mv s far/ro", "mkdir far/ro; chmod 555 far/ro").fails("mv: cannot create directory 'far/ro/s': Permission denied\n").across(),
        nobody("mv a b far/ro", "mkdir far/ro; echo >far/ro/b; chmod 555 far/ro").fails("mv: cannot create regular file 'far/ro/a': Permission denied\nmv: inter-device move failed: 'b' to 'far/ro/b'; unable to remove target: Permission denied\n").across().in_any_order(),
        nobody("mv s far", "chmod 000 s/sub").fails("mv: cannot access 's/sub': Permission denied\n").makes(&["far/s: dir 755", "s/f: moved to far/s/f"]).across().unlike_gnu("what is copied has moved; GNU leaves it in both places"),
        nobody("mv s far", "chmod 000 s/f").fails("mv: cannot open 's/f' for reading: Permission denied\n").makes(&["far/s: dir 755", "s/sub: moved to far/s/sub"]).across().unlike_gnu("what is copied has moved; GNU leaves it in both places"),
        nobody("mv a far", "chmod 000 a").fails("mv: cannot open 'a' for reading: Permission denied\n").across(),
        nobody("mv a b far", "chmod 000 a").fails("mv: cannot open 'a' for reading: Permission denied\n").makes(&["b: moved to far/b"]).across(),
        nobody("mv s/f far", "chmod 555 s").fails("mv: cannot remove 's/f': Permission denied\n").makes(&["far/f: 644 \"x\\n\" @1200000000"]).across(),
        nobody("mv -v s/f far", "chmod 555 s").says("copied 's/f' -> 'far/f'\n").fails("mv: cannot remove 's/f': Permission denied\n").makes(&["far/f: 644 \"x\\n\" @1200000000"]).across(),
        nobody("mv s far", "chmod 555 s/sub").fails("mv: cannot remove 's/sub/g': Permission denied\n").makes(&["far/s: like s, times too", "s/f: moved to far/s/f"]).across(),
        mv("mv a far/nope/x").fails("mv: cannot move 'a' to 'far/nope/x': No such file or directory\n").across(),
        mv("mv nope far").fails("mv: cannot stat 'nope': No such file or directory\n").across(),
    ]);
}

#[test]
fn a_folder_that_may_be_written_to_but_not_be_read_takes_what_comes() {
    let drop_box = "mkdir far/in; chmod 300 far/in";
    check(&[
        mv("mv a la far/in")
            .after(drop_box)
            .makes(&["a: moved to far/in/a", "la: moved to far/in/la"])
            .by_nobody()
            .across(),
        mv("mv s far/in").after(drop_box).makes(&["s: moved to far/in/s"]).by_nobody().across(),
    ]);
}
