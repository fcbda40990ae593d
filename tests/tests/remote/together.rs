//! Tests of sources that meet in one place, and of copies that do.

use super::*;

#[test]
fn sources_of_one_name_meet_as_on_one_machine() {
    let place = Place::new();
    place.home.make(&[
        "x/a",
        "y/a",
        "x/d/f",
        "x/d/both",
        "y/d/g",
        "y/d/both",
        "z/d",
        "x/d/deep/1",
        "y/d/deep/2",
        "w/a/x",
    ]);
    for (flags, sources) in [
        ([].as_slice(), ["x/a", "y/a"]),
        (&["-n"], ["x/a", "y/a"]),
        (&[], ["x/d", "y/d"]),
        (&["-a"], ["x/d", "y/d"]),
        (&[], ["x/d", "z/d"]),
        (&[], ["z/d", "x/d"]),
        (&[], ["x/a", "w/a"]),
        (&[], ["x/a", "x/a"]),
        (&[], ["x/d/.", "y/d/."]),
        (&[], ["x/d/.", "x/d"]),
        (&[], ["x/d/.", "x/d/."]),
    ] {
        let case = format!("{flags:?} {sources:?}");
        place.home.make(&["local/", "there/", "here/"]);
        let local = place.home.told("fcp", &[flags, &sources, &["local"]].concat());
        let there = place.far("there");
        let (_, err, code) = place.told(&[flags, &sources, &[there.as_str()]].concat());
        // What one process copies in any order, this does in the order of names.
        let lines = |text: &str| {
            let mut lines: Vec<String> =
                text.lines().map(|line| line.replace("/./", "/")).collect();
            lines.sort();
            lines
        };
        assert_eq!(
            (lines(&err), code),
            (lines(&local.0.replace("'local", &format!("'{there}"))), local.1),
            "{case}"
        );
        let far = sources.map(|source| place.far(source));
        let far = [far[0].as_str(), far[1].as_str()];
        let (_, err, code) = place.told(&[flags, &far, &["here"]].concat());
        let mut expected = local.0.replace("'local", "'here");
        for source in ["x/", "y/", "z/", "w/"] {
            expected = expected.replace(&format!("'{source}"), &format!("'{}", place.far(source)));
        }
        assert_eq!((lines(&err), code), (lines(&expected), local.1), "{case}");
        for dir in ["there", "here"] {
            assert_same(&place.at("local"), &place.at(dir), &What::contents());
            fcp_test_support::remove_all(&place.at(dir)).unwrap();
        }
        fcp_test_support::remove_all(&place.at("local")).unwrap();
    }
}

#[test]
fn items_of_sources_in_several_folders_are_told_apart() {
    let place = Place::new();
    place.home.make(&["x/d/f", "x/d/deep/1", "y/d/g", "y/d/deep/2", "y/e"]);
    let items = ["x/d", "x/d/deep", "x/d/deep/1", "x/d/f", "y/d/deep/2", "y/d/g", "y/e"];
    let told = |args: &[&str]| {
        let (out, err, code) = place.told(args);
        assert_eq!((err.as_str(), code), ("", 0), "{out}");
        let mut named: Vec<String> =
            out.lines().filter_map(|line| Some(line.split('\'').nth(1)?.to_owned())).collect();
        named.sort();
        named
    };
    place.home.make(&["there/", "here/"]);
    assert_eq!(told(&["-v", "x/d", "y/d", "y/e", &place.far("there")]), items);
    let far = ["x/d", "y/d", "y/e"].map(|source| place.far(source));
    let [one, other, last] = far.each_ref().map(String::as_str);
    assert_eq!(told(&["-v", one, other, last, "here"]), items.map(|item| place.far(item)));
    for dir in ["there", "here"] {
        assert_eq!(names(place.at(dir).join("d")), ["deep", "f", "g"]);
    }
    // What is left alone, too.
    let (out, err, code) = place.told(&["-av", "x/d", "y/e", &place.far("there")]);
    assert!(code == 0 && err.is_empty(), "{out}{err}");
    let skipped = format!("skipped '{}': identical", place.far("there/e"));
    assert!(out.contains(&skipped), "{out}");
}

#[test]
fn any_number_of_names_that_meet_while_a_large_file_is_under_way_is_told() {
    const NAMES: usize = 700;
    let place = Place::new();
    place.home.make(&["x/", "y/"]);
    for source in ["x", "y"] {
        // The first name of the first batch.
        fs::write(place.at(source).join("a-large"), vec![7; 24 << 20]).unwrap();
        for n in 0..NAMES {
            fs::write(place.at(source).join(format!("f{n:04}")), source).unwrap();
        }
    }
    let far = ["x/.", "y/."].map(|source| place.far(source));
    for (flags, code) in [(["-r"].as_slice(), 1), (&["-rn"], 0)] {
        place.home.make(&["there/", "here/"]);
        let there = place.far("there");
        for (sources, to) in
            [(["x/.", "y/."], there.as_str()), ([far[0].as_str(), far[1].as_str()], "here")]
        {
            let (_, err, told) = place.told(&[flags, &sources, &[to]].concat());
            assert_eq!(told, code, "{flags:?} {to}: {err}");
            assert_eq!(err.lines().count(), if code == 1 { NAMES + 1 } else { 0 }, "{err}");
        }
        for dir in ["there", "here"] {
            assert_same(&place.at("x"), &place.at(dir), &What::contents());
            fcp_test_support::remove_all(&place.at(dir)).unwrap();
        }
    }
}

#[test]
fn the_same_copy_at_once_is_told_where_and_what_to_do() {
    let place = Place::new();
    place.home.make(&["src/a", "there/"]);
    fs::write(place.at("src/large"), vec![3; 30 << 20]).unwrap();
    for (from, to) in
        [("src".to_owned(), place.far("there")), (place.far("src"), "there".to_owned())]
    {
        let args = ["--limit-rate=1M", &from, &to];
        let mut first = place.fcp_by("rsh", &args).spawn().unwrap();
        fcp_test_support::until("something arrives", || {
            place
                .arriving("there")
                .first()
                .is_some_and(|name| place.at("there").join(name).join("in/src").exists())
        });
        let (_, err, code) = place.told(&[&from, &to]);
        assert_eq!(
            err,
            format!(
                "fcp: cannot copy into '{to}': the same copy is under way there; wait until it has ended, or stop it\n"
            )
        );
        assert_eq!(code, 3);
        first.kill().unwrap();
        first.wait().unwrap();
        // What the first one has brought was left alone.
        fcp_test_support::until("the other end has left", || place.told(&[&from, &to]).2 == 0);
        assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
        fcp_test_support::remove_all(&place.at("there/src")).unwrap();
    }
}
