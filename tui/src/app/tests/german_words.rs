//! Tests of what the program says in German: actions, the status line, reports and questions.

use std::path::PathBuf;

use fcp_browse::edit::{LinkKind, ModeChange};
use fcp_engine::foresee::Foreseen;
use fcp_presentation::language::Language;
use fcp_presentation::transfer::Shown;

use super::*;
use crate::app::action::Action as Does;
use crate::app::dialog::confirm::What;
use crate::app::dialog::picker::Pick;
use crate::app::palette;
use crate::app::undo;
use crate::app::ways::{ways, words};
use crate::app::{report, searches};
use fcp_presentation::undo::EditRequest;

/// Lets a test see what a German user sees.
fn in_german(test: impl FnOnce()) {
    Language::German.speaking(test);
}

fn notice(bench: &Bench) -> &str {
    bench.model.notice.as_ref().map_or("", |notice| notice.text.as_str())
}

#[test]
fn the_palette_finds_german_and_english_words() {
    in_german(|| {
        let bench = Bench::new(80, 24);
        for (typed, wanted) in [
            ("kopieren", Does::Copy),
            ("copy", Does::Copy),
            ("papierkorb", Does::Trashed),
            ("löschen", Does::Trash),
            ("permanently", Does::Delete),
            ("umbenennen", Does::Rename),
            ("chmod", Does::Mode),
            ("rechte", Does::Mode),
            ("drosseln", Does::JobLimit),
            ("undo", Does::Undo),
            ("synchronisieren", Does::CompareFolders),
        ] {
            let mut picker = palette::all(&bench.model);
            picker.field.set(typed);
            picker.search();
            assert_eq!(
                picker.chosen().map(|item| &item.pick),
                Some(&Pick::Action(wanted)),
                "{typed}"
            );
        }
        for &action in Does::ALL {
            let mut picker = palette::all(&bench.model);
            let is_listed =
                |item: &&crate::app::dialog::picker::Item| item.pick == Pick::Action(action);
            let Some(label) = picker.items.iter().find(is_listed).map(|item| item.label.clone())
            else {
                continue;
            };
            picker.field.set(&label);
            picker.search();
            assert_eq!(picker.chosen().map(|item| item.label.as_str()), Some(label.as_str()));
        }
    });
}

#[test]
fn the_status_line_tells_in_german_how_jobs_ended() {
    in_german(|| {
        let mut bench = Bench::new(120, 40);
        bench.play("clean-copy", |_| false);
        assert_eq!(notice(&bench), "Kopiert: 10 Objekte, 496 MiB in 12 s");
        let mut bench = Bench::new(120, 40);
        bench.play("copy-with-failures", |_| false);
        let notice = notice(&bench);
        assert!(notice.starts_with("Kopiert: "), "{notice}");
        assert!(
            notice.ends_with(", 2 Objekte fehlgeschlagen: F2, dann Enter zeigt sie"),
            "{notice}"
        );
    });
}

#[test]
fn a_report_is_in_german() {
    in_german(|| {
        let mut bench = Bench::new(120, 40);
        bench.play("copy-with-failures", |_| false);
        let row = bench.model.jobs.rows().next().unwrap();
        let (_, _, title) = report::title(row);
        assert_eq!(title, "Kopiert, 2 fehlgeschlagen");
        let totals = report::totals(row).map(|total| (total.word, total.note));
        let totals = totals.each_ref().map(|(word, note)| (*word, note.as_str()));
        let untouched = "Quellen unverändert";
        assert_eq!(totals, [("Kopiert", ""), ("Übersprungen", ""), ("Fehlgeschlagen", untouched)]);
        let items: Vec<String> = report::items(row).into_iter().map(|item| item.what).collect();
        assert_eq!(
            items,
            [
                "Öffnen nicht möglich: keine Berechtigung",
                "Lesen nicht möglich: Ein-/Ausgabefehler",
                "Setzen des Besitzers nicht möglich: nicht erlaubt",
                "änderte sich während des Kopierens",
            ]
        );
    });
}

