//! Makes the directory of a plan, and refuses what cannot be divided.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::disk;
use super::error::PlanError;
use super::extras::REMOVALS;
use super::folder::PlanFolder;
use super::format::{FIRST, SECOND, VERSION};
use super::lists::{Cut, FILES, Lists};
use super::planned::{DIRECTORIES, PLAN, Planned, Signed};
use super::roots::Root;
use super::ways::WAYS;
use crate::contract::error::{Action, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::{
    Confirm, ConflictPolicy, Destination, DirectoryPolicy, ErrorPolicy, Follow, JobSpec, LinkMode,
    MismatchPolicy, Subvolumes, Verb,
};
use crate::walk::operand::{ancestors, is_slashed_link, strip_slashes};
use crate::walk::spelling::folds_by_names;
use crate::walk::target::Target;
use crate::walk::temporary::Mark;
use fcp_sys::{self as sys, AsFd, BorrowedFd, c_path};

/// Whether a directory would go into itself: each part would refuse that, after the whole walk.
fn leads_into_itself(spec: &JobSpec) -> bool {
    if !matches!(spec.verb, Verb::Copy | Verb::Move) || !spec.options.recursive {
        return false;
    }
    let Ok(target) = Target::find(spec) else { return false };
    let follows = spec.options.follow != Follow::Never;
    spec.sources.iter().enumerate().any(|(at, source)| {
        let found = c_path(&source.0).and_then(|path| sys::stat_at(sys::CWD, &path, follows).ok());
        found
            .is_some_and(|meta| meta.kind == FileKind::Directory && target.is_inside(at, meta.id()))
    })
}

/// A plan that is being made.
#[derive(Debug)]
pub struct Planning {
    dir: PathBuf,
    spec: JobSpec,
    pub(crate) lists: Arc<Lists>,
}

impl Planning {
    /// Begins the plan of a request in a directory, which is made if it is missing.
    ///
    /// # Errors
    /// The request cannot be divided, or the directory has something in it.
    pub fn begin(dir: &Path, spec: JobSpec, cut: Cut) -> Result<Self, PlanError> {
        let mut spec = absolute(spec)?;
        if spec.verb == Verb::Move {
            spec.options.complete_for_move();
        }
        if let Some(unfit) = unfit(&spec) {
            return Err(PlanError::Unfit(unfit));
        }
        let was_there = disk::exists(dir);
        disk::make(dir)?;
        if !disk::names(dir)?.is_empty() {
            return Err(PlanError::NotEmpty(dir.to_owned()));
        }
        let above = ancestors(disk::open(dir)?);
        let is_in = |source: &WirePath| {
            c_path(&source.0)
                .and_then(|path| sys::stat_at(sys::CWD, &path, true).ok())
                .is_some_and(|meta| above.contains(&meta.id()))
        };
        let unfit = if spec.sources.iter().any(is_in) {
            Some("its folder in a source")
        } else if leads_into_itself(&spec) {
            Some("a destination in its source")
        } else {
            None
        };
        if let Some(unfit) = unfit {
            if !was_there {
                remove(dir, sys::remove_dir);
            }
            return Err(PlanError::Unfit(unfit));
        }
        let lists = Arc::new(Lists::new(dir, &spec, cut)?);
        Ok(Self { dir: dir.to_owned(), spec, lists })
    }

    /// Gives the dry run that writes the lists, for [`Engine::planning`](crate::Engine::planning).
    pub fn spec(&self) -> JobSpec {
        self.spec.clone().with(|options| options.dry_run = true)
    }

    /// Removes what was written of a plan that will not be whole.
    pub fn abandon(&self) {
        for name in ["parts", "folders", FILES, "links", REMOVALS, WAYS].iter().chain(&DIRECTORIES)
        {
            let dir = self.dir.join(name);
            for file in disk::names(&dir).unwrap_or_default() {
                remove(&dir.join(file), sys::unlink);
            }
            remove(&dir, sys::remove_dir);
        }
        // It may have been there before, and stays empty otherwise.
        remove(&self.dir, sys::remove_dir);
    }

    /// Ends the plan after the walk, in which `unreadable` items could not be looked at.
    pub fn end(self, unreadable: u64) -> Result<PlanFolder, PlanError> {
        let ended = self.write(unreadable);
        if ended.is_err() {
            self.abandon();
        }
        ended
    }

    fn write(&self, unreadable: u64) -> Result<PlanFolder, PlanError> {
        if self.lists.folds() {
            return Err(PlanError::Unfit(FOLDS));
        }
        if self.lists.aliases() {
            return Err(PlanError::Unfit("two paths that lead to one folder in the destination"));
        }
        let listed = self.lists.finish()?;
        // Of folders that are empty only the last step is left.
        let has_folders = self.spec.verb == Verb::Delete && listed.folders > 0;
        if listed.parts == 0 && !has_folders {
            return Err(PlanError::Nothing);
        }
        for name in DIRECTORIES {
            disk::make(&self.dir.join(name))?;
        }
        let plan = Planned {
            // A version that only copies must not take it for a copy, nor one that does not compare.
            format: match self.spec.verb {
                _ if listed.removals.is_some() || listed.file_lists > 0 => VERSION,
                Verb::Copy => FIRST,
                _ => SECOND,
            },
            version: env!("CARGO_PKG_VERSION").to_owned(),
            made: sys::now(),
            key: self.lists.key,
            roots: Root::of(&self.spec)?,
            spec: self.spec.clone(),
            parts: listed.parts,
            items: listed.items,
            bytes: listed.bytes,
            folders: listed.folders,
            folder_lists: listed.folder_lists,
            file_lists: listed.file_lists,
            unreadable,
            removals: listed.removals,
        };
        let signed = Signed { checksum: plan.checksum(), plan };
        let mut text = serde_json::to_vec_pretty(&signed).unwrap_or_default();
        text.push(b'\n');
        disk::replace(&self.dir.join(PLAN), &text)?;
        PlanFolder::open(&self.dir)
    }
}

/// Removes a file or a directory of a plan that is not whole; what stays takes room, and no plan uses it.
fn remove(path: &Path, by: fn(BorrowedFd<'_>, &CStr) -> sys::Sys<()>) {
    if let Some(name) = c_path(path) {
        sys::best_effort(by(sys::CWD, &name));
    }
}

/// The request with paths that mean the same whatever the working directory is.
fn absolute(mut spec: JobSpec) -> Result<JobSpec, PlanError> {
    let whole = |path: &mut WirePath| -> Result<(), PlanError> {
        // By hand: `std::path::absolute` drops a slash at the end, which has a meaning.
        if path.0.is_relative() && !path.0.as_os_str().is_empty() {
            let here = std::env::current_dir()
                .map_err(|error| OpError::of_io(Action::Stat, ".", &error))?;
            let mut bytes = here.into_os_string();
            bytes.push("/");
            bytes.push(path.0.as_os_str());
            path.0 = PathBuf::from(bytes);
        }
        Ok(())
    };
    if spec.options.strip_trailing_slashes {
        spec.options.strip_trailing_slashes = false;
        for source in &mut spec.sources {
            source.0 = strip_slashes(&source.0);
        }
    }
    spec.sources.iter_mut().try_for_each(whole)?;
    if let Some(destination) = &mut spec.destination {
        destination.paths_mut().iter_mut().try_for_each(whole)?;
    }
    // By their bytes: paths are equal whatever slashes and dots they end in, and `a/.` is not `a`.
    let mut seen = HashSet::new();
    spec.sources.retain(|source| seen.insert(source.0.clone().into_os_string()));
    Ok(spec)
}

const FOLDS: &str = "a destination that takes names for one that differ in case";

/// Says what a request has that processes which know nothing of each other cannot keep.
fn unfit(spec: &JobSpec) -> Option<&'static str> {
    let options = &spec.options;
    match spec.verb {
        Verb::Copy | Verb::Verify => {}
        Verb::Move => {
            if let Some(unfit) = unfit_move(spec) {
                return Some(unfit);
            }
        }
        Verb::Delete => return unfit_removal(spec),
        Verb::Trash => return Some("--trash, which renames each operand as a whole, at once"),
        _ => return Some("another verb than copy, move, verify and delete"),
    }
    let asks = options.on_conflict == ConflictPolicy::Ask
        || options.on_directory == DirectoryPolicy::Ask
        || options.on_mismatch == MismatchPolicy::Ask
        || options.on_error == ErrorPolicy::Ask;
    let renames = matches!(options.on_conflict, ConflictPolicy::Rename(_))
        || matches!(options.on_mismatch, MismatchPolicy::Rename(_));
    let checks: [(bool, &'static str); 17] = [
        (matches!(spec.destination, Some(Destination::Each(_))), "a destination for each source"),
        (options.dry_run, "--dry-run; it is one"),
        (asks, "questions; choose an answer with --on-conflict or --on-error"),
        (renames, "--on-conflict=rename"),
        (
            options.on_directory != DirectoryPolicy::Merge,
            "another rule for folders than to merge them",
        ),
        (options.follow == Follow::Always, "-L, since two parts might meet one folder"),
        (options.keep_directory_symlink, "--keep-directory-symlink"),
        (options.link == LinkMode::Symbolic, "-s"),
        (options.parents, "--parents"),
        (spec.verb == Verb::Verify && options.removals.is_some(), "--mirror with --verify-only"),
        (options.removals.is_some() && !options.mirrors(), "items to remove by name"),
        (options.filter.shard.is_some() && options.mirrors(), "--mirror with --shard"),
        (options.reuse.is_some(), "--link-dest or --clone-dest"),
        (options.subvolumes != Subvolumes::Copy, "--snapshot-subvolumes"),
        (options.manifest.is_some(), "--manifest; compute the list with fcp sum afterwards"),
        (options.keep_replaced || options.backup.is_some(), "--backup or --keep-replaced"),
        (!options.recursive, "a copy without folders"),
    ];
    if let Some((_, unfit)) = checks.iter().find(|(is_unfit, _)| *is_unfit) {
        return Some(unfit);
    }
    match Target::find(spec) {
        Ok(target) if target.meets(spec) => Some("two sources with one destination"),
        Ok(target) if options.mirrors() && are_entangled(spec, &target) => {
            Some("--mirror of a source and a destination of which one is in the other")
        }
        // A comparison tries nothing out, and makes no names.
        Ok(target) if spec.verb != Verb::Verify && (target.folds_case || folds_untold(&target)) => {
            Some(FOLDS)
        }
        // The dry run refuses it.
        Ok(_) | Err(_) => None,
    }
}

/// Whether a source of a mirror is in its destination, or is it, or the other way round.
fn are_entangled(spec: &JobSpec, target: &Target) -> bool {
    let enter = |dir: BorrowedFd<'_>, path: &CStr| sys::enter_dir(dir, path, true);
    let above = target.directory.as_deref().unwrap_or(c".");
    let is_entangled = |(at, source): (usize, &WirePath)| -> Option<bool> {
        let here = enter(sys::CWD, &c_path(&source.0)?).ok()?;
        let id = sys::stat_fd(here.as_fd()).ok()?.id();
        let name = target.name_for(at, &source.0, &spec.options);
        let there = enter(sys::CWD, above).and_then(|above| enter(above.as_fd(), &name));
        let there = there.and_then(|there| Ok(sys::stat_fd(there.as_fd())?.id()));
        let around = ancestors(here);
        Some(target.is_inside(at, id) || there.is_ok_and(|there| around.contains(&there)))
    };
    spec.sources.iter().enumerate().any(|it| is_entangled(it).unwrap_or_default())
}

/// Says what a request to move has that no part can keep.
fn unfit_move(spec: &JobSpec) -> Option<&'static str> {
    let options = &spec.options;
    if options.exchange || options.no_copy {
        return Some("--exchange and --no-copy, which are done at once");
    }
    if are_nested(&spec.sources) {
        return Some("operands within each other");
    }
    let has_no_name = |source: &WirePath| {
        let bytes = source.0.as_os_str().as_encoded_bytes();
        let last = bytes.rsplit(|byte| *byte == b'/').find(|name| !name.is_empty());
        matches!(last, None | Some(b"." | b".."))
    };
    if spec.sources.iter().any(has_no_name) {
        return Some("an operand that ends in a dot, whose folder could not be removed");
    }
    if spec.sources.iter().any(|source| is_slashed_link(&source.0)) {
        return Some("a symlink with a slash, which cannot be moved");
    }
    let whole = match &spec.destination {
        Some(Destination::As(path)) => c_path(&path.0),
        _ => None,
    };
    let whole = whole.and_then(|path| sys::enter_dir(sys::CWD, &path, true).ok());
    let there = whole.or_else(|| Target::find(spec).ok()?.open().ok());
    let there = there.and_then(|dir| sys::stat_fd(dir.as_fd()).ok())?.dev;
    let is_there = |source: &WirePath| {
        let meta = c_path(&source.0).and_then(|path| sys::stat_at(sys::CWD, &path, false).ok());
        meta.is_some_and(|meta| meta.dev == there)
    };
    spec.sources
        .iter()
        .any(is_there)
        .then_some("a move within a filesystem, which fmv does by a rename, at once")
}

/// Says what a request to delete has that no part can keep.
fn unfit_removal(spec: &JobSpec) -> Option<&'static str> {
    let options = &spec.options;
    let checks: [(bool, &'static str); 5] = [
        (options.dry_run, "--dry-run; it is one"),
        (options.confirm != Confirm::Never, "questions; say -f or --interactive=never"),
        (options.on_error == ErrorPolicy::Ask, "questions; choose an answer with --on-error"),
        (options.empty_directories, "-d, which frm does at once"),
        (are_nested(&spec.sources), "operands within each other"),
    ];
    checks.iter().find(|(is_unfit, _)| *is_unfit).map(|(_, unfit)| *unfit)
}

/// Whether an operand lies within another, by their paths.
fn are_nested(sources: &[WirePath]) -> bool {
    let mut paths: Vec<Vec<Component<'_>>> =
        sources.iter().map(|source| source.0.components().collect()).collect();
    paths.sort_unstable();
    paths.windows(2).any(|pair| matches!(pair, [first, second] if second.starts_with(first)))
}

/// Whether a trial shows that the destination takes two names for one, which FUSE does not tell.
fn folds_untold(target: &Target) -> bool {
    let name = CString::new(format!("{}-case", Mark::new(std::process::id()).of_run()));
    let (Some(path), Ok(name)) = (target.directory_path(), name) else { return false };
    folds_by_names(sys::CWD, &path, &name).is_some()
}
