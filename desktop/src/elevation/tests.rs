//! Tests what is retried as administrator, with real failures of a user without rights and a stand-in for `pkexec`.

#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::PathBuf;

use fcp_engine::event::{Answer, Scope};
use fcp_engine::spec::{ConflictPolicy, Destination, ErrorPolicy, Preserve, Verb};
use fcp_presentation::elevation::Complaint;
use fcp_test_support::ns::{NOBODY, while_nobody};
use fcp_test_support::{forget_records_of_root, path_of, until};

use super::*;
use crate::bench::Bench;
use crate::leave::Exit;
use crate::wire::{AnswerAsk, QuitChoice};

/// A desktop app whose job, run by a user without rights, was not allowed to read a file.
struct Denied {
    bench: Bench,
    job: JobId,
    elevations: Arc<Elevations>,
}

impl Drop for Denied {
    fn drop(&mut self) {
        forget_records_of_root(&self.bench.path(""));
    }
}

impl Denied {
    /// Gives none where the test does not run as root.
    fn new(pkexec: &str) -> Option<Self> {
        Self::with(pkexec, ErrorPolicy::Skip, |bench, job| {
            bench.end(job);
        })
    }

    /// Gives a job that asks about what it was not allowed to read.
    fn asking(pkexec: &str) -> Option<Self> {
        Self::with(pkexec, ErrorPolicy::Ask, |bench, job| {
            bench.until_job(job, "two questions", |state| state.questions == 2);
        })
    }

    fn with(
        pkexec: &str,
        on_error: ErrorPolicy,
        ready: impl FnOnce(&Bench, JobId) + Send,
    ) -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let write = |name: &str, text: &str, user| {
            let path = dir.path().join("src").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            chown(&path, Some(user), Some(user)).unwrap();
        };
        write("open", "1", NOBODY);
        write("secret", "22", 0);
        write("other", "333", 0);
        let (bench, job) = while_nobody(move || {
            let bench = Bench::at(dir);
            bench.app.jobs.become_user();
            let mut spec = bench.copy();
            spec.options.on_error = on_error;
            let job = bench.add(spec);
            ready(&bench, job);
            (bench, job)
        })?;
        let stand_in = bench.path("pkexec");
        fcp_test_support::script(&stand_in, pkexec);
        let tools = Tools { pkexec: stand_in, program: path_of("fcp-tui") };
        let app = &bench.app;
        let elevations = Arc::new(Elevations {
            feed: app.feed.clone(),
            engine: app.engine.clone(),
            jobs: app.jobs.clone(),
            home: HomeDir::new(None),
            tools: Some(tools),
            is_root: false,
            open: Mutex::default(),
            ended: Condvar::new(),
        });
        Some(Self { bench, job, elevations })
    }

    /// Waits until the process has a stage.
    fn at(&self, stage: ElevationStage) -> ElevationState {
        loop {
            for update in self.bench.app.feed.heard() {
                if let Update::Elevation(state) = update
                    && state.stage == stage
                {
                    return *state;
                }
            }
        }
    }

    /// Gives the request for what failed, which takes long.
    fn slow(&self) -> JobSpec {
        fs::write(self.bench.path("src/secret"), vec![7; 8 << 20]).unwrap();
        let spec = self.bench.app.engine.queue().unwrap().retried(self.job).unwrap();
        spec.with(|options| options.limit_rate = Some(64 << 10))
    }

    fn copied(&self, name: &str) -> PathBuf {
        self.bench.path("dst").join(name)
    }
}

/// More than any process here needs to end.
const GRACE: Duration = Duration::from_secs(60);

/// Runs what `pkexec` would run, as root, which the test is.
const AGREES: &str = "[ \"$1\" = --disable-internal-agent ] || exit 9; shift; exec \"$@\"";