#[test]
fn the_program_asks_in_german() {
    in_german(|| {
        let mut bench = Bench::new(80, 24);
        bench.model.queued = true;
        bench.play("clean-copy", halfway);
        let asked = |bench: &Bench, what: &What| {
            let (title, lines) = words(&bench.model, what);
            let ways = ways(&bench.model, what);
            let ways = ways.iter().map(|way| format!("{}: {}", way.name, way.note));
            [title].into_iter().chain(lines).chain(ways).collect::<Vec<_>>()
        };
        assert_eq!(
            asked(&bench, &What::Quit),
            [
                "1 Auftrag läuft noch",
                "Was soll mit ihm geschehen?",
                "Hier bleiben: nichts ändert sich",
                "Hintergrund: er läuft weiter; fcp-tui und fcpq zeigen ihn",
                "Anhalten und beenden: er wartet, bis er fortgesetzt wird",
                "Abbrechen und beenden: Fertiges bleibt, Unfertiges wird entfernt",
            ]
        );
        let foreseen =
            Foreseen { copies: 1, replaced: 1_200, lost: 2, rights: 3, ..Foreseen::default() };
        bench.model.work.foreseen = Some((1, Ok(foreseen)));
        assert_eq!(
            asked(&bench, &What::Undo(1))[1..3],
            [
                "1 Kopie kommt in den Papierkorb, 1.200 ersetzte Dateien werden wiederhergestellt, 3 Ordner erhalten Berechtigungen und Besitzer zurück.",
                "2 ersetzte Dateien können nicht wiederhergestellt werden: der alte Inhalt wurde nicht aufbewahrt.",
            ]
        );
    });
}

#[test]
fn small_changes_are_told_in_german() {
    let path = |name: &str| PathBuf::from("/home/anna").join(name);
    let links = |names: &[&str]| EditRequest::Links {
        sources: names.iter().map(|name| path(name)).collect(),
        to: path("Links"),
        into: true,
        kind: LinkKind::Hard,
        shown: Shown::default(),
    };
    let change = ModeChange::parse("u+w").unwrap();
    let (paths, shown) = (vec![path("a"), path("b")], Shown::default());
    let mode = EditRequest::Mode { paths, change, recursive: false, shown };
    let folder = EditRequest::MakeDirectory(path("Neu"));
    in_german(|| {
        assert_eq!(undo::done(&folder, None, None), "Ordner Neu angelegt");
        let denied = OpError::new(Action::CreateDir, path("Neu"), rustix::io::Errno::ACCESS);
        assert_eq!(
            undo::failed(&folder, &denied),
            "Ordner Neu kann nicht angelegt werden: keine Berechtigung"
        );
        assert_eq!(undo::done(&links(&["a"]), None, None), "Fester Link a angelegt");
        assert_eq!(undo::done(&links(&["a", "b"]), None, None), "2 feste Links in Links angelegt");
        assert_eq!(
            undo::failed(&links(&["a"]), &denied),
            "Ordner „/home/anna/Neu“ kann nicht angelegt werden: keine Berechtigung"
        );
        assert_eq!(undo::done(&mode, None, None), "Berechtigungen von 2 Objekten geändert");
    });
}

#[test]
fn a_search_is_described_in_german() {
    let bench = Bench::new(80, 24);
    let what = fcp_browse::FindSpec {
        pattern: "*.CR3".to_owned(),
        kinds: fcp_browse::Kinds::Files,
        larger: Some(20 << 20),
        ..fcp_browse::FindSpec::default()
    };
    let sought = || searches::sought(&what, &bench.model);
    assert_eq!(sought(), "*.CR3, files, at least 20.0 MiB");
    assert_eq!(Language::German.speaking(sought), "*.CR3, Dateien, mindestens 20,0 MiB");
}
