//! Tests of the operands of `cp`: the sources and the destination.

use crate::{check, cp};

#[test]
fn the_copy_is_completely_independent_of_the_original() {
    check(&[
        cp("cp a z && printf '!' >>z").makes(&["z: 644 \"a\\n!\""]),
        cp("cp a z").after("ln a a2").makes(&["z: 644 \"a\\n\""]),
    ]);
}

#[test]
fn two_file_names_copy_the_first_to_the_second() {
    check(&[
        cp("cp a z").makes(&["z: 644 \"a\\n\""]),
        cp("cp a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp -v a b").says("'a' -> 'b'\n").makes(&["b: 644 \"a\\n\""]),
        cp("cp -v a z").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
    ]);
}

#[test]
fn a_last_operand_that_is_a_directory_gets_each_source_under_its_name() {
    check(&[
        cp("cp a b d").makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""]),
        cp("cp -v a b s/f d")
            .says("'a' -> 'd/a'\n'b' -> 'd/b'\n's/f' -> 'd/f'\n")
            .makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\"", "d/f: 644 \"x\\n\""])
            .in_any_order(),
        cp("cp a ld").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp a d/").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp -v a ld/").says("'a' -> 'ld/a'\n").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp s/sub/g a d").makes(&["d/a: 644 \"a\\n\"", "d/g: 644 \"y\\n\""]),
        cp("cp *a d").after("printf q >\"it's a\"").makes(&[
            "d/a: 644 \"a\\n\"",
            "d/it's a: 644 \"q\"",
            "d/la: 644 \"a\\n\"",
        ]),
    ]);
}

#[test]
fn the_target_directory_option_names_it_first() {
    check(&[
        cp("cp -t d a b").makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""]),
        cp("cp --target-directory=d a").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp --target-dir d a b -v")
            .says("'a' -> 'd/a'\n'b' -> 'd/b'\n")
            .makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""])
            .in_any_order(),
        cp("cp -td a").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp a b -t d").makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""]),
        cp("cp -t ld a").makes(&["d/a: 644 \"a\\n\""]),
    ]);
}

#[test]
fn several_sources_need_a_directory() {
    check(&[
        cp("cp a b nodir").fails("cp: target 'nodir': No such file or directory\n"),
        cp("cp a b nodir/").fails("cp: target 'nodir/': No such file or directory\n"),
        cp("cp a b s/f").fails("cp: target 's/f': Not a directory\n"),
        cp("cp a b dang").fails("cp: target 'dang': No such file or directory\n"),
        cp("cp a a b").fails("cp: target 'b': Not a directory\n"),
        cp("cp a b \"\"").fails("cp: target '': No such file or directory\n"),
    ]);
}

#[test]
fn the_target_directory_must_be_one() {
    check(&[
        cp("cp -t nodir a").fails("cp: target directory 'nodir': No such file or directory\n"),
        cp("cp -t a b").fails("cp: target directory 'a': Not a directory\n"),
        cp("cp -t \"\" a").fails("cp: target directory '': No such file or directory\n"),
        cp("cp -t d").fails("cp: missing file operand\nTry 'cp --help' for more information.\n"),
        cp("cp -t d -t s a").fails("cp: multiple target directories specified\n"),
    ]);
}

#[test]
fn files_are_written_just_as_they_are_read() {
    check(&[
        cp("cp /dev/null z").makes(&["z: 644 \"\""]),
        cp("cp big z && cmp big z").after("seq 20000 >big").makes(&["z: 644 108894 bytes"]),
        cp("cp /proc/version z && test -s z && rm z"),
        cp("cp a /dev/null"),
        cp("cp a /dev/stdout").says("a\n"),
    ]);
}

