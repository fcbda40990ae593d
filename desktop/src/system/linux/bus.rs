//! Connects to the session bus, if there is one, with GTK's own client, which is linked anyway.

use std::time::Duration;

use gtk::gio::{self, DBusConnection};

use crate::patience::within;

/// Time limit for connecting to the bus; if it does not answer, only the desktop integration is missing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connects to the session bus; none is started for us.
pub(super) fn session() -> Option<DBusConnection> {
    let runs = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR")
            .is_some_and(|dir| std::path::Path::new(&dir).join("bus").exists());
    if !runs {
        return None;
    }
    within(PATIENCE, || gio::bus_get_sync(gio::BusType::Session, gio::Cancellable::NONE).ok())?
}
