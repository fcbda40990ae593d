//! Claims a part for this process, and takes back claims of processes that are dead.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::disk;
use super::error::PlanError;
use super::format::{List, Purpose};
use super::planned::Planned;
use super::result::{PartResult, PartState};
use super::stamp::Stamp;
use super::ways::{self, Ways};
use crate::contract::error::{Action, OpError};
use crate::contract::event::{Outcome, Summary};
use crate::contract::spec::Verb;
use crate::record::Owner;
use fcp_sys::{self as sys, AsFd, Errno, c_path};

/// Time between two signs of life.
pub(super) const BEAT: Duration = Duration::from_secs(15);

/// How long a process of another machine may be silent before it is taken for dead.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Since its last sign of life.
    pub silence: Duration,
    /// Whether the user has said so: of a move only who starts a process knows whether another one is dead.
    pub is_said: bool,
}

/// A part that this process has claimed.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The directory of the plan.
    pub(crate) dir: PathBuf,
    pub(crate) plan: Arc<Planned>,
    /// The number of the part.
    pub number: u64,
    /// The list, under the name that says who claimed it.
    file: PathBuf,
    /// The hidden file to which the part has written its piece of a file.
    written: Arc<OnceLock<Stamp>>,
    /// Whether another attempt at the part began before.
    again: Arc<AtomicBool>,
}

/// Who has claimed a part, as the name of the file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holder {
    pub(super) number: u64,
    owner: Owner,
    pub(super) host: String,
    /// The name of the file.
    pub(super) name: String,
}

impl Holder {
    /// Describes this process as the holder of a part.
    fn this(number: u64) -> Self {
        let owner = Owner::this();
        let host: String = sys::host()
            .unwrap_or_default()
            .chars()
            .map(|letter| {
                if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '_' }
            })
            .take(64)
            .collect();
        let started = owner.started.unwrap_or(0);
        let plain = |text: &Option<String>| -> String {
            text.iter().flat_map(|it| it.chars()).filter(char::is_ascii_alphanumeric).collect()
        };
        let (boot, space) = (plain(&owner.boot), plain(&owner.space));
        let pid = owner.pid;
        // The number at the end makes each claim one of its own, also of one process.
        let name =
            format!("{number:06}~{pid}~{started}~{boot}~{space}~{:016x}~{host}", disk::unique());
        Self { number, owner, host, name }
    }

    /// Reads the name of a claimed list.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.splitn(7, '~').collect();
        let [number, pid, started, boot, space, _unique, host] = words.as_slice() else {
            return None;
        };
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let started: i64 = started.parse().ok()?;
        Some(Self {
            number: number.parse().ok()?,
            owner: Owner {
                pid: pid.parse().ok()?,
                started: Some(started).filter(|started| *started != 0),
                boot: text(boot),
                space: text(space),
            },
            host: (*host).to_owned(),
            name: name.to_owned(),
        })
    }

    /// Counts the processes of this machine that have claims of these names, this one with them. Those in other spaces of
    /// numbers count as alive.
    fn processes_beside(&self, names: &[OsString]) -> usize {
        let claims = names.iter().filter_map(|name| Holder::parse(name.to_str()?));
        let here = claims
            .map(|it| it.owner)
            .filter(|it| it.boot.is_some() && it.boot == self.owner.boot)
            .filter(|it| it.space != self.owner.space || sys::process_exists(it.pid));
        here.map(|it| (it.space, it.pid)).collect::<HashSet<_>>().len()
    }

    /// Whether the process can be looked for: it is of this start of this machine, in the same space of numbers.
    fn is_here(&self) -> bool {
        let here = Self::this(self.number).owner;
        let plain = |text: &Option<String>| -> Option<String> {
            text.as_ref().map(|it| it.chars().filter(char::is_ascii_alphanumeric).collect())
        };
        self.owner.boot.is_some()
            && self.owner.boot == plain(&here.boot)
            && self.owner.space == plain(&here.space)
    }

    /// Looks whether the process lives, as far as can be told from here.
    ///
    /// A process of this start of this machine, in the same space of numbers, is looked for. Any other is silent if it
    /// gave no sign of life for `silence`, by the clock of the shared directory.
    fn look(&self, taken: &Path, silence: Duration) -> Result<Life, OpError> {
        if self.is_here() {
            let (pid, found) = (self.owner.pid, sys::process_started(self.owner.pid));
            match (found, self.owner.started) {
                (Some(found), Some(started)) => {
                    return Ok(if found == started { Life::Heard } else { Life::Dead });
                }
                _ if !sys::process_exists(pid) => return Ok(Life::Dead),
                (_, None) => return Ok(Life::Heard),
                // It has the number, and proc(5) hides it (`hidepid`).
                (None, Some(_)) => {}
            }
        }
        let path = taken.join(&self.name);
        let beat = c_path(&path).ok_or(Errno::INVAL);
        match beat.and_then(|path| sys::stat_at(sys::CWD, &path, false)) {
            Ok(meta) => {
                let since = clock(taken)?.saturating_sub(meta.mtime_micros());
                let is_silent = since > i64::try_from(silence.as_micros()).unwrap_or(i64::MAX);
                Ok(if is_silent { Life::Silent } else { Life::Heard })
            }
            // It has ended, or another process took it over.
            Err(Errno::NOENT) => Ok(Life::Heard),
            Err(errno) => Err(OpError::new(Action::Stat, path, errno)),
        }
    }
}

