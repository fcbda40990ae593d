//! Takes what the other end sends into a stage, and says what of it is wanted.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_archive::{Entry, Kind};

use super::content::{FileContent, Nothing};
use super::entry::{entry_of, has_acl};
use super::other_end::{Asides, OWN, directory_of, lost, seen_from_here};
use super::owners::Numbers;
use super::place::Existing;
use super::refused::{path_of, refusal};
use super::send::REPLIES;
use super::tops::{has_tops, is_asked_for, tops};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, SkipReason, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::{Durability, Verb};
use crate::copy::Unpacked;
use crate::job::Job;
use crate::job::sampler::Sampler;
use crate::link::{Incoming, Input, Item, Link, Message, Wanted, directories_of, foreign};
use crate::stage::Stage;
use crate::sum::SparseHasher;
use crate::unpack::{Placer, Stop};
use crate::walk::origins::Origins;
use crate::walk::target::Target;
use fcp_sys as sys;

/// Bytes from which a file that arrived in part is continued.
const LARGE: u64 = 1 << 20;

/// Batches of which files may still be to come: those on their way, and those that were told in the middle of a file.
const OPEN: usize = 2 * REPLIES;

/// Takes all that is sent into the stage.
pub(super) fn arrive(
    job: &Arc<Job>,
    target: &Target,
    link: &Link,
    input: &mut Input,
    (stage, was_there): (&Stage, bool),
    shown: &Path,
) -> Result<(Unpacked, Origins), Stop> {
    let directories = directories_of(&job.spec.sources, link.is_far());
    let mut origins = Origins::new(directories.clone());
    let mut arrivals = Arrivals {
        job,
        link,
        placer: Placer::new(job, shown, stage, 0),
        sampler: Sampler::new(job, target, None),
        existing: Existing::new(job, target, Some(stage), link.is_far()),
        tops: tops(&job.spec.sources, link.is_far()),
        target: directory_of(target),
        placed_at: target,
        numbers: Numbers::default(),
        maps_owners: maps_owners(job, link),
        wanted: 0,
        batches: VecDeque::new(),
        late: VecDeque::new(),
        links: Vec::new(),
        folders: Vec::new(),
        unsent: HashMap::new(),
        told: was_there.then(HashSet::new),
        shown,
        directories: &directories,
        origins: &mut origins,
    };
    loop {
        job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
        let message = match arrivals.late.pop_front() {
            Some(message) => message,
            None => arrivals.next(input)?,
        };
        match message {
            Message::End if arrivals.wanted == 0 => break,
            Message::End => return Err(arrivals.lost(&foreign())),
            Message::File { batch, at, from } => arrivals.file(input, batch, at, from)?,
            other => arrivals.hear(other)?,
        }
    }
    arrivals.end()?;
    let (told, placer) = (arrivals.told, arrivals.placer);
    if let Some(told) = told {
        remove_others(stage, &told)
            .map_err(|errno| Stop::Failed(OpError::new(Action::Remove, stage.path(), errno)))?;
    }
    let (unpacked, ..) = placer.end();
    if job.spec.options.durability >= Durability::Batch {
        sys::sync_filesystem(stage.dir())
            .map_err(|errno| Stop::Failed(OpError::new(Action::Sync, stage.path(), errno)))?;
    }
    Ok((unpacked, origins))
}

/// What arrives.
struct Arrivals<'a> {
    job: &'a Arc<Job>,
    link: &'a Link,
    placer: Placer<'a>,
    sampler: Sampler<'a>,
    existing: Existing<'a>,
    tops: Option<HashSet<Vec<u8>>>,
    /// The directory of the destination.
    target: PathBuf,
    /// The names that the user gave.
    placed_at: &'a Target,
    /// The owners of the other end, as they are called here.
    numbers: Numbers,
    /// Whether owners, or ACLs that name them, are kept and found by their names.
    maps_owners: bool,
    /// Batches of which files are still to come, with their numbers.
    batches: VecDeque<(u64, Vec<Item>)>,
    /// Files that were asked for and have not come.
    wanted: u64,
    /// Messages that came in the middle of a file.
    late: VecDeque<Message>,
    /// Other names of files, which are made when all data is there.
    links: Vec<Item>,
    /// Folders with an ACL, which those in it must not inherit before they have their own.
    folders: Vec<Entry>,
    /// Files with several names that are not sent, since the destination has them, and whether they are the same there.
    unsent: HashMap<WirePath, bool>,
    /// Hashes of all paths, if an earlier job has left something in the stage.
    told: Option<HashSet<u64>>,
    /// What stands before the paths of items where people see them: one path, or that of each source.
    shown: &'a Path,
    directories: &'a [PathBuf],
    origins: &'a mut Origins,
}

impl<'a> Arrivals<'a> {
    fn next(&mut self, input: &mut Input) -> Result<Message, Stop> {
        match input.frame() {
            Ok(Incoming::Message(message)) => Ok(message),
            Ok(Incoming::Data(_)) => Err(self.lost(&foreign())),
            Err(error) => Err(self.lost(&error)),
        }
    }

