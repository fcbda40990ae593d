//! Tests that the program survives the death of the process that draws its page.

use std::time::{Duration, Instant};

use crate::{PATIENCE, User, held};

/// The program of `WebKitGTK` that draws a page.
const RENDERER: &str = "WebKitWebProcess";

/// Time between two looks at the window.
const LOOK: Duration = Duration::from_millis(200);

impl User {
    /// Whether a window has this title.
    fn has_window(&self, title: &str) -> bool {
        let mut search = self.desk.command("xdotool");
        search.args(["search", "--onlyvisible", "--name", title]);
        fcp_test_support::run(&mut search).status.success()
    }
}

#[test]
fn a_page_that_dies_is_loaded_again_and_the_job_goes_on() {
    let Some(user) = User::new() else { return };
    let _manager = user.desk.manage_windows();
    let app = user.launch();
    // The title names the folder that the user is in, and how far the job is.
    user.window("^left – fcp$");
    let job = user.copy_slowly();
    user.window("^[0-9]+.*% – left – fcp$");

    app.kill(RENDERER);
    let home = user.desk.home.path().file_name().unwrap().to_str().unwrap();
    let home = format!("% – {home} – fcp$");
    let until = Instant::now() + PATIENCE;
    while !user.has_window(&home) {
        assert!(Instant::now() < until, "no page takes keys");
        // Only a page that follows the program leads anywhere.
        user.desk.xdotool(&["key", "alt+Home"]);
        std::thread::sleep(LOOK);
    }
    assert!(app.runs(RENDERER));
    let before = held(&user.path("right"));
    let jobs = user.until(|_| held(&user.path("right")) > before);
    assert_eq!((jobs[0].job, jobs[0].pid), (job.job, job.pid));
    user.queue.set_limit(None, None).unwrap();
    user.until(<[_]>::is_empty);
}
