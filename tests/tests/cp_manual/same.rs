//! Tests of sources and destinations that are the same file, or links to it.

use crate::{CP, check, cp};

/// A file, another name of it, symlinks to it, another name of one, and one that leads to itself.
const NAMES: &str = "ln a h; ln -s a m; ln la k; ln -s loop loop";

const PAIRS: &[&str] = &[
    "a a",
    "a ./a",
    "a h",
    "a la",
    "la a",
    "la h",
    "la la",
    "la m",
    "la k",
    "a loop",
    "loop a",
    "loop loop",
    "b k",
    "la b",
    "a dang",
    "dang a",
];

const OPTIONS: &[&str] = &[
    "",
    "-f",
    "-d",
    "-df",
    "-b",
    "-bf",
    "-bd",
    "-bdf",
    "-l",
    "-lf",
    "-ld",
    "-ldf",
    "-lb",
    "-ldb",
    "-lbf",
    "-s",
    "-sf",
    "-sb",
    "-sd",
    "-L",
    "-P",
    "-PL",
    "-rH",
    "-i",
    "-n",
    "-u",
    "--remove-destination",
    "-d --remove-destination",
    "-l --remove-destination",
    "-s --remove-destination",
    "--attributes-only",
    "-a --attributes-only",
];

/// Here GNU removes the link that it is about to read, and fails; with the second two it is lost.
const LOST: &[&str] = &[
    "cp -b la la",
    "cp -lb la la",
    "cp --remove-destination la la",
    "cp -l --remove-destination la la",
];

#[test]
fn what_is_one_file_is_refused_or_kept_as_gnu_does_with_all_options() {
    let commands: Vec<String> = PAIRS
        .iter()
        .flat_map(|pair| OPTIONS.iter().map(move |option| format!("cp {option} {pair}")))
        .map(|command| command.replace("  ", " "))
        .filter(|command| !LOST.contains(&command.as_str()))
        .collect();
    let commands = commands.iter().map(String::as_str);
    insta::assert_snapshot!(fcp_test_support::gnu::record(&CP, NAMES, commands));
}

#[test]
fn a_link_that_is_copied_onto_itself_becomes_what_it_leads_to() {
    const REASON: &str = "GNU removes the link before it reads it";
    check(&[
        cp(LOST[0]).makes(&["la: 644 \"a\\n\"", "la~: -> a"]).unlike_gnu(REASON),
        cp(LOST[1])
            .makes(&[
                "a: 644 \"a\\n\" @1000000000 = a",
                "la: 644 \"a\\n\" @1000000000 = a",
                "la~: -> a",
            ])
            .unlike_gnu(REASON),
        cp(LOST[2]).makes(&["la: 644 \"a\\n\""]).unlike_gnu(REASON),
        cp(LOST[3])
            .makes(&["a: 644 \"a\\n\" @1000000000 = a", "la: 644 \"a\\n\" @1000000000 = a"])
            .unlike_gnu(REASON),
    ]);
}
