//! Follows what the shell has switched on in its terminal.

/// Modes of the terminal that line editors switch on, and that the panels must not inherit: each is sent again when
/// the user returns to the shell.
#[derive(Debug, Default)]
pub(super) struct Modes {
    /// Pasted text comes in brackets.
    pastes: bool,
    /// Arrow keys send other sequences.
    arrows: bool,
    /// The end of what was printed last, which may be the beginning of a sequence.
    held: Vec<u8>,
}

impl Modes {
    /// Notes what the shell prints.
    pub(super) fn follow(&mut self, printed: &[u8]) {
        const LONGEST: usize = b"\x1b[?2004h".len();
        let mut all = std::mem::take(&mut self.held);
        all.extend_from_slice(printed);
        for at in all.iter().enumerate().filter(|(_, byte)| **byte == 0x1b).map(|(at, _)| at) {
            let rest = &all[at..];
            if rest.starts_with(b"\x1b[?2004h") || rest.starts_with(b"\x1b[?2004l") {
                self.pastes = rest[LONGEST - 1] == b'h';
            } else if rest.starts_with(b"\x1b[?1h") || rest.starts_with(b"\x1b[?1l") {
                self.arrows = rest[4] == b'h';
            }
        }
        self.held = all.split_off(all.len().saturating_sub(LONGEST - 1));
    }

    /// Gives the bytes that switch on again what was on, or that switch it off.
    pub(super) fn sequence(&self, on: bool) -> Vec<u8> {
        let end = if on { "h" } else { "l" };
        let modes = [(self.pastes, "\x1b[?2004"), (self.arrows, "\x1b[?1")];
        let wanted = modes.into_iter().filter(|(is_on, _)| *is_on);
        wanted.flat_map(|(_, mode)| [mode, end]).collect::<String>().into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_of_the_shell_are_switched_off_and_on_again() {
        let mut modes = Modes::default();
        assert_eq!((modes.sequence(true), modes.sequence(false)), (Vec::new(), Vec::new()));
        // A sequence may come in two parts.
        modes.follow(b"sh:> \x1b[?20");
        modes.follow(b"04h\x1b[?1h\x1b=");
        assert_eq!(modes.sequence(false), b"\x1b[?2004l\x1b[?1l");
        modes.follow(b"\x1b[?1l output");
        assert_eq!(modes.sequence(true), b"\x1b[?2004h");
        modes.follow(b"\x1b[?2004l");
        assert_eq!(modes.sequence(true), b"");
    }
}
