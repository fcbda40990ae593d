//! Comparisons of the two sides of conflicts: which are requested, which run, and what they found.
//!
//! [`Probes`] only schedules. The app takes the next comparison with [`Probes::begin`], carries it out on a
//! thread of its own with [`Comparison::run`], and hands the result to [`Probes::finish`].

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_browse::{self as browse, Content};
use fcp_engine::event::{FileKind, Question, QuestionId, Side, Subject};

/// Comparisons that run at the same time; they read from the same disks as the job.
pub const AT_ONCE: usize = 2;

/// Comparisons that may wait; further ones are requested again when the user looks at their questions.
const WAITING: usize = 10_000;

/// How both sides of a conflict compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What their bytes say.
    pub content: Content,
    /// Whether every byte was read.
    pub thorough: bool,
    /// The first byte that differs, where that is known.
    pub differs_at: Option<u64>,
}

/// A comparison to carry out.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The question whose sides they are.
    pub question: QuestionId,
    incoming: PathBuf,
    existing: PathBuf,
    /// Whether all bytes are read.
    full: bool,
    stop: Arc<AtomicBool>,
}

/// The results of comparisons, and the comparisons still to make.
#[derive(Clone, Debug, Default)]
pub struct Probes {
    known: BTreeMap<QuestionId, Verdict>,
    requested: BTreeSet<QuestionId>,
    waiting: VecDeque<Comparison>,
    /// What is being compared.
    running: BTreeMap<QuestionId, Comparison>,
}

impl Probes {
    /// Requests a quick comparison of a question's sides; `first` puts it before all others.
    pub fn want(&mut self, question: &Question, first: bool) {
        let Some((src, dst)) = sides(question) else { return };
        if at_a_glance(src, dst).is_some() || self.requested.contains(&question.id) {
            return;
        }
        if self.waiting.len() >= WAITING {
            self.drop_forgotten();
            if self.waiting.len() >= WAITING {
                return;
            }
        }
        let Some(comparison) = Comparison::new(question, false) else { return };
        self.requested.insert(question.id);
        if first {
            self.waiting.push_front(comparison);
        } else {
            self.waiting.push_back(comparison);
        }
    }

    /// Requests a comparison of all bytes of a question's sides, before all others.
    pub fn want_full(&mut self, question: &Question) {
        let Some((src, dst)) = sides(question) else { return };
        let is_read = self.known.get(&question.id).is_some_and(|verdict| verdict.thorough);
        let is_waiting = self.waiting.iter().any(|it| it.question == question.id && it.full);
        let is_running = self
            .running
            .get(&question.id)
            .is_some_and(|it| it.full && !it.stop.load(Ordering::Relaxed));
        if at_a_glance(src, dst).is_some() || is_read || is_waiting || is_running {
            return;
        }
        let Some(comparison) = Comparison::new(question, true) else { return };
        self.requested.insert(question.id);
        self.known.remove(&question.id);
        self.waiting.retain(|it| it.question != question.id);
        self.waiting.push_front(comparison);
    }

    /// Gives a comparison to start now, if one waits and not too many run.
    pub fn begin(&mut self) -> Option<Comparison> {
        if self.running.len() >= AT_ONCE {
            return None;
        }
        while self.waiting.front().is_some_and(|it| !self.requested.contains(&it.question)) {
            self.waiting.pop_front();
        }
        // A full comparison of sides that are being compared at a glance waits for that to end.
        let is_free = |it: &Comparison| {
            self.requested.contains(&it.question) && !self.running.contains_key(&it.question)
        };
        let at = self.waiting.iter().position(is_free)?;
        let comparison = self.waiting.remove(at)?;
        self.running.insert(comparison.question, comparison.clone());
        Some(comparison)
    }

    /// Takes in a result; none if the comparison was stopped.
    pub fn finish(&mut self, question: QuestionId, verdict: Option<Verdict>) {
        self.running.remove(&question);
        // A full comparison may have been requested meanwhile, and says more.
        let is_superseded = self.waiting.iter().any(|it| it.question == question);
        if let Some(verdict) = verdict
            && !is_superseded
            && self.requested.contains(&question)
        {
            self.known.insert(question, verdict);
        }
    }

