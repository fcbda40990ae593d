//! What a part of a mirror moves out of the way of an item of another type.

use super::mirror_kept::HOWS;
use super::mirrored::{in_trash, killed_at, ok, plan, rest, told, trash};
use super::*;

#[test]
fn what_comes_in_the_place_of_a_folder_that_a_killed_part_has_removed_stays() {
    needs!(has_strace());
    let mut killed = 0;
    for how in HOWS {
        for (syscall, n) in [("unlinkat", 1), ("unlinkat", 2), ("unlinkat", 3), ("renameat", 1)] {
            let home = Home::temporary();
            home.make(&["src/f", "dst/f/a", "dst/f/b/c", "dst/f/b/d"]);
            plan(&home, &[how, "-w1", "src/.", "dst"]);
            killed += usize::from(killed_at(&home, &["part", "plan", "0"], syscall, n));
            if home.at("dst/f").is_file() {
                fs::remove_file(home.at("dst/f")).unwrap();
            }
            home.make(&["dst/f/precious"]);
            told(&home, &["part", "plan", "--all"]);
            told(&home, &["plan", "retry", "plan"]);
            let (_, err, _) = told(&home, &["part", "plan", "--all"]);
            let all = trash(&home);
            let is_there = |kept: &PathBuf| kept.join("precious").exists();
            assert!(home.has("dst/f/precious"), "{how} {syscall} {n}: {err}");
            assert!(!all.values().any(is_there));
        }
    }
    assert!(killed > 0);
}

#[test]
fn a_part_that_is_killed_while_it_makes_way_is_taken_up() {
    needs!(has_strace());
    let mut killed = 0;
    for how in HOWS {
        for n in 1..6 {
            let home = Home::temporary();
            home.make(&["src/f", "src/g/in", "dst/f/a", "dst/f/b/c"]);
            home.write("dst/g", "in the way");
            plan(&home, &[how, "-w1", "src/.", "dst"]);
            killed += usize::from(killed_at(&home, &["part", "plan", "0"], "renameat", n));
            rest(&home);
            assert_eq!(left(&home.at("src")), left(&home.at("dst")), "{n}");
            let kept = trash(&home);
            assert_eq!(in_trash(&home), ["dst/f", "dst/g"]);
            assert!(kept["dst/f"].join("b/c").exists() && kept["dst/g"].is_file());
        }
    }
    assert!(killed > 0);
}

#[test]
fn a_file_in_the_way_of_a_folder_that_came_after_the_plan_or_changed_stays() {
    for how in HOWS {
        let home = Home::temporary();
        home.make(&["src/same/in", "src/edited/in", "src/new/in", "src/link/in", "dst/extra"]);
        for name in ["same", "edited"] {
            home.write(&format!("dst/{name}"), "in the way");
        }
        plan(&home, &[how, "--part-items=1", "src/.", "dst"]);
        // As long as before, with its time, as some editors leave it.
        let edited = home.at("dst/edited");
        let time = fs::metadata(&edited).unwrap().modified().unwrap();
        home.write("dst/edited", "other text");
        fs::File::options().write(true).open(&edited).unwrap().set_modified(time).unwrap();
        home.write("dst/new", "since");
        symlink("elsewhere", home.at("dst/link")).unwrap();
        told(&home, &["part", "plan", "--all"]).says(1, "it has changed since");
        assert_eq!(
            (home.read("dst/edited"), home.read("dst/new")),
            ("other text".into(), "since".into())
        );
        assert!(home.at("dst/link").is_symlink() && home.has("dst/same/in"));
        assert_eq!(in_trash(&home), ["dst/same"]);
        let (out, _, code) = told(&home, &["plan", "finish", "plan"]);
        assert!(code == 1 && home.has("dst/extra"), "{out}");
        // Another plan knows them.
        fs::remove_dir_all(home.at("plan")).unwrap();
        plan(&home, &[how, "src/.", "dst"]);
        rest(&home);
        assert_eq!(left(&home.at("src")), left(&home.at("dst")));
        let kept = in_trash(&home);
        assert!(
            ["dst/edited", "dst/link", "dst/new"]
                .iter()
                .all(|name| kept.iter().any(|it| it == name))
        );
    }
}

#[test]
fn two_processes_at_one_part_make_way_once() {
    for how in HOWS {
        let home = Home::temporary();
        for n in 0..60 {
            home.make(&[&format!("src/f{n}"), &format!("dst/f{n}/a/b"), &format!("src/d{n}/in")]);
            home.write(&format!("dst/d{n}"), "in the way");
        }
        plan(&home, &[how, "src/.", "dst"]);
        // One of them was taken for dead: what it does is the same as with a plan of its own.
        run(Command::new("cp").arg("-a").args([home.at("plan"), home.at("again")]));
        let start = |plan: &str| {
            let mut command = home.command("fcp", &["part", plan, "0"]);
            Running::start(command.stdout(Stdio::null()).stderr(Stdio::piped()))
        };
        let mut running = ["plan", "again"].map(start);
        for process in &mut running {
            let mut err = String::new();
            process.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            assert!(process.wait().unwrap().success(), "{how}: {err}");
        }
        ok(&home, &["plan", "finish", "plan"]);
        assert_eq!(left(&home.at("src")), left(&home.at("dst")));
        let kept = trash(&home);
        assert_eq!(kept.len(), 120);
        let is_whole = |(name, kept): (&String, &PathBuf)| {
            if name.starts_with("dst/f") {
                kept.join("a/b").is_file()
            } else {
                fs::read_to_string(kept).unwrap() == "in the way"
            }
        };
        assert!(kept.iter().all(is_whole));
    }
}

#[test]
fn a_damaged_or_missing_list_of_what_gives_way_refuses_the_parts() {
    let home = Home::temporary();
    home.make(&["src/d/in", "dst/"]);
    home.write("dst/d", "in the way");
    plan(&home, &["--mirror", "src/.", "dst"]);
    let list = home.at("plan/ways/000000");
    let whole = fs::read(&list).unwrap();
    for (bytes, why) in [(&whole[..whole.len() - 1], "its checksum is wrong"), (b"", "is damaged")]
    {
        fs::write(&list, bytes).unwrap();
        told(&home, &["part", "plan", "0"]).says(3, why);
    }
    fs::remove_file(&list).unwrap();
    told(&home, &["part", "plan", "0"]).says(3, "it is missing");
    assert_eq!(home.read("dst/d"), "in the way");
    fs::write(&list, whole).unwrap();
    rest(&home);
    assert_eq!(in_trash(&home), ["dst/d"]);
}
