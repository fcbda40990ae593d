//! Resolves the destination of a plan and looks it up: free space, conflicts, filesystem.

use std::path::{Path, PathBuf};

use fcp_browse::{self as browse, Room};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{ConflictCount, FileKind};
use fcp_engine::kind_of_conflict;
use fcp_engine::path::{is_far, with_parents};
use fcp_presentation::archives::archive_name;
use fcp_presentation::room;
use fcp_presentation::spelling;
use fcp_presentation::tr;
use fcp_presentation::transfer::Way;
use fcp_presentation::typed;

use crate::home_dir::HomeDir;
use crate::located::Located;
use crate::panels::Panels;
use crate::trashed::{all_on_disk, is_in_trash};
use crate::wire::{PanelSide, PlanVerb, Refusal, Target};

/// What a drop can do with items.
pub(super) const DROPS: [PlanVerb; 3] = [PlanVerb::Copy, PlanVerb::Move, PlanVerb::Link];

/// Where a plan goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// The path that is meant.
    pub(super) path: PathBuf,
    /// Whether that is a folder even if nothing is there.
    pub(super) folder: bool,
}

/// What is known of a goal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Looked {
    /// What is there, and how much room.
    pub(super) room: Room,
    /// Which names are taken.
    pub(super) taken: Vec<ConflictCount>,
    /// Which ways to drop items there are not possible, and why.
    pub(super) refused: Vec<(PlanVerb, OpError)>,
    /// How the sources go there.
    pub(super) way: Way,
    /// The folder that has to be made first.
    pub(super) missing: Option<PathBuf>,
}

impl Goal {
    /// Gives what a target means, which may be on another machine; none until the user chose.
    ///
    /// # Errors
    /// It is gone, or the trash.
    pub(super) fn of(
        panels: &Panels,
        home: &HomeDir,
        target: &Target,
    ) -> Result<Option<Self>, Refusal> {
        let goal = Self::meant(panels, home.path(), target)?;
        match (&goal, target) {
            (Some(goal), _) if !is_in_trash(&goal.path) => {}
            // The user chooses another folder in the dialog.
            (None, _) | (Some(_), Target::Panel { .. }) => return Ok(None),
            (Some(_), _) => return Err(Refusal::because(tr!("desktop-into-trash"))),
        }
        Ok(goal)
    }

    fn meant(
        panels: &Panels,
        home: Option<&Path>,
        target: &Target,
    ) -> Result<Option<Self>, Refusal> {
        let folder = |at: Located| Ok(Some(Self { path: at.into_spelled(), folder: true }));
        let dir = |side: &PanelSide| panels.dir(*side).into_spelled();
        match target {
            Target::Panel { side } => folder(panels.dir(*side)),
            Target::Entry { id } => folder(panels.path(*id)?),
            Target::Crumb { side, up } => {
                let dir = dir(side);
                let above = with_parents(&dir).nth(*up as usize).ok_or(Refusal::Gone)?;
                folder(Located::new(above.to_owned()))
            }
            Target::Place { place } => folder(panels.place(*place).ok_or(Refusal::Gone)?),
            Target::Path { text, side } => Ok(Some(Self::typed(text, &dir(side), home))),
            Target::Archive { name, .. } if name.is_empty() => {
                Err(Refusal::because(tr!("desktop-archive-name")))
            }
            Target::Archive { folder, side, name, format, over_ending } => {
                let Self { path: dir, .. } = Self::typed(folder, &dir(side), home);
                let name = format.named(spelling::read(name), *over_ending);
                Ok(Some(Self { path: typed::resolve(&dir, home, &name), folder: false }))
            }
            Target::Unknown => Ok(None),
        }
    }

    /// Gives what the goal is for a verb: an archive in a folder gets the name that the items suggest.
    pub(super) fn of_verb(self, verb: PlanVerb, sources: &[PathBuf]) -> Self {
        if verb != PlanVerb::Pack || !self.folder {
            return self;
        }
        let items = all_on_disk(sources);
        let dir = items.first().and_then(|item| item.parent()).unwrap_or(&self.path);
        Self { path: self.path.join(archive_name(&items, dir)), folder: false }
    }

    /// Gives what a typed path means, seen from a folder.
    fn typed(text: &str, dir: &Path, home: Option<&Path>) -> Self {
        let path = typed::place(dir, home, &spelling::read(text));
        Self { path, folder: room::says_folder(text) }
    }

