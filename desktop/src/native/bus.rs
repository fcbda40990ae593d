//! The session bus, where there is one; GTK's own client, which is there anyway.

use gtk::gio::{self, DBusConnection};

/// Connects to the session bus; none is started for us.
pub(super) fn session() -> Option<DBusConnection> {
    let runs = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR")
            .is_some_and(|dir| std::path::Path::new(&dir).join("bus").exists());
    runs.then(|| gio::bus_get_sync(gio::BusType::Session, gio::Cancellable::NONE).ok())?
}
