//! Asks the single question before many removals (`frm -I`), which one key answers.

use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use fcp_engine::spec::JobSpec;
use ratatui::text::Line;
use signal_hook::consts::{SIGHUP, SIGINT};

use super::ask::{DEFAULT_KEYS, REST, key_lines};
use super::console::{Console, width};
use super::screen::{clip, span};
use super::signals::Signals;
use crate::app::look::{Look, WAIT};
use crate::format;

/// Longest time between two looks at signals.
const PULSE: Duration = Duration::from_millis(50);

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    GoOn,
    Keep,
    Signal(i32),
}

/// Tells whether `-I` asks about a request: about more than three operands, or whole directories.
pub(crate) fn is_asked(spec: &JobSpec) -> bool {
    spec.sources.len() > 3 || spec.options.recursive && !spec.sources.is_empty()
}

/// Words the question of `-I`.
pub(crate) fn question(spec: &JobSpec) -> String {
    let items = format::items(spec.sources.len() as u64);
    let below = match spec.sources.len() {
        _ if !spec.options.recursive => "",
        1 => " and everything in it",
        _ => " and everything in them",
    };
    format!("Delete {items}{below}?")
}

/// Asks on the terminal whether items are deleted, and waits.
pub(crate) fn ask(question: &str, look: Look) -> Verdict {
    let mut console = Console::new(look);
    let signals = Signals::listen().ok();
    let raw = enable_raw_mode().is_ok();
    console.raw = raw;
    let begun = Instant::now();
    let mut drawn = 0;
    let verdict = loop {
        let columns = width();
        if drawn != columns {
            console.draw(&lines(question, columns.saturating_sub(1), look));
            drawn = columns;
        }
        if let Some(signal) = signals.as_ref().and_then(Signals::stop) {
            break Verdict::Signal(signal);
        }
        match event::poll(PULSE) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break Verdict::Signal(SIGHUP),
        }
        match event::read() {
            Ok(Event::Key(key)) if key.kind == KeyEventKind::Press => {
                if let Some(verdict) = meant(key, begun.elapsed()) {
                    break verdict;
                }
            }
            Ok(_) => {}
            Err(_) => break Verdict::Signal(SIGHUP),
        }
    };
    console.clear();
    if raw {
        // If that fails, the shell resets the terminal.
        let _restored = disable_raw_mode().is_ok();
    }
    verdict
}

/// Gives what a key means; shortly after the question appears, it may have been meant for the shell.
fn meant(key: KeyEvent, shown: Duration) -> Option<Verdict> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c') if control => Some(Verdict::Signal(SIGINT)),
        _ if control || shown < REST => None,
        KeyCode::Char('y' | 'Y' | 'd' | 'D') => Some(Verdict::GoOn),
        KeyCode::Char('n' | 'N' | 's' | 'S' | 'q' | 'Q') | KeyCode::Enter | KeyCode::Esc => {
            Some(Verdict::Keep)
        }
        _ => None,
    }
}

fn lines(question: &str, width: usize, look: Look) -> Vec<Line<'static>> {
    let head = Line::from(vec![
        span("? ", WAIT.bold(), look),
        span(clip(question, width.saturating_sub(2)), WAIT, look),
    ]);
    let mut lines = vec![head];
    lines.extend(key_lines(&[(DEFAULT_KEYS, "Keep"), ("y", "Delete")], width, look));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Verdict> {
        meant(KeyEvent::new(code, modifiers), REST)
    }

    #[test]
    fn y_deletes_and_n_and_enter_keep() {
        let none = KeyModifiers::NONE;
        for yes in ['y', 'Y', 'd'] {
            assert_eq!(press(KeyCode::Char(yes), none), Some(Verdict::GoOn), "{yes}");
        }
        for no in ['n', 'N', 's', 'q'] {
            assert_eq!(press(KeyCode::Char(no), none), Some(Verdict::Keep), "{no}");
        }
        assert_eq!(press(KeyCode::Esc, none), Some(Verdict::Keep));
        assert_eq!(press(KeyCode::Enter, none), Some(Verdict::Keep));
        assert_eq!(press(KeyCode::Char('x'), none), None);
        assert_eq!(press(KeyCode::Char('d'), KeyModifiers::CONTROL), None);
        let interrupt = press(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(interrupt, Some(Verdict::Signal(SIGINT)));
        let early = KeyEvent::new(KeyCode::Char('d'), none);
        assert_eq!(meant(early, Duration::ZERO), None);
    }
}