    /// Looks at the goal; it may take as long as its filesystem does.
    pub(super) fn look(&self, verb: PlanVerb, sources: &[PathBuf]) -> Looked {
        if verb == PlanVerb::Pack {
            return self.look_for_archive(sources);
        }
        let nowhere = PathBuf::new();
        let room = browse::room(sources.first().unwrap_or(&nowhere), &self.path);
        let into = room::is_folder(self.folder, sources.len(), Some(&room));
        let way_of = |verb| Way::of(self.path.clone(), into, verb == PlanVerb::Copy, sources);
        let way = way_of(verb);
        let to = |source: &PathBuf| match &way {
            Way::As(path) => path.clone(),
            Way::Into(dir) | Way::Beside(dir) => {
                source.file_name().map_or_else(|| dir.clone(), |name| dir.join(name))
            }
        };
        let taken = browse::taken(sources.iter().map(|source| (source.as_path(), to(source))));
        let why_not = |verb: PlanVerb, way: &Way| {
            // A verification only reads, also where nothing can be written.
            let unwritable = || room.error.clone().filter(|_| verb != PlanVerb::Verify);
            self.refusal(verb, way, &room, sources).or_else(unwritable)
        };
        let error = why_not(verb, &way);
        let refused = |verb| why_not(verb, &way_of(verb)).map(|error| (verb, error));
        let refused = DROPS.into_iter().filter_map(refused).collect();
        // Whether there is a folder on another machine, that says when the job begins.
        let is_missing = room.kind.is_none() && way.is_into() && !is_far(&self.path);
        let missing = is_missing.then(|| self.path.clone());
        Looked { room: Room { error, ..room }, taken, refused, way, missing }
    }

    /// Looks at the place of an archive: the folder, and what has its name there.
    fn look_for_archive(&self, sources: &[PathBuf]) -> Looked {
        let items = all_on_disk(sources);
        let nowhere = PathBuf::new();
        let dir = self.path.parent().unwrap_or(&nowhere);
        let room = browse::room(items.first().unwrap_or(&nowhere), dir);
        let there = browse::inspect(&self.path).ok();
        let kind = there.map(|there| kind_of_conflict(FileKind::File, there.kind));
        let taken = kind.map(|kind| ConflictCount { kind, count: 1 });
        let refused = |code, path: &Path| Some(OpError::refused(Action::Target, code, path));
        let error = if items.contains(&self.path) {
            refused(Code::SameFile, &self.path)
        } else if room.kind == Some(FileKind::File) {
            refused(Code::NotADirectory, dir)
        } else {
            room.error.clone()
        };
        let missing = room.kind.is_none().then(|| dir.to_owned());
        Looked {
            room: Room { error, ..room },
            taken: taken.into_iter().collect(),
            refused: Vec::new(),
            way: Way::As(self.path.clone()),
            missing,
        }
    }

    /// Says why the sources cannot go there, which the engine would say of each.
    fn refusal(
        &self,
        verb: PlanVerb,
        way: &Way,
        room: &Room,
        sources: &[PathBuf],
    ) -> Option<OpError> {
        let refused = |code, path: &Path| Some(OpError::refused(Action::Target, code, path));
        if !matches!(way, Way::As(_)) && room.kind == Some(FileKind::File) {
            return refused(Code::NotADirectory, &self.path);
        }
        // A path of another machine begins with `/`, too.
        let in_itself = |source: &&PathBuf| {
            is_far(source) == is_far(&self.path) && self.path.starts_with(source)
        };
        if verb != PlanVerb::Link
            && let Some(source) = sources.iter().find(in_itself)
        {
            let is_itself = **source == self.path;
            return refused(if is_itself { Code::SameFile } else { Code::IntoItself }, source);
        }
        let stays = |source: &&PathBuf| source.parent() == Some(&self.path);
        match (verb, way) {
            // A verification makes no folder to compare with.
            (PlanVerb::Verify, _) if room.kind.is_none() => refused(Code::NotFound, &self.path),
            (PlanVerb::Move | PlanVerb::Link | PlanVerb::Verify, Way::Into(_)) => {
                sources.iter().find(stays).and_then(|source| refused(Code::SameFile, source))
            }
            _ => None,
        }
    }
}

impl Looked {
    /// Tells whether the sources go into a folder.
    pub(super) fn is_into(&self) -> bool {
        self.way.is_into()
    }

