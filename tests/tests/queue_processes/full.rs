//! Tests of a full disk below the queue.

use super::*;

/// Writes to a file until there is no room.
fn fill(path: &Path) {
    let mut file = fs::File::create(path).unwrap();
    loop {
        match file.write_all(&[0; 4096]) {
            Ok(()) => {}
            Err(error) => return assert_eq!(error.kind(), ErrorKind::StorageFull),
        }
    }
}

/// Reads events until one matches, and counts the warnings that come before.
#[track_caller]
fn hear(events: &Events, warnings: &mut usize, wanted: impl Fn(&Event) -> bool) {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        let Some(envelope) = events.next_within(Duration::from_millis(100)) else { continue };
        if let Event::Warning { warning: Warning::NotJournaled { .. }, .. } = envelope.event {
            *warnings += 1;
        }
        if wanted(&envelope.event) {
            return;
        }
    }
    panic!("it was not told");
}

#[test]
fn a_full_disk_below_the_queue_stops_no_job() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let state = mounts.tmpfs("size=1m,mode=700");
        let at = mounts.directory("w");
        let path = |name: &str| at.join(name).into();
        fs::write(at.join("a"), vec![7; 8 << 20]).unwrap();
        let queue = Queue::open(&state.join("fcp")).unwrap().queue;
        let home = Home { data: at.join("data"), state: Some(state.join("fcp")) };
        let engine = Engine::on_queue(home, queue.clone()).unwrap();
        let events = engine.subscribe();
        let spec =
            JobSpec { options: slow(), ..JobSpec::copy([path("a")], Destination::As(path("b"))) };
        let job = engine.submit(spec).unwrap();
        until(&queue, job, running);
        let filler = state.join("filler");
        fill(&filler);
        let mut warnings = 0;
        let is_warning = |event: &Event| matches!(event, Event::Warning { .. });
        hear(&events, &mut warnings, is_warning);
        // The pause cannot be stored, but the process that runs the job obeys.
        assert!(engine.pause(job).is_err());
        hear(&events, &mut warnings, |event| matches!(event, Event::JobPaused { .. }));
        // The row was never paused.
        engine.resume(job).unwrap();
        hear(&events, &mut warnings, |event| matches!(event, Event::JobResumed { .. }));
        let moves = |event: &Event| matches!(event, Event::Progress { .. });
        hear(&events, &mut warnings, moves);
        assert!(engine.set_limit_rate(job, 0).is_err());
        hear(&events, &mut warnings, |event| matches!(event, Event::JobSummary { .. }));
        assert_eq!(warnings, 1);
        assert_same(&at.join("a"), &at.join("b"), &What::contents());
        assert_eq!(queue.find(job).unwrap().stage, Stage::Running, "there was room");
        fs::remove_file(&filler).unwrap();
        let over = until(&queue, job, |job| job.stage == Stage::Finished);
        assert_eq!(over.summary.unwrap().outcome, Outcome::Completed);
        let log = queue.log(job).unwrap();
        assert_eq!(check_runs(job, &log), 1);
        assert!(log.iter().any(|envelope| is_warning(&envelope.event)), "{log:#?}");
        assert!(queue.list().unwrap().is_empty());
        // The next job runs as usual.
        let spec = queue.spec(job).unwrap();
        let next = engine.submit(JobSpec { options: Options::default(), ..spec }).unwrap();
        assert_eq!(engine.wait(next).unwrap().outcome, Outcome::Completed);
    });
}

#[test]
fn a_pause_that_found_no_room_is_stored_when_there_is_some() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let state = mounts.tmpfs("size=1m,mode=700");
        let at = mounts.directory("w");
        fs::write(at.join("a"), vec![7; 8 << 20]).unwrap();
        let queue = Queue::open(&state.join("fcp")).unwrap().queue;
        let home = Home { data: at.join("data"), state: Some(state.join("fcp")) };
        let engine = Engine::on_queue(home, queue.clone()).unwrap();
        let events = engine.subscribe();
        let spec = JobSpec {
            options: slow(),
            ..JobSpec::copy([at.join("a")], Destination::As(at.join("b").into()))
        };
        let job = engine.submit(spec).unwrap();
        until(&queue, job, running);
        let filler = state.join("filler");
        fill(&filler);
        hear(&events, &mut 0, |event| matches!(event, Event::Warning { .. }));
        assert!(engine.pause(job).is_err());
        fs::remove_file(&filler).unwrap();
        until(&queue, job, |job| job.paused);
        // From here on any process can resume the job.
        queue.set_limit(Some(job), None).unwrap();
        queue.resume(job).unwrap();
        assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    });
}
