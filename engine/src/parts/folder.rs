//! Opens the directory of a plan, and finds parts to claim in it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::claim::{Claim, Holder, Patience};
use super::disk;
use super::divided::Divided;
use super::error::PlanError;
use super::format::{FIRST, List, Purpose, VERSION};
use super::lists::FILES;
use super::pieces::{Gathered, Piece};
use super::planned::{DIRECTORIES, PLAN, Planned, Signed};
use super::result::{PartResult, PartState};
use super::retry::events_of;

/// What a search for a part has found.
#[derive(Debug)]
pub enum Next {
    /// A part, which is this process's now.
    Claimed(Claim),
    /// The part has ended before.
    Ended(PartState),
    /// Another process has the part.
    Taken,
    /// No part is left that no other process has.
    Nothing,
}

/// The directory of a plan.
#[derive(Debug)]
pub struct PlanFolder {
    dir: PathBuf,
    plan: Arc<Planned>,
    /// Parts that no process had claimed when they were last listed.
    waiting: Vec<u64>,
    /// Parts that this process leaves to others.
    passed: HashSet<u64>,
    /// Read when it is asked for.
    divided: OnceLock<Divided>,
}

impl PlanFolder {
    /// Opens the directory of a plan.
    ///
    /// # Errors
    /// It is not one, it is damaged, or a newer version wrote it.
    pub fn open(dir: &Path) -> Result<Self, PlanError> {
        let path = dir.join(PLAN);
        let Some(text) = disk::read(&path)? else {
            return Err(PlanError::NotAPlan(dir.to_owned()));
        };
        let damaged = |why| PlanError::Damaged { path: path.clone(), why };
        let value: serde_json::Value =
            serde_json::from_slice(&text).map_err(|_| damaged("it is not JSON"))?;
        let format = value
            .get("plan")
            .and_then(|plan| plan.get("format"))
            .and_then(serde_json::Value::as_u64);
        match format.map(u32::try_from) {
            Some(Ok(FIRST..=VERSION)) => {}
            Some(Ok(found)) if found > VERSION => {
                return Err(PlanError::Newer { path, found, known: VERSION });
            }
            _ => return Err(damaged("it has no format")),
        }
        let signed: Signed =
            serde_json::from_value(value).map_err(|_| damaged("it has not what a plan has"))?;
        if signed.checksum != signed.plan.checksum() {
            return Err(damaged("its checksum is wrong"));
        }
        for name in DIRECTORIES.iter().chain(&["parts", "folders"]) {
            if !disk::exists(&dir.join(name)) {
                return Err(PlanError::Damaged { path: dir.join(name), why: "it is missing" });
            }
        }
        Ok(Self {
            dir: dir.to_owned(),
            plan: Arc::new(signed.plan),
            waiting: Vec::new(),
            passed: HashSet::new(),
            divided: OnceLock::new(),
        })
    }

    /// Gives what the plan says of itself.
    pub fn plan(&self) -> &Planned {
        &self.plan
    }

    /// Gives the directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Claims the part of this number; a claim of a process that gave no sign of life for `patience` is taken over.
    pub fn claim(&self, number: u64, patience: Patience) -> Result<Next, PlanError> {
        if let Some(claim) = Claim::take(&self.dir, &self.plan, number)? {
            return Ok(Next::Claimed(claim));
        }
        if let Some(holder) = self.holders()?.iter().find(|holder| holder.number == number) {
            let claim = Claim::take_over(&self.dir, &self.plan, holder, patience)?;
            return Ok(claim.map_or(Next::Taken, Next::Claimed));
        }
        for state in [PartState::Done, PartState::Failed] {
            if disk::exists(&disk::numbered(&self.dir.join(state.dir()), number)) {
                return Ok(Next::Ended(state));
            }
        }
        if self.plan.parts == 0 {
            return Ok(Next::Ended(PartState::Done));
        }
        let last = self.plan.parts.saturating_sub(1);
        if number > last {
            return Err(PlanError::NoPart { number, last });
        }
        // It went from one directory to the next meanwhile.
        Ok(Next::Taken)
    }

