//! Lists the items of the trash with their sizes, and makes the request that deletes them permanently.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
use fcp_engine::trash::Trashed;
use fcp_presentation::transfer::delete_trashed;
use jiff::tz::TimeZone;

use super::{Next, data, trash};
use crate::app::when::exactly;
use crate::cli::asked::Asked;
use crate::format;
use crate::terminal::is_attended;

/// An item of the trash, with the bytes that it and all in it have.
#[derive(serde::Serialize)]
pub(super) struct Measured<'a> {
    #[serde(flatten)]
    item: &'a Trashed,
    /// None where the item cannot be looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

impl<'a> Measured<'a> {
    pub(super) fn of(item: &'a Trashed) -> Self {
        let place = item.place().filter(|place| place.symlink_metadata().is_ok());
        Self { item, size: place.map(|place| bytes(&[place])) }
    }

    pub(super) fn line(&self) -> String {
        let time = if self.item.deleted < 0 {
            "unknown".to_owned()
        } else {
            exactly(self.item.deleted.saturating_mul(1_000_000), &TimeZone::system())
        };
        let size = self.size.map(format::size).unwrap_or_default();
        format!("{time:19}  {size:>9}  {}", DisplayName::new(&self.item.original.0))
    }
}

/// Adds up the sizes of items and of all that is in them.
fn bytes(places: &[PathBuf]) -> u64 {
    fcp_browse::measure(places, false, &AtomicBool::new(false), |_| {}).bytes
}

/// Makes the request that deletes the items in the trash, of which the user is told how many and how large they are.
pub(super) fn empty(older_than: Option<Duration>, asked: &Asked) -> Result<Next, OpError> {
    let contents = trash()?;
    let mut items = contents.items;
    if let Some(age) = older_than {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        items.retain(|item| is_older(item, age, now));
    }
    let unread = contents.unread.iter().map(OpError::to_string).collect();
    if items.is_empty() {
        if !asked.options.dry_run {
            trash::tidy(data().as_deref());
        }
        return Ok(Next::Nothing { text: "there is nothing to delete in the trash", unread });
    }
    let asks = !asked.options.force && !asked.options.dry_run;
    if asks && (asked.json || !is_attended()) {
        let text = "there is no terminal to ask on; say -f to delete the items permanently";
        return Ok(Next::Refuse(text.to_owned()));
    }
    let question = asks.then(|| {
        let places: Vec<PathBuf> = items.iter().filter_map(Trashed::place).collect();
        let (count, size) = (format::items(items.len() as u64), format::size(bytes(&places)));
        format!("Delete {count} in the trash, {size}, permanently?")
    });
    let spec = delete_trashed(&items);
    Ok(Next::Delete { spec: Box::new(spec), question, unread })
}

/// Whether an item has been in the trash for that long; of one without a time that is not known.
fn is_older(item: &Trashed, age: Duration, now: Duration) -> bool {
    let deleted = u64::try_from(item.deleted).ok();
    deleted.is_some_and(|deleted| deleted.saturating_add(age.as_secs()) <= now.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(deleted: i64) -> Trashed {
        Trashed { id: "1".into(), original: "/a/x\n".into(), deleted, seen: None }
    }

    #[test]
    fn lines_name_time_size_and_place() {
        let (item, known) = (item(-1), Some(3 << 20));
        let line = |size| Measured { item: &item, size }.line();
        assert_eq!(line(known), "unknown               3.00 MiB  /a/x\\n");
        assert_eq!(line(None), "unknown                         /a/x\\n");
    }

    #[test]
    fn an_item_is_as_old_as_its_time_in_the_trash() {
        let (day, now) = (Duration::from_secs(86_400), Duration::from_secs(1_000_000));
        let is_older = |deleted| is_older(&item(deleted), day, now);
        assert_eq!([913_600, 913_601, -1].map(is_older), [true, false, false]);
    }
}