    fn lost(&self, error: &io::Error) -> Stop {
        Stop::Failed(lost(self.job, error))
    }

    fn moves(&self) -> bool {
        self.job.spec.verb == Verb::Move
    }

    fn asides(&self) -> Asides<'_> {
        Asides { job: self.job, link: self.link, target: &self.target }
    }

    fn hear(&mut self, message: Message) -> Result<(), Stop> {
        let Some(message) = self.asides().take(message) else { return Ok(()) };
        match message {
            Message::Items { batch, items, owners } => {
                if self.maps_owners {
                    self.numbers.learn(owners);
                }
                self.items(batch, items)
            }
            Message::Unsent { batch, at, path, error } => {
                let item = self.take_wanted(batch, at)?;
                // What an earlier job has left of it is not the file either.
                self.existing.discard(&item);
                let error = seen_from_here(self.link, &self.target, error);
                self.job.failed(OWN, self.link.of_host(path).0, error);
                Ok(())
            }
            Message::Cancelled => Err(self.asides().cancelled()),
            _ => Err(self.lost(&foreign())),
        }
    }

    /// Places items without data, and says which files are wanted.
    fn items(&mut self, batch: u64, items: Vec<Item>) -> Result<(), Stop> {
        let mut files = Vec::new();
        for (at, item) in (0..).zip(&items) {
            self.job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
            self.sampler.look();
            if !is_asked_for(item, self.tops.as_ref()) {
                let path = self.link.of_host(item.path.clone()).0;
                let error = OpError::refused(Action::Receive, Code::UnsafeName, &path);
                self.job.failed(OWN, path, error);
                continue;
            }
            if item.kind != FileKind::Directory
                && let Some(error) = refusal(self.job, self.placed_at, self.link, item)
            {
                self.existing.discard(item);
                self.job.failed(OWN, self.link.of_host(item.path.clone()).0, error);
                continue;
            }
            let is_directory = item.kind == FileKind::Directory;
            self.origins.note(&item.path.0, is_directory, item.source);
            if let Some(told) = &mut self.told {
                self.existing.make_way(item).map_err(|errno| {
                    Stop::Failed(OpError::new(Action::Remove, &item.path.0, errno))
                })?;
                told.insert(hash_of(item.path.0.as_os_str().as_bytes()));
            }
            // Where only the first name was left alone for another reason, this one is a file of its own.
            let has_other =
                item.same.as_ref().is_some_and(|first| self.unsent.get(first) != Some(&false));
            if item.kind != FileKind::File {
                if has_other && item.kind != FileKind::Directory {
                    self.links.push(item.clone());
                } else {
                    self.place_plain(item)?;
                }
                continue;
            }
            if let Some(reason) = self.existing.spares(item, &self.numbers) {
                let path = self.shown(item);
                // What an earlier job has left of it must not take the place of the one that is spared.
                self.existing.discard(item);
                if item.several {
                    // Other names of a file that moves get what it holds, and size and time do not tell that.
                    let is_same = reason == SkipReason::Same && !self.moves();
                    self.unsent.insert(item.path.clone(), is_same);
                }
                self.job.end_skipped(OWN, reason, item.size, (path, self.destination(item)));
            } else if has_other {
                self.links.push(item.clone());
            } else if item.size == 0 {
                self.place_plain(item)?;
            } else {
                let there = self.told.as_ref().and_then(|_| self.existing.in_stage(item, LARGE));
                files.push(Wanted { at, there });
            }
        }
        self.wanted += files.len() as u64;
        if !files.is_empty() {
            // An end that tells more without sending any is not believed.
            if self.batches.len() >= OPEN {
                return Err(self.lost(&foreign()));
            }
            self.batches.push_back((batch, items));
        }
        let reply = Message::Wanted { batch, files };
        self.link.output.send(&reply).map_err(|error| self.lost(&error))
    }

    fn entry(&self, item: &Item) -> Entry {
        entry_of(item, self.job.spec.options.preserve.attributes(), &self.numbers)
    }

    fn shown(&self, item: &Item) -> PathBuf {
        self.shown_below(item).join(&item.path.0)
    }

    fn shown_below(&self, item: &Item) -> &'a Path {
        let directory = item.source.and_then(|source| self.directories.get(source as usize));
        directory.map_or(self.shown, PathBuf::as_path)
    }

    /// The path that an item has at the destination.
    fn destination(&self, item: &Item) -> PathBuf {
        let Some(named) = self.placed_at.paths.first() else {
            return self.target.join(&item.path.0);
        };
        let mut below = item.path.0.components();
        if has_tops(&self.job.spec.sources, self.link.is_far()) {
            // The only source has this name instead of its own.
            below.next();
        }
        path_of(named).join(below.as_path()).components().collect()
    }

    fn place_plain(&mut self, item: &Item) -> Result<(), Stop> {
        let mut entry = self.entry(item);
        if item.kind == FileKind::Directory && has_acl(&entry) {
            self.folders.push(entry.clone());
        }
        entry.size = Some(0);
        self.placer.is_socket = item.kind == FileKind::Socket;
        self.placer.shows_below(self.shown_below(item));
        let sampler = &mut self.sampler;
        self.placer.place_content(&entry, &mut Nothing, &mut || sampler.look())
    }

    /// Gives a file that was asked for.
    fn take_wanted(&mut self, batch: u64, at: u32) -> Result<Item, Stop> {
        // Batches come in their order; nothing is left of those before.
        while self.batches.front().is_some_and(|(number, _)| *number < batch) {
            self.batches.pop_front();
        }
        let item = self.batches.front().filter(|(number, _)| *number == batch);
        let item = item.and_then(|(_, items)| items.get(at as usize)).cloned();
        match item.filter(|item| item.kind == FileKind::File && self.wanted > 0) {
            Some(item) => {
                self.wanted -= 1;
                Ok(item)
            }
            None => Err(self.lost(&foreign())),
        }
    }

    /// Takes the data of a file.
    fn file(&mut self, input: &mut Input, batch: u64, at: u32, from: u64) -> Result<(), Stop> {
        let item = self.take_wanted(batch, at)?;
        let mut hasher = SparseHasher::new();
        if from > 0 {
            match self.existing.hash(&item) {
                Some((bytes, so_far)) if bytes == from => hasher = so_far,
                Some(_) | None => return Err(self.lost(&foreign())),
            }
        }
        let mut entry = self.entry(&item);
        entry.size = Some(item.size);
        self.placer.begun = from;
        self.placer.shows_below(self.shown_below(&item));
        let path = self.shown(&item);
        let asides = Asides { job: self.job, link: self.link, target: &self.target };
        let mut content = FileContent::new(asides, input, hasher, &path, &mut self.late);
        let sampler = &mut self.sampler;
        self.placer.place_content(&entry, &mut content, &mut || sampler.look())?;
        let ended = content.finish()?;
        if ended.changed {
            let warning = Warning::SourceChanged { path: WirePath(path.clone()) };
            self.job.hub.tell(Event::Warning { job: self.job.id, warning });
        }
        // Its source is removed only if it has been stored.
        let is_doubted = self.placer.is_doubtful && self.moves();
        if let Some(checksum) = ended.whole.filter(|_| self.link.verifies || is_doubted) {
            self.existing.verify(&item, checksum, &path)?;
        }
        Ok(())
    }

    /// Makes what had to wait until all data is there.
    fn end(&mut self) -> Result<(), Stop> {
        let mut borrowed = HashMap::new();
        for item in std::mem::take(&mut self.links) {
            let first = item.same.clone().unwrap_or_default();
            if self.unsent.contains_key(&first) && !borrowed.contains_key(&first) {
                let there = Item { path: first.clone(), ..item.clone() };
                if let Err(errno) = self.existing.borrow(&there) {
                    let path = self.shown(&item);
                    let error = OpError::new(Action::CreateHardLink, &path, errno);
                    self.job.failed(OWN, path, error);
                    continue;
                }
                borrowed.insert(first.clone(), there);
            }
            let kind = Kind::HardLink(first.0.as_os_str().as_bytes().to_vec());
            let entry = Entry { kind, ..self.entry(&item) };
            self.placer.shows_below(self.shown_below(&item));
            let sampler = &mut self.sampler;
            let mut nothing = Nothing;
            self.placer.place_content(&entry, &mut nothing, &mut || sampler.look())?;
        }
        for there in borrowed.values() {
            self.existing.discard(there);
        }
        for folder in std::mem::take(&mut self.folders) {
            self.placer.set_acl(&folder);
        }
        Ok(())
    }
}

/// Whether owners, or ACLs that name them, are kept and found by their names.
pub(super) fn maps_owners(job: &Job, link: &Link) -> bool {
    let preserve = job.spec.options.preserve;
    !link.numeric_ids && (preserve.ownership || preserve.attributes().acl)
}

fn hash_of(path: &[u8]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(path)
}

/// Removes from a stage what an earlier job has left there and was not told of this time: the source lacks it now.
fn remove_others(stage: &Stage, told: &HashSet<u64>) -> sys::Sys<()> {
    let mut folders = vec![Vec::new()];
    while let Some(folder) = folders.pop() {
        for (name, kind) in stage.list_below(&folder)? {
            let mut path = folder.clone();
            if !path.is_empty() {
                path.push(b'/');
            }
            path.extend_from_slice(name.to_bytes());
            if !told.contains(&hash_of(&path)) {
                stage.remove_below(&folder, &name, kind)?;
            } else if kind == FileKind::Directory {
                folders.push(path);
            }
        }
    }
    Ok(())
}
