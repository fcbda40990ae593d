//! Shows progress on our icon in docks and taskbars, by the D-Bus signal that Unity introduced.

use gtk::gio::DBusConnection;
use gtk::glib::{Variant, VariantDict};
use gtk::prelude::*;

use super::notify::ENTRY;
use crate::system::contract::Progress;

const PATH: &str = "/com/canonical/unity/launcherentry/fcp";
const INTERFACE: &str = "com.canonical.Unity.LauncherEntry";

/// Tells what our icon shows.
pub(super) fn tell(bus: &DBusConnection, progress: Progress) {
    // The signal may fail: without a taskbar there is no reader.
    let _told = bus.emit_signal(None, PATH, INTERFACE, "Update", Some(&message(progress))).is_ok();
}

/// Gives what the signal says.
fn message(progress: Progress) -> Variant {
    let shows = VariantDict::new(None);
    shows.insert("progress", f64::from(progress.percent.unwrap_or(0)) / 100.0);
    shows.insert("progress-visible", progress.percent.is_some());
    shows.insert("count", progress.jobs as i64);
    shows.insert("count-visible", progress.jobs > 1);
    shows.insert("urgent", progress.urgent);
    let uri = format!("application://{ENTRY}.desktop");
    Variant::tuple_from_iter([uri.to_variant(), shows.end()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signal_says_how_far_all_jobs_are() {
        let message = message(Progress { percent: Some(62), jobs: 3, urgent: true });
        assert_eq!(message.type_().as_str(), "(sa{sv})");
        assert_eq!(message.child_value(0).str(), Some("application://fcp.desktop"));
        let shows = VariantDict::new(Some(&message.child_value(1)));
        assert_eq!(shows.lookup::<f64>("progress").unwrap(), Some(0.62));
        assert_eq!(shows.lookup::<i64>("count").unwrap(), Some(3));
        assert_eq!(shows.lookup::<bool>("urgent").unwrap(), Some(true));
    }
}
