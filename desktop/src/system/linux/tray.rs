//! Whether the desktop shows icons of programs.

use gtk::gio::{self, DBusCallFlags, DBusConnection};
use gtk::glib::Variant;
use gtk::prelude::*;

/// Who knows whether anything shows icons.
const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const PATH: &str = "/StatusNotifierWatcher";
/// Milliseconds that it has to say so.
const PATIENCE: i32 = 2_000;

/// Whether something shows icons.
pub(super) fn is_there(bus: &DBusConnection) -> bool {
    let asked = Variant::tuple_from_iter([
        WATCHER.to_variant(),
        "IsStatusNotifierHostRegistered".to_variant(),
    ]);
    let reply = bus.call_sync(
        Some(WATCHER),
        PATH,
        "org.freedesktop.DBus.Properties",
        "Get",
        Some(&asked),
        None,
        DBusCallFlags::NO_AUTO_START,
        PATIENCE,
        gio::Cancellable::NONE,
    );
    reply.is_ok_and(|reply| reply.child_value(0).as_variant().and_then(|it| it.get()) == Some(true))
}
