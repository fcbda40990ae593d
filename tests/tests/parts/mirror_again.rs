//! The last step of a mirror that is taken again holds what it promises, and tells what earlier runs have removed.

use super::mirror_kept::{HOWS, laid_out};
use super::mirrored::{in_trash, killed_at, ok, plan, rest, status, told, trash};
use super::*;

const FINISH: [&str; 3] = ["plan", "finish", "plan"];

/// A mirror of two sources whose last step was killed when it had removed something; gives how many items are missing.
fn killed(home: &Home, how: &str, n: usize) -> usize {
    for source in ["one", "two"] {
        home.make(&[&format!("{source}/a"), &format!("{source}/sub/b")]);
        for n in 0..4 {
            home.make(&[&format!("dst/{source}/x{n}"), &format!("dst/{source}/sub/y{n}")]);
        }
    }
    plan(home, &[how, "-w1", "--part-items=12", "one", "two", "dst"]);
    ok(home, &["part", "plan", "--all"]);
    let before = left(&home.at("dst")).len();
    let syscall = if how == "--mirror" { "renameat2" } else { "unlinkat" };
    // Other calls come first.
    let mut n = n;
    while killed_at(home, &FINISH, syscall, n) {
        let missing = before - left(&home.at("dst")).len();
        if missing > 0 {
            return missing;
        }
        n += 1;
    }
    panic!("it was not killed");
}

#[test]
fn each_run_compares_all_sources_before_it_removes() {
    needs!(has_strace());
    for how in HOWS {
        for round in 0..4 {
            let home = Home::temporary();
            let missing = killed(&home, how, 3);
            let before = left(&home.at("dst"));
            let [two, sub, aside] = ["two", "two/sub", "aside"].map(|name| home.at(name));
            let (moved, code) = match round {
                // Emptied, as a source that has lost its files.
                0 => {
                    fs::create_dir(&aside).unwrap();
                    fs::rename(two.join("a"), aside.join("a")).unwrap();
                    fs::rename(&sub, aside.join("sub")).unwrap();
                    (&two, 1)
                }
                // A disk in it is not mounted.
                1 => {
                    fs::rename(&sub, &aside).unwrap();
                    fs::create_dir(&sub).unwrap();
                    (&sub, 1)
                }
                2 => {
                    fs::rename(&sub, &aside).unwrap();
                    (&sub, 1)
                }
                // Nor is the source itself.
                _ => {
                    fs::rename(&two, &aside).unwrap();
                    fs::create_dir(&two).unwrap();
                    (&two, 3)
                }
            };
            for _ in 0..2 {
                let (out, err, found) = told(&home, &FINISH);
                assert_eq!(left(&home.at("dst")), before, "{how} {round}: {out}{err}");
                assert_eq!(found, code, "{how} {round}: {out}{err}");
                assert!(!out.contains("Nothing was removed"), "{out}{err}");
                let items = if missing == 1 { "1 item" } else { &format!("{missing} items") };
                let line =
                    format!("{items} removed in the destination by an earlier run, and nothing");
                assert!(code == 3 || out.contains(&line), "{how} {round}: {out}{err}");
            }
            if round == 0 {
                for name in ["a", "sub"] {
                    fs::rename(aside.join(name), two.join(name)).unwrap();
                }
            } else {
                fcp_test_support::remove_all(moved).unwrap();
                fs::rename(&aside, moved).unwrap();
            }
            let out = ok(&home, &FINISH);
            assert!(out.contains("16 items removed in the destination\n"), "{out}");
            assert_eq!(left(&home.at("dst")).len(), 8);
        }
    }
}

#[test]
fn an_item_that_was_restored_from_the_trash_stays_there_no_second_time() {
    needs!(has_strace());
    let home = Home::temporary();
    let missing = killed(&home, "--mirror", 3);
    let kept = trash(&home);
    assert_eq!(kept.len(), missing);
    for (name, place) in &kept {
        fs::rename(place, home.at(name)).unwrap();
    }
    let out = ok(&home, &FINISH);
    let line = format!("{} items removed in the destination; {missing} ", 16 - missing);
    assert!(out.contains(&line), "{out}");
    for name in kept.keys() {
        assert!(home.has(name), "{name}");
    }
    assert_eq!(trash(&home).len(), 16 - missing);
}

