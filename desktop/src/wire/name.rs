//! Wire types for names as they are shown: safe to display, never used to find a file.

wire! {
    /// A name or path as it is shown.
    #[derive(Eq, Default)]
    pub struct Name {
        /// The whole name, with what cannot be shown escaped.
        pub text: String,
        /// The same in parts, if something in it is shown as a chip.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<NamePart>>"))]
        pub parts: Vec<NamePart>,
    }

    /// A part of a name.
    #[derive(Eq)]
    pub enum NamePart {
        /// Text as it is.
        Text(String),
        /// A byte that is no text, or a character that is not seen or not to be trusted: `E9`, `U+202E`.
        Chip(String),
    }

    /// A folder on the way to another one.
    #[derive(Eq)]
    pub struct Crumb {
        /// Its name.
        pub name: Name,
        /// How many folders up it is; 0 is the last one.
        pub up: u32,
    }
}