/// What is known of a process that has claimed a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// It lives, or has given a sign of life, or has ended the part.
    Heard,
    /// It gave no sign of life for too long.
    Silent,
    /// There is no such process on this machine.
    Dead,
}

/// The time by the clock of a shared directory, in microseconds, of a file that is made there for a moment.
fn clock(dir: &Path) -> Result<i64, OpError> {
    let path = dir.join(format!(".clock-{:016x}", disk::unique()));
    let failed = |errno| OpError::new(Action::CreateFile, &path, errno);
    let name = c_path(&path).ok_or_else(|| failed(Errno::INVAL))?;
    let made = sys::create_new(sys::CWD, &name, 0o600).map_err(failed)?;
    let meta = sys::stat_fd(made.as_fd());
    sys::best_effort(sys::unlink(sys::CWD, &name));
    meta.map(|meta| meta.mtime_micros()).map_err(failed)
}

impl Claim {
    /// Claims a part that no process has; none if another process was faster.
    pub(super) fn take(
        dir: &Path,
        plan: &Arc<Planned>,
        number: u64,
    ) -> Result<Option<Self>, PlanError> {
        let holder = Holder::this(number);
        let file = dir.join("taken").join(&holder.name);
        let from = disk::numbered(&dir.join("parts"), number);
        // Before the rename: the file is as old as the plan, and another machine would take the claim for that of a
        // dead process.
        if !touch(&from)? {
            return Ok(None);
        }
        let taken = disk::rename(&from, &file)?;
        let claim = Self::of(dir, plan, number, file);
        Ok(if taken && claim.beat()? { Some(claim) } else { None })
    }

    /// Takes over the part of a dead process; none if that lives, or another process was faster.
    pub(super) fn take_over(
        dir: &Path,
        plan: &Arc<Planned>,
        dead: &Holder,
        patience: Patience,
    ) -> Result<Option<Self>, PlanError> {
        let taken = dir.join("taken");
        match dead.look(&taken, patience.silence)? {
            Life::Heard => return Ok(None),
            // A process that lives after all would go on removing sources.
            Life::Silent if plan.spec.verb == Verb::Move && !patience.is_said => {
                let (part, host) = (dead.number, dead.host.clone());
                return Err(PlanError::Silent { part, host });
            }
            Life::Silent | Life::Dead => {}
        }
        let old = taken.join(&dead.name);
        let holder = Holder::this(dead.number);
        let file = taken.join(&holder.name);
        if !touch(&old)? || !disk::rename(&old, &file)? {
            return Ok(None);
        }
        let claim = Self::of(dir, plan, dead.number, file);
        Ok(if claim.beat()? { Some(claim) } else { None })
    }

