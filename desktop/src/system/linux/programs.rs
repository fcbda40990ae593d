//! Lists the programs that can open some files, and opens files with one of them.
//!
//! The desktop's database says which types a program opens (`MimeType` of its `.desktop` file), and which one is the
//! default. A program is started from the main thread, which knows the window: so the desktop lets it come to the
//! front (an activation token on Wayland, a startup notification on X11).

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use gtk::gio::{self, AppInfo, Cancellable, DesktopAppInfo, FileQueryInfoFlags};
use gtk::prelude::*;
use tauri::WebviewWindow;

use crate::wire::{Program, Refusal};

/// Gives the programs that can open all of some files, the default first.
pub(super) fn of_files(paths: &[PathBuf]) -> Vec<Program> {
    of_types(&paths.iter().filter_map(|path| kind(path)).collect())
}

/// Gives the program that opens a file by default; none where the database has no such program.
pub(super) fn by_default(path: &Path) -> Option<String> {
    let program = kind(path).and_then(|kind| AppInfo::default_for_type(&kind, false));
    program.and_then(|program| program.id()).map(|id| id.to_string())
}

/// Opens files with a program.
pub(super) fn start(
    window: &WebviewWindow,
    program: String,
    uris: Vec<String>,
) -> Result<(), Refusal> {
    let (done, started) = mpsc::channel();
    window.with_webview(move |page| {
        // The caller may have stopped waiting.
        let _heard = done.send(launch(&page.inner(), &program, &uris)).is_ok();
    })?;
    // A window that is closed meanwhile has started nothing.
    started.recv().unwrap_or(Err(Refusal::Gone))
}

/// Gives the type of a file, by its name and its beginning.
fn kind(path: &Path) -> Option<String> {
    let file = gio::File::for_path(path);
    let info =
        file.query_info("standard::content-type", FileQueryInfoFlags::NONE, Cancellable::NONE);
    info.ok()?.content_type().map(|kind| kind.to_string())
}

/// Gives the programs that open all of some types.
fn of_types(types: &HashSet<String>) -> Vec<Program> {
    let mut common: Option<Vec<AppInfo>> = None;
    for kind in types {
        // Those that other programs have made the default come first.
        let all = AppInfo::all_for_type(kind);
        common = Some(match common {
            None => all,
            Some(before) => {
                before.into_iter().filter(|it| all.iter().any(|other| it.equal(other))).collect()
            }
        });
    }
    let default = |info: &AppInfo| {
        types.iter().all(|kind| {
            AppInfo::default_for_type(kind, false).is_some_and(|default| default.equal(info))
        })
    };
    let programs = common.unwrap_or_default().into_iter().filter(AppInfoExt::should_show);
    let mut programs: Vec<Program> = programs
        .filter_map(|info| {
            let id = info.id()?.to_string();
            Some(Program { id, name: info.display_name().to_string(), is_default: default(&info) })
        })
        .collect();
    programs.sort_by_key(|program| !program.is_default);
    programs
}

fn launch(page: &webkit2gtk::WebView, program: &str, uris: &[String]) -> Result<(), Refusal> {
    let info = DesktopAppInfo::new(program).ok_or(Refusal::Gone)?;
    let context = page.display().app_launch_context();
    if let Some(context) = &context {
        context.set_timestamp(gtk::current_event_time());
    }
    let uris: Vec<&str> = uris.iter().map(String::as_str).collect();
    info.launch_uris(&uris, context.as_ref())
        .map_err(|error| Refusal::because(error.message().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_type_that_its_name_or_its_content_says() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = kind(scratch.path());
        assert_eq!(folder.as_deref(), Some("inode/directory"));
        let gone = scratch.path().join("gone");
        assert_eq!(kind(&gone), None);
        assert_eq!(by_default(&gone), None);
        // A machine without a program for a type offers none.
        assert_eq!(of_types(&HashSet::from(["x-fcp/of-no-program".to_owned()])), []);
        assert_eq!(of_types(&HashSet::new()), []);
    }
}
