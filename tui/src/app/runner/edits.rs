//! Carries out small changes to files: new folders, links, renames, permissions and owners.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fcp_browse::edit::{self, Changed, Edit, Problem, RenameResult, Renames};
use fcp_browse::far::Machines;
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
use fcp_presentation::{errors, owners, tr};

use crate::app::undo::{self, Outcome};
use crate::format;
use fcp_presentation::undo::EditRequest;

/// Makes a change, and tells how it went.
pub(super) fn edit(request: &EditRequest) -> Outcome {
    let made = |result: Result<Edit, OpError>| match result {
        Ok(undo) => Outcome { undo: Some(undo), ..Outcome::default() },
        Err(error) => failed(undo::failed(request, &error)),
    };
    if let Err(error) = request.check() {
        return failed(undo::failed(request, &error));
    }
    let never = AtomicBool::new(false);
    match request {
        EditRequest::MakeDirectory(path) => made(edit::make_directory(path, true)),
        EditRequest::MakeFile(path) => made(edit::make_file(path)),
        EditRequest::Links { sources, to, into, kind, shown: _ } => {
            made(edit::links(sources, to, *into || to.is_dir(), *kind))
        }
        EditRequest::Rename { from, to, shown: _ } => made(edit::rename(from, to)),
        EditRequest::RenameAll { dir, pairs, shown: _ } => {
            let renames = edit::rename_all(dir, pairs);
            let refused = refused(&renames, pairs);
            let wrong = wrong(&renames, pairs);
            Outcome { refused, wrong, undo: renames.undo, ..Outcome::default() }
        }
        EditRequest::Mode { paths, change, recursive, shown } => {
            changed(edit::set_mode(paths, &|path| shown.kind(path), change, *recursive, &never))
        }
        EditRequest::Owner { paths, user, group, recursive, shown } => {
            let uid = user.as_deref().map(owners::uid).transpose();
            let gid = group.as_deref().map(owners::gid).transpose();
            match (uid, gid) {
                (Ok(uid), Ok(gid)) => {
                    let shown = |path: &Path| shown.kind(path);
                    changed(edit::set_owner(paths, &shown, uid, gid, *recursive, &never))
                }
                (Err(wrong), _) | (_, Err(wrong)) => failed(wrong),
            }
        }
    }
}

/// Makes a change on another machine, where its paths are there.
pub(super) fn far(request: &EditRequest, machines: &Arc<Machines>) -> Option<Outcome> {
    Some(match request.make_there(machines)? {
        Ok(undo) => Outcome { undo, ..Outcome::default() },
        Err(error) => failed(undo::failed(request, &error)),
    })
}

fn failed(wrong: String) -> Outcome {
    Outcome { wrong: Some(wrong), ..Outcome::default() }
}

fn changed(changed: Changed) -> Outcome {
    let wrong = changed.failed.first().map(|first| match changed.failures {
        1 => errors::told(first),
        all => {
            let shown = format::count(all - 1);
            tr!("deed-and-more", error = errors::told(first), shown = shown)
        }
    });
    Outcome { undo: changed.undo, items: Some(changed.done), wrong, refused: None }
}

/// Gives the first item that could not get its name, and why.
fn refused(renames: &Renames, pairs: &[(OsString, OsString)]) -> Option<(OsString, Problem)> {
    let mut all = renames.results.iter().zip(pairs);
    all.find_map(|(result, (old, _))| match result {
        RenameResult::Refused(problem) => Some((old.clone(), *problem)),
        RenameResult::Done
        | RenameResult::Unchanged
        | RenameResult::Left
        | RenameResult::Failed(_)
        | RenameResult::Stranded { .. } => None,
    })
}

/// Says what went wrong with a rename of many.
fn wrong(renames: &Renames, pairs: &[(OsString, OsString)]) -> Option<String> {
    let worst = renames.worst()?;
    let (old, new) = pairs.get(worst)?;
    let (old, new) = (DisplayName::new(old).to_string(), DisplayName::new(new).to_string());
    match renames.results.get(worst)? {
        RenameResult::Done | RenameResult::Unchanged | RenameResult::Left => None,
        RenameResult::Refused(problem) => {
            let why = errors::of_name(*problem);
            Some(tr!("deed-name-refused", old = old, new = new, why = why))
        }
        RenameResult::Failed(error) => Some(tr!("deed-rename-failed", error = errors::told(error))),
        RenameResult::Stranded { now, error } => {
            let (now, error) = (DisplayName::new(now).to_string(), errors::told(error));
            Some(tr!("deed-rename-stranded", old = old, now = now, error = error))
        }
    }
}

/// Undoes a change, where it was made.
pub(super) fn undo(edit: &Edit, machines: &Arc<Machines>) -> Result<(), String> {
    machines.undo(edit).map_err(|wrong| wrong.first().map_or_else(String::new, errors::told))
}

#[cfg(test)]
mod tests {
    use fcp_engine::event::FileKind;
    use fcp_presentation::transfer::Shown;
    use std::fs;
    use std::os::unix::fs::symlink;

    use fcp_browse::edit::{LinkKind, ModeChange};

    use super::*;

