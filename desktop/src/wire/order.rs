//! Converts the order of a panel between the words of the wire and those of the engine.

use fcp_browse::{Order, SortKey};

use super::{Sort, SortBy};

impl From<Order> for Sort {
    fn from(order: Order) -> Self {
        let key = match order.key {
            SortKey::Name => SortBy::Name,
            SortKey::Size => SortBy::Size,
            SortKey::Time => SortBy::Time,
            SortKey::Extension => SortBy::Extension,
        };
        Self { key, descending: order.descending, directories_first: order.directories_first }
    }
}

impl From<Sort> for Order {
    fn from(sort: Sort) -> Self {
        let key = match sort.key {
            SortBy::Name => SortKey::Name,
            SortBy::Size => SortKey::Size,
            SortBy::Time => SortKey::Time,
            SortBy::Extension => SortKey::Extension,
        };
        Self { key, descending: sort.descending, directories_first: sort.directories_first }
    }
}
