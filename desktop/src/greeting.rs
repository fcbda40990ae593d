//! Greets windows: what a page needs to begin, and for the copier what the program was started with.

use fcp_presentation::errors;
use fcp_presentation::lock;
use fcp_presentation::tr;
use tauri::ipc::Channel;

use crate::app::App;
use crate::keymap;
use crate::wire::{
    Hello, Notice, NoticeCode, PlanId, PlanVerb, Refusal, Target, Tone, Update, View,
};

/// Sends the complete state to a new window.
pub(crate) fn greet(app: &App, view: View, updates: Channel<Update>) {
    if updates.send(Update::Hello(Box::new(hello(app, view, None)))).is_err() {
        return;
    }
    if view == View::Manager {
        app.panels.greet();
    }
    app.feed.subscribe(view, updates);
    app.jobs.tell_all();
    if view == View::Copier {
        offer(app);
    }
}

fn hello(app: &App, view: View, plan: Option<PlanId>) -> Hello {
    let preferences = app.saved.preferences();
    let (keymap, mut mistakes) = keymap::read(&preferences.keys);
    mistakes.extend(app.saved.trouble().map(str::to_owned));
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let commands = keymap::commands();
    Hello { view, version, preferences, keymap, mistakes, commands, plan }
}

/// Lets the copier ask what becomes of the paths of a launch.
///
/// The window receives updates by now, so it misses no change of the plan; it gets a second greeting with it.
pub(crate) fn offer(app: &App) {
    let paths = std::mem::take(&mut *lock(&app.launched));
    if paths.is_empty() {
        return;
    }
    match app.plans.make_of(PlanVerb::Copy, paths, &Target::Unknown) {
        Ok(plan) => {
            app.feed.say(Update::Hello(Box::new(hello(app, View::Copier, Some(plan)))));
        }
        Err(refusal) => {
            let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
            app.feed.notify(Notice { detail: Some(words(&refusal)), ..notice });
        }
    }
}

/// Gives a refusal in words.
fn words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Op { error } => errors::told(error),
        Refusal::Gone | Refusal::StalePlan => tr!("desktop-gone").to_owned(),
        Refusal::Not { text } => text.clone(),
    }
}