    /// Forgets questions that were answered, and stops their comparisons. Those that wait are passed over
    /// when it is their turn: thousands of questions are answered one by one.
    pub fn forget(&mut self, questions: &[QuestionId]) {
        for question in questions {
            self.known.remove(question);
            self.requested.remove(question);
            if let Some(running) = self.running.get(question) {
                running.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn drop_forgotten(&mut self) {
        let requested = &self.requested;
        self.waiting.retain(|it| requested.contains(&it.question));
    }

    /// Drops and stops all comparisons, because the user has closed the questions.
    pub fn rest(&mut self) {
        let left = self.waiting.drain(..).map(|it| it.question);
        let left: Vec<QuestionId> = left.chain(self.running.keys().copied()).collect();
        self.forget(&left);
    }

    /// Gives how the sides of a question compare, as far as known.
    pub fn of(&self, question: &Question) -> Option<Verdict> {
        let (src, dst) = sides(question)?;
        at_a_glance(src, dst).or_else(|| self.known.get(&question.id).cloned())
    }

    /// Gives what the bytes of a question's sides say, as far as known.
    pub fn content(&self, question: &Question) -> Option<Content> {
        self.of(question).map(|verdict| verdict.content)
    }

    /// Tells whether reading every byte would only repeat whether the sides are equal.
    pub fn is_settled(&self, question: &Question) -> bool {
        matches!(self.content(question), Some(Content::Identical | Content::Different))
    }

    /// Tells whether the answer to [`Self::of`] may still come.
    pub fn is_awaited(&self, question: &Question) -> bool {
        self.requested.contains(&question.id) && self.of(question).is_none()
    }
}

impl Comparison {
    /// None where there are no two sides.
    fn new(question: &Question, full: bool) -> Option<Self> {
        let [incoming, existing] = question.subject.readable_sides()?.map(Path::to_owned);
        Some(Self { question: question.id, incoming, existing, full, stop: Arc::default() })
    }

    /// Reads both sides and compares them; none if it was stopped. Blocks while the disks do.
    pub fn run(&self) -> Option<Verdict> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (incoming, existing) = (&self.incoming, &self.existing);
        if !self.full {
            let content = browse::probe(incoming, existing);
            let thorough = content == Content::Identical;
            return Some(Verdict { content, thorough, differs_at: None });
        }
        let mut equal = 0;
        let content = browse::compare(incoming, existing, &self.stop, |bytes| equal = bytes)?;
        let differs_at = (content == Content::Different).then_some(equal);
        let thorough = !matches!(content, Content::Unknown(_));
        Some(Verdict { content, thorough, differs_at })
    }
}

/// Comparisons are equal if they are one request.
impl PartialEq for Comparison {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.stop, &other.stop)
    }
}

impl Eq for Comparison {}

/// Gives both sides of a conflict whose contents can be compared.
fn sides(question: &Question) -> Option<(&Side, &Side)> {
    let Subject::Conflict { src, dst, .. } = &question.subject else { return None };
    let is_directory = src.kind == FileKind::Directory || dst.kind == FileKind::Directory;
    (!is_directory).then_some((src, dst))
}

