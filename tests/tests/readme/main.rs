//! Runs the scripts of README and manual as they are printed there.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod machines;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fcp_test_support::bin::{clean, installed, path_of, program, run};
use fcp_test_support::filesystem::Kind;
use fcp_test_support::mounts::{Mounts, with_mounts};
use fcp_test_support::skip;

/// README first: where both have a line, what README prints is run.
const TEXT: &str = concat!(
    include_str!("../../../README.md"),
    include_str!("../../../assets/manual/fcpq.md"),
    include_str!("../../../assets/manual/machines.md"),
    include_str!("../../../assets/manual/scripts.md"),
);

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let after = TEXT.split(fence.as_str()).skip(1);
    after.map(|block| block.split("```").next().unwrap()).collect()
}

/// The one block of a language.
fn script(language: &str) -> &'static str {
    let [block] = blocks(language)[..] else { panic!("one block of {language}") };
    block
}

/// The line that begins like this, without its comment.
fn line(begin: &str) -> &'static str {
    let found = TEXT.lines().map(str::trim_start).find(|line| line.starts_with(begin));
    found.unwrap().split("   #").next().unwrap()
}

/// A place where `/mnt` is empty and the scripts find the programs.
struct Place {
    home: PathBuf,
    work: PathBuf,
    bin: PathBuf,
}

impl Place {
    fn new(mounts: &Mounts) -> Self {
        let top = mounts.filesystem(Kind::Tmpfs, 256 << 20);
        for name in ["mnt", "mnt/backup", "mnt/nas", "work", "bin", "home"] {
            fs::create_dir(top.join(name)).unwrap();
        }
        mounts.bind(&top.join("mnt"), Path::new("/mnt"));
        let place = Self { home: top.join("home"), work: top.join("work"), bin: top.join("bin") };
        for name in ["fcp", "fcpq"] {
            symlink(path_of(name), place.bin.join(name)).unwrap();
        }
        place
    }

    /// Lets a program of the scripts be this shell script instead.
    fn replace(&self, name: &str, text: &str) {
        let path = self.bin.join(name);
        drop(fs::remove_file(&path));
        fcp_test_support::script(path, text);
    }

    /// Makes copies take a while.
    fn slow(&self) {
        let fcp = path_of("fcp");
        self.replace("fcp", &format!("exec '{}' --limit-rate=4M \"$@\"", fcp.display()));
    }

    fn file(&self, name: &str, size: usize) {
        let path = if name.starts_with('/') { name.into() } else { self.work.join(name) };
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, vec![b'x'; size]).unwrap();
    }

    fn run(&self, program: &str, script: &str) -> Output {
        let path = format!("{}:{}", self.bin.display(), std::env::var("PATH").unwrap());
        let mut command = clean(Command::new(program));
        command.args(["-c", script]).current_dir(&self.work).env("PATH", path);
        run(command.env("HOME", &self.home))
    }
}