#[test]
fn what_was_denied_is_done_by_one_process_with_the_rights_of_root() {
    let Some(denied) = Denied::new(AGREES) else { return };
    let row = denied.bench.job(denied.job).unwrap();
    assert!(row.denied && row.failed == 2, "{row:?}");
    assert!(denied.bench.app.jobs.report(denied.job).unwrap().job.denied);
    let plan = denied.elevations.plan(denied.job).unwrap();
    assert_eq!((plan.items, plan.whole, plan.verb), (2, false, Verb::Copy));
    assert!(!denied.copied("secret").exists());
    denied.elevations.start(plan.plan).unwrap();
    // The plan is used: a double click starts nothing.
    assert!(denied.elevations.start(plan.plan).is_err());
    let state = denied.at(ElevationStage::Ended);
    assert_eq!((state.trouble, state.failed), (None, 0));
    assert_eq!(fs::read_to_string(denied.copied("secret")).unwrap(), "22");
    assert_eq!(fs::read_to_string(denied.copied("other")).unwrap(), "333");
    assert_eq!(fs::metadata(denied.copied("open")).unwrap().uid(), NOBODY);
    assert!(!denied.bench.job(denied.job).unwrap().unseen);
}

#[test]
fn the_user_is_told_where_from_and_where_to_and_what_becomes_of_existing_files() {
    let Some(denied) = Denied::new(AGREES) else { return };
    let kept = denied.bench.copy().with(|options| options.preserve = Preserve::ALL);
    assert!(!denied.elevations.plan_of(kept).unwrap().of_root);
    let plan = denied.elevations.plan(denied.job).unwrap();
    let shown = |name: &str| denied.bench.path(name).display().to_string();
    assert_eq!(plan.from.text, shown("src"));
    let each: Vec<_> = (0..7).map(|n| denied.bench.path(&format!("{n}/a")).into()).collect();
    let spec = JobSpec {
        sources: (0..7).map(|n| denied.bench.path(&format!("from/{n}")).into()).collect(),
        destination: Some(Destination::Each(each)),
        ..denied.bench.copy()
    };
    let spec = spec.with(|options| {
        options.on_conflict = ConflictPolicy::Overwrite;
        options.keep_replaced = true;
        options.preserve = Preserve::default();
    });
    let plan = denied.elevations.plan_of(spec).unwrap();
    let to: Vec<_> = plan.to.iter().map(|it| it.text.clone()).collect();
    assert_eq!(to, ["0", "1", "2", "3", "4"].map(shown));
    assert_eq!((plan.more_to, plan.from.text), (2, shown("from")));
    assert!(plan.replaces && plan.keeps_replaced && plan.of_root);
}

#[test]
fn failures_that_wait_for_an_answer_can_be_left_to_the_administrator() {
    let Some(denied) = Denied::asking(AGREES) else { return };
    let (bench, job) = (&denied.bench, denied.job);
    assert!(bench.job(job).unwrap().denied);
    let all = bench.app.jobs.asked(|_, _| true);
    let skip = |it: &crate::jobs::OpenQuestion| AnswerAsk {
        id: it.question.id,
        answer: Answer::Skip,
        scope: Scope::This,
    };
    bench.app.questions.answer(&all.iter().map(skip).collect::<Vec<_>>()).unwrap();
    bench.end(job);
    assert!(bench.job(job).unwrap().denied);
    let plan = denied.elevations.plan(job).unwrap();
    denied.elevations.start(plan.plan).unwrap();
    assert_eq!(denied.at(ElevationStage::Ended).failed, 0);
    assert_eq!(fs::read_to_string(denied.copied("secret")).unwrap(), "22");
}

