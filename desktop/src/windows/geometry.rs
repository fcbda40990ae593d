//! Remembers the position and size of the windows from one start to the next.

use std::sync::Arc;

use tauri::{AppHandle, Manager, Monitor, Runtime, WebviewWindowBuilder, WindowEvent};

use crate::preferences::StateFile;
use crate::preferences::geometry::Geometry;
use crate::wire::View;

/// Height of a title bar, which the size of a window leaves out.
const TITLE_BAR: u32 = 40;

/// A width and a height.
type Size = (u32, u32);

/// Lets a window begin where it was last time or, the first time, in a size that suits the screen; never beyond a screen.
pub(super) fn restore<'a, R: Runtime, M: Manager<R>>(
    saved: &StateFile,
    handle: &AppHandle<R>,
    view: View,
    window: WebviewWindowBuilder<'a, R, M>,
) -> WebviewWindowBuilder<'a, R, M> {
    let kept = saved.windows().of(view).unwrap_or_default();
    let first = handle.primary_monitor().ok().flatten();
    let others = handle.available_monitors().unwrap_or_default();
    let screens: Vec<Area> = first.iter().chain(&others).map(area).collect();
    let (at, (width, height)) = fitted(view, kept, &screens);
    let window = window.maximized(kept.maximized).inner_size(width.into(), height.into());
    match at {
        Some((x, y)) => window.position(x.into(), y.into()),
        None => window,
    }
}

/// Gives where a window begins, if that is known, and how large it is.
fn fitted(view: View, kept: Geometry, screens: &[Area]) -> (Option<(i32, i32)>, Size) {
    let of = |at: (i32, i32)| {
        let size = kept.size.unwrap_or_else(|| usual(view, None));
        let seen = |screen: &&Area| screen.seen(at, size);
        screens.iter().filter(|screen| seen(screen) > 0).max_by_key(seen)
    };
    let here = kept.at.and_then(of);
    let Some(screen) = here.or(screens.first()) else {
        return (None, kept.size.unwrap_or_else(|| usual(view, None)));
    };
    let (most_width, most_height) = screen.room();
    let (width, height) = kept.size.unwrap_or_else(|| usual(view, Some(screen)));
    let size = (width.min(most_width), height.min(most_height));
    (kept.at.filter(|_| here.is_some()).map(|at| screen.keep_in(at, size)), size)
}

/// Gives the size of a window that opens for the first time: on a large screen, a part of that.
fn usual(view: View, screen: Option<&Area>) -> Size {
    match (view, screen.map(Area::room)) {
        (View::Copier, _) => (480, 640),
        (View::Manager, None) => (1280, 800),
        (View::Manager, Some((width, height))) => {
            ((width / 3 * 2).clamp(1280, 1760), (height / 4 * 3).clamp(800, 1080))
        }
    }
}

/// Takes what the user did to a window.
pub(crate) fn note(saved: &Arc<StateFile>, handle: &AppHandle, view: View, event: &WindowEvent) {
    if !matches!(event, WindowEvent::Moved(_) | WindowEvent::Resized(_)) {
        return;
    }
    let Some(window) = handle.get_webview_window(view.label()) else { return };
    let Ok(scale) = window.scale_factor() else { return };
    let maximized = window.is_maximized().is_ok_and(|maximized| maximized);
    let mut all = saved.windows();
    let kept = all.of(view).get_or_insert_default();
    kept.maximized = maximized;
    match event {
        WindowEvent::Moved(at) if !maximized => kept.at = Some(at.to_logical::<i32>(scale).into()),
        WindowEvent::Resized(size) if !maximized && size.width > 0 => {
            kept.size = Some(size.to_logical::<u32>(scale).into());
        }
        _ => {}
    }
    saved.remember_windows(all);
}

/// The part of a screen that windows may cover, in logical pixels.
#[derive(Clone, Copy, Debug)]
struct Area {
    at: (i32, i32),
    size: Size,
}