#[test]
fn directories_are_not_copied_by_default() {
    check(&[
        cp("cp d x").fails("cp: -r not specified; omitting directory 'd'\n"),
        cp("cp d/ x").fails("cp: -r not specified; omitting directory 'd/'\n"),
        cp("cp s la").fails("cp: -r not specified; omitting directory 's'\n"),
        cp("cp d a s")
            .fails("cp: -r not specified; omitting directory 'd'\n")
            .makes(&["s/a: 644 \"a\\n\""]),
        cp("cp ld x").fails("cp: -r not specified; omitting directory 'ld'\n"),
        cp("cp . x").fails("cp: -r not specified; omitting directory '.'\n"),
        cp("cp d d").fails("cp: -r not specified; omitting directory 'd'\n"),
        cp("cp -v a d b s")
            .says("'a' -> 's/a'\n'b' -> 's/b'\n")
            .fails("cp: -r not specified; omitting directory 'd'\n")
            .makes(&["s/a: 644 \"a\\n\"", "s/b: 644 \"b\\n\""])
            .in_any_order(),
    ]);
}

#[test]
fn r_and_a_descend_into_directories() {
    check(&[
        cp("cp -r s z").makes(&["z: like s"]),
        cp("cp -R s z").makes(&["z: like s"]),
        cp("cp -a d z").makes(&["z: like d, times too"]),
        cp("cp --recursive s d").makes(&["d/s: like s"]),
        cp("cp -r s/ z").makes(&["z: like s"]),
        cp("cp -r s z/").makes(&["z: like s"]),
        cp("cp -rv s z")
            .says("'s' -> 'z'\n's/sub' -> 'z/sub'\n's/sub/g' -> 'z/sub/g'\n's/f' -> 'z/f'\n")
            .makes(&["z: like s"])
            .in_any_order(),
        cp("cp -r s d z/..").fails("cp: target 'z/..': No such file or directory\n"),
        cp("cp -r s/. d").makes(&["d/f: 644 \"x\\n\"", "d/sub: like s/sub"]),
        cp("cp -rv s/. d")
            .says("'s/./sub' -> 'd/./sub'\n's/./sub/g' -> 'd/./sub/g'\n's/./f' -> 'd/./f'\n")
            .makes(&["d/f: 644 \"x\\n\"", "d/sub: like s/sub"])
            .in_any_order(),
        cp("cp -r s z").after("mkdir s/e; ln -s f s/l").makes(&["z: like s"]),
    ]);
}

#[test]
fn a_directory_is_merged_into_one_that_exists() {
    check(&[
        cp("cp -r s d")
            .after("mkdir d/s; printf old >d/s/f; printf rest >d/s/rest")
            .makes(&["d/s/f: 644 \"x\\n\"", "d/s/sub: like s/sub"]),
        cp("cp -rT s d").makes(&["d/f: 644 \"x\\n\"", "d/sub: like s/sub"]),
        cp("cp -rTv s d")
            .after("mkdir d/sub")
            .says("'s/sub/g' -> 'd/sub/g'\n's/f' -> 'd/f'\n")
            .makes(&["d/f: 644 \"x\\n\"", "d/sub/g: 644 \"y\\n\""])
            .in_any_order(),
    ]);
}

#[test]
fn files_and_directories_do_not_replace_each_other() {
    check(&[
        cp("cp -r s a").fails("cp: cannot overwrite non-directory 'a' with directory 's'\n"),
        cp("cp -r d la").fails("cp: cannot overwrite non-directory 'la' with directory 'd'\n"),
        cp("cp a s d")
            .after("mkdir d/b; printf q >d/s; mkdir d/a2")
            .fails("cp: -r not specified; omitting directory 's'\n")
            .makes(&["d/a: 644 \"a\\n\""]),
        cp("cp -r s d")
            .after("mkdir d/s d/s/f")
            .fails("cp: cannot overwrite directory 'd/s/f' with non-directory 's/f'\n")
            .makes(&["d/s/sub: like s/sub"]),
        cp("cp -r s d")
            .after("printf q >d/s")
            .fails("cp: cannot overwrite non-directory 'd/s' with directory 's'\n"),
        cp("cp -T a d").fails("cp: cannot overwrite directory 'd' with non-directory 'a'\n"),
        cp("cp -T a d/").fails("cp: cannot overwrite directory 'd/' with non-directory 'a'\n"),
        cp("cp -rT s/f d").fails("cp: cannot overwrite directory 'd' with non-directory 's/f'\n"),
    ]);
}

