//! Tests of rename rules as users type them, and of what a rule must never do to a name.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use proptest::prelude::*;

use super::*;

fn item(name: &[u8]) -> Item {
    // 21 June 2026, 21:14:07 UTC.
    let mtime = Some(1_782_076_447_000_000);
    Item { name: OsStr::from_bytes(name).to_owned(), folder: false, mtime }
}

fn renamed(rule: &Rule, names: &[&str]) -> Vec<String> {
    let items: Vec<_> = names.iter().map(|name| item(name.as_bytes())).collect();
    let new = plan(rule, &items, &TimeZone::UTC).unwrap();
    new.into_iter().map(|name| name.into_string().unwrap()).collect()
}

fn rule(find: &str, replace: &str) -> Rule {
    Rule { find: find.into(), replace: replace.into(), ..Rule::default() }
}

fn regex(find: &str, replace: &str) -> Rule {
    Rule { regex: true, ..rule(find, replace) }
}

#[test]
fn plain_text_is_plain() {
    assert_eq!(
        renamed(&rule("img_", "Lofoten "), &["IMG_1.CR3", "x.img_"]),
        ["Lofoten 1.CR3", "x.img_"]
    );
    assert_eq!(renamed(&rule(".", "-"), &["a.b.c", "$1"]), ["a-b.c", "$1"]);
    assert_eq!(renamed(&rule("a", "$1{{n}"), &["a"]), ["$1{n}"]);
    let exact = Rule { case: true, extension: true, ..rule("cr", "x") };
    assert_eq!(renamed(&exact, &["a.CR3", "cr.cr"]), ["a.CR3", "x.x"]);
}

#[test]
fn variables_say_what_is_known() {
    let all = rule("", "{date} {name:upper} {n:03:10:5}");
    assert_eq!(
        renamed(&all, &["a.txt", "b.tar.gz"]),
        ["2026-06-21 A 010.txt", "2026-06-21 B 015.tar.gz"]
    );
    let whole = Rule { extension: true, ..rule("", "{n}-{name}.{ext:upper}") };
    assert_eq!(renamed(&whole, &["a.txt", ".rc"]), ["1-a.TXT", "2-.rc."]);
    assert_eq!(renamed(&rule("a", "{n}"), &["a", "b", "aa"]), ["1", "b", "22"]);
    assert_eq!(renamed(&rule("", "{date:%H%M}_{nane}"), &["x"]), ["2114_{nane}"]);
    assert!(plan(&rule("", "{date:%!}"), &[item(b"a")], &TimeZone::UTC).is_err());
    let new = Item { mtime: None, ..item(b"a") };
    assert!(plan(&rule("", "{date}"), &[new], &TimeZone::UTC).is_err());
}

#[test]
fn groups_change_places() {
    let swap = regex(r"(\w+) - (?<rest>.+)", "${rest} - $1");
    assert_eq!(renamed(&swap, &["Bach - Suite 1.ogg"]), ["Suite 1 - Bach.ogg"]);
    assert_eq!(renamed(&regex("b(x)?", "<$1$$>"), &["abc"]), ["a<$>c"]);
    let wrong = plan(&regex("(", ""), &[item(b"a")], &TimeZone::UTC);
    assert_eq!(wrong, Err("Not a valid regular expression: unclosed group".to_owned()));
}

#[test]
fn groups_that_are_not_there_and_too_many_digits_are_refused() {
    let refused = |rule: Rule| plan(&rule, &[item(b"a.txt")], &TimeZone::UTC).unwrap_err();
    assert_eq!(refused(regex("(a)", "$2")), "The expression has no group 2");
    assert_eq!(refused(regex("(?<x>a)", "${1}${y}")), "The expression has no group y");
    assert_eq!(refused(regex("", "$1")), "The expression has no group 1");
    assert_eq!(renamed(&regex("(?<x>a)", "${1}0$x"), &["a"]), ["a0$x"]);
    assert_eq!(renamed(&rule("a", "{n:020}"), &["a"]), ["00000000000000000001"]);
    for digits in ["21", "99999999999999999999999"] {
        assert_eq!(
            refused(rule("a", &format!("{{n:{digits}}}"))),
            "A number has 20 digits at most"
        );
    }
    assert_eq!(renamed(&rule("a", "{n:+1}"), &["a"]), ["{n:+1}"]);
}