#[test]
fn a_folder_that_cannot_be_read_is_an_error_and_nothing_is_removed() {
    bin::path_of("fcp");
    while_nobody(|| {
        for how in HOWS {
            for locked in ["dst/gone", "dst/sub", "src/sub"] {
                let home = laid_out(Home::temporary());
                plan(&home, &[how, "src/.", "dst"]);
                ok(&home, &["part", "plan", "--all"]);
                let before = left(&home.at("dst"));
                let mode = |mode| {
                    fs::set_permissions(home.at(locked), PermissionsExt::from_mode(mode)).unwrap();
                };
                mode(0o000);
                let (out, err, code) = told(&home, &FINISH);
                mode(0o755);
                assert!(code == 1, "{how} {locked}: {code} {out}{err}");
                assert!(err.contains("ermission denied"), "{how} {locked}: {out}{err}");
                assert!(out.contains("Nothing was removed, since not all"), "{out}{err}");
                assert_eq!(left(&home.at("dst")), before);
            }
        }
    });
}

#[test]
fn a_folder_of_the_destination_that_is_another_one_is_refused() {
    for how in HOWS {
        for name in ["dst/src", "dst/src/sub"] {
            let home = Home::temporary();
            home.make(&["src/a", "src/sub/b", "dst/src/extra", "dst/src/sub/extra"]);
            plan(&home, &[how, "src", "dst"]);
            ok(&home, &["part", "plan", "--all"]);
            let [there, aside] = [name, "aside"].map(|name| home.at(name));
            fs::rename(&there, &aside).unwrap();
            let refused = |what: &str| {
                let (out, err, code) = told(&home, &FINISH);
                assert!(code == 1 || code == 3, "{how} {name} {what}: {code} {out}{err}");
                let told =
                    ["Nothing was removed", "not what it was", "does not exist", "No such file"];
                assert!(told.iter().any(|it| out.contains(it) || err.contains(it)), "{out}{err}");
                assert!(home.has("aside/extra") && in_trash(&home).is_empty(), "{what}");
            };
            refused("away");
            fcp_test_support::remove_all(&there).unwrap_or_default();
            run(Command::new("cp").arg("-a").args([&aside, &there]));
            refused("copied");
            assert!(there.join("extra").exists());
            fs::remove_dir_all(&there).unwrap();
            fs::rename(&aside, &there).unwrap();
            ok(&home, &FINISH);
            assert_eq!(left(&home.at("src")), left(&home.at("dst/src")));
        }
    }
}

#[test]
fn what_looks_the_same_and_has_another_number_is_told_and_stays() {
    for how in HOWS {
        let home = laid_out(Home::temporary());
        plan(&home, &[how, "src/.", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        for name in ["extra", "gone"] {
            let [old, new] = [name, "new"].map(|name| home.at("dst").join(name));
            run(Command::new("cp").arg("-a").args([&old, &new]));
            fs::rename(&old, home.at(&format!("old {name}"))).unwrap();
            fs::rename(&new, &old).unwrap();
        }
        for _ in 0..2 {
            let (out, err, code) = told(&home, &FINISH);
            assert!(code == 1 && err.contains("dst/./extra"), "{code} {out}{err}");
            assert!(
                out.contains(
                    "items are kept, since they look the same but have other inode numbers"
                ),
                "{out}"
            );
            assert!(err.contains("dst/./gone") && !out.contains("have changed"), "{out}{err}");
            assert!(home.has("dst/extra") && home.has("dst/gone/x") && !home.has("dst/sub/extra"));
        }
    }
}

#[test]
fn an_overlay_that_gives_folders_new_numbers_is_no_success() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        for how in HOWS {
            let home = Home::new(&mounts.directory(how));
            home.make(&["src/a", "lower/a", "lower/extra", "lower/gone/x/y", "lower/gone/z"]);
            home.make(&["upper/", "work/", "dst/"]);
            let layers = ["lower", "upper", "work"].map(|name| home.at(name));
            let [lower, upper, work] = layers.each_ref().map(|path| path.display());
            let options = format!("lowerdir={lower},upperdir={upper},workdir={work}");
            let mut mount = Command::new("mount");
            mount.args(["-t", "overlay", "-o", &options, "overlay"]).arg(home.at("dst"));
            if !run(&mut mount).status.success() {
                return;
            }
            plan(&home, &[how, "src/.", "dst"]);
            ok(&home, &["part", "plan", "--all"]);
            let (out, err, code) = told(&home, &FINISH);
            let is_done = left(&home.at("dst")) == left(&home.at("src"));
            assert_eq!(code == 0, is_done, "{how}: {out}{err}");
            assert!(!out.contains("have changed"), "{how}: {out}{err}");
            mounts.unmount(&home.at("dst"));
        }
    });
    let _skipped = done.is_none();
}

