//! Tests of what `cp` does with existing destinations.

use crate::{check, cp, nobody};

#[test]
fn names_of_one_file_are_written_one_after_the_other() {
    check(&[
        cp("cp p/a p/b d")
            .after("mkdir p; seq 99999 >p/a; echo 2 >p/b; echo old >d/a; ln d/a d/b")
            .makes(&["d/a: 644 \"2\\n\" = d/a", "d/b: 644 \"2\\n\" = d/a"]),
        cp("cp p/a p/b q/a d")
            .after("mkdir p q; echo 1 >p/a; echo 2 >p/b; echo 3 >q/a; echo old >d/a; ln d/a d/b")
            .fails("cp: will not overwrite just-created 'd/a' with 'q/a'\n")
            .makes(&["d/a: 644 \"2\\n\" = d/a", "d/b: 644 \"2\\n\" = d/a"]),
    ]);
}

#[test]
fn the_default_is_to_overwrite_in_place() {
    check(&[
        cp("cp a b").after("ln b h").makes(&["b: 644 \"a\\n\" = b", "h: 644 \"a\\n\" = b"]),
        cp("cp -p a b")
            .after("ln b h")
            .makes(&["b: 644 \"a\\n\" @1000000000 = b", "h: 644 \"a\\n\" @1000000000 = b"]),
        cp("cp a b").after("chmod 400 b").makes(&["b: 400 \"a\\n\""]),
    ]);
}

#[test]
fn force_recreates_what_cannot_be_opened() {
    check(&[
        nobody("cp a b", "chmod 444 b")
            .fails("cp: cannot create regular file 'b': Permission denied\n"),
        nobody("cp -f a b", "chmod 444 b").makes(&["b: 644 \"a\\n\""]),
        nobody("cp -fv a b", "chmod 444 b")
            .says("'a' -> 'b'\nremoved 'b'\n")
            .makes(&["b: 644 \"a\\n\""])
            .in_any_order(),
        cp("cp -f a b").after("chmod 640 b; chmod 751 a").makes(&["b: 640 \"a\\n\""]),
        nobody("cp -f b d/a -v", "chmod 555 d")
            .says("'b' -> 'd/a'\n")
            .makes(&["d/a: 644 \"b\\n\""]),
        nobody("cp -f b d/a", "chmod 555 d; chmod 444 d/a")
            .fails("cp: cannot remove 'd/a': Permission denied\n"),
        cp("cp -r s d -f").makes(&["d/s: like s"]),
    ]);
}

#[test]
fn force_is_ignored_beside_no_clobber() {
    check(&[cp("cp -fn a b"), cp("cp -nf a b")]);
}

#[test]
fn remove_destination_removes_first() {
    check(&[
        cp("cp --remove-destination a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp --remove-destination a b -v")
            .says("removed 'b'\n'a' -> 'b'\n")
            .makes(&["b: 644 \"a\\n\""])
            .in_any_order(),
        cp("cp --remove-destination a b")
            .after("ln b h")
            .makes(&["b: 644 \"a\\n\"", "h: 644 \"b\\n\" @1100000000"]),
        cp("cp --remove-destination a b")
            .after("chmod 640 b; chmod 751 a")
            .makes(&["b: 751 \"a\\n\""]),
        cp("cp --remove-destination a h")
            .after("ln a h")
            .makes(&["a: 644 \"a\\n\" @1000000000", "h: 644 \"a\\n\""]),
        cp("cp -r --remove-destination s d")
            .after("mkdir d/s; echo >d/s/f")
            .makes(&["d/s/f: 644 \"x\\n\"", "d/s/sub: like s/sub"]),
    ]);
}

#[test]
fn interactive_asks_before_each_overwrite() {
    check(&[
        cp("echo y | cp -i a b").warns("cp: overwrite 'b'? ").makes(&["b: 644 \"a\\n\""]),
        cp("echo Yes | cp -i a b").warns("cp: overwrite 'b'? ").makes(&["b: 644 \"a\\n\""]),
        cp("echo n | cp -i a b").fails("cp: overwrite 'b'? "),
        cp("cp -i a b").fails("cp: overwrite 'b'? "),
        cp("cp -i a z").makes(&["z: 644 \"a\\n\""]),
        cp("echo \" y\" | cp -i a b").fails("cp: overwrite 'b'? "),
        cp("echo y | cp -iv a b")
            .says("'a' -> 'b'\n")
            .warns("cp: overwrite 'b'? ")
            .makes(&["b: 644 \"a\\n\""]),
        cp("printf \"y\\nn\\ny\\n\" | cp -i a b s/f d")
            .after("echo >d/b; echo >d/f")
            .fails("cp: overwrite 'd/a'? cp: overwrite 'd/b'? cp: overwrite 'd/f'? ")
            .makes(&["d/a: 644 \"a\\n\"", "d/f: 644 \"x\\n\""])
            .in_any_order(),
        cp("yes n | cp -ri s d")
            .after("mkdir d/s; echo >d/s/f")
            .fails("cp: overwrite 'd/s/f'? ")
            .makes(&["d/s/sub: like s/sub"]),
        cp("echo y | cp -i a 'd/it is'").makes(&["d/it is: 644 \"a\\n\""]),
        cp("echo y | cp -i a \"it's\"")
            .after("echo >\"it's\"")
            .warns("cp: overwrite \"it's\"? ")
            .makes(&["it's: 644 \"a\\n\""]),
        cp("echo y | cp -ib a b")
            .warns("cp: overwrite 'b'? ")
            .makes(&["b: 644 \"a\\n\"", "b~: 644 \"b\\n\" @1100000000"]),
    ]);
}