    /// Claims any part that no living process has.
    pub fn claim_next(&mut self, patience: Patience) -> Result<Next, PlanError> {
        loop {
            if self.waiting.is_empty() {
                self.waiting = self.numbers("parts")?;
                self.waiting.retain(|number| !self.passed.contains(number));
                if self.waiting.is_empty() {
                    break;
                }
                // Processes that begin together begin at different parts.
                let at = disk::unique() as usize % self.waiting.len();
                self.waiting.rotate_left(at);
                self.waiting.reverse();
            }
            while let Some(number) = self.waiting.pop() {
                if let Some(claim) = Claim::take(&self.dir, &self.plan, number)? {
                    return Ok(Next::Claimed(claim));
                }
            }
        }
        let holders = self.holders()?;
        for dead in holders.iter().filter(|dead| !self.passed.contains(&dead.number)) {
            if let Some(claim) = Claim::take_over(&self.dir, &self.plan, dead, patience)? {
                return Ok(Next::Claimed(claim));
            }
        }
        Ok(Next::Nothing)
    }

    /// Leaves a part that could not be started to other processes.
    pub fn pass_over(&mut self, number: u64) {
        self.passed.insert(number);
    }

    /// Whether other processes have claimed parts.
    pub fn is_held(&self) -> Result<bool, PlanError> {
        Ok(!self.holders()?.is_empty())
    }

    /// Gives a part whose list is in no directory of the plan, so that no process can run it.
    pub fn missing_part(&self) -> Result<Option<u64>, PlanError> {
        let look = || Ok::<_, PlanError>(self.missing(&self.places()?).first().copied());
        // A retry may move a list while the directories are read.
        Ok(if look()?.is_some() { look()? } else { None })
    }

    /// Gives the claims there are.
    pub(super) fn holders(&self) -> Result<Vec<Holder>, PlanError> {
        let names = disk::names(&self.dir.join("taken"))?;
        Ok(names.iter().filter_map(|name| Holder::parse(name.to_str()?)).collect())
    }

    /// Gives the numbers of the lists in a directory.
    pub(super) fn numbers(&self, name: &str) -> Result<Vec<u64>, PlanError> {
        let names = disk::names(&self.dir.join(name))?;
        Ok(names.iter().filter_map(|name| name.to_str()?.parse().ok()).collect())
    }

    /// Gives the lists of directories, children before parents.
    pub(crate) fn folder_lists(&self) -> impl Iterator<Item = Result<List, PlanError>> + use<> {
        self.lists("folders", self.plan.folder_lists, Purpose::Folders)
    }

    /// Gives the lists of files of which several parts have pieces.
    pub(crate) fn file_lists(&self) -> impl Iterator<Item = Result<List, PlanError>> + use<> {
        self.lists(FILES, self.plan.file_lists, Purpose::Files)
    }

    /// Gives the files of which several parts have pieces.
    pub(super) fn divided(&self) -> Result<&Divided, PlanError> {
        if let Some(divided) = self.divided.get() {
            return Ok(divided);
        }
        let divided = Divided::read(self)?;
        Ok(self.divided.get_or_init(|| divided))
    }

    fn lists(
        &self,
        name: &str,
        count: u64,
        purpose: Purpose,
    ) -> impl Iterator<Item = Result<List, PlanError>> + use<> {
        let dir = self.dir.join(name);
        (0..count).map(move |number| {
            let path = disk::numbered(&dir, number);
            let damaged = |why| PlanError::Damaged { path: path.clone(), why };
            let bytes = disk::read(&path)?.ok_or_else(|| damaged("it is missing"))?;
            let list = List::decode(&path, bytes)?;
            if list.purpose == purpose { Ok(list) } else { Err(damaged("it is another list")) }
        })
    }

    /// Tells what the parts that have the pieces of a file have done.
    pub(crate) fn gathered(&self, parts: Piece) -> Result<Gathered, PlanError> {
        let (mut stamps, mut skipped, mut sole) = (Vec::new(), 0, true);
        for number in parts.from..parts.to {
            if !disk::exists(&disk::numbered(&self.dir.join(PartState::Done.dir()), number)) {
                let reason = events_of(&self.dir, number)?.pop();
                return Ok(Gathered::Failed(reason.map(|(_, error)| Box::new(error))));
            }
            let Some(result) = PartResult::read(&self.dir, number)? else {
                return Ok(Gathered::Torn);
            };
            sole &= !result.again;
            match result.written() {
                Some(stamp) => stamps.push(stamp),
                None => skipped += 1,
            }
        }
        Ok(match stamps.first() {
            None => Gathered::Skipped,
            Some(first) if skipped == 0 && stamps.iter().all(|it| it.is_of_same_file(*first)) => {
                Gathered::Whole { written: *first, sole }
            }
            Some(_) => Gathered::Torn,
        })
    }
}
