//! Tells what a destination means for a copy or a move: whether it is a folder, and whether the items fit.

use fcp_browse::Room;
use fcp_engine::event::FileKind;

/// Tells whether a typed destination says itself that it is a folder: by its end, or as the one it is typed in.
pub fn says_folder(typed: &str) -> bool {
    typed.is_empty() || typed.ends_with('/')
}

/// Tells whether so many sources go into a folder, and not under the name of the destination.
///
/// `said` tells whether the destination was said to be a folder, whatever exists there.
pub fn is_folder(said: bool, sources: usize, room: Option<&Room>) -> bool {
    said || sources > 1 || room.and_then(|room| room.kind) == Some(FileKind::Directory)
}

/// Filesystems whose files have no holes: a copy has zeros there.
const SOLID: [&str; 4] = ["vfat", "msdos", "exfat", "hfsplus"];

/// How large items are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The bytes of their files.
    pub bytes: u64,
    /// Those of them that are holes.
    pub holes: u64,
}

/// Gives the bytes that a copy or a move writes at a destination; none where it writes none.
///
/// A rename moves no data, and a reflink shares its blocks with the source. Holes need no room where files can have them.
pub fn writes(moves: bool, room: &Room, amount: Amount) -> Option<u64> {
    let shares = room.clones || (room.same && moves);
    let is_solid = SOLID.contains(&room.filesystem.as_str());
    let holes = if is_solid { 0 } else { amount.holes };
    (!shares).then_some(amount.bytes.saturating_sub(holes))
}

/// Gives the bytes that are too few at a destination; 0 where the items fit, or where that is unknown.
///
/// `claimed` is what other jobs will write to the same filesystem.
pub fn lacks(moves: bool, room: &Room, amount: Amount, claimed: u64) -> u64 {
    let free = room.space.map(|space| space.free.saturating_sub(claimed));
    let needed = writes(moves, room, amount);
    needed.zip(free).map_or(0, |(needed, free)| needed.saturating_sub(free))
}

#[cfg(test)]
mod tests {
    use fcp_browse::Space;

    use super::*;

    fn room(free: u64) -> Room {
        let space = Space { free, total: free };
        Room { space: Some(space), ..Room::default() }
    }

    #[test]
    fn a_destination_is_a_folder_where_it_says_so_or_is_one() {
        assert_eq!(["", "a/", "a", "/"].map(says_folder), [true, true, false, true]);
        let folder = Room { kind: Some(FileKind::Directory), ..room(0) };
        let file = Room { kind: Some(FileKind::File), ..room(0) };
        assert!(is_folder(true, 1, Some(&file)) && is_folder(false, 2, None));
        assert!(is_folder(false, 1, Some(&folder)));
        assert!(!is_folder(false, 1, Some(&file)) && !is_folder(false, 1, None));
    }

    #[test]
    fn renames_and_reflinks_need_no_space() {
        let same = Room { same: true, ..room(314) };
        let clones = Room { clones: true, ..same.clone() };
        let all = Amount { bytes: 1000, holes: 0 };
        let lacking = |room: &Room| [false, true].map(|moves| lacks(moves, room, all, 0));
        assert_eq!(lacking(&room(314)), [686, 686]);
        assert_eq!(lacking(&same), [686, 0]);
        assert_eq!(lacking(&clones), [0, 0]);
        assert_eq!(lacking(&Room::default()), [0, 0], "unknown space refuses nothing");
        assert_eq!(lacking(&room(1000)), [0, 0]);
        assert_eq!(lacks(false, &room(1000), all, 1), 1, "another job takes a byte of it");
        assert_eq!(writes(true, &same, all), None);
    }

    #[test]
    fn holes_need_space_only_where_files_cannot_have_them() {
        let sparse = Amount { bytes: 1000, holes: 900 };
        assert_eq!(lacks(false, &room(100), sparse, 0), 0);
        assert_eq!(lacks(false, &room(99), sparse, 0), 1);
        let stick = Room { filesystem: "vfat".to_owned(), ..room(100) };
        assert_eq!(
            (lacks(false, &stick, sparse, 0), writes(false, &stick, sparse)),
            (900, Some(1000))
        );
    }
}
