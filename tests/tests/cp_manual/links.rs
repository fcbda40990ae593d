//! Tests of symbolic links, hard links and special files.

use crate::{check, cp};

#[test]
fn links_are_followed_unless_the_copy_is_recursive() {
    check(&[
        cp("cp la z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -r la z").makes(&["z: -> a"]),
        cp("cp -l la z")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "z: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp dang z").fails("cp: cannot stat 'dang': No such file or directory\n"),
        cp("cp -r dang z").makes(&["z: -> nowhere"]),
        cp("cp -r s z").after("ln -s f s/l").makes(&["z: like s"]),
        cp("cp -rl s z").after("ln -s f s/l").makes(&[
            "s/f: 644 \"x\\n\" @1200000000 = z/f",
            "s/sub/g: 644 \"y\\n\" @1200000000 = z/sub/g",
            "z: dir 755",
            "z/f: 644 \"x\\n\" @1200000000 = z/f",
            "z/l: 644 \"x\\n\" @1200000000 = z/f",
            "z/sub: dir 755",
            "z/sub/g: 644 \"y\\n\" @1200000000 = z/sub/g",
        ]),
        cp("cp loop z")
            .after("ln -s loop loop")
            .fails("cp: cannot stat 'loop': Too many levels of symbolic links\n"),
        cp("cp -r loop z").after("ln -s loop loop").makes(&["z: -> loop"]),
    ]);
}

#[test]
fn the_last_of_the_link_options_wins() {
    check(&[
        cp("cp -aL la z").makes(&["z: 644 \"a\\n\" @1000000000"]),
        cp("cp -La la z").makes(&["z: -> a"]),
        cp("cp -LP la z").makes(&["z: -> a"]),
        cp("cp -PL la z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -Ld la z").makes(&["z: -> a"]),
        cp("cp -dH la z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -HP la z").makes(&["z: -> a"]),
    ]);
}

#[test]
fn a_destination_link_is_followed_to_a_regular_file() {
    check(&[
        cp("cp b la").makes(&["a: 644 \"b\\n\""]),
        cp("cp b d").after("ln -sf ../a d/b").makes(&["a: 644 \"b\\n\""]),
        cp("cp -P la lb").after("ln -s b lb").makes(&["lb: -> a"]),
        cp("cp -r p la").after("mkfifo p").makes(&["la: special 644"]),
        cp("cp -rT s d").after("ln -s ../b d/f").makes(&["b: 644 \"x\\n\"", "d/sub: like s/sub"]),
    ]);
}

#[test]
fn a_dangling_destination_link_is_refused() {
    check(&[
        cp("cp a dang").fails("cp: not writing through dangling symlink 'dang'\n"),
        cp("cp a d")
            .after("ln -sf nowhere d/a")
            .fails("cp: not writing through dangling symlink 'd/a'\n"),
        cp("cp -f a dang").fails("cp: not writing through dangling symlink 'dang'\n"),
        cp("cp -rT s d")
            .after("ln -s nowhere d/f")
            .fails("cp: not writing through dangling symlink 'd/f'\n")
            .makes(&["d/sub: like s/sub"]),
        cp("cp a loop")
            .after("ln -s loop loop")
            .fails("cp: cannot stat 'loop': Too many levels of symbolic links\n"),
    ]);
}

#[test]
fn posixly_correct_creates_the_target_of_a_dangling_link() {
    check(&[cp("POSIXLY_CORRECT=1 cp a dang").makes(&["nowhere: 644 \"a\\n\""])]);
}

#[test]
fn options_that_remove_the_destination_act_on_the_link() {
    check(&[
        cp("cp -b a la -v")
            .says("'a' -> 'la' (backup: 'la~')\n")
            .makes(&["la: 644 \"a\\n\"", "la~: -> a"]),
        cp("cp -b a dang").makes(&["dang: 644 \"a\\n\"", "dang~: -> nowhere"]),
        cp("cp -lf a la")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "la: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -lf b la")
            .makes(&["b: 644 \"b\\n\" @1100000000 = b", "la: 644 \"b\\n\" @1100000000 = b"]),
        cp("cp -lf a dang")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "dang: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -sf b la").makes(&["la: -> b"]),
        cp("cp --remove-destination a la -v")
            .says("removed 'la'\n'a' -> 'la'\n")
            .makes(&["la: 644 \"a\\n\""])
            .in_any_order(),
        cp("cp --remove-destination a dang -v")
            .says("removed 'dang'\n'a' -> 'dang'\n")
            .makes(&["dang: 644 \"a\\n\""])
            .in_any_order(),
        cp("cp -rT --remove-destination s d")
            .after("ln -s ../b d/f")
            .makes(&["d/f: 644 \"x\\n\"", "d/sub: like s/sub"]),
    ]);
}

#[test]
fn h_follows_only_operands() {
    check(&[
        cp("cp -H la z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -rH ld z").makes(&["z: like d"]),
        cp("cp -rH s z").after("ln -s f s/l").makes(&["z: like s"]),
        cp("cp -rH ld z").after("ln -s a d/l").makes(&["z: like d"]),
    ]);
}

#[test]
fn l_follows_every_link() {
    check(&[
        cp("cp -L la z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -L dang z").fails("cp: cannot stat 'dang': No such file or directory\n"),
        cp("cp -rL s z").after("ln -s f s/l; ln -s sub s/n").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\"",
            "z/l: 644 \"x\\n\"",
            "z/n: like s/sub",
            "z/sub: like s/sub",
        ]),
        cp("cp -rL s z")
            .after("ln -s nope s/m")
            .fails("cp: cannot stat 's/m': No such file or directory\n")
            .makes(&["z: dir 755", "z/f: 644 \"x\\n\"", "z/sub: like s/sub"]),
    ]);
}

