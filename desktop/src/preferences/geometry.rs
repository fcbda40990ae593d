//! Where the windows were, as it is stored.

use serde::{Deserialize, Serialize};

use crate::wire::View;

/// Where each window was when the user last moved it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Geometries {
    manager: Option<Geometry>,
    copier: Option<Geometry>,
}

/// Where a window is and how large, in logical pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Geometry {
    /// Its left and upper edge; none until it was moved.
    pub(crate) at: Option<(i32, i32)>,
    /// Its width and height without decorations; none until it was resized.
    pub(crate) size: Option<(u32, u32)>,
    /// Whether it is maximised; position and size are then those that it returns to.
    pub(crate) maximized: bool,
}

impl Geometries {
    /// Gives where a window was.
    pub(crate) fn of(&mut self, view: View) -> &mut Option<Geometry> {
        match view {
            View::Manager => &mut self.manager,
            View::Copier => &mut self.copier,
        }
    }
}
