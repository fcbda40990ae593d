//! Tests of hard links.

use crate::{check, cp};

#[test]
fn l_makes_hard_links() {
    check(&[
        cp("cp -l a z")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "z: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -l a z -v")
            .says("'a' -> 'z'\n")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "z: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -l a b").fails("cp: cannot create hard link 'b' to 'a': File exists\n"),
        cp("cp -l a d").fails("cp: cannot create hard link 'd/a' to 'a': File exists\n"),
        cp("cp -lf a b")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "b: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -lf a b -v")
            .says("'a' -> 'b'\n")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "b: 644 \"a\\n\" @1000000000 = a"]),
        cp("cp -lb a b").makes(&[
            "a: 644 \"a\\n\" @1000000000 = a",
            "b: 644 \"a\\n\" @1000000000 = a",
            "b~: 644 \"b\\n\" @1100000000",
        ]),
        cp("cp -lr s z").makes(&[
            "s/f: 644 \"x\\n\" @1200000000 = z/f",
            "s/sub/g: 644 \"y\\n\" @1200000000 = z/sub/g",
            "z: dir 755",
            "z/f: 644 \"x\\n\" @1200000000 = z/f",
            "z/sub: dir 755",
            "z/sub/g: 644 \"y\\n\" @1200000000 = z/sub/g",
        ]),
        cp("cp -lP la z").makes(&["z: -> a"]),
        cp("cp -l a h").after("ln a h"),
        cp("cp -rlf s d").after("mkdir d/s; echo >d/s/f").makes(&[
            "d/s/f: 644 \"x\\n\" @1200000000 = s/f",
            "d/s/sub: dir 755",
            "d/s/sub/g: 644 \"y\\n\" @1200000000 = s/sub/g",
            "s/f: 644 \"x\\n\" @1200000000 = s/f",
            "s/sub/g: 644 \"y\\n\" @1200000000 = s/sub/g",
        ]),
        cp("cp -ln a b"),
        cp("cp -l a d -n"),
        cp("echo y | cp -li a b")
            .warns("cp: overwrite 'b'? ")
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "b: 644 \"a\\n\" @1000000000 = a"]),
        cp("echo n | cp -li a b").fails("cp: overwrite 'b'? "),
    ]);
}

#[test]
fn hard_links_are_kept_on_request() {
    check(&[
        cp("cp -a s z").after("ln s/f s/h").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\" @1200000000 = z/f",
            "z/h: 644 \"x\\n\" @1200000000 = z/f",
            "z/sub: like s/sub, times too",
        ]),
        cp("cp -r s z").after("ln s/f s/h").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\"",
            "z/h: 644 \"x\\n\"",
            "z/sub: like s/sub",
        ]),
        cp("cp --preserve=links s/f s/h d")
            .after("ln s/f s/h")
            .makes(&["d/f: 644 \"x\\n\" = d/f", "d/h: 644 \"x\\n\" = d/f"]),
        cp("cp -a --no-preserve=links s z").after("ln s/f s/h").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\" @1200000000",
            "z/h: 644 \"x\\n\" @1200000000",
            "z/sub: like s/sub, times too",
        ]),
        cp("cp -a s/f d/../s/h z")
            .after("mkdir z; ln s/f s/h")
            .makes(&["z/f: 644 \"x\\n\" @1200000000 = z/f", "z/h: 644 \"x\\n\" @1200000000 = z/f"]),
        cp("cp -a s z").after("ln s/f s/sub/h; ln s/f s/h").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\" @1200000000 = z/f",
            "z/h: 644 \"x\\n\" @1200000000 = z/f",
            "z/sub: dir 755",
            "z/sub/g: 644 \"y\\n\" @1200000000",
            "z/sub/h: 644 \"x\\n\" @1200000000 = z/f",
        ]),
        cp("cp -dp s/f s/h d")
            .after("ln s/f s/h")
            .makes(&["d/f: 644 \"x\\n\" @1200000000 = d/f", "d/h: 644 \"x\\n\" @1200000000 = d/f"]),
    ]);
}

#[test]
fn followed_links_become_hard_links_on_request() {
    check(&[
        cp("cp -aH a la s").makes(&[
            "s/a: 644 \"a\\n\" @1000000000 = s/a",
            "s/la: 644 \"a\\n\" @1000000000 = s/a",
        ]),
        cp("cp -aL s z").after("ln -s f s/l").makes(&[
            "z: dir 755",
            "z/f: 644 \"x\\n\" @1200000000 = z/f",
            "z/l: 644 \"x\\n\" @1200000000 = z/f",
            "z/sub: like s/sub, times too",
        ]),
    ]);
}