/// Tells what types and sizes alone say.
fn at_a_glance(src: &Side, dst: &Side) -> Option<Verdict> {
    let differs = src.kind != dst.kind || (src.kind == FileKind::File && src.size != dst.size);
    differs.then_some(Verdict { content: Content::Different, thorough: false, differs_at: None })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use fcp_engine::event::ConflictKind;

    use super::*;

    fn between(id: QuestionId, src: (&Path, u64), dst: (&Path, u64)) -> Question {
        let side = |(path, size): (&Path, u64)| Side {
            path: path.to_owned().into(),
            kind: FileKind::File,
            size,
            mtime: 0,
            mode: 0o644,
        };
        let subject = Subject::Conflict {
            kind: ConflictKind::File,
            src: side(src),
            dst: side(dst),
            staged: None,
            just_created: false,
        };
        Question { id, subject, waiting: 1 }
    }

    fn question(id: QuestionId) -> Question {
        between(id, (Path::new("/src/x"), 9), (Path::new("/dst/x"), 9))
    }

    fn verdict(content: Content, thorough: bool) -> Verdict {
        Verdict { content, thorough, differs_at: None }
    }

    fn started(probes: &mut Probes) -> Vec<QuestionId> {
        std::iter::from_fn(|| probes.begin()).map(|it| it.question).collect()
    }

    #[test]
    fn few_comparisons_run_at_once_and_the_first_is_that_which_the_user_sees() {
        let mut probes = Probes::default();
        for id in 1..=3 {
            probes.want(&question(id), false);
            probes.want(&question(id), false);
        }
        probes.want(&question(4), true);
        assert_eq!(started(&mut probes), [4, 1]);
        assert!(probes.is_awaited(&question(2)));
        probes.finish(4, Some(verdict(Content::Different, false)));
        assert_eq!(started(&mut probes), [2]);
        assert_eq!(probes.content(&question(4)), Some(Content::Different));
        assert!(!probes.is_awaited(&question(4)));
    }

    #[test]
    fn types_and_sizes_alone_tell_different_files() {
        let mut probes = Probes::default();
        let (src, dst) = (Path::new("/src/x"), Path::new("/dst/x"));
        let sizes = between(1, (src, 1), (dst, 2));
        let mut types = between(2, (src, 1), (dst, 1));
        let Subject::Conflict { dst, .. } = &mut types.subject else { panic!() };
        dst.kind = FileKind::Symlink;
        for different in [sizes, types] {
            probes.want(&different, false);
            probes.want_full(&different);
            assert_eq!(probes.content(&different), Some(Content::Different));
        }
        assert!(started(&mut probes).is_empty());
    }

    #[test]
    fn links_are_compared_and_folders_are_not() {
        let mut probes = Probes::default();
        let mut links = question(1);
        let mut folders = question(2);
        for (question, kind) in
            [(&mut links, FileKind::Symlink), (&mut folders, FileKind::Directory)]
        {
            let Subject::Conflict { src, dst, .. } = &mut question.subject else { panic!() };
            (src.kind, dst.kind) = (kind, kind);
            probes.want(question, false);
        }
        assert_eq!(started(&mut probes), [1]);
        assert_eq!(probes.of(&folders), None);
    }

    #[test]
    fn a_full_comparison_waits_for_a_glance_and_replaces_its_result() {
        let mut probes = Probes::default();
        let one = question(1);
        probes.want(&one, false);
        assert_eq!(started(&mut probes), [1]);
        probes.want_full(&one);
        probes.want_full(&one);
        assert!(started(&mut probes).is_empty(), "two comparisons of one pair read it twice");
        probes.finish(1, Some(verdict(Content::ProbablySame, false)));
        assert_eq!(probes.of(&one), None, "the full comparison says more");
        assert_eq!(started(&mut probes), [1]);
        // Requested once more while it runs.
        probes.want_full(&one);
        probes.finish(1, Some(verdict(Content::Identical, true)));
        assert_eq!(probes.of(&one), Some(verdict(Content::Identical, true)));
        probes.want_full(&one);
        assert!(started(&mut probes).is_empty(), "every byte was read already");
    }

    #[test]
    fn what_was_answered_is_stopped_and_forgotten() {
        let mut probes = Probes::default();
        for id in 1..=3 {
            probes.want(&question(id), false);
        }
        let running = probes.begin().unwrap();
        probes.forget(&[1, 3]);
        assert_eq!(running.run(), None);
        probes.finish(1, Some(verdict(Content::Identical, true)));
        assert_eq!(probes.of(&question(1)), None);
        assert_eq!(started(&mut probes), [2]);
    }

    #[test]
    fn closing_the_questions_stops_all_and_opening_them_begins_again() {
        let mut probes = Probes::default();
        for id in 1..=3 {
            probes.want_full(&question(id));
        }
        let running = probes.begin().unwrap();
        assert_eq!(running.question, 3);
        probes.rest();
        assert_eq!(running.run(), None);
        assert!(!probes.is_awaited(&question(1)));
        probes.want(&question(3), false);
        assert!(started(&mut probes).is_empty(), "its comparison has not ended yet");
        probes.finish(3, None);
        assert_eq!(started(&mut probes), [3]);
    }

    #[test]
    fn a_full_comparison_names_the_first_byte_that_differs() {
        let dir = tempfile::tempdir().unwrap();
        let (src, dst) = (dir.path().join("src"), dir.path().join("dst"));
        fs::write(&src, "abcd").unwrap();
        fs::write(&dst, "abxd").unwrap();
        let question = between(1, (&src, 4), (&dst, 4));
        let mut probes = Probes::default();
        probes.want(&question, false);
        let glance = probes.begin().and_then(|it| it.run());
        assert_eq!(glance, Some(verdict(Content::Different, false)));
        probes.finish(1, glance);
        probes.want_full(&question);
        let full = probes.begin().and_then(|it| it.run());
        let differs_at = Some(2);
        assert_eq!(full, Some(Verdict { content: Content::Different, thorough: true, differs_at }));
    }
}
