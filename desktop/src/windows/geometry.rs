//! Remembers the position and size of the windows from one start to the next.

use std::sync::Arc;

use tauri::{AppHandle, Manager, Monitor, Runtime, WebviewWindowBuilder, WindowEvent};

use crate::preferences::StateFile;
use crate::wire::View;

/// Pixels of a window's upper edge that must be on a screen, so that the user can take hold of it.
const HOLD: i32 = 40;

/// Lets a window begin where it was, if that is on a screen.
pub(super) fn restore<'a, R: Runtime, M: Manager<R>>(
    saved: &StateFile,
    handle: &AppHandle<R>,
    view: View,
    window: WebviewWindowBuilder<'a, R, M>,
) -> WebviewWindowBuilder<'a, R, M> {
    let Some(geometry) = *saved.windows().of(view) else { return window };
    let mut window = window.maximized(geometry.maximized);
    if let Some((width, height)) = geometry.size {
        window = window.inner_size(width.into(), height.into());
    }
    let monitors = handle.available_monitors().unwrap_or_default();
    let monitors: Vec<Area> = monitors.iter().map(area).collect();
    match geometry.at.filter(|at| can_be_held(*at, geometry.size, &monitors)) {
        Some((x, y)) => window.position(x.into(), y.into()),
        None => window,
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

/// A part of the desk: left and upper edge, right and lower edge.
type Area = (i32, i32, i32, i32);

fn area(monitor: &Monitor) -> Area {
    let scale = monitor.scale_factor();
    let (x, y) = monitor.position().to_logical::<i32>(scale).into();
    let (width, height): (i32, i32) = monitor.size().to_logical::<i32>(scale).into();
    (x, y, x.saturating_add(width), y.saturating_add(height))
}

/// Whether enough of a window's upper edge is on a screen.
fn can_be_held((x, y): (i32, i32), size: Option<(u32, u32)>, monitors: &[Area]) -> bool {
    let width = size.map_or(0, |(width, _)| i32::try_from(width).unwrap_or(i32::MAX));
    monitors.iter().any(|&(left, top, right, bottom)| {
        let seen = x.saturating_add(width).min(right).saturating_sub(x.max(left));
        seen >= HOLD && y >= top && y.saturating_add(HOLD) <= bottom
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_returns_only_to_where_the_user_can_take_hold_of_it() {
        let monitors = [(0, 0, 1920, 1080), (1920, 0, 3200, 800)];
        let size = Some((800, 600));
        assert!(can_be_held((100, 100), size, &monitors));
        assert!(can_be_held((-700, 0), size, &monitors));
        assert!(can_be_held((3100, 700), size, &monitors));
        assert!(!can_be_held((-790, 0), size, &monitors), "too little of it is seen");
        assert!(!can_be_held((100, -10), size, &monitors), "its upper edge is above the screen");
        assert!(!can_be_held((2000, 790), size, &monitors), "its upper edge is below the screen");
        assert!(!can_be_held((4000, 0), size, &monitors), "that screen is not there any more");
        assert!(!can_be_held((100, 100), size, &[]));
    }
}