    #[test]
    fn what_is_changed_below_folders_is_counted() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path().join("dir");
        fs::create_dir(&dir).unwrap();
        for name in ["a", "b", "c"] {
            fs::write(dir.join(name), "").unwrap();
        }
        let change = ModeChange::parse("u+rwX").unwrap();
        let request = EditRequest::Mode {
            paths: vec![dir],
            change,
            recursive: true,
            shown: Shown::default(),
        };
        let outcome = edit(&request);
        assert_eq!((outcome.items, outcome.wrong), (Some(4), None));
        assert_eq!(undo::done(&request, None, outcome.items), "Changed the permissions of 4 items");
        assert_eq!(undo::done(&request, None, None), "Changed the permissions of 1 item");
    }

    #[test]
    fn what_has_come_to_the_name_of_an_item_is_left_alone() {
        let scratch = tempfile::tempdir().unwrap();
        let (dir, from) = (scratch.path(), scratch.path().join("a"));
        fs::create_dir(&from).unwrap();
        let shown = Shown::of_types([(from.clone(), FileKind::File)]);
        let (sources, paths, to) = (vec![from.clone()], vec![from.clone()], dir.join("b"));
        let kind = LinkKind::Absolute;
        let change = ModeChange::parse("u+rwX,o+w").unwrap();
        let pairs = vec![("a".into(), "b".into())];
        let requests = [
            EditRequest::Rename { from: from.clone(), to: to.clone(), shown: shown.clone() },
            EditRequest::RenameAll { dir: dir.to_owned(), pairs, shown: shown.clone() },
            EditRequest::Links { sources, to, into: false, kind, shown: shown.clone() },
            EditRequest::Mode { paths, change, recursive: false, shown },
        ];
        let before = fs::metadata(&from).unwrap().permissions();
        for request in &requests {
            let outcome = edit(request);
            let wrong = outcome.wrong.unwrap();
            assert!(
                wrong.contains(tr!("reason-changed-since")) && outcome.undo.is_none(),
                "{wrong}"
            );
        }
        assert_eq!(fs::metadata(&from).unwrap().permissions(), before);
    }

    #[test]
    fn an_item_that_has_come_to_the_name_of_one_to_rename_keeps_that() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        for name in ["a", "b"] {
            fs::write(at(name), name).unwrap();
        }
        let (dir, pairs) = (scratch.path().to_owned(), ["a", "b"]);
        let mut shown = Shown::of_types(pairs.map(|name| (at(name), FileKind::File)));
        shown.know(edit::identities(&dir, ["a", "b", "gone"].map(OsString::from)));
        let pairs = pairs.map(|name| (name.into(), format!("new {name}").into())).to_vec();
        let request = EditRequest::RenameAll { dir, pairs, shown };
        // As a program does that rotates logs.
        fs::rename(at("b"), at("c")).unwrap();
        fs::write(at("b"), "another").unwrap();
        let outcome = super::edit(&request);
        let wrong = outcome.wrong.unwrap();
        assert!(wrong.starts_with("nothing was renamed"), "{wrong}");
        assert!(wrong.contains(tr!("reason-changed-since")), "{wrong}");
        assert!(at("a").exists() && at("b").exists(), "all or none");
        // What is written to stays the item that was shown.
        fs::rename(at("c"), at("b")).unwrap();
        fs::write(at("b"), "longer").unwrap();
        assert_eq!(super::edit(&request).wrong, None);
        assert_eq!(fs::read(at("new b")).unwrap(), b"longer");
    }

    #[test]
    fn links_are_made_all_or_none_and_lead_home() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        fs::create_dir_all(dir.join("a/b")).unwrap();
        fs::create_dir(dir.join("links")).unwrap();
        symlink(dir.join("a/b"), dir.join("short")).unwrap();
        for name in ["x", "y"] {
            fs::write(dir.join("a").join(name), name).unwrap();
        }
        let sources = vec![dir.join("a/x"), dir.join("a/y")];
        // The parent of `short` is not the one that its path spells.
        for (kind, to) in
            [(LinkKind::Relative, "short"), (LinkKind::Absolute, "links"), (LinkKind::Hard, "a/b")]
        {
            let request = EditRequest::Links {
                sources: sources.clone(),
                to: dir.join(to),
                into: true,
                kind,
                shown: Shown::default(),
            };
            let outcome = edit(&request);
            assert_eq!(outcome.wrong, None);
            assert_eq!(fs::read(dir.join(to).join("y")).unwrap(), b"y", "{kind:?}");
            assert_eq!(edit::undo(&outcome.undo.unwrap()), Ok(()));
            assert!(fs::read(dir.join(to).join("x")).is_err());
        }
        // Beside its item, a link gets a free name.
        for (kind, name) in [
            (LinkKind::Relative, "x (1)"),
            (LinkKind::Absolute, "x (2)"),
            (LinkKind::Hard, "x (3)"),
        ] {
            let (sources, to) = (vec![dir.join("a/x")], dir.join("a"));
            let outcome = edit(&EditRequest::Links {
                sources,
                to,
                into: true,
                kind,
                shown: Shown::default(),
            });
            assert_eq!(outcome.wrong, None);
            assert_eq!(fs::read(dir.join("a").join(name)).unwrap(), b"x", "{kind:?}");
        }
        fs::write(dir.join("links/y"), "mine").unwrap();
        let kind = LinkKind::Absolute;
        let outcome = edit(&EditRequest::Links {
            sources,
            to: dir.join("links"),
            into: false,
            kind,
            shown: Shown::default(),
        });
        assert!(outcome.wrong.is_some() && outcome.undo.is_none());
        assert!(fs::symlink_metadata(dir.join("links/x")).is_err());
        assert_eq!(fs::read(dir.join("links/y")).unwrap(), b"mine");
    }
}