#[test]
fn what_an_earlier_run_has_remembered_is_checked() {
    needs!(has_strace());
    let home = Home::temporary();
    killed(&home, "--mirror=delete", 3);
    let before = left(&home.at("dst"));
    let file = home.at("plan/results/removals-000000");
    let whole = fs::read(&file).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    for bad in [&text[..text.len() - 1], "", &text.replace('g', "s"), &(text.clone() + "g")] {
        fs::write(&file, bad).unwrap();
        told(&home, &FINISH).says(3, "removals-000000' is damaged");
        assert_eq!(left(&home.at("dst")), before);
    }
    fs::write(&file, whole).unwrap();
    ok(&home, &FINISH);
    assert_eq!(status(&home)["removed"]["removed"], 16);
}

#[test]
fn lists_that_have_not_the_items_of_the_plan_remove_nothing() {
    let home = laid_out(Home::temporary());
    home.make(&["other/", "plans/"]);
    plan(&home, &["--mirror", "src/.", "dst"]);
    ok(&home, &["part", "plan", "--all"]);
    // A shorter list of another plan, whole in itself.
    fs::rename(home.at("plan"), home.at("plans/first")).unwrap();
    fs::rename(home.at("dst/gone"), home.at("other/gone")).unwrap();
    plan(&home, &["--mirror", "src/.", "dst"]);
    fs::rename(home.at("other/gone"), home.at("dst/gone")).unwrap();
    let list = "removals/000000";
    fs::copy(home.at("plan").join(list), home.at("plans/first").join(list)).unwrap();
    let (out, err, code) = told(&home, &["plan", "finish", "plans/first"]);
    assert!(code == 3 && err.contains("it has not the items that the plan tells"), "{out}{err}");
    assert!(home.has("dst/extra") && home.has("dst/sub/extra") && in_trash(&home).is_empty());
    fs::remove_dir_all(home.at("plan")).unwrap();
    plan(&home, &["--mirror", "src/.", "dst"]);
    rest(&home);
    assert_eq!(left(&home.at("src")), left(&home.at("dst")));
}

#[test]
fn a_disk_that_is_mounted_over_the_destination_or_the_source_since_refuses_the_removals() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        for how in HOWS {
            for over in ["dst/sub", "src/sub", "dst", "src"] {
                let home = laid_out(Home::new(&mounts.directory(how)));
                plan(&home, &[how, "src/.", "dst"]);
                ok(&home, &["part", "plan", "--all"]);
                let foreign = mounts.tmpfs("size=1m");
                // With items that look the same.
                run(Command::new("cp").arg("-a").arg(home.at(over).join(".")).arg(&foreign));
                mounts.bind(&foreign, &home.at(over));
                let before = left(&home.at("dst"));
                for _ in 0..2 {
                    let (out, err, code) = told(&home, &FINISH);
                    assert!(code == 1 || code == 3, "{how} {over}: {code} {out}{err}");
                }
                assert_eq!(left(&home.at("dst")), before, "{how} {over}");
                mounts.unmount(&home.at(over));
                ok(&home, &FINISH);
                assert_eq!(left(&home.at("src")), left(&home.at("dst")));
            }
        }
    });
    let _skipped = done.is_none();
}

#[test]
fn a_folder_that_was_made_again_with_new_items_stays_for_them_alone() {
    let home = laid_out(Home::temporary());
    home.make(&["dst/gone/deep/z"]);
    plan(&home, &["--mirror=delete", "src/.", "dst"]);
    ok(&home, &["part", "plan", "--all"]);
    fs::rename(home.at("dst/gone"), home.at("aside")).unwrap();
    home.make(&["dst/gone/deep/since"]);
    let out = ok(&home, &FINISH);
    assert!(out.contains("2 items are kept, since they have changed"), "{out}");
    assert!(home.has("dst/gone/deep/since") && !home.has("dst/extra"));
}