    /// How often [`Self::beat`] must be called, at least.
    pub fn beats_every() -> Duration {
        BEAT
    }

    /// Gives a sign of life; `false` if another process has taken the part over.
    pub fn beat(&self) -> Result<bool, PlanError> {
        Ok(touch(&self.file)?)
    }

    /// Gives this process's share of the machine's processors beside the processes there that run other parts: of the `usable`
    /// ones at most, since a launcher may have given each process its own.
    ///
    /// On two processors, four processes with two workers each copied 50,000 files in 1.25 of the time of one process, with
    /// 7,500 to 10,800 context switches; with one worker each in 1.09, with 1,200.
    pub(crate) fn share(&self, usable: usize) -> usize {
        let own = self.file.file_name().and_then(|name| Holder::parse(name.to_str()?));
        let (Some(own), Some(all)) = (own, sys::processors()) else { return usable };
        // A part whose neighbours cannot be listed has the usual number of workers.
        let names = disk::names(&self.dir.join("taken")).unwrap_or_default();
        (all / own.processes_beside(&names).max(1)).clamp(1, usable.max(1))
    }

    /// Reads the list of the part.
    pub(crate) fn list(&self) -> Result<List, PlanError> {
        let path = &self.file;
        let bytes = disk::read(path)?.ok_or(PlanError::Lost(self.number))?;
        let named = disk::numbered(&self.dir.join("parts"), self.number);
        let list = List::decode(&named, bytes)?;
        match list.purpose {
            Purpose::Items => Ok(list),
            Purpose::Folders | Purpose::Removals | Purpose::Ways | Purpose::Files => {
                Err(PlanError::Damaged { path: named, why: "it is no list of a part" })
            }
        }
    }

    fn of(dir: &Path, plan: &Arc<Planned>, number: u64, file: PathBuf) -> Self {
        let (dir, plan, written) = (dir.to_owned(), Arc::clone(plan), Arc::default());
        Self { dir, plan, number, file, written, again: Arc::default() }
    }

    /// Notes that another attempt at the part began before.
    pub(crate) fn note_again(&self) {
        self.again.store(true, Ordering::Relaxed);
    }

    /// Notes to which hidden file the part has written its piece of a file.
    pub(crate) fn note_written(&self, stamp: Stamp) {
        self.written.get_or_init(|| stamp);
    }

    /// Reads what the walk has found in the way of directories.
    pub(crate) fn ways(&self) -> Result<Ways, PlanError> {
        self.plan.removals.as_ref().map_or_else(|| Ok(Ways::new()), |it| ways::read(&self.dir, it))
    }

    /// Ends the part with what its job has summed up.
    ///
    /// # Errors
    /// Another process has taken the part over, and has not ended it.
    pub fn end(&self, summary: &Summary) -> Result<PartState, PlanError> {
        let is_done = summary.outcome == Outcome::Completed && summary.unanswered == 0;
        let state = if is_done { PartState::Done } else { PartState::Failed };
        if !self.beat()? {
            return self.ended_elsewhere();
        }
        let result = PartResult {
            part: self.number,
            host: sys::host().unwrap_or_default(),
            ended: sys::now(),
            summary: summary.clone(),
            written: self.written.get().map(|stamp| stamp.text()),
            again: self.again.load(Ordering::Relaxed),
        };
        result.write(&self.dir)?;
        let to = disk::numbered(&self.dir.join(state.dir()), self.number);
        if disk::rename(&self.file, &to)? { Ok(state) } else { self.ended_elsewhere() }
    }

    fn ended_elsewhere(&self) -> Result<PartState, PlanError> {
        let ended = [PartState::Done, PartState::Failed].into_iter();
        let is_in = |state: &PartState| {
            disk::exists(&disk::numbered(&self.dir.join(state.dir()), self.number))
        };
        ended.into_iter().find(is_in).ok_or(PlanError::Lost(self.number))
    }

