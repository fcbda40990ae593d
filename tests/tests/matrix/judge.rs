//! Compares the result of a case with the model's prediction.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::asked::{Answer, Form, Mode, OnError, Overwrite};
use crate::model::{Arriving, Case, Expected};
use crate::place::{Entry, NEW, OLD, Place, Snapshot, Source, State, VICTIM};

/// A run and what it left.
pub(crate) struct Run<'a> {
    pub(crate) case: &'a Case,
    pub(crate) place: &'a Place,
    pub(crate) before: Snapshot,
    pub(crate) after: Snapshot,
    pub(crate) output: Output,
    /// What was written into the FIFO at the destination.
    pub(crate) written: Vec<u8>,
}

type Judged = Result<(), String>;

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Judged {
    if holds { Ok(()) } else { Err(what()) }
}

impl Run<'_> {
    pub(crate) fn judge(&self) -> Judged {
        self.ended()?;
        self.told()?;
        self.touched_nothing_else()?;
        self.lost_nothing()?;
        self.arrived()
    }

    fn code(&self) -> i32 {
        self.output.status.code().unwrap_or(-1)
    }

    fn errors(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    fn events(&self) -> Result<Vec<Value>, String> {
        let text = String::from_utf8_lossy(&self.output.stdout);
        let parse = |line| serde_json::from_str(line).map_err(|error| format!("{error}: {line}"));
        text.lines().map(parse).collect()
    }

    /// The exit code is one of the documented ones, and a failure says why.
    fn ended(&self) -> Judged {
        let code = self.code();
        ensure([0, 1, 2, 3, 5].contains(&code), || format!("ended with {:?}", self.output.status))?;
        let events = self.events()?;
        let is = |name| events.iter().any(|event| event["type"] == name);
        // A plan says what becomes of conflicts, and a dry run fails where the run would.
        let foresees = || {
            let conflicts = |event: &Value| event["plan"]["conflicts"].as_array().map(Vec::len);
            events.iter().any(|event| conflicts(event).is_some_and(|count| count > 0))
        };
        let says = !self.output.stderr.is_empty()
            || is("item.failed")
            || is("question.asked")
            || self.case.asked.dry_run && foresees();
        ensure(code == 0 || says, || format!("exit code {code} without a message"))
    }

    /// Each item has one terminal event, and the summary is their sum.
    fn told(&self) -> Judged {
        let events = self.events()?;
        let Some(last) = events.last() else {
            return ensure(self.code() == 2, || format!("no events, exit code {}", self.code()));
        };
        ensure(last["type"] == "bye" && last["exit"] == self.code(), || format!("ends in {last}"))?;
        let mut seen = BTreeSet::new();
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for event in &events {
            let kind = event["type"].as_str().unwrap_or_default();
            let Some(how) = ["done", "skipped", "failed"]
                .into_iter()
                .find(|how| kind.strip_prefix("item.") == Some(*how))
            else {
                continue;
            };
            ensure(seen.insert(event["src"].to_string()), || format!("told twice: {event}"))?;
            *counts.entry(how).or_insert(0) += 1;
        }
        let Some(summary) = events.iter().find(|event| event["type"] == "job.summary") else {
            return Ok(());
        };
        let summary = &summary["summary"];
        if self.case.asked.dry_run {
            return Ok(());
        }
        for how in ["done", "skipped", "failed"] {
            let count = counts.get(how).copied().unwrap_or(0);
            ensure(summary[how] == count, || format!("{count} {how}, but {summary}"))?;
        }
        Ok(())
    }

    /// Whether a name may change at all.
    fn may_change(&self, path: &Path) -> bool {
        let (case, target) = (self.case, &self.place.target);
        let below = |top: &Path| path.starts_with(top);
        let base = target.file_name().unwrap_or_default().to_string_lossy();
        // A backup, or a copy under another name, and what is in it.
        let is_beside = |item: &Path| {
            let parent = item.parent().unwrap_or(Path::new(""));
            let first = path.strip_prefix(parent).ok().and_then(|rest| rest.components().next());
            first.is_some_and(|first| {
                let name = first.as_os_str().to_string_lossy();
                let rest = name.strip_prefix(&*base).unwrap_or("-");
                rest.is_empty() || rest == "~" || rest == ".old" || is_numbered(rest)
            })
        };
        let beside = is_beside(target);
        let named = matches!(case.form, Form::Named | Form::Exact) && case.program == "fcp";
        let through = named && case.state == State::LinkToFile && path == Path::new("v/file");
        let into = case.form == Form::Named && case.program != "frm";
        let inside = into && case.state == State::LinkToDirectory && below(Path::new("v/dir/x"));
        let inside_source = into && case.source == Source::Tree && below(Path::new("s/x/x"));
        let merged = case.asked.keeps_directory_links
            && case.source == Source::Tree
            && case.state == State::LinkToDirectory
            && below(Path::new("v/dir"));
        let own = case.asked.overwrite == Overwrite::InPlace && !case.asked.attributes_only;
        // All names of a file have the same attributes.
        let updates = case.keeps_data() && (case.asked.times || case.asked.mode == Mode::Exact);
        let linked = (own || updates) && path == Path::new("d/other");
        let moved = case.program == "fmv" && below(&self.place.source);
        below(target) || beside || through || inside || inside_source || merged || linked || moved
    }

    fn touched_nothing_else(&self) -> Judged {
        let all: BTreeSet<&PathBuf> = self.before.keys().chain(self.after.keys()).collect();
        for path in all {
            ensure(!path.to_string_lossy().contains(".fcp-"), || format!("{path:?} was left"))?;
            let (before, after) = (self.before.get(path), self.after.get(path));
            let same = match (before, after) {
                (Some(before), Some(after)) => is_same(before, after),
                _ => false,
            };
            ensure(same || self.may_change(path), || {
                format!("{path:?} changed from {before:?} to {after:?}")
            })?;
        }
        Ok(())
    }

    /// Whether some file holds these bytes.
    fn holds(snapshot: &Snapshot, bytes: &[u8]) -> bool {
        snapshot.values().any(|entry| entry.kind == 'f' && entry.bytes == bytes)
    }

    /// No file is lost but one that gave way, and that only if the program ended well.
    fn lost_nothing(&self) -> Judged {
        let case = self.case;
        if case.program == "frm" {
            return Ok(());
        }
        let named = matches!(case.form, Form::Named | Form::Exact) && case.program == "fcp";
        let may_replace = !case.keeps_data()
            && !case.asked.keeps_old()
            && !case.asked.dry_run
            && !matches!(
                case.asked.answer(),
                Some(Answer::Skip | Answer::Fail | Answer::Ask | Answer::Rename)
            );
        let ended = self.code() == 0 || case.source == Source::Tree;
        for (bytes, may_go) in [
            (NEW, false),
            (OLD, may_replace && ended),
            (VICTIM, may_replace && ended && named && case.state == State::LinkToFile),
        ] {
            let lost = Self::holds(&self.before, bytes) && !Self::holds(&self.after, bytes);
            ensure(!lost || may_go, || format!("lost {:?}", String::from_utf8_lossy(bytes)))?;
        }
        // An item that failed leaves what exists, and makes no backup.
        if self.code() == 1 && case.source != Source::Tree {
            let target = &self.place.target;
            let data = |entry: &Entry| (entry.kind, entry.ino, entry.bytes.clone());
            let before = self.before.get(target).map(data);
            let after = self.after.get(target).map(data);
            let metadata = self.errors().contains("cannot set") || self.failed_to_set();
            ensure(before == after || metadata, || format!("failed, but {before:?} is {after:?}"))?;
        }
        Ok(())
    }

    /// Whether only an attribute could not be set.
    fn failed_to_set(&self) -> bool {
        let events = self.events().unwrap_or_default();
        events.iter().any(|event| {
            event["error"]["action"].as_str().is_some_and(|action| action.starts_with("set_"))
        })
    }

    fn arrived(&self) -> Judged {
        let same = self.before.len() == self.after.len()
            && self.before.iter().zip(&self.after).all(|(a, b)| a.0 == b.0 && is_same(a.1, b.1));
        let code = |codes: &[i32]| {
            // A job that an item ended did not run to its end.
            let ended = self.case.asked.on_error == OnError::Abort
                && self.code() == 3
                && codes.contains(&1);
            ensure(ended || codes.contains(&self.code()), || {
                format!("exit code {} instead of {codes:?}: {}", self.code(), self.errors())
            })
        };
        let target = &self.place.target;
        let (old, new) = (self.before.get(target), self.after.get(target));
        match self.case.expected() {
            Expected::Refused => {
                code(&[2])?;
                ensure(same, || "refused, but something changed".into())
            }
            Expected::Untouched(codes) => {
                code(codes)?;
                ensure(same, || format!("not left alone: {old:?} is {new:?}"))
            }
            Expected::Arrives(at) => {
                code(&[0])?;
                self.arrived_at(&at)
            }
            Expected::Updated => {
                code(&[0])?;
                self.updated()
            }
            Expected::Written => {
                code(&[0])?;
                ensure(self.written == NEW, || format!("{:?} was written", self.written))
            }
            Expected::Beside => {
                code(&[0])?;
                let kept = matches!((old, new), (Some(old), Some(new)) if is_same(old, new));
                let moved = usize::from(self.case.program == "fmv");
                let one = self.after.len() + moved == self.before.len() + 1;
                ensure(kept && one, || format!("not beside: {old:?} is {new:?}"))
            }
            Expected::Exchanged => {
                code(&[0])?;
                let inode =
                    |snapshot: &Snapshot, path: &PathBuf| snapshot.get(path).map(|entry| entry.ino);
                let source = &self.place.source;
                let swapped = inode(&self.before, target) == inode(&self.after, source)
                    && inode(&self.before, source) == inode(&self.after, target);
                ensure(swapped, || "they did not change places".into())
            }
            Expected::Removed => {
                code(&[0])?;
                let gone = self.before.keys().filter(|path| path.starts_with(target)).count();
                let left = self.before.len() - gone == self.after.len();
                ensure(left && new.is_none(), || "more or less was removed".into())
            }
            Expected::Open => Ok(()),
        }
    }

    fn arrived_at(&self, at: &Path) -> Judged {
        let (case, asked) = (self.case, &self.case.asked);
        let through = case.program == "fcp" && case.writes_through();
        let at = if through && case.state == State::LinkToFile { Path::new("v/file") } else { at };
        let source = self.before.get(&self.place.source).ok_or("no source")?;
        let old = self.before.get(at);
        let new = self.after.get(at).ok_or_else(|| format!("nothing arrived at {at:?}"))?;
        let wrong = || format!("{at:?} is {new:?} and was {old:?}: {}", self.errors());
        if case.program == "fmv" {
            // A directory whose items are looked at one by one is made anew.
            let is_new = asked.looks_inside && case.source == Source::Tree;
            let same = is_new || new.ino == source.ino;
            ensure(same && new.kind == source.kind, wrong)?;
            let gone = !self.after.contains_key(&self.place.source);
            ensure(gone, || "the source of the move stayed".into())?;
            return self.kept_backup(old);
        }
        let operand = self.place.root.join(&self.place.source);
        let linked = if case.source == Source::Symlink && case.follows() {
            self.before.get(Path::new("s/t")).ok_or("no target")?
        } else {
            source
        };
        let fits = match case.arriving() {
            Arriving::Data if asked.attributes_only => new.kind == 'f' && new.bytes.is_empty(),
            Arriving::Data => new.kind == 'f' && new.bytes == NEW,
            Arriving::Symlink => new.kind == 'l' && new.bytes == source.bytes,
            Arriving::Fifo => new.kind == 'p',
            Arriving::HardLink => new.ino == linked.ino,
            Arriving::LinkToSource => {
                new.kind == 'l' && new.bytes == operand.as_os_str().as_encoded_bytes()
            }
            Arriving::Tree => new.kind == 'd',
        };
        ensure(fits, wrong)?;
        if case.arriving() == Arriving::Data {
            self.has_attributes(old, new).map_err(|what| format!("{what}: {}", wrong()))?;
        }
        self.kept_backup(old)
    }

    /// Mode, times and inode of new data.
    fn has_attributes(&self, old: Option<&Entry>, new: &Entry) -> Judged {
        let asked = &self.case.asked;
        let old = old.filter(|old| old.kind == 'f' && !asked.keeps_old());
        let in_place = asked.overwrite == Overwrite::InPlace && !asked.attributes_only;
        let heir = old.filter(|_| in_place || asked.overwrite == Overwrite::Replace);
        let is_forced = self.case.state.needs_nobody() && asked.force;
        let mode = match (asked.mode, heir) {
            (Mode::Exact, _) => 0o604,
            (_, Some(_)) if is_forced && in_place => new.mode,
            (_, Some(old)) => old.mode,
            (Mode::Masked, None) => 0o604,
            (Mode::Fresh, None) => 0o644,
        };
        ensure(new.mode == mode, || format!("mode {:o} instead of {mode:o}", new.mode))?;
        let time = !asked.times || new.mtime == (1_200_000_000, 0);
        ensure(time, || format!("mtime {:?}", new.mtime))?;
        let Some(old) = old.filter(|_| !is_forced) else { return Ok(()) };
        ensure((old.ino == new.ino) == in_place, || "the inode".into())
    }

    fn kept_backup(&self, old: Option<&Entry>) -> Judged {
        let Some(old) = old.filter(|_| self.case.asked.keeps_old()) else { return Ok(()) };
        let parent = self.place.target.parent();
        let kept = self.after.iter().any(|(path, entry)| {
            path.parent() == parent && path != &self.place.target && entry.ino == old.ino
        });
        ensure(kept, || "there is no backup".into())
    }

    fn updated(&self) -> Judged {
        let asked = &self.case.asked;
        let through = self.case.writes_through() && self.case.state == State::LinkToFile;
        let at = if through { Path::new("v/file") } else { &self.place.target };
        let old = self.before.get(at).ok_or("nothing was there")?;
        let new = self.after.get(at).ok_or("what was there is gone")?;
        let data = |entry: &Entry| (entry.kind, entry.ino, entry.bytes.clone());
        ensure(data(old) == data(new), || format!("{old:?} is {new:?}"))?;
        let count = self.before.len() == self.after.len();
        ensure(count, || "there is more or less than before".into())?;
        if self.case.arriving() != Arriving::Data {
            return Ok(());
        }
        let mode = if asked.mode == Mode::Exact { 0o604 } else { old.mode };
        ensure(new.mode == mode, || format!("mode {:o} instead of {mode:o}", new.mode))?;
        let time = if asked.times { (1_200_000_000, 0) } else { old.mtime };
        ensure(new.mtime == time, || format!("mtime {:?} instead of {time:?}", new.mtime))
    }
}

fn is_numbered(rest: &str) -> bool {
    let inner = |open: &str, close: &str| rest.strip_prefix(open)?.strip_suffix(close);
    let digits = inner(".~", "~").or_else(|| inner(" (", ")"));
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether an entry is as before; links to it may come and go.
fn is_same(before: &Entry, after: &Entry) -> bool {
    Entry { nlink: 0, ..before.clone() } == Entry { nlink: 0, ..after.clone() }
}
