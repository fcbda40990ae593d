//! Describes the item at hand to a visitor.

use std::ffi::CStr;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use crate::contract::event::Answer;
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::shown::Shown;
use crate::walk::worker::Pair;
use crate::walk::{Visitor, Walk};

/// Everything a visitor needs to know of the item at hand.
pub(crate) struct Step<'a, V: Visitor> {
    pub(crate) walk: &'a Arc<Walk<V>>,
    pub(crate) node: &'a Arc<DirNode>,
    pub(crate) pair: &'a Rc<Pair>,
    pub(crate) item: Item<'a>,
}

impl<V: Visitor> Clone for Step<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Visitor> Copy for Step<'_, V> {}

impl<'a, V: Visitor> Step<'a, V> {
    /// The same item under another destination name, beside what keeps its own.
    pub(crate) fn renamed(self, dst_name: &'a CStr) -> Self {
        let is_renamed = self.item.is_renamed || dst_name != self.item.dst_name;
        Self { item: Item { dst_name, is_renamed, ..self.item }, ..self }
    }

    /// The same item where the symlink leads that the user named.
    pub(crate) fn led_to(self, dst_name: &'a CStr) -> Self {
        Self { item: Item { dst_name, ..self.item }, ..self }
    }

    /// The same item, without the answer that brought it here.
    pub(crate) fn answered(self) -> Self {
        Self { item: Item { answer: None, shown: None, ..self.item }, ..self }
    }

    /// The same item, of which nothing is known any more if the answer was to try it again.
    pub(crate) fn retried(self) -> Self {
        if self.item.answer == Some(&Answer::Retry) { self.answered() } else { self }
    }

    /// The same item, about which the user sees this.
    pub(crate) fn showing(self, shown: &'a Shown) -> Self {
        Self { item: Item { shown: Some(shown), ..self.item }, ..self }
    }

    /// The same item, whose failure is final because its copy is already published.
    pub(crate) fn without_retry(self) -> Self {
        Self { item: Item { answer: Some(&Answer::Skip), tries: u8::MAX, ..self.item }, ..self }
    }

    pub(crate) fn src_path(&self) -> PathBuf {
        self.node.src_path(self.item.name)
    }

    pub(crate) fn dst_path(&self) -> PathBuf {
        self.node.dst_path(self.item.dst_name)
    }

    /// Whether the item was named by the user.
    pub(crate) fn is_operand(&self) -> bool {
        self.node.parent.is_none()
    }
}