    /// Gives the part back to those that no process has claimed.
    pub fn release(&self) -> Result<(), PlanError> {
        let to = disk::numbered(&self.dir.join("parts"), self.number);
        // If another process has it by now, there is nothing to give back.
        let _released = disk::rename(&self.file, &to)?;
        Ok(())
    }
}

/// Sets the time of a file to now; `false` if it is not there.
fn touch(path: &Path) -> Result<bool, OpError> {
    let name = c_path(path).ok_or(Errno::INVAL);
    match name.and_then(|name| sys::touch_at(sys::CWD, &name)) {
        Ok(()) => Ok(true),
        Err(Errno::NOENT) => Ok(false),
        Err(errno) => Err(OpError::new(Action::SetTimes, path, errno)),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_claim_tells_its_holder() {
        let holder = Holder::this(17);
        let read = Holder::parse(&holder.name).unwrap();
        assert_eq!((read.number, read.owner.pid), (17, std::process::id()));
        assert_eq!(read.host, holder.host);
        assert_ne!(Holder::this(17).name, holder.name);
        assert!(holder.name.len() < 255, "{}", holder.name);
        assert_eq!(Holder::parse("000017"), None);
    }

    #[test]
    fn processes_of_this_machine_that_live_are_counted() {
        let name = |holder: &Holder| Holder::parse(&holder.name).unwrap().name;
        let this = Holder::this(1);
        let of =
            |pid: u32| this.name.replacen(&format!("~{}~", this.owner.pid), &format!("~{pid}~"), 1);
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        dead.wait().unwrap();
        let boot: String =
            sys::boot().unwrap().chars().filter(char::is_ascii_alphanumeric).collect();
        let parent = of(std::os::unix::process::parent_id());
        let own = Holder::parse(&this.name).unwrap();
        let count = |names: &[&str]| {
            own.processes_beside(&names.iter().map(OsString::from).collect::<Vec<_>>())
        };
        let second = name(&Holder::this(2));
        assert_eq!(count(&[&this.name, &second]), 1, "both claims are of this process");
        assert_eq!(count(&[&this.name, &of(dead.id())]), 1);
        assert_eq!(count(&[&this.name, &parent]), 2);
        assert_eq!(count(&[&this.name, &parent.replace(&boot, "elsewhere"), "000009"]), 1);
        let in_container = of(dead.id()).replace("~pid", "~other");
        assert_eq!(count(&[&this.name, &in_container]), 2);
    }

    #[test]
    fn a_process_of_this_machine_is_looked_for_and_one_of_another_must_give_signs_of_life() {
        let scratch = tempfile::tempdir().unwrap();
        let taken = scratch.path();
        let mut holder = Holder::this(1);
        let file = |holder: &Holder| std::fs::File::create(taken.join(&holder.name)).unwrap();
        file(&holder);
        let dead = |holder: &Holder, silence| holder.look(taken, silence).unwrap() != Life::Heard;
        let read = |holder: &Holder| Holder::parse(&holder.name).unwrap();
        assert!(!dead(&read(&holder), Duration::ZERO), "this process lives");
        // The same number, started at another time.
        let mut other = read(&holder);
        other.owner.started = other.owner.started.map(|started| started + 1);
        assert!(dead(&other, Duration::from_secs(3600)));
        // Another machine: only the age of its file tells.
        holder.owner.boot = Some("elsewhere".to_owned());
        assert!(!dead(&holder, Duration::from_secs(3600)));
        let old = std::time::SystemTime::now() - Duration::from_secs(600);
        file(&holder).set_modified(old).unwrap();
        assert!(!dead(&holder, Duration::from_secs(3600)));
        assert!(dead(&holder, Duration::from_secs(300)));
        // One that has just ended is not dead.
        std::fs::remove_file(taken.join(&holder.name)).unwrap();
        assert!(!dead(&holder, Duration::ZERO));
    }
}
