//! Tests of choosing the program that opens a file.

use fcp_presentation::programs::{Places, Programs, programs};

use super::*;
use crate::app::dialog::form::Purpose;
use crate::app::model::Run;

/// A desktop with an editor in the terminal, the default for text, a viewer and another program.
fn installed() -> (tempfile::TempDir, Programs) {
    let scratch = tempfile::tempdir().unwrap();
    let below = |name: &str| scratch.path().join(name);
    let write = |name: &str, text: &str| {
        fs::create_dir_all(below(name).parent().unwrap()).unwrap();
        fs::write(below(name), text).unwrap();
    };
    let entry = |exec: &str, more: &str| {
        format!("[Desktop Entry]\nType=Application\nName={exec} of mine\nExec={exec} %f\n{more}\n")
    };
    write("mime/globs2", "50:text/plain:*.txt\n");
    write("applications/sh.desktop", &entry("sh", "Terminal=true\nMimeType=text/plain;"));
    write("applications/cat.desktop", &entry("cat", "MimeType=text/plain;"));
    write("applications/ls.desktop", &entry("ls", ""));
    write("applications/mimeapps.list", "[Default Applications]\ntext/plain=sh.desktop\n");
    write("file.txt", "text");
    let places = Places {
        data: vec![scratch.path().to_owned()],
        programs: vec!["/bin".into(), "/usr/bin".into()],
        has_windows: true,
        ..Places::default()
    };
    let found = programs(&places, &below("file.txt"));
    (scratch, found)
}

fn asked(bench: &mut Bench) -> std::path::PathBuf {
    bench.press(KeyCode::End).ctrl('x').keys("w");
    let Some(Effect::Programs(path)) = bench.effects.pop() else { panic!("{:?}", bench.effects) };
    path
}

#[test]
fn the_programs_for_a_type_are_listed_with_the_default_first() {
    let (_scratch, found) = installed();
    let mut bench = Bench::new(80, 24);
    let path = asked(&mut bench);
    assert!(path.ends_with("latest"));
    bench.tell(Msg::Programs(path.clone(), found));
    insta::assert_snapshot!("open-with-80x24", bench.screen());
    bench.press(KeyCode::Enter);
    let dir = path.parent().unwrap().to_owned();
    let words = ["sh".into(), path.clone().into_os_string()].to_vec();
    let run = Run::Program { words, dir, terminal: true };
    assert_eq!(bench.effects.pop(), Some(Effect::Run(run)));
}

#[test]
fn a_command_is_always_possible_and_asked_for_where_no_program_is_known() {
    let mut bench = Bench::new(80, 24);
    let path = asked(&mut bench);
    bench.tell(Msg::Programs(path.clone(), Programs::default()));
    let (_scratch, found) = installed();
    let others = Programs { others: found.fitting, ..Programs::default() };
    let is_form = |bench: &Bench| matches!(&bench.model.dialog, Some(Dialog::Form(form)) if form.purpose == Purpose::OpenWith(path.clone()));
    assert!(is_form(&bench));
    bench.press(KeyCode::Esc);
    asked(&mut bench);
    bench.tell(Msg::Programs(path.clone(), others.clone()));
    bench.press(KeyCode::Enter);
    assert!(is_form(&bench));
    // A dialog that the user has opened meanwhile keeps the keys.
    bench.press(KeyCode::Esc);
    asked(&mut bench);
    bench.press(KeyCode::F(7));
    bench.tell(Msg::Programs(path, Programs::default()));
    assert!(
        matches!(&bench.model.dialog, Some(Dialog::Form(form)) if form.purpose == Purpose::MakeDirectory)
    );
}
