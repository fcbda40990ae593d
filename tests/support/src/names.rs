//! File names that careless programs mishandle.

use std::ffi::CString;

/// The number of different oddities in [`odd`].
pub const ODDITIES: usize = 18;

/// Gives a plain name, unique for `index`.
pub fn plain(index: usize) -> CString {
    CString::new(format!("n{index}")).expect("no NUL")
}

/// Gives a name with oddity number `which`, unique for `index`.
pub fn odd(which: usize, index: usize) -> CString {
    let i = index.to_string();
    let bytes: Vec<u8> = match which % ODDITIES {
        // As long as Linux filesystems allow: a copier that appends a suffix fails here.
        0 => [i.as_bytes(), &vec![b'L'; 255 - i.len()]].concat(),
        1 => [b"latin-1 caf\xe9 ", i.as_bytes()].concat(),
        2 => [b"cut \xf0\x9f\x98 ", i.as_bytes()].concat(),
        3 => format!("line\nbreak {i}\n").into_bytes(),
        4 => format!("\x1b]0;title\x07\x1b[31m{i}").into_bytes(),
        5 => format!("-rf{i}").into_bytes(),
        6 => format!("--no-preserve-root={i}").into_bytes(),
        7 => format!("  spaces {i}  ").into_bytes(),
        8 => format!("📦 émoji 👩‍👩‍👧 {i}").into_bytes(),
        // The same letter composed and decomposed, which must stay two names.
        9 => format!("\u{e9}{i}").into_bytes(),
        10 => format!("e\u{301}{i}").into_bytes(),
        11 => format!("right\u{202e}gpj.{i}").into_bytes(),
        12 => format!("'\"`$(id)\\;&|*?[]{{}}<>!#~{i}").into_bytes(),
        13 => format!(".hidden{i}").into_bytes(),
        14 => format!("...{i}").into_bytes(),
        15 => format!("tab\t{i}\r").into_bytes(),
        16 => format!("CASE{i}").into_bytes(),
        _ => [b"\x9b31m C1 \x7f", i.as_bytes()].concat(),
    };
    CString::new(bytes).expect("no NUL")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_names_differ_and_fit() {
        let mut seen = HashSet::new();
        for index in 0..3 {
            for which in 0..ODDITIES {
                let name = odd(which, index * ODDITIES + which);
                assert!((1..=255).contains(&name.to_bytes().len()), "{name:?}");
                assert!(!name.to_bytes().contains(&b'/'), "{name:?}");
                assert!(seen.insert(name));
            }
        }
    }
}
