//! Tests of jobs that another process stops, steers or answers.

use super::*;

/// Stops a process, but not within a change of the queue, which would stop all changes.
fn stop(user: &User, runner: &Runner) {
    loop {
        runner.signal(Signal::STOP);
        runner.until_stopped();
        match user.queue.set_limit(None, None) {
            Ok(()) => return,
            Err(QueueError::Fault { .. }) => runner.signal(Signal::CONT),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_process_that_is_stopped_keeps_its_job() {
    let user = User::new();
    user.file("a", 8 << 20);
    user.file("c", 2 << 20);
    let job = user.add("a", "b", slow());
    let runners = [user.runner(), user.runner()];
    let owner = user.until(job, running).pid.unwrap();
    let [stopped, living] = order(runners, owner);
    stop(&user, &stopped);
    // The other looks for dead processes every second as long as anything runs; it has eight seconds.
    let adding = Adding { now: true, ..Adding::default() };
    let other = user.queue.add(user.copy("c", "d", slow()), &adding).unwrap();
    assert_eq!(user.until(other, running).pid, Some(living.pid()));
    assert_eq!(user.until_over(other), Outcome::Completed);
    let still = user.queue.find(job).unwrap();
    assert_eq!((still.stage, still.pid), (Stage::Running, Some(owner)));
    user.queue.set_limit(Some(job), None).unwrap();
    stopped.signal(Signal::CONT);
    assert_eq!(user.until_over(job), Outcome::Completed);
    assert_eq!(check_runs(job, &user.queue.log(job).unwrap()), 1);
    assert_same(&user.at("a"), &user.at("b"), &What::contents());
}

#[test]
fn what_a_process_runs_is_seen_and_steered_by_others() {
    let user = User::new();
    user.file("a", 8 << 20);
    let runner = user.runner();
    let job = user.add("a", "b", slow());
    let seen = user.until(job, running);
    assert_eq!(seen.pid, Some(runner.pid()));
    user.until(job, |job| job.progress.bytes_done > seen.progress.bytes_done);
    user.queue.pause(job).unwrap();
    let told = |event: &Event| user.queue.log(job).unwrap().iter().any(|e| e.event == *event);
    user.until(job, |_| told(&Event::JobPaused { job }));
    let paused = user.queue.find(job).unwrap();
    assert!(paused.paused && paused.stage == Stage::Running);
    // One behind it comes first now, and ends although this one does not. It starts paused:
    // otherwise it may end before it is placed.
    user.file("c", 10);
    let adding = Adding { paused: true, ..Adding::default() };
    let other = user.queue.add(user.copy("c", "d", Options::default()), &adding).unwrap();
    user.queue.place(other, To::First).unwrap();
    let order: Vec<JobId> = user.queue.list().unwrap().iter().map(|job| job.job).collect();
    assert_eq!(order, [other, job]);
    user.queue.resume(other).unwrap();
    assert_eq!(user.until_over(other), Outcome::Completed);
    user.queue.resume(job).unwrap();
    user.until(job, |_| told(&Event::JobResumed { job }));
    user.queue.set_limit(Some(job), None).unwrap();
    assert_eq!(user.until_over(job), Outcome::Completed);
}

#[test]
fn what_is_cancelled_elsewhere_ends() {
    let user = User::new();
    user.file("a", 8 << 20);
    let runner = user.runner();
    let job = user.add("a", "b", slow());
    user.until(job, running);
    user.queue.cancel(job).unwrap();
    assert_eq!(user.until_over(job), Outcome::Cancelled);
    assert!(!user.at("b").exists());
    drop(runner);
}

#[test]
fn a_question_is_answered_elsewhere_and_not_asked_of_the_dead() {
    let user = User::new();
    user.file("a", 100);
    user.file("b", 3);
    // What is older than a job by less than the clocks of filesystems tell might be its own.
    thread::sleep(Duration::from_millis(50));
    let options = Options { on_conflict: ConflictPolicy::Ask, ..Options::default() };
    let job = user.add("a", "b", options);
    let first = user.runner();
    user.until(job, |job| job.questions == 1);
    let (_, old) = user.queue.questions(Some(job)).unwrap().remove(0);
    first.signal(Signal::KILL);
    user.until(job, |job| job.stage == Stage::Waiting);
    assert!(user.queue.questions(None).unwrap().is_empty());
    let second = user.runner();
    user.until(job, |job| job.questions == 1);
    let (of, new) = user.queue.questions(None).unwrap().remove(0);
    assert!(of == job && new.id != old.id, "{new:?}");
    let answer = Resolution { answer: Answer::Overwrite, scope: Scope::This };
    assert!(user.queue.answer(old.id, &answer).is_err());
    user.queue.answer(new.id, &answer).unwrap();
    assert_eq!(user.until_over(job), Outcome::Completed);
    assert_eq!(fs::read(user.at("b")).unwrap().len(), 100);
    drop(second);
}