#[test]
fn no_target_directory_treats_the_last_operand_as_a_file() {
    check(&[
        cp("cp -Tr s d").makes(&["d/f: 644 \"x\\n\"", "d/sub: like s/sub"]),
        cp("cp -T a b").makes(&["b: 644 \"a\\n\""]),
        cp("cp -T a z -v").says("'a' -> 'z'\n").makes(&["z: 644 \"a\\n\""]),
        cp("cp -T a b d").fails("cp: extra operand 'd'\nTry 'cp --help' for more information.\n"),
        cp("cp -T a").fails("cp: missing destination file operand after 'a'\nTry 'cp --help' for more information.\n"),
        cp("cp -T -t d a").fails("cp: cannot combine --target-directory (-t) and --no-target-directory (-T)\n"),
        cp("cp -rTv d z").says("'d' -> 'z'\n'd/a' -> 'z/a'\n").makes(&["z: like d"]).in_any_order(),
    ]);
}

#[test]
fn trailing_slashes_are_removed_on_request() {
    check(&[
        cp("cp -r --strip-trailing-slashes ld/ d").makes(&["d/ld: -> d"]),
        cp("cp -r ld/ s").makes(&["s/ld: like d"]),
        cp("cp --strip-trailing-slashes a/ d").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp a/ d").fails("cp: cannot stat 'a/': Not a directory\n"),
        cp("cp -r --strip-trailing-slashes s// d").makes(&["d/s: like s"]),
        cp("cp -r --strip-trailing-slashes ld/ zz").makes(&["zz: like d"]),
    ]);
}

#[test]
fn one_file_system_stays_on_it() {
    check(&[cp("cp -xr s z").makes(&["z: like s"]), cp("cp -x a z").makes(&["z: 644 \"a\\n\""])]);
}

#[test]
fn a_file_is_not_copied_onto_itself() {
    check(&[
        cp("cp a a").fails("cp: 'a' and 'a' are the same file\n"),
        cp("cp a ./a").fails("cp: 'a' and './a' are the same file\n"),
        cp("cp -f a a").fails("cp: 'a' and 'a' are the same file\n"),
        cp("cp -b a a").fails("cp: 'a' and 'a' are the same file\n"),
        cp("cp a la").fails("cp: 'a' and 'la' are the same file\n"),
        cp("cp la a").fails("cp: 'la' and 'a' are the same file\n"),
        cp("cp -P la a").fails("cp: 'la' and 'a' are the same file\n"),
        cp("cp -P la la").fails("cp: 'la' and 'la' are the same file\n"),
        cp("cp -i a a").fails("cp: 'a' and 'a' are the same file\n"),
        cp("cp a h").after("ln a h").fails("cp: 'a' and 'h' are the same file\n"),
        cp("cp -f a h").after("ln a h").fails("cp: 'a' and 'h' are the same file\n"),
        cp("cp a d/a d")
            .fails("cp: 'd/a' and 'd/a' are the same file\n")
            .makes(&["d/a: 644 \"a\\n\""]),
        cp("cp -r d/. d").fails("cp: 'd/.' and 'd/.' are the same file\n"),
    ]);
}

#[test]
fn force_and_backup_make_a_backup_of_the_file_itself() {
    check(&[
        cp("cp --backup --force a a").makes(&["a~: 644 \"a\\n\""]),
        cp("cp --backup=numbered --force a a -v")
            .says("'a' -> 'a.~1~'\n")
            .makes(&["a.~1~: 644 \"a\\n\""]),
        cp("cp --backup --force --preserve=all -- a a")
            .after("touch a.~1~")
            .makes(&["a.~2~: 644 \"a\\n\" @1000000000"]),
        cp("cp --ba=sim -f a a -v").says("'a' -> 'a~'\n").makes(&["a~: 644 \"a\\n\""]),
        cp("cp -fb -S .x a a").makes(&["a.x: 644 \"a\\n\""]),
    ]);
}