fn with_place(needs: &[&str], test: impl FnOnce(&Place) + Send) {
    if let Some(missing) = needs.iter().find(|name| !installed(name)) {
        return skip::skip(&format!("{missing} is not installed"));
    }
    with_mounts(&[Kind::Tmpfs], |mounts| test(&Place::new(mounts)));
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_progress_of_a_copy_is_followed_with_jq() {
    with_place(&["jq"], |place| {
        for slow in [false, true] {
            if slow {
                place.slow();
            }
            place.file("photos/a", 2 << 20);
            place.file("photos/b", 100);
            let done = place.run("sh", script("sh"));
            assert!(done.status.success(), "{done:?}");
            let lines = text(&done.stdout);
            let is_progress = |line: &str| line.contains(" %, ") && line.ends_with(" items");
            assert!(lines.lines().all(is_progress), "{lines}");
            assert!(!slow || lines.lines().count() > 0);
            fs::remove_dir_all("/mnt/backup/photos").unwrap();
        }
    });
}

#[test]
fn conflicts_of_every_kind_are_answered_from_python() {
    with_place(&["python3"], |place| {
        place.file("photos/larger", 20);
        place.file("/mnt/backup/photos/larger", 10);
        place.file("photos/smaller", 10);
        place.file("/mnt/backup/photos/smaller", 20);
        place.file("photos/file", 10);
        place.file("/mnt/backup/photos/file/inner", 1);
        place.file("photos/folder/inner", 10);
        place.file("/mnt/backup/photos/folder", 1);
        place.file("photos/new", 10);
        let done = place.run("python3", script("python"));
        assert!(done.status.success(), "{done:?}");
        assert!(text(&done.stdout).ends_with("exit code 0\n"), "{done:?}");
        let size = |name: &str| fs::metadata(format!("/mnt/backup/photos/{name}")).unwrap().len();
        assert_eq!((size("larger"), size("smaller"), size("new")), (20, 20, 10));
        assert_eq!((size("file/inner"), size("folder")), (1, 1));
    });
}

#[test]
fn a_copy_is_paused_and_stopped_from_bash() {
    with_place(&["jq"], |place| {
        place.slow();
        place.replace("sleep", "exec /bin/sleep 0.3");
        place.file("disk.img", 64 << 20);
        let done = place.run("bash", script("bash"));
        let told = text(&done.stdout);
        for id in 1..=3 {
            assert!(told.contains(&format!(r#""type":"reply","id":{id},"ok":true"#)), "{done:?}");
        }
        assert!(told.contains(r#""outcome":"cancelled""#), "{done:?}");
        assert!(told.contains(r#""type":"bye","exit":130"#), "{done:?}");
        assert!(!Path::new("/mnt/nas/disk.img").exists());
    });
}

#[test]
fn a_copy_that_ends_before_the_commands_is_told_by_bash_all_the_same() {
    with_place(&["jq"], |place| {
        place.replace("sleep", "exec /bin/sleep 0.3");
        place.file("disk.img", 10);
        let done = place.run("bash", script("bash"));
        let told = text(&done.stdout);
        assert!(told.contains(r#""type":"bye","exit":0"#), "{done:?}");
        assert_eq!(fs::metadata("/mnt/nas/disk.img").unwrap().len(), 10);
    });
}

#[test]
fn failed_items_are_listed_and_nothing_is_where_nothing_failed() {
    with_place(&[], |place| {
        let failed = line("fcpq log --failed");
        place.file("good", 10);
        symlink("nowhere", place.work.join("dangling")).unwrap();
        let setup = "fcpq add copy good /mnt/nas && fcpq add copy dangling /mnt/nas; fcpq run";
        let done = place.run("sh", setup);
        assert_eq!(done.status.code(), Some(1), "{done:?}");
        let none = place.run("sh", failed);
        assert!(none.status.success() && none.stdout.is_empty(), "{none:?}");
        let one = place.run("sh", &failed.replace(" 1 ", " 2 "));
        assert!(text(&one.stdout).contains("dangling"), "{one:?}");
        assert_eq!(text(&one.stdout).lines().count(), 1, "{one:?}");
    });
}

#[test]
fn each_link_leads_to_a_file_and_a_heading() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let manual = fs::read_dir(root.join("assets/manual")).unwrap();
    let pages = manual.map(|entry| entry.unwrap().path()).chain([root.join("README.md")]);
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let links = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        for link in links.filter(|link| !link.starts_with("http")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let leads_to = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(leads_to.exists(), "{page:?}: {link}");
            if !heading.is_empty() {
                let text = fs::read_to_string(leads_to).unwrap().to_lowercase();
                let heading = heading.replace('-', " ");
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|line| line.trim_start_matches(['#', ' ']) == heading),
                    "{page:?}: {link}"
                );
            }
        }
    }
}

#[test]
fn the_package_has_the_pages_of_the_manual_that_help_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let config: serde_json::Value = serde_json::from_str(&read("desktop/tauri.conf.json")).unwrap();
    let files = config.pointer("/bundle/linux/deb/files").unwrap();
    let manual = files["/usr/share/doc/fcp/manual"].as_str().unwrap();
    let manual = root.join("desktop").join(manual);
    for tool in ["fcp", "fmv", "frm"] {
        let help = text(&run(program(tool).arg("--help")).stdout);
        assert!(help.replace('\n', " ").contains("share/doc/fcp/manual"), "{help}");
        let words = help.split(|it: char| it.is_whitespace() || ",;()".contains(it));
        let pages: Vec<&str> = words
            .map(|word| word.trim_end_matches('.'))
            .filter(|word| Path::new(word).extension().is_some_and(|it| it == "md"))
            .collect();
        assert!(pages.contains(&"gnu.md"), "{help}");
        for page in pages {
            assert!(manual.join(page).is_file(), "{tool}: {page}");
        }
        let page = format!("/usr/share/man/man1/{tool}.1");
        assert!(root.join("desktop").join(files[page.as_str()].as_str().unwrap()).is_file());
    }
}
