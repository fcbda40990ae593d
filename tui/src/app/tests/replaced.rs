//! Tests that no action meets the items of another folder that has come to have the path of the listed one.

use std::path::PathBuf;
use std::sync::mpsc;
use std::sync::{Arc, OnceLock};

use fcp_browse::{Identity, Listing};

use super::*;
use crate::app::runner::EffectRunner;
use fcp_presentation::undo::EditRequest;

/// A panel on a folder that holds the file `f`, which is replaced by another folder.
struct Place {
    bench: Bench,
    dir: PathBuf,
    scratch: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path().join("dir");
        make(&dir, "old");
        let mut bench = Bench::new(100, 30);
        bench.model.panel_mut().go(dir.clone(), None);
        let mut place = Self { bench, dir, scratch };
        place.list();
        place.bench.press(KeyCode::End);
        // The key has the folder looked at once.
        place.carry_out();
        place.bench.forget();
        place
    }

    /// Lists the folder as the runner does.
    fn list(&mut self) {
        let effects = crate::app::update::reload(&mut self.bench.model);
        let Effect::List { ticket, .. } = effects[0] else { panic!("{effects:?}") };
        let identity = Identity::of(&self.dir).unwrap();
        self.bench.tell(Msg::Identity { ticket, identity });
        let listing = Arc::new(Listing::new([("f".into(), FileKind::File)]));
        self.bench.tell(Msg::Listed { ticket, listing, whole: true, space: None });
    }

    fn replace(&self) {
        std::fs::rename(&self.dir, self.scratch.path().join("moved")).unwrap();
        make(&self.dir, "another");
    }

    /// Carries out what the model wants checked, and tells the answers.
    fn carry_out(&mut self) {
        let (back, inbox) = mpsc::channel();
        let runner = EffectRunner::new(Arc::new(OnceLock::new()), back);
        let effects = std::mem::take(&mut self.bench.effects);
        for effect in effects {
            if !matches!(effect, Effect::Checked { .. } | Effect::LookAgain { .. }) {
                continue;
            }
            assert_eq!(runner.carry_out(effect), None);
            self.bench.tell(inbox.recv().unwrap());
        }
    }
}

fn make(dir: &std::path::Path, text: &str) {
    std::fs::create_dir(dir).unwrap();
    std::fs::write(dir.join("f"), text).unwrap();
}

const TEXT: &str = "This folder was replaced since it was listed";

fn lists(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::List { .. }))
}

#[test]
fn a_removal_in_a_folder_that_was_replaced_is_refused() {
    for replaced in [false, true] {
        let mut place = Place::new();
        place.bench.shift(KeyCode::F(8));
        // The panel is listed again while the dialog is open: it still shows what was listed first.
        if replaced {
            place.replace();
            place.list();
        }
        place.bench.wait(10_000_000).keys("y");
        assert_eq!(place.bench.model.requests.len(), 1);
        place.carry_out();
        let effects = &place.bench.effects;
        assert_eq!(effects.iter().any(|it| matches!(it, Effect::Add { .. })), !replaced);
        assert_eq!((lists(effects), place.bench.screen().contains(TEXT)), (replaced, replaced));
        assert_eq!(place.bench.model.requests.is_empty(), replaced);
    }
}

#[test]
fn a_small_change_in_a_folder_that_was_replaced_is_refused() {
    let mut place = Place::new();
    place.replace();
    place.bench.press(KeyCode::F(7)).keys("new").press(KeyCode::Enter);
    assert_eq!(place.bench.model.editing, 1);
    place.carry_out();
    let effects = &place.bench.effects;
    assert!(lists(effects) && !effects.iter().any(|it| matches!(it, Effect::Edit(_))));
    assert_eq!(place.bench.model.editing, 0);
    assert!(place.bench.screen().contains(TEXT), "{}", place.bench.screen());
    // What is listed by now can be changed.
    place.bench.press(KeyCode::Esc);
    place.list();
    place.bench.forget();
    place.bench.press(KeyCode::F(7)).keys("new").press(KeyCode::Enter);
    place.carry_out();
    let made = Effect::Edit(EditRequest::MakeDirectory(place.dir.join("new")));
    assert!(place.bench.effects.contains(&made), "{:?}", place.bench.effects);
}

#[test]
fn nothing_comes_out_of_an_archive_that_was_replaced() {
    let mut place = Place::new();
    let archive = place.dir.join("a.tar");
    let write = |text: &str| {
        std::fs::write(&archive, text).unwrap();
    };
    write("old");
    place.bench.model.panel_mut().go(archive.clone(), None);
    let list = |place: &mut Place| {
        let effects = crate::app::update::reload(&mut place.bench.model);
        let Effect::List { ticket, .. } = effects[0] else { panic!("{effects:?}") };
        let identity = Identity::of(&archive).unwrap();
        let damage = None;
        place.bench.tell(Msg::Identity { ticket, identity });
        place.bench.tell(Msg::InArchive {
            ticket,
            archive: archive.clone(),
            damage,
            unsafe_names: 0,
        });
        let listing = Arc::new(Listing::new([("f".into(), FileKind::File)]));
        place.bench.tell(Msg::Listed { ticket, listing, whole: true, space: None });
    };
    let extract = |place: &mut Place| {
        place.bench.forget();
        place.bench.press(KeyCode::End).press(KeyCode::F(5)).press(KeyCode::Enter);
        if !place.bench.model.requests.is_empty() {
            place.carry_out();
        }
        place.bench.effects.iter().any(|it| matches!(it, Effect::Add { .. }))
    };
    list(&mut place);
    assert!(extract(&mut place));
    // It is the same file, which has other data by now.
    write("another");
    assert!(!extract(&mut place) && lists(&place.bench.effects));
    let told = "This archive was replaced since it was listed";
    assert!(place.bench.screen().contains(told), "{}", place.bench.screen());
    list(&mut place);
    place.bench.press(KeyCode::Esc);
    assert!(extract(&mut place));
}

#[test]
fn a_key_notices_that_the_folder_was_replaced() {
    let mut place = Place::new();
    place.replace();
    place.bench.model.now += 5_000_000;
    place.bench.press(KeyCode::F(3));
    assert!(place.bench.model.viewer.is_some());
    place.carry_out();
    assert!(place.bench.model.viewer.is_none() && lists(&place.bench.effects));
    assert!(place.bench.screen().contains(TEXT));
}