    /// Tells whether the folder has to be made first.
    pub(super) fn makes(&self) -> bool {
        self.missing.is_some()
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;

    use fcp_engine::event::ConflictKind;

    use super::*;

    fn goal(path: PathBuf) -> Goal {
        Goal { path, folder: false }
    }

    #[test]
    fn a_typed_path_is_a_folder_where_it_says_so() {
        let home = Some(Path::new("/home/anna"));
        let typed = |text: &str| {
            let goal = Goal::typed(text, Path::new("/here"), home);
            (goal.path.into_os_string().into_string().unwrap(), goal.folder)
        };
        assert_eq!(typed("a"), ("/here/a".to_owned(), false));
        assert_eq!(typed("~/a/"), ("/home/anna/a".to_owned(), true));
        assert_eq!(typed(""), ("/here".to_owned(), true));
        let bytes = Goal::typed(r"x\xff", Path::new("/"), None).path;
        assert_eq!(bytes.as_os_str().as_encoded_bytes(), b"/x\xff");
    }

    #[test]
    fn what_is_there_decides_how_the_sources_go() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        for name in ["from/sub", "to"] {
            fs::create_dir_all(dir.join(name)).unwrap();
        }
        for name in ["from/a", "from/b", "to/a"] {
            fs::write(dir.join(name), name).unwrap();
        }
        let (a, b, sub) = (dir.join("from/a"), dir.join("from/b"), dir.join("from/sub"));
        let look = |verb, to: &str, sources: &[&PathBuf]| {
            let sources: Vec<_> = sources.iter().map(|path| (*path).clone()).collect();
            goal(dir.join(to)).look(verb, &sources)
        };
        let code = |looked: &Looked| looked.room.error.as_ref().map(|error| error.code);

        let both = look(PlanVerb::Copy, "to", &[&a, &b]);
        assert_eq!((&both.way, both.makes()), (&Way::Into(dir.join("to")), false));
        assert_eq!(both.taken, [ConflictCount { kind: ConflictKind::File, count: 1 }]);
        assert!(both.room.same && both.room.space.is_some() && both.room.error.is_none());

        // One that is missing is a name for one, and a folder for several.
        let one = look(PlanVerb::Copy, "new", &[&a]);
        assert_eq!((&one.way, one.makes()), (&Way::As(dir.join("new")), false));
        assert!(look(PlanVerb::Copy, "new", &[&a, &b]).makes());

        let over = look(PlanVerb::Copy, "to/a", &[&a]);
        assert_eq!(over.taken, [ConflictCount { kind: ConflictKind::File, count: 1 }]);
        assert_eq!(code(&look(PlanVerb::Copy, "to/a", &[&a, &b])), Some(Code::NotADirectory));

        let beside = look(PlanVerb::Copy, "from", &[&a, &b]);
        assert_eq!((beside.way, beside.room.error), (Way::Beside(dir.join("from")), None));
        assert_eq!(beside.taken, []);
        assert_eq!(code(&look(PlanVerb::Move, "from", &[&a])), Some(Code::SameFile));
        // Whatever is asked for now, what else a drop could do is told.
        let refused = |looked: &Looked| -> Vec<_> {
            looked.refused.iter().map(|(verb, error)| (*verb, error.code)).collect()
        };
        for verb in DROPS {
            let looked = look(verb, "from", &[&a, &b]);
            let same = [PlanVerb::Move, PlanVerb::Link].map(|verb| (verb, Code::SameFile));
            assert_eq!(refused(&looked), same, "{verb:?}");
            assert_eq!(refused(&look(verb, "to", &[&a, &b])), []);
            let inside = look(verb, "from/sub", &[&sub]);
            let itself = [PlanVerb::Copy, PlanVerb::Move].map(|verb| (verb, Code::SameFile));
            assert_eq!(refused(&inside), itself, "{verb:?}");
        }
        assert_eq!(code(&look(PlanVerb::Move, "from/a", &[&a])), Some(Code::SameFile));
        assert_eq!(code(&look(PlanVerb::Copy, "from/sub/x", &[&sub])), Some(Code::IntoItself));
        assert_eq!(code(&look(PlanVerb::Link, "from/sub", &[&sub])), None);

        let verified = look(PlanVerb::Verify, "to", &[&a, &b]);
        assert_eq!((verified.way, verified.room.error), (Way::Into(dir.join("to")), None));
        assert_eq!(code(&look(PlanVerb::Verify, "from", &[&a])), Some(Code::SameFile));
        assert_eq!(code(&look(PlanVerb::Verify, "new", &[&a, &b])), Some(Code::NotFound));
    }
}