fn area(monitor: &Monitor) -> Area {
    let (scale, area) = (monitor.scale_factor(), monitor.work_area());
    let at = area.position.to_logical::<i32>(scale).into();
    Area { at, size: area.size.to_logical::<u32>(scale).into() }
}

impl Area {
    /// Gives the largest size of a window, whose title bar must be seen, too.
    fn room(&self) -> Size {
        (self.size.0, self.size.1.saturating_sub(TITLE_BAR))
    }

    /// Gives how many pixels of a window at a place are seen here.
    fn seen(&self, at: (i32, i32), size: Size) -> u64 {
        let along = |begin: i32, length: u32, from: i32, room: u32| {
            let end = (i64::from(begin) + i64::from(length)).min(i64::from(from) + i64::from(room));
            u64::try_from(end - i64::from(begin.max(from))).unwrap_or(0)
        };
        let across = along(at.0, size.0, self.at.0, self.size.0);
        across * along(at.1, size.1.saturating_add(TITLE_BAR), self.at.1, self.size.1)
    }

    /// Gives the place nearest to another one where all of a window is seen that has room here.
    fn keep_in(&self, at: (i32, i32), size: Size) -> (i32, i32) {
        let along = |place: i32, length: u32, from: i32, room: u32| {
            let rest = i32::try_from(room.saturating_sub(length)).unwrap_or(i32::MAX);
            place.clamp(from, from.saturating_add(rest))
        };
        let x = along(at.0, size.0, self.at.0, self.size.0);
        (x, along(at.1, size.1.saturating_add(TITLE_BAR), self.at.1, self.size.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn screen(x: i32, y: i32, width: u32, height: u32) -> Area {
        Area { at: (x, y), size: (width, height) }
    }

    #[test]
    fn a_window_opens_for_the_first_time_in_a_size_that_suits_the_screen() {
        let first = |view, screen| fitted(view, Geometry::default(), &[screen]);
        let manager = |width, height| first(View::Manager, screen(0, 0, width, height));
        assert_eq!(manager(1024, 600), (None, (1024, 560)));
        assert_eq!(manager(1920, 1053), (None, (1280, 800)));
        assert_eq!(manager(2560, 1440), (None, (1706, 1050)));
        assert_eq!(manager(7680, 4320), (None, (1760, 1080)));
        assert_eq!(first(View::Copier, screen(0, 0, 2560, 1440)), (None, (480, 640)));
        assert_eq!(first(View::Copier, screen(0, 0, 1024, 600)), (None, (480, 560)));
        assert_eq!(fitted(View::Manager, Geometry::default(), &[]), (None, (1280, 800)));
    }

    #[test]
    fn a_window_returns_to_where_it_was_as_far_as_that_is_on_a_screen() {
        let screens = [screen(0, 27, 1920, 1053), screen(1920, 0, 1280, 800)];
        let at = |x, y, width, height| {
            let kept = Geometry { at: Some((x, y)), size: Some((width, height)), maximized: false };
            fitted(View::Manager, kept, &screens)
        };
        assert_eq!(at(100, 100, 800, 600), (Some((100, 100)), (800, 600)));
        assert_eq!(at(2000, 100, 800, 600), (Some((2000, 100)), (800, 600)));
        // Beyond the edges: left, above, below.
        assert_eq!(at(-700, 0, 800, 600), (Some((0, 27)), (800, 600)));
        assert_eq!(at(100, 900, 800, 600), (Some((100, 440)), (800, 600)));
        assert_eq!(at(1900, 300, 800, 600), (Some((1920, 160)), (800, 600)), "more of it is there");
        // Larger than the screen, which was another one.
        assert_eq!(at(2100, 50, 2400, 1400), (Some((1920, 0)), (1280, 760)));
        // That screen is not there any more.
        assert_eq!(at(4000, 0, 2400, 1400), (None, (1920, 1013)));
    }
}
