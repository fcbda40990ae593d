//! Sends desktop notifications.

use std::sync::{Arc, Mutex};

use fcp_presentation::lock;
use fcp_presentation::tr;
use gtk::gio::{self, DBusCallFlags, DBusConnection, DBusSignalFlags};
use gtk::glib::{self, Variant, VariantDict};
use gtk::prelude::*;
use tauri::AppHandle;

/// Name of our entry in the desktop's menus, by which it knows us: the package names it like the product.
pub(super) const ENTRY: &str = "fcp";

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// Milliseconds that the desktop has to take one.
const PATIENCE: i32 = 2_000;
/// The name of the app, as the desktop shows it.
const APP: &str = "fcp";

/// Those of ours that a click may mean.
pub(super) type Shown = Arc<Mutex<Vec<u32>>>;

/// Begins to listen to clicks.
pub(super) fn on_click(
    bus: &DBusConnection,
    shown: &Shown,
    handle: &AppHandle,
    clicked: impl Fn() + Send + 'static,
) {
    let (ours, listens) = (Arc::clone(shown), bus.clone());
    // GLib delivers signals to the thread that subscribes to them. If the main thread has
    // ended, the user can click nothing any more, so a failure does not matter.
    let _listens = handle
        .run_on_main_thread(move || {
            listens.signal_subscribe(
                Some(NAME),
                Some(NAME),
                Some("ActionInvoked"),
                Some(PATH),
                None,
                DBusSignalFlags::NONE,
                move |_, _, _, _, _, said| {
                    let id = said.child_value(0).get::<u32>();
                    if id.is_some_and(|id| lock(&ours).contains(&id)) {
                        clicked();
                    }
                },
            );
        })
        .is_ok();
}

/// Shows one.
pub(super) fn show(
    bus: &DBusConnection,
    shown: &Shown,
    summary: &str,
    body: &str,
) -> Result<(), glib::Error> {
    let hints = VariantDict::new(None);
    hints.insert("desktop-entry", ENTRY);
    let said = Variant::tuple_from_iter([
        APP.to_variant(),
        0_u32.to_variant(),
        ENTRY.to_variant(),
        summary.to_variant(),
        // Names are no markup.
        glib::markup_escape_text(body).as_str().to_variant(),
        ["default", tr!("desktop-show")].to_variant(),
        hints.end(),
        (-1_i32).to_variant(),
    ]);
    let reply = bus.call_sync(
        Some(NAME),
        PATH,
        NAME,
        "Notify",
        Some(&said),
        None,
        DBusCallFlags::NONE,
        PATIENCE,
        gio::Cancellable::NONE,
    )?;
    let id = reply.child_value(0).get::<u32>();
    lock(shown).extend(id);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_names_our_entry_like_the_product() {
        let config: serde_json::Value =
            serde_json::from_str(include_str!("../../../tauri.conf.json")).unwrap();
        assert_eq!(config["productName"], ENTRY);
    }
}
