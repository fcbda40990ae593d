//! Accesses the clipboard through GTK, which must be called on the main thread.

use std::sync::mpsc;
use std::time::Duration;

use fcp_presentation::tr;
use gtk::gdk::{Atom, SELECTION_CLIPBOARD};
use gtk::glib;
use gtk::{Clipboard, TargetEntry, TargetFlags};

use crate::wire::Refusal;

/// How long another program gets to give what it has put there.
const PATIENCE: Duration = Duration::from_secs(3);

/// Puts the same thing there in several forms.
pub(super) fn put(formats: Vec<(&'static str, Vec<u8>)>) -> Result<(), Refusal> {
    let done = on_main_thread(move |done| {
        let numbered = (0..).zip(&formats);
        let targets: Vec<_> = numbered
            .map(|(n, (target, _))| TargetEntry::new(target, TargetFlags::empty(), n))
            .collect();
        let clipboard = Clipboard::get(&SELECTION_CLIPBOARD);
        let is_put = clipboard.set_with_data(&targets, move |_, selection, n| {
            if let Some((_, data)) = formats.get(n as usize) {
                selection.set(&selection.target(), 8, data);
            }
        });
        tell(&done, is_put);
    })?;
    if done { Ok(()) } else { Err(Refusal::because(tr!("desktop-clipboard-refused"))) }
}

/// Gives what is there in one form; none if it is not there in this form.
pub(super) fn take(target: &'static str) -> Result<Option<Vec<u8>>, Refusal> {
    on_main_thread(move |done| {
        let clipboard = Clipboard::get(&SELECTION_CLIPBOARD);
        clipboard.request_contents(&Atom::intern(target), move |_, selection| {
            // A negative length says that there is nothing.
            tell(&done, (selection.length() >= 0).then(|| selection.data()));
        });
    })
}

fn tell<T>(done: &mpsc::Sender<T>, value: T) {
    match done.send(value) {
        // The program that asked has stopped waiting.
        Ok(()) | Err(_) => {}
    }
}

fn on_main_thread<T: Send + 'static>(
    act: impl FnOnce(mpsc::Sender<T>) + Send + 'static,
) -> Result<T, Refusal> {
    let (done, answer) = mpsc::channel();
    glib::idle_add_once(move || act(done));
    let text = tr!("desktop-clipboard-silent");
    answer.recv_timeout(PATIENCE).map_err(|_| Refusal::because(text))
}
