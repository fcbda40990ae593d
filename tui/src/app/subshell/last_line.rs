//! Keeps the line that the shell printed last, which is its prompt with what the user has typed.

/// Bytes of a line that are kept; of a longer one none are.
const LONGEST: usize = 4 << 10;

/// Ends of the sequences that change colours, erase, or move from where the cursor stands. What others do, such as
/// clearing the screen or leaving another one, must not be done a second time.
const REPEATABLE: &[u8] = b"@ABCDGKPXm";

/// The line, as the bytes that print it.
#[derive(Debug, Default)]
pub(super) struct LastLine {
    bytes: Vec<u8>,
    at: At,
}

/// Where in a sequence the last byte was.
#[derive(Clone, Copy, Debug, Default)]
enum At {
    #[default]
    Text,
    Escape,
    Sequence,
}

impl LastLine {
    /// Notes what the shell prints.
    pub(super) fn follow(&mut self, printed: &[u8]) {
        for &byte in printed {
            self.bytes.push(byte);
            self.at = match (self.at, byte) {
                (_, 0x1b) => At::Escape,
                (At::Escape, b'[') | (At::Sequence, 0x20..=0x3f) => At::Sequence,
                (At::Sequence, end) if !REPEATABLE.contains(&end) => {
                    self.bytes.clear();
                    At::Text
                }
                (_, b'\n') => {
                    self.bytes.clear();
                    At::Text
                }
                _ => At::Text,
            };
            if self.bytes.len() > LONGEST {
                self.bytes.clear();
            }
        }
    }

    /// Gives the bytes that print the line again.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompt_is_kept_without_what_clears_the_screen() {
        let mut line = LastLine::default();
        line.follow(b"output\r\n\x1b[?2004h\x1b[1msh:\x1b[0m ls");
        assert_eq!(line.bytes(), b"\x1b[1msh:\x1b[0m ls");
        // A sequence may come in two parts.
        line.follow(b"\x08\x1b[");
        line.follow(b"K");
        assert_eq!(line.bytes(), b"\x1b[1msh:\x1b[0m ls\x08\x1b[K");
        line.follow(b"\x1b[H\x1b[2Jsh: ");
        assert_eq!(line.bytes(), b"sh: ");
        line.follow(b"\x1b[?1049lsh: ");
        assert_eq!(line.bytes(), b"sh: ");
        line.follow(b"x\n");
        assert_eq!(line.bytes(), b"");
    }
}