#[test]
fn letters_change_in_text_alone() {
    let with = |letters| Rule { letters, ..Rule::default() };
    assert_eq!(renamed(&with(Letters::Title), &["the COOK'S tale.TXT"]), ["The Cook's Tale.TXT"]);
    let name = [b"\xc3\x84\xffB".as_slice(), b".x"].concat();
    let new = plan(&with(Letters::Lower), &[item(&name)], &TimeZone::UTC).unwrap();
    assert_eq!(new[0].as_bytes(), b"\xc3\xa4\xffb.x");
}

#[test]
fn bytes_that_are_no_text_can_be_named() {
    let new = plan(&rule(r"\xff", "?"), &[item(b"a\xff\xfe")], &TimeZone::UTC).unwrap();
    assert_eq!(new[0].as_bytes(), b"a?\xfe");
    // Half an escape that meets the rest of one in the name stays a backslash.
    let new = plan(&rule("^", r"\"), &[item(b"^x41")], &TimeZone::UTC).unwrap();
    assert_eq!(new[0].as_bytes(), br"\x41");
}

#[test]
fn folders_have_no_extension() {
    let folder = Item { folder: true, ..item(b"v1.2") };
    let new = plan(&rule("2", "3"), &[folder], &TimeZone::UTC).unwrap();
    assert_eq!(new, ["v1.3"]);
}

fn names() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let byte = any::<u8>().prop_filter("no part of a name", |c| !matches!(c, 0 | b'/'));
    prop::collection::vec(prop::collection::vec(byte, 1..20), 0..12)
}

proptest! {
    #[test]
    fn a_rule_that_says_nothing_changes_nothing(names in names(), extension in any::<bool>()) {
        let items: Vec<_> = names.iter().map(|name| item(name)).collect();
        let same = |rule: Rule| {
            let new = plan(&Rule { extension, ..rule }, &items, &TimeZone::UTC).unwrap();
            new.iter().map(|name| name.as_bytes().to_vec()).collect::<Vec<_>>()
        };
        prop_assert_eq!(&same(Rule::default()), &names);
        prop_assert_eq!(&same(regex("(?s)^.*$", "$0")), &names);
        prop_assert_eq!(&same(regex("", "")), &names);
        if !extension {
            prop_assert_eq!(&same(rule("", "{name}")), &names);
        }
    }

    #[test]
    fn swapping_twice_is_nothing(left in "[a-z]{1,5}", right in "[a-z]{1,5}") {
        let swap = regex("^(.*)-(.*)$", "$2-$1");
        let once = renamed(&swap, &[&format!("{left}-{right}.x")]);
        prop_assert_eq!(&once, &[format!("{right}-{left}.x")]);
        prop_assert_eq!(renamed(&swap, &[&once[0]]), [format!("{left}-{right}.x")]);
    }

    #[test]
    fn what_is_not_found_keeps_its_bytes(
        names in names(),
        find in "\\PC{1,4}",
        is_regex in any::<bool>(),
    ) {
        let rule = Rule { regex: is_regex, extension: true, case: true, ..rule(&find, "\u{1}") };
        let items: Vec<_> = names.iter().map(|name| item(name)).collect();
        let Ok(new) = plan(&rule, &items, &TimeZone::UTC) else { return Ok(()) };
        for (old, new) in names.iter().zip(&new) {
            // What is left of a name is a part of it, and of its bytes that are no text all stay.
            let kept: Vec<u8> = new.as_bytes().iter().copied().filter(|&c| c != 1).collect();
            let mut rest = old.iter().filter(|&&c| c != 1);
            prop_assert!(kept.iter().all(|c| rest.any(|o| o == c)), "{old:?} {new:?}");
            let odd = |name: &[u8]| -> usize { name.utf8_chunks().map(|c| c.invalid().len()).sum() };
            prop_assert!(odd(new.as_bytes()) >= odd(old), "{old:?} {new:?}");
        }
    }

    #[test]
    fn counters_differ(count in 0..60_usize, start in -9..9_i64, step in 1..5_i64) {
        let items = vec![item(b"a"); count];
        let rule = rule("", &format!("{{n:2:{start}:{step}}}"));
        let new = plan(&rule, &items, &TimeZone::UTC).unwrap();
        prop_assert_eq!(new.iter().collect::<BTreeSet<_>>().len(), count);
    }

    #[test]
    fn no_template_panics(text in "[{}$:0-9a-zµ\\\\%]{0,12}", groups in any::<bool>()) {
        let rule = Rule { regex: groups, ..rule("a", &text) };
        drop(plan(&rule, &[item(b"xaxa.b")], &TimeZone::UTC));
    }
}
