//! What is typed into the viewer: searches, and places to go to.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::state::{Asks, Find, Prompt, Waiting};
use super::{Ask, At, Viewer, Wish};

impl Viewer {
    pub(super) fn ask(&mut self, asks: Asks) -> Option<Wish> {
        let text = String::new();
        self.prompt = Some(Prompt { asks, text });
        None
    }

    /// Takes a key for what is being typed.
    pub(super) fn type_key(&mut self, event: KeyEvent) -> Option<Wish> {
        let prompt = self.prompt.as_mut()?;
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Char('c') if control => self.prompt = None,
            KeyCode::Char('u') if control => prompt.text.clear(),
            KeyCode::Backspace if prompt.text.pop().is_none() => self.prompt = None,
            KeyCode::Char(c) if !control => prompt.text.push(c),
            KeyCode::Enter => {
                let prompt = self.prompt.take()?;
                return self.answer(&prompt);
            }
            _ => {}
        }
        None
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<Wish> {
        match prompt.asks {
            Asks::Goto => {
                if let Some(at) = place(&prompt.text) {
                    return Some(self.window(at, Waiting::Place));
                }
                self.trouble = Some("Type a line, a part as 50%, or a byte as 0x1F00".to_owned());
                None
            }
            Asks::Find | Asks::FindBack => {
                let back = prompt.asks == Asks::FindBack;
                if prompt.text.is_empty() {
                    return self.again(false);
                }
                let text = prompt.text.clone();
                self.find = Some(Find { text, back, found: None, searching: false });
                self.again(false)
            }
        }
    }

    /// Looks for the next hit, or for the one before.
    pub(super) fn again(&mut self, other_way: bool) -> Option<Wish> {
        let start = self.top.at;
        let Some(find) = &mut self.find else {
            self.trouble = Some("Nothing to look for yet: / begins a search".to_owned());
            return None;
        };
        let back = find.back != other_way;
        let from = match find.found {
            Some(found) if back => found.at,
            Some(found) => found.at + 1,
            None => start,
        };
        find.searching = true;
        self.waiting = Waiting::Place;
        let (pattern, size) = (find.text.clone(), self.size);
        Some(Wish::Ask(Ask::Find { pattern, from, back, size }))
    }

    /// Ends a search, and then forgets what was looked for.
    pub(super) fn forget(&mut self) -> Wish {
        if let Some(find) = &mut self.find
            && find.searching
        {
            return self.window(At::Offset(self.top.at), Waiting::More);
        }
        self.find = None;
        self.waiting = Waiting::More;
        let (pattern, from, size) = (String::new(), self.top.at, self.size);
        Wish::Ask(Ask::Find { pattern, from, back: false, size })
    }
}

/// Reads where to go: a line, a part or a byte.
fn place(typed: &str) -> Option<At> {
    let typed = typed.trim();
    if let Some(part) = typed.strip_suffix('%') {
        return part.trim().parse().ok().map(At::Percent);
    }
    if let Some(digits) = typed.strip_prefix("0x").or_else(|| typed.strip_prefix("0X")) {
        return u64::from_str_radix(digits, 16).ok().map(At::Offset);
    }
    typed.parse().ok().map(At::Line)
}
