//! Wire types for files that other programs drag over the window.

use super::{Name, PlanVerb};

wire! {
    /// Files of another program over the window, or dropped on it.
    pub struct DragState {
        /// Means what was dropped; none while it is only dragged.
        pub drop: Option<u64>,
        /// Where the pointer is, in CSS pixels from the left of the page.
        pub x: f64,
        /// And from its top.
        pub y: f64,
        /// How many files there are, once known.
        pub count: Option<u64>,
        /// The first of them, once known.
        pub first: Option<Name>,
        /// What the modifier keys ask for; none without one.
        pub verb: Option<PlanVerb>,
        /// Dropped names that do not exist.
        pub missing: u64,
    }
}