#[test]
fn l_does_not_follow_cycles() {
    check(&[
        cp("cp -rL s z")
            .after("mkdir s/d; ln -s .. s/d/up")
            .fails("cp: cannot copy cyclic symbolic link 's/d/up'\n")
            .makes(&["z: dir 755", "z/d: dir 755", "z/f: 644 \"x\\n\"", "z/sub: like s/sub"]),
        cp("cp -rL s z")
            .after("ln -s . s/me")
            .fails("cp: cannot copy cyclic symbolic link 's/me'\n")
            .makes(&["z: dir 755", "z/f: 644 \"x\\n\"", "z/sub: like s/sub"]),
    ]);
}

#[test]
fn p_copies_links_as_links() {
    check(&[
        cp("cp -P la z").makes(&["z: -> a"]),
        cp("cp --no-dereference dang z").makes(&["z: -> nowhere"]),
        cp("cp -rP ld z").makes(&["z: -> d"]),
        cp("cp -P la d").makes(&["d/la: -> a"]),
        cp("cp -P la d").after("ln -sf x d/la").makes(&["d/la: -> a"]),
        cp("cp -rP s z").after("ln -s f s/l").makes(&["z: like s"]),
    ]);
}

#[test]
fn d_keeps_links_of_both_kinds() {
    check(&[
        cp("cp -d la z").makes(&["z: -> a"]),
        cp("cp -d a h la d").after("ln a h; rm d/a").makes(&[
            "d/a: 644 \"a\\n\" = d/a",
            "d/h: 644 \"a\\n\" = d/a",
            "d/la: -> a",
        ]),
        cp("cp -dr s z").after("ln s/f s/h; ln -s f s/l").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\" = z/f",
            "z/h: 644 \"x\\n\" = z/f",
            "z/l: -> f",
            "z/sub: like s/sub",
        ]),
    ]);
}

#[test]
fn s_makes_symbolic_links() {
    check(&[
        cp("cp -s a z").makes(&["z: -> a"]),
        cp("cp -s a z -v").says("'a' -> 'z'\n").makes(&["z: -> a"]),
        cp("cp -s a d/zz")
            .fails("cp: d/zz: can make relative symbolic links only in current directory\n"),
        cp("cp -s a \"d/z z\"")
            .fails("cp: 'd/z z': can make relative symbolic links only in current directory\n"),
        cp("cp -s a b").fails("cp: cannot create symbolic link 'b' to 'a': File exists\n"),
        cp("cp -sf a b").makes(&["b: -> a"]),
        cp("cp -sb a b").makes(&["b: -> a", "b~: 644 \"b\\n\" @1100000000"]),
        cp("cp -s $PWD/a d/zz -v").says("'$PWD/a' -> 'd/zz'\n").makes(&["d/zz: -> $PWD/a"]),
        cp("cp -sr $PWD/s z").makes(&[
            "z: dir 755",
            "z/f: -> $PWD/s/f",
            "z/sub: dir 755",
            "z/sub/g: -> $PWD/s/sub/g",
        ]),
        cp("cp -sf $PWD/a b").makes(&["b: -> $PWD/a"]),
        cp("cp -s la z").makes(&["z: -> la"]),
    ]);
}

#[test]
fn force_replaces_links_at_once() {
    check(&[
        cp("cp -lf a b")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "b: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -sf a la"),
        cp("cp -lf a dang")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "dang: 644 \"a\\n\" @1000000000 = a"]),
    ]);
}

#[test]
fn special_files_are_recreated_when_recursive() {
    check(&[
        cp("cp -r p z").after("mkfifo p").makes(&["z: special 644"]),
        cp("cp -a p d").after("mkfifo -m 600 p").makes(&["d/p: special 600"]),
        cp("cp -r s z").after("mkfifo s/p").makes(&["z: like s"]),
        cp("cp -r p b").after("mkfifo p").makes(&["b: special 644"]),
    ]);
}

#[test]
fn special_files_are_read_when_not_recursive() {
    check(&[
        cp("cp /dev/null z").makes(&["z: 644 \"\""]),
        cp("(printf fifo >p) & cp p z; wait").after("mkfifo p").makes(&["z: 644 \"fifo\""]),
        cp("(printf fifo >s/p) & cp -r --copy-contents s z; wait").after("mkfifo s/p").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\"",
            "z/p: 644 \"fifo\"",
            "z/sub: like s/sub",
        ]),
    ]);
}

#[test]
fn copy_contents_does_not_affect_links() {
    check(&[
        cp("cp --copy-contents a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -r --copy-contents s z").after("ln -s f s/l").makes(&["z: like s"]),
    ]);
}

#[test]
fn keep_directory_symlink_enters_it() {
    check(&[
        cp("cp -r --keep-directory-symlink s d")
            .after("mkdir e; ln -s ../e d/s")
            .makes(&["e/f: 644 \"x\\n\"", "e/sub: like s/sub"])
            .unlike_gnu("GNU 9.7 refuses although its manual promises it"),
        cp("cp -rT --keep-directory-symlink s d")
            .after("mkdir e; ln -s ../e d/sub")
            .makes(&["d/f: 644 \"x\\n\"", "e/g: 644 \"y\\n\""])
            .unlike_gnu("GNU 9.7 refuses although its manual promises it"),
        cp("cp -r s d")
            .after("mkdir e; ln -s ../e d/s")
            .fails("cp: cannot overwrite non-directory 'd/s' with directory 's'\n"),
        cp("cp -rT s d")
            .after("mkdir e; ln -s ../e d/sub")
            .fails("cp: cannot overwrite non-directory 'd/sub' with directory 's/sub'\n")
            .makes(&["d/f: 644 \"x\\n\""]),
    ]);
}
