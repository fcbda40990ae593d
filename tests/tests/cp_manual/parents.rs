//! Tests of `--parents`.

use crate::{check, cp};

#[test]
fn parents_appends_the_whole_source_name() {
    check(&[
        cp("cp --parents s/sub/g d").makes(&["d/s: dir 755", "d/s/sub: like s/sub"]),
        cp("cp --parents s/sub/g d -v").says("s -> d/s\ns/sub -> d/s/sub\n's/sub/g' -> 'd/s/sub/g'\n").makes(&["d/s: dir 755", "d/s/sub: like s/sub"]).in_any_order(),
        cp("cp -r --parents s/sub d -v").says("s -> d/s\n's/sub' -> 'd/s/sub'\n's/sub/g' -> 'd/s/sub/g'\n").makes(&["d/s: dir 755", "d/s/sub: like s/sub"]).in_any_order(),
        cp("cp -r --parents s/sub/ d").makes(&["d/s: dir 755", "d/s/sub: like s/sub"]),
        cp("cp -r --parents ./s/ d -v").says("'./s/' -> 'd/./s'\n'./s/sub' -> 'd/./s/sub'\n'./s/sub/g' -> 'd/./s/sub/g'\n'./s/f' -> 'd/./s/f'\n").makes(&["d/s: like s"]).in_any_order(),
        cp("cp --parents a d").makes(&["d/a: 644 \"a\\n\""]),
        cp("cp --parents s/../s/f d").makes(&["d/s: dir 755", "d/s/f: 644 \"x\\n\""]),
        cp("cp --parents \"p q/f\" \"r's/f\" d -v").after("mkdir \"p q\" \"r's\"; printf 1 >\"p q/f\"; printf 2 >\"r's/f\"").says("p q -> d/p q\n'p q/f' -> 'd/p q/f'\nr's -> d/r's\n\"r's/f\" -> \"d/r's/f\"\n").makes(&["d/p q: like p q", "d/r's: like r's"]).in_any_order(),
    ]);
}

#[test]
fn parents_keep_their_modes() {
    check(&[
        cp("cp --parents s/sub/g d")
            .after("chmod 711 s")
            .makes(&["d/s: dir 711", "d/s/sub: like s/sub"]),
        cp("cp --parents -p s/sub/g d")
            .after("chmod 711 s; touch -d @5 s s/sub")
            .makes(&["d/s: dir 711 @5", "d/s/sub: like s/sub, times too"]),
    ]);
}

#[test]
fn parents_needs_an_existing_directory() {
    check(&[
        cp("cp --parents s/sub/g a").fails("cp: with --parents, the destination must be a directory\nTry 'cp --help' for more information.\n"),
        cp("cp --parents s/sub/g nodir").fails("cp: with --parents, the destination must be a directory\nTry 'cp --help' for more information.\n"),
        cp("cp -r --parents s/sub nodir").fails("cp: with --parents, the destination must be a directory\nTry 'cp --help' for more information.\n"),
        cp("cp -T --parents a d").fails("cp: with --parents, the destination must be a directory\nTry 'cp --help' for more information.\n"),
        cp("cp --parents -t d s/sub/g").makes(&["d/s: dir 755", "d/s/sub: like s/sub"]),
    ]);
}

#[test]
fn parents_give_what_is_kept_to_directories_that_exist() {
    check(&[
        cp("cp -p --parents s/sub/g d")
            .after("mkdir -p d/s; chmod 700 d/s; chmod 751 s; touch -d @9 s s/sub")
            .makes(&["d/s: dir 751 @9", "d/s/sub: like s/sub, times too"]),
        cp("cp --parents s/sub/g d")
            .after("mkdir -p d/s; chmod 700 d/s; chmod 751 s")
            .makes(&["d/s/sub: like s/sub"]),
    ]);
}

#[test]
fn dots_at_the_end_are_a_name_to_parents() {
    const MADE: &[&str] = &["d/s/f: 644 \"x\\n\"", "d/s/sub: like s/sub"];
    check(&[
        cp("cp -r --parents s/. d").after("mkdir d/s").makes(MADE),
        cp("cp -r --parents s/sub/.. d")
            .after("mkdir -p d/s/sub; chmod 700 d/s/sub")
            .makes(&["d/s/f: 644 \"x\\n\"", "d/s/sub/g: 644 \"y\\n\""]),
        cp("cp -r --parents s/. d")
            .fails("cp: cannot create directory 'd/s/.': File exists\n")
            .makes(&["d/s: dir 755"]),
    ]);
}