#[test]
fn a_directory_is_not_copied_into_itself() {
    check(&[
        cp("cp -r s s")
            .fails("cp: cannot copy a directory, 's', into itself, 's/s'\n")
            .unlike_gnu("nothing is copied of a directory that would go into itself"),
        cp("cp -r s s/sub")
            .fails("cp: cannot copy a directory, 's', into itself, 's/sub/s'\n")
            .unlike_gnu("nothing is copied of a directory that would go into itself"),
        cp("cp -r . d")
            .fails("cp: cannot copy a directory, '.', into itself, 'd/.'\n")
            .unlike_gnu("nothing is copied of a directory that would go into itself"),
        cp("cp -r .. d")
            .fails("cp: cannot copy a directory, '..', into itself, 'd/.'\n")
            .unlike_gnu("nothing is copied of a directory that would go into itself"),
    ]);
}

#[test]
fn a_source_named_twice_is_copied_once() {
    check(&[
        cp("cp a a d")
            .warns("cp: warning: source file 'a' specified more than once\n")
            .makes(&["d/a: 644 \"a\\n\""]),
        cp("cp a a b d -v")
            .says("'a' -> 'd/a'\n'b' -> 'd/b'\n")
            .warns("cp: warning: source file 'a' specified more than once\n")
            .makes(&["d/a: 644 \"a\\n\"", "d/b: 644 \"b\\n\""])
            .in_any_order(),
        cp("cp -r s s d")
            .warns("cp: warning: source directory 's' specified more than once\n")
            .makes(&["d/s: like s"]),
        cp("cp a ./a d")
            .warns("cp: warning: source file './a' specified more than once\n")
            .makes(&["d/a: 644 \"a\\n\""]),
    ]);
}

#[test]
fn a_copy_is_not_overwritten_by_the_next_source() {
    check(&[
        cp("cp d/a e/a s")
            .after("mkdir e; echo q>e/a")
            .fails("cp: will not overwrite just-created 's/a' with 'e/a'\n")
            .makes(&["s/a: 644 \"da\\n\""]),
        cp("cp -b d/a e/a s")
            .after("mkdir e; echo q>e/a")
            .fails("cp: will not overwrite just-created 's/a' with 'e/a'\n")
            .makes(&["s/a: 644 \"da\\n\""]),
        cp("cp --backup=t d/a e/a s -v")
            .after("mkdir e; echo q>e/a")
            .says("'d/a' -> 's/a'\n'e/a' -> 's/a' (backup: 's/a.~1~')\n")
            .makes(&["s/a: 644 \"q\\n\"", "s/a.~1~: 644 \"da\\n\""])
            .in_any_order(),
        cp("cp -n d/a e/a s").after("mkdir e; echo q>e/a").makes(&["s/a: 644 \"da\\n\""]),
        cp("cp -P e/a d/a s")
            .after("mkdir e; ln -s ../b e/a")
            .fails("cp: will not copy 'd/a' through just-created symlink 's/a'\n")
            .makes(&["s/a: -> ../b"]),
        cp("cp -r d/. e/. s").after("mkdir e; printf q >e/a").makes(&["s/a: 644 \"q\""]),
    ]);
}

#[test]
fn relative_links_are_made_in_the_working_directory_whatever_its_name() {
    check(&[
        cp("cp -s a ./z").makes(&["z: -> a"]),
        cp("cp -s s/f .").makes(&["f: -> s/f"]),
        cp("cp -s a d/../z").makes(&["z: -> a"]),
        cp("cp -s a \"$PWD/z\"").makes(&["z: -> a"]),
        cp("cp -s a d/z")
            .fails("cp: d/z: can make relative symbolic links only in current directory\n"),
    ]);
}
