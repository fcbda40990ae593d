//! Mouse events: which element of the screen was hit, and what the user did to it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use fcp_browse::SortKey;
use fcp_engine::event::JobId;

use super::action::Action;
use super::area::Area;

/// Microseconds within which two presses on one place are a double click.
pub(crate) const DOUBLE: u64 = 400_000;

/// Rows that one notch of the wheel moves.
pub(crate) const NOTCH: isize = 3;

/// What lies at a place of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    /// A row of a panel.
    Row {
        /// The side.
        side: usize,
        /// The row of the list.
        row: usize,
    },
    /// The rest of a panel.
    Panel {
        /// The side.
        side: usize,
    },
    /// The path above a panel.
    Path {
        /// The side.
        side: usize,
    },
    /// A tab.
    Tab {
        /// The side.
        side: usize,
        /// The tab.
        tab: usize,
    },
    /// The heading of a column.
    Column {
        /// The side.
        side: usize,
        /// What it sorts by.
        key: SortKey,
    },
    /// A job.
    Job(JobId),
    /// The rest of the jobs.
    Jobs,
    /// A button or a hint that stands for a key.
    Key(KeyEvent),
    /// A hint that stands for an action.
    Action(Action),
    /// A line of a list in a dialog.
    Line(usize),
    /// The arrow before a choice in a dialog, which goes back.
    LineBack(usize),
    /// The title of a menu.
    Menu(usize),
    /// A document.
    Viewer,
    /// The rest of a dialog or of a page.
    Dialog,
}

/// What happened with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mouse {
    /// What.
    pub kind: Kind,
    /// What lies there.
    pub hit: Option<Hit>,
    /// The keys that were held.
    pub keys: KeyModifiers,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The left button went down.
    Press,
    /// The right button went down.
    Right,
    /// The middle button went down.
    Middle,
    /// The mouse moved with the left button down.
    Drag,
    /// The left button went up.
    Release,
    /// The wheel turned by this many notches, down if positive.
    Wheel(isize),
}

/// What can be hit on the screen that was drawn last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Zones(Vec<(Area, Hit)>);

impl Zones {
    /// Adds a zone over those that are there.
    pub(crate) fn add(&mut self, area: Area, hit: Hit) {
        self.0.push((area, hit));
    }

    /// Lets nothing below be hit any more.
    pub(crate) fn cover(&mut self) {
        self.0.clear();
    }

    /// Gives what lies at a place.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<Hit> {
        let inside = |area: &Area| {
            (area.x..area.x.saturating_add(area.w)).contains(&x)
                && (area.y..area.y.saturating_add(area.h)).contains(&y)
        };
        self.0.iter().rev().find(|(area, _)| inside(area)).map(|&(_, hit)| hit)
    }

    /// Says what an event of the terminal means here; none for mere moving.
    pub(crate) fn mouse(&self, event: MouseEvent) -> Option<Mouse> {
        let kind = match event.kind {
            MouseEventKind::Down(MouseButton::Left) => Kind::Press,
            MouseEventKind::Down(MouseButton::Right) => Kind::Right,
            MouseEventKind::Down(MouseButton::Middle) => Kind::Middle,
            MouseEventKind::Drag(MouseButton::Left) => Kind::Drag,
            MouseEventKind::Up(MouseButton::Left) => Kind::Release,
            MouseEventKind::ScrollUp => Kind::Wheel(-1),
            MouseEventKind::ScrollDown => Kind::Wheel(1),
            MouseEventKind::Up(_)
            | MouseEventKind::Drag(_)
            | MouseEventKind::Moved
            | MouseEventKind::ScrollLeft
            | MouseEventKind::ScrollRight => return None,
        };
        Some(Mouse { kind, hit: self.at(event.column, event.row), keys: event.modifiers })
    }
}

/// Gives the key that a button stands for.
pub(crate) const fn key(code: KeyCode) -> Hit {
    Hit::Key(KeyEvent::new(code, KeyModifiers::NONE))
}
