//! Tests that jobs continue after the window is closed.

use std::fs;

use crate::control::begin;
use crate::leave::MANAGER;
use crate::{User, held};

#[test]
fn a_job_goes_on_where_a_kill_stopped_it() {
    let Some(user) = User::new() else { return };
    let page = begin(&user);
    page.kill();

    let jobs = user.queue.list().unwrap();
    assert_eq!(jobs.len(), 1);
    let page = user.open();
    page.find("row", "Copy large.bin");
    user.queue.set_limit(None, None).unwrap();
    user.until(<[_]>::is_empty);
    same(&user);
    page.wait_for("Completed");
}

#[test]
fn closing_the_window_hands_the_job_on() {
    let Some(user) = User::new() else { return };
    let _manager = user.desk.manage_windows();
    let page = begin(&user);
    let window = user.queue.runner_pids().unwrap();
    user.close(MANAGER);

    // Another process continues the job.
    user.until(|jobs| jobs.iter().any(|job| job.pid.is_some_and(|pid| !window.contains(&pid))));
    assert!(held(&user.path("right")) > 0);
    user.queue.set_limit(None, None).unwrap();
    user.until(<[_]>::is_empty);
    same(&user);
    drop(page);
    user.until(|_| user.queue.runner_pids().unwrap().is_empty());
}

fn same(user: &User) {
    let [source, copy] = ["left", "right"].map(|dir| fs::read(user.path(dir).join("large.bin")));
    assert!(source.unwrap() == copy.unwrap(), "the copy differs");
}
