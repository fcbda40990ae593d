//! Handles what the user types into the viewer: searches, and places to jump to.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_viewer::{Ask, At};

use super::prompt::{Asks, Find, Prompt};
use super::state::Waiting;
use super::{Viewer, ViewerRequest};
use crate::app::field::Field;
use fcp_presentation::tr;

impl Viewer {
    pub(super) fn ask(&mut self, asks: Asks) -> Option<ViewerRequest> {
        self.prompt = Some(Prompt { asks, field: Field::default() });
        None
    }

    /// Takes a key for what is being typed.
    pub(crate) fn key(&mut self, event: KeyEvent) -> Option<ViewerRequest> {
        self.trouble = None;
        let prompt = self.prompt.as_mut()?;
        match event.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => {
                self.prompt = None;
            }
            KeyCode::Backspace if prompt.field.is_empty() => self.prompt = None,
            KeyCode::Enter => {
                let prompt = self.prompt.take()?;
                return self.answer(&prompt);
            }
            // What has no meaning in a line of text has none here.
            _ => drop(prompt.field.key(event)),
        }
        None
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<ViewerRequest> {
        match prompt.asks {
            Asks::Goto => {
                if let Some(at) = At::typed(prompt.field.text()) {
                    return Some(self.window(at, Waiting::Place));
                }
                self.trouble = Some(tr!("viewer-go-to-wrong").to_owned());
                None
            }
            Asks::Find | Asks::FindBack => {
                let back = prompt.asks == Asks::FindBack;
                if prompt.field.is_empty() {
                    return self.again(false);
                }
                let text = prompt.field.text().to_owned();
                self.find = Some(Find { text, back, ..Find::default() });
                self.again(false)
            }
        }
    }

    /// Looks for the next hit, or for the one before.
    pub(super) fn again(&mut self, other_way: bool) -> Option<ViewerRequest> {
        let start = self.top.at;
        let Some(find) = &mut self.find else {
            self.trouble = Some(tr!("viewer-no-search").to_owned());
            return None;
        };
        let back = find.back != other_way;
        let from = match find.found {
            Some(found) if back => found.at,
            Some(found) => found.at + 1,
            None => start,
        };
        (find.searching, find.stopped) = (true, false);
        self.waiting = Waiting::Place;
        let (pattern, size) = (find.text.clone(), self.size);
        Some(ViewerRequest::Ask(Ask::Find { pattern, from, back, size }))
    }

    /// Ends a search, and then forgets what was looked for.
    pub(super) fn forget(&mut self) -> ViewerRequest {
        if let Some(find) = &mut self.find
            && find.searching
        {
            return self.window(At::Offset(self.top.at), Waiting::More);
        }
        self.find = None;
        self.waiting = Waiting::More;
        let (pattern, from, size) = (String::new(), self.top.at, self.size);
        ViewerRequest::Ask(Ask::Find { pattern, from, back: false, size })
    }
}
