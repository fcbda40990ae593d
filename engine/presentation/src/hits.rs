//! What a viewer looks for in a file that a search for text has found.

use fcp_browse::{Case, Contains, Reads};

/// Gives the text that a viewer looks for; none where it would find something else than the search did.
///
/// A viewer looks for text alone, and takes small letters for both.
pub fn sought(contains: &Contains) -> Option<String> {
    let text = contains.text();
    match (contains.reads(), contains.case()) {
        (Reads::Regex | Reads::Words, _) => None,
        (Reads::Text, Case::Ignored) => Some(text.to_lowercase()),
        (Reads::Text, Case::Matters) if !text.chars().any(|c| c.is_ascii_uppercase()) => None,
        (Reads::Text, Case::Smart | Case::Matters) => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewer_finds_what_the_search_found_or_looks_for_nothing() {
        let of = |text, reads, case| sought(&Contains::new(text, reads, case).unwrap());
        assert_eq!(of("Needle", Reads::Text, Case::Smart).as_deref(), Some("Needle"));
        assert_eq!(of("Needle", Reads::Text, Case::Ignored).as_deref(), Some("needle"));
        assert_eq!(of("Needle", Reads::Text, Case::Matters).as_deref(), Some("Needle"));
        assert_eq!(of("needle", Reads::Text, Case::Matters), None);
        assert_eq!(of("needle", Reads::Words, Case::Smart), None);
        assert_eq!(of("need.e", Reads::Regex, Case::Smart), None);
    }
}