#[test]
fn a_refusal_of_the_user_or_of_the_system_changes_nothing_and_is_told() {
    let failed = |text: &str| ElevationTrouble::Failed { text: text.to_owned() };
    let other_version = Complaint::OtherVersion.line();
    let as_another = "echo 'Error executing command as another user:";
    for (pkexec, expected) in [
        ("exit 126".to_owned(), ElevationTrouble::Dismissed),
        (
            format!("{as_another} No authentication agent found.' >&2; exit 127"),
            ElevationTrouble::NoAgent,
        ),
        (
            format!(
                "{as_another} Not authorized\n\nThis incident has been reported.' >&2; exit 127"
            ),
            ElevationTrouble::NotAuthorized,
        ),
        (
            "echo 'Cannot run program /x: No such file or directory' >&2; exit 127".to_owned(),
            failed(
                "pkexec did not start the program: Cannot run program /x: No such file or directory. \
                 Nothing was changed.",
            ),
        ),
        (
            "exit 127".to_owned(),
            failed(
                "pkexec did not start the program: it stopped early without a message. Nothing was changed.",
            ),
        ),
        (
            "read line; echo 'it broke' >&2; exit 3".to_owned(),
            failed("The process of the administrator failed: it broke"),
        ),
        (
            format!("read line; echo '{other_version}' >&2; exit 2"),
            failed(
                "The process of the administrator failed: the request comes from another version of fcp",
            ),
        ),
    ] {
        let Some(denied) = Denied::new(&pkexec) else { return };
        let plan = denied.elevations.plan(denied.job).unwrap();
        denied.elevations.start(plan.plan).unwrap();
        assert_eq!(denied.at(ElevationStage::Ended).trouble, Some(expected));
        assert!(!denied.copied("secret").exists());
        assert!(denied.bench.job(denied.job).unwrap().unseen);
        // It can be tried again.
        let again = denied.elevations.plan(denied.job).unwrap();
        denied.elevations.start(again.plan).unwrap();
        denied.at(ElevationStage::Ended);
    }
}

#[test]
fn a_request_is_stopped_while_the_system_asks_for_the_password() {
    let Some(denied) = Denied::new("exec cat") else { return };
    let plan = denied.elevations.plan(denied.job).unwrap();
    denied.elevations.start(plan.plan).unwrap();
    denied.at(ElevationStage::Asking);
    denied.elevations.stop(plan.plan).unwrap();
    assert_eq!(denied.at(ElevationStage::Ended).trouble, Some(ElevationTrouble::Dismissed));
    assert_eq!(denied.elevations.stop(plan.plan), Err(Refusal::Gone));
    assert!(!denied.copied("secret").exists());
}

#[test]
fn a_process_at_work_is_cancelled_and_leaves_no_part_of_a_file() {
    let Some(denied) = Denied::new(AGREES) else { return };
    let plan = denied.elevations.ready(Some(denied.job), denied.slow()).unwrap();
    denied.elevations.start(plan.plan).unwrap();
    denied.at(ElevationStage::Running);
    denied.elevations.stop(plan.plan).unwrap();
    assert_eq!(denied.at(ElevationStage::Ended).trouble, Some(ElevationTrouble::Cancelled));
    assert!(!denied.copied("secret").exists());
    // What failed in the job was not tried again.
    assert!(denied.bench.job(denied.job).unwrap().unseen);
}

#[test]
fn a_stop_that_comes_after_the_end_cancels_nothing_and_is_not_told_as_if_it_had() {
    // The process has ended, and what started it ends with the command that comes too late.
    let Some(denied) = Denied::new("shift; \"$@\"; : >\"${0%/*}/over\"; read late") else { return };
    let plan = denied.elevations.plan(denied.job).unwrap();
    denied.elevations.start(plan.plan).unwrap();
    let over = denied.bench.path("over");
    until("the process has ended", || over.exists());
    denied.elevations.stop(plan.plan).unwrap();
    let state = denied.at(ElevationStage::Ended);
    assert_eq!((state.trouble, state.failed), (None, 0));
    assert_eq!(fs::read_to_string(denied.copied("secret")).unwrap(), "22");
    assert!(!denied.bench.job(denied.job).unwrap().unseen);
}

#[test]
fn why_the_process_refused_a_request_is_told_in_the_words_of_this_program() {
    // The app and the process do not agree about the request.
    let Some(denied) = Denied::new("shift; read line; echo '{}' | exec \"$@\"") else { return };
    let plan = denied.elevations.plan(denied.job).unwrap();
    denied.elevations.start(plan.plan).unwrap();
    let text =
        "The process of the administrator failed: the request is not the one that was confirmed";
    let expected = ElevationTrouble::Failed { text: text.to_owned() };
    assert_eq!(denied.at(ElevationStage::Ended).trouble, Some(expected));
}

