//! Tells the windows what is new: the thread that collects the state of what changed, and sends it.
//!
//! It sends at once after a quiet time, and then at most about twelve times a second. Since each update
//! replaces the previous one, a slow window misses only intermediate states.

use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::app::App;
use crate::feed::Changed;
use crate::wire::{Update, View};

/// Time between two tellings of the same thing.
const BEAT: Duration = Duration::from_millis(80);

/// Starts the thread; it ends with the app.
pub(crate) fn start(app: &Arc<App>) {
    let app: Weak<App> = Arc::downgrade(app);
    thread::spawn(move || {
        while let Some(app) = app.upgrade() {
            let began = Instant::now();
            let pending = app.feed.next();
            for update in pending.said {
                let to = match &update {
                    Update::Hello(hello) => Some(hello.view),
                    Update::Viewer(_) | Update::Checksum(_) => Some(View::Manager),
                    // The other window would ask it still after the user has answered in one.
                    Update::Quit { .. } => View::ALL.into_iter().find(|view| app.feed.has(*view)),
                    _ => None,
                };
                app.feed.send(to, &update);
            }
            for changed in pending.changed {
                for update in updates(&app, changed) {
                    app.feed.send(changed.view(), &update);
                }
            }
            if let Some(rest) = BEAT.checked_sub(began.elapsed()) {
                thread::sleep(rest);
            }
        }
    });
}

fn updates(app: &App, changed: Changed) -> Vec<Update> {
    match changed {
        Changed::Panel(side) => {
            app.panels.state(side).map(|it| Update::Panel(Box::new(it))).into_iter().collect()
        }
        Changed::Places => vec![Update::Places { places: app.panels.places() }],
        Changed::Jobs => {
            app.panels.jobs_changed();
            vec![Update::Jobs(Box::new(app.jobs.change()))]
        }
        Changed::Questions => vec![Update::Questions(Box::new(app.questions.state()))],
        Changed::Changing => vec![Update::Changing { count: app.changing.running() }],
        Changed::Drag(view) => vec![Update::Drag { drag: app.drag.state(view) }],
    }
}
