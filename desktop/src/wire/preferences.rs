//! Wire types for the user's preferences, which are remembered from one start to the next.

use fcp_presentation::columns::Column;

use super::Choices;

wire! {
    /// Everything the program remembers of its looks.
    pub struct Preferences {
        /// Light, dark, or as the system says.
        pub theme: Theme,
        /// Whether there is a second panel.
        pub two_panels: bool,
        /// Whether places are shown.
        pub places: bool,
        /// Whether the preview is shown.
        pub preview: bool,
        /// Whether panels show a grid of thumbnails.
        pub grid: bool,
        /// Whether rows are close together.
        pub compact: bool,
        /// Height of the drawer in CSS pixels; 0 is closed.
        pub drawer: u32,
        /// Share of the left panel, in thousandths.
        pub split: u32,
        /// The columns of the panels beside the name, from left to right; a column that is missing follows the others.
        pub columns: Vec<ColumnChoice>,
        /// Keys as in `commander` or `vim`.
        pub keys: String,
        /// Choices of the last job.
        pub choices: Choices,
        /// Whether drops within one device and onto others are done without asking.
        pub drops: Drops,
        /// Whether the system tells of long jobs and questions.
        pub notifications: bool,
    }

    /// What the user chose for a column.
    #[derive(Copy, Eq)]
    pub struct ColumnChoice {
        /// Which column.
        pub column: Column,
        /// Whether it is shown.
        pub shown: bool,
        /// Its width in CSS pixels; 0 until the user chose one.
        pub width: u32,
    }

    /// What is done with drops without asking.
    #[derive(Copy, Eq)]
    pub struct Drops {
        /// On the same device.
        pub same: DropRule,
        /// To another device.
        pub other: DropRule,
    }

    /// What is done with a drop.
    #[derive(Copy, Eq)]
    pub enum DropRule {
        /// Ask.
        Ask,
        /// Copy.
        Copy,
        /// Move.
        Move,
        /// Make links.
        Link,
    }

    /// Light or dark.
    #[derive(Copy, Eq)]
    pub enum Theme {
        /// As the system says.
        System,
        /// Light.
        Light,
        /// Dark.
        Dark,
    }

    /// Which keys do what.
    #[derive(Eq)]
    pub struct Keymap {
        /// Name of the preset.
        pub preset: String,
        /// What a character does that has no meaning of its own: `search`, `filter` or nothing.
        pub typing: String,
        /// Keys in panels, as written in the file, and the action of each.
        pub panels: Vec<(String, String)>,
        /// Keys in the drawer.
        pub jobs: Vec<(String, String)>,
        /// Keys in the viewer.
        pub viewer: Vec<(String, String)>,
        /// Keys in panels that run a command of the user's own, and its name.
        pub commands: Vec<(String, String)>,
    }
}