#[test]
fn quitting_closes_the_question_for_the_password() {
    // It would wait for ever.
    let Some(denied) = Denied::new("exec cat") else { return };
    let plan = denied.elevations.plan(denied.job).unwrap();
    assert_eq!(denied.elevations.running(), 0);
    denied.elevations.start(plan.plan).unwrap();
    assert_eq!(denied.elevations.running(), 1);
    let app = &denied.bench.app;
    let exit = Exit::new(
        app.feed.clone(),
        app.saved.clone(),
        app.engine.clone(),
        app.drag.clone(),
        app.windows.clone(),
        denied.elevations.clone(),
        app.changing.clone(),
    );
    assert_eq!(exit.question(), Some(Update::Quit { jobs: 0, elevated: 1, changes: 0 }));
    assert!(app.engine.begin_to_quit());
    exit.settle_all(QuitChoice::HandOn).unwrap();
    assert_eq!((denied.elevations.running(), exit.question()), (0, None));
    let state = denied.at(ElevationStage::Ended);
    assert_eq!(state.trouble, Some(ElevationTrouble::Dismissed));
    // Nothing begins any more.
    let again = denied.elevations.plan(denied.job).unwrap();
    assert!(matches!(denied.elevations.start(again.plan), Err(Refusal::Not { .. })));
}

#[test]
fn quitting_cancels_what_works_as_administrator_and_waits_for_its_end() {
    let Some(denied) = Denied::new(AGREES) else { return };
    let plan = denied.elevations.plan_of(denied.slow()).unwrap();
    denied.elevations.start(plan.plan).unwrap();
    denied.at(ElevationStage::Running);
    denied.elevations.end(GRACE);
    assert_eq!(denied.elevations.running(), 0);
    let left = fs::read_dir(denied.bench.path("dst")).unwrap();
    let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    // Another worker may have copied the small file by then.
    left.retain(|name| name != "other");
    assert_eq!(left, ["open"]);
}

#[test]
fn what_is_missing_or_could_be_replaced_is_told_before_anything_is_started() {
    let Some(mut denied) = Denied::new(AGREES) else { return };
    // The tools of the program itself, which are not those of a test: the build of a test is not installed.
    Arc::get_mut(&mut denied.elevations).unwrap().tools = None;
    match denied.elevations.plan(denied.job) {
        Err(Refusal::Not { text }) => assert!(
            ["is missing", "not started as root", "pkexec"].iter().any(|it| text.contains(it)),
            "{text}"
        ),
        Ok(plan) => assert_eq!(plan.program.text, "/usr/bin/fcp-tui"),
        other => panic!("{other:?}"),
    }
    let elevations = Arc::get_mut(&mut denied.elevations).unwrap();
    elevations.tools = Some(Tools { pkexec: "/".into(), program: "/".into() });
    elevations.is_root = true;
    assert!(denied.elevations.plan(denied.job).is_err());
}

#[test]
fn the_action_of_polkit_is_that_of_the_program_which_is_started() {
    let policy = include_str!("../../../assets/desktop/io.github.fcp.policy");
    let annotation = |key: &str| {
        let (_, rest) = policy.split_once(&format!("policykit.exec.{key}\">")).unwrap();
        rest.split_once('<').unwrap().0
    };
    assert_eq!(annotation("argv1"), format!("--{}", elevation::STREAM_FLAG));
    assert_eq!(annotation("path"), "/usr/bin/fcp-tui");
    // See polkit(8): any client, those of inactive sessions, those of the active session at the screen.
    for (who, rule) in [("any", "no"), ("inactive", "no"), ("active", "auth_admin")] {
        assert!(policy.contains(&format!("<allow_{who}>{rule}</allow_{who}>")), "{who}");
    }
    let installed = include_str!("../../tauri.conf.json");
    assert!(installed.contains("/usr/share/polkit-1/actions/io.github.fcp.policy"));
}