#[test]
fn interactive_tells_what_is_not_writable() {
    check(&[
        nobody("echo y | cp -i a b", "chmod 444 b").fails("cp: unwritable 'b' (mode 0444, r--r--r--); try anyway? cp: cannot create regular file 'b': Permission denied\n").in_any_order(),
        nobody("echo y | cp -if a b", "chmod 444 b").warns("cp: replace 'b', overriding mode 0444 (r--r--r--)? ").makes(&["b: 644 \"a\\n\""]),
        nobody("echo n | cp -i --remove-destination a b", "chmod 444 b").fails("cp: replace 'b', overriding mode 0444 (r--r--r--)? "),
    ]);
}

#[test]
fn interactive_and_force_are_independent() {
    check(&[
        cp("echo y | cp -if a b").warns("cp: overwrite 'b'? ").makes(&["b: 644 \"a\\n\""]),
        cp("echo n | cp -fi a b").fails("cp: overwrite 'b'? "),
    ]);
}

#[test]
fn interactive_overrides_a_previous_no_clobber() {
    check(&[
        cp("echo y | cp -ni a b").warns("cp: overwrite 'b'? ").makes(&["b: 644 \"a\\n\""]),
        cp("echo y | cp -in a b"),
    ]);
}

#[test]
fn no_clobber_skips_silently() {
    check(&[
        cp("cp -n a b"),
        cp("cp -n a b -v"),
        cp("cp -n a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -n a b s/f d").makes(&["d/b: 644 \"b\\n\"", "d/f: 644 \"x\\n\""]),
        cp("cp -n a a"),
        cp("cp -n a la"),
        cp("cp -n a d").after("rm d/a; mkdir d/a"),
        cp("cp -rn s b").fails("cp: cannot overwrite non-directory 'b' with directory 's'\n"),
        cp("cp -rn s d").after("mkdir d/s; echo >d/s/f").makes(&["d/s/sub: like s/sub"]),
        cp("cp --debug -n a b").says("skipped 'b'\n"),
    ]);
}

#[test]
fn no_clobber_excludes_backup() {
    check(&[
        cp("cp -n -b a b").fails("cp: --backup is mutually exclusive with -n or --update=none-fail\nTry 'cp --help' for more information.\n"),
        cp("cp -bn a b").fails("cp: --backup is mutually exclusive with -n or --update=none-fail\nTry 'cp --help' for more information.\n"),
        cp("cp --backup=none -n a b").fails("cp: --backup is mutually exclusive with -n or --update=none-fail\nTry 'cp --help' for more information.\n"),
        cp("cp -b --update=none a b").fails("cp: --backup is mutually exclusive with -n or --update=none-fail\nTry 'cp --help' for more information.\n"),
        cp("cp -b --update=none-fail a b").fails("cp: --backup is mutually exclusive with -n or --update=none-fail\nTry 'cp --help' for more information.\n"),
        cp("cp -n -i -b a z").makes(&["z: 644 \"a\\n\""]),
    ]);
}

#[test]
fn update_replaces_older_files() {
    check(&[
        cp("cp -u a b"),
        cp("cp -u b a").makes(&["a: 644 \"b\\n\""]),
        cp("cp -u b a -v").says("'b' -> 'a'\n").makes(&["a: 644 \"b\\n\""]),
        cp("cp -u a b").after("touch -r a b"),
        cp("cp -u a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --update a b"),
        cp("cp --update=older b a").makes(&["a: 644 \"b\\n\""]),
        cp("cp -ru s d")
            .after("mkdir d/s; echo >d/s/f; touch -d @1 d/s/f")
            .makes(&["d/s/f: 644 \"x\\n\"", "d/s/sub: like s/sub"]),
        cp("cp -u a b --debug").says("skipped 'b'\n"),
        cp("cp -pu b a").makes(&["a: 644 \"b\\n\" @1100000000"]),
    ]);
}

#[test]
fn update_is_ignored_beside_no_clobber() {
    check(&[cp("cp -nu b a"), cp("cp -un b a")]);
}

#[test]
fn update_all_replaces_all() {
    check(&[
        cp("cp --update=all a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp -u --update=all a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp --update=all -u a b"),
    ]);
}

#[test]
fn update_none_replaces_none() {
    check(&[
        cp("cp --update=none a b"),
        cp("cp --update=none a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp --update=none a b d").makes(&["d/b: 644 \"b\\n\""]),
        cp("cp --update=none a a"),
        cp("cp -i --update=none a b"),
    ]);
}

#[test]
fn update_none_fail_tells_and_fails() {
    check(&[
        cp("cp --update=none-fail a b").fails("cp: not replacing 'b'\n"),
        cp("cp --update=none-fail a b d")
            .fails("cp: not replacing 'd/a'\n")
            .makes(&["d/b: 644 \"b\\n\""]),
        cp("cp --update=none-fail a a").fails("cp: not replacing 'a'\n"),
        cp("cp --update=none-fail a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp -r --update=none-fail s d")
            .after("mkdir d/s; echo >d/s/f")
            .fails("cp: not replacing 'd/s/f'\n")
            .makes(&["d/s/sub: like s/sub"]),
    ]);
}

#[test]
fn update_and_interactive_ask_only_about_older_files() {
    check(&[
        cp("echo y | cp -iu b a").warns("cp: overwrite 'a'? ").makes(&["a: 644 \"b\\n\""]),
        cp("cp -iu a b"),
        cp("echo n | cp -iu b a").fails("cp: overwrite 'a'? "),
        cp("echo y | cp -ui b a").warns("cp: overwrite 'a'? ").makes(&["a: 644 \"b\\n\""]),
    ]);
}

#[test]
fn a_loop_in_the_way_is_removed_where_a_file_would_be() {
    check(&[
        cp("cp a loop")
            .after("ln -s loop loop")
            .fails("cp: cannot stat 'loop': Too many levels of symbolic links\n"),
        cp("cp -fv a loop")
            .after("ln -s loop loop")
            .says("'a' -> 'loop'\nremoved 'loop'\n")
            .makes(&["loop: 644 \"a\\n\""]),
        cp("cp --remove-destination a loop")
            .after("ln -s loop loop")
            .makes(&["loop: 644 \"a\\n\""]),
        cp("cp -b a loop")
            .after("ln -s loop loop")
            .makes(&["loop: 644 \"a\\n\"", "loop~: -> loop"]),
    ]);
}

#[test]
fn a_destination_with_other_names_leaves_them_where_links_are_kept() {
    check(&[
        cp("cp -av a b")
            .after("ln b h")
            .says("removed 'b'\n'a' -> 'b'\n")
            .makes(&["b: 644 \"a\\n\" @1000000000", "h: 644 \"b\\n\" @1100000000"]),
        cp("cp -d a b").after("ln b h").makes(&["b: 644 \"a\\n\"", "h: 644 \"b\\n\" @1100000000"]),
        cp("cp -a --attributes-only a b")
            .after("ln b h")
            .makes(&["b: 644 \"b\\n\" @1000000000 = b", "h: 644 \"b\\n\" @1000000000 = b"]),
        cp("cp -a --attributes-only la b")
            .fails("cp: cannot create symbolic link 'b': File exists\n"),
        cp("cp -a --attributes-only p b")
            .after("mkfifo p")
            .fails("cp: cannot create fifo 'b': File exists\n"),
        cp("cp -a --attributes-only --remove-destination la b").makes(&["b: -> a"]),
    ]);
}

#[test]
fn a_link_does_not_replace_unless_told_to() {
    check(&[
        cp("cp -lv a b 2>&1")
            .fails("")
            .says("'a' -> 'b'\ncp: cannot create hard link 'b' to 'a': File exists\n"),
        cp("cp -s a b").fails("cp: cannot create symbolic link 'b' to 'a': File exists\n"),
        cp("cp -su b a").fails("cp: cannot create symbolic link 'a' to 'b': File exists\n"),
        cp("cp -lu a b"),
        cp("echo y | cp -li a b")
            .warns("cp: overwrite 'b'? ")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "b: 644 \"a\\n\" @1000000000 = a"]),
        cp("echo y | cp -si a b")
            .fails("cp: overwrite 'b'? cp: cannot create symbolic link 'b' to 'a': File exists\n"),
        cp("cp -l --update=none-fail a b").fails("cp: not replacing 'b'\n"),
        cp("cp -RL p b").after("mkfifo p").fails("cp: cannot create fifo 'b': File exists\n"),
    ]);
}

#[test]
fn names_of_one_file_stay_together_when_it_is_older() {
    check(&[
        cp("cp -au s t && stat -c %h t/s/f t/s/new t/s/old t/s/gone | uniq -c | sed 's/^ *//'; rm -r t")
            .after(
                "ln s/f s/new; ln s/f s/old; ln s/f s/gone; mkdir -p t/s; echo >t/s/f; \
                 ln t/s/f t/s/new; echo >t/s/old; touch -d @1 t/s/old",
            )
            .makes(&["t: gone"])
            .says("4 4\n"),
    ]);
}
