### Before a copy, a move, a removal or a sharing of storage starts.

## The copy dialog: its choices. Labels have ten columns, answers 17, consequences 61.

transfer-conflicts = Conflicts
transfer-conflicts-ask = ask
transfer-conflicts-ask-note = The job continues; questions are collected under Needs you.
transfer-conflicts-skip = skip
transfer-conflicts-skip-note = The existing file is kept, and this one is not copied.
transfer-conflicts-replace = replace
transfer-conflicts-replace-note = The existing file is moved to the trash.
transfer-conflicts-keep-newer = keep newer
transfer-conflicts-keep-newer-note = An existing file is replaced if the incoming one is newer.
transfer-conflicts-keep-larger = keep larger
transfer-conflicts-keep-larger-note = An existing file is replaced if the incoming one is larger.
transfer-conflicts-keep-both = keep both
transfer-conflicts-keep-both-note = The incoming file gets a free name.
transfer-conflicts-replace-for-good = replace for good
transfer-conflicts-replace-for-good-note = The existing file is deleted permanently.
transfer-preserve = Preserve
transfer-preserve-everything = everything
transfer-preserve-everything-note = Permissions, owner, times, extended attributes, hard links, holes.
transfer-preserve-as-cp-does = as cp does
transfer-preserve-as-cp-does-note = Only permissions; the copies are yours, with a new time.
transfer-errors = On error
transfer-errors-ask = ask
transfer-errors-ask-note = The job continues; errors are collected under Needs you.
transfer-errors-skip = skip
transfer-errors-skip-note = Failed items are listed in the report; the job continues with the rest.
transfer-errors-cancel-the-job = cancel the job
transfer-errors-cancel-the-job-note = The first error cancels the job; finished files are kept.
transfer-verify = Verify
transfer-verify-off = off
transfer-verify-off-note = Copies are not read back.
transfer-verify-on = on
transfer-verify-on-note = Each copy is read back and compared; this takes about twice as long.
transfer-verify-by-the-archive = by the archive
transfer-verify-by-the-archive-note = Data are compared with the checksums that the archive has.
transfer-start = Start
transfer-start-in-its-turn = when free
transfer-start-in-its-turn-note = As soon as nothing else runs on these disks.
transfer-start-at-once = immediately
transfer-start-at-once-note = Beside other jobs on these disks.
transfer-start-first = first
transfer-start-first-note = First in the queue.
transfer-start-last-paused = last, paused
transfer-start-last-paused-note = It waits until you resume it.
transfer-symlinks = Symlinks
transfer-symlinks-kept = kept
transfer-symlinks-kept-note = A symlink is copied as a symlink.
transfer-symlinks-followed = followed
transfer-symlinks-followed-note = The target of each symlink is copied.
transfer-subvolumes = Subvolumes
transfer-subvolumes-copied = copied
transfer-subvolumes-copied-note = Their items are copied, as those of other folders.
transfer-subvolumes-snapshot = snapshot
transfer-subvolumes-snapshot-note = Btrfs makes a snapshot at once, which takes no space.
transfer-subvolumes-read-only = read-only
transfer-subvolumes-read-only-note = A snapshot in which nothing can be changed.
transfer-extract-symlinks = Symlinks
transfer-extract-symlinks-kept = kept
transfer-extract-symlinks-kept-note = A symlink is extracted as a symlink.

## The copy dialog: the rest.

# $verb is "Copy", "Move" or "Extract".
transfer-title = { $verb } { $items }
transfer-completes = Tab completes
transfer-edit-completes = ↑ edit, Tab completes
transfer-to-note = Tab completes; end the name with / for a folder.
transfer-to-note-name = Without the / a single item gets this name.
folders-with-files = { $folders } with { $files }
# Behind a size: how much of the items it is of.
items-in-folders-too = and what is in the folders
items-counted = counted
items-so-far = so far

## What is known of the destination.

room-same = same filesystem
room-other = another filesystem
room-folder-made = The folder will be made first.
room-file-exists = A file with this name exists.
# The two parts of a line: "✓ rename: no extra space, at once".
room-rename = rename
room-rename-note = no extra space, at once
room-reflink = reflink possible
room-reflink-note = no extra space
room-short = Does not fit: { $needed } needed, { $free } free.
# $claimed is what other jobs of the queue will write there.
room-short-queued = Does not fit: { $needed } needed, { $free } free, { $claimed } queued.

## Dry run.

dry-run-copy = Dry run: copy { $items }
dry-run-move = Dry run: move { $items }
dry-run-extract = Dry run: extract { $items }
dry-run-counting = Counting; nothing is changed…
# Before the reason; ten columns at most.
plan-not-possible = Not possible

## Removal.

removal-delete = Delete { $items } permanently
removal-trash = Move { $items } to the trash
removal-delete-note = This skips the trash and cannot be undone. Symlinks are deleted, not followed.
removal-trash-one-note = The trash keeps it, and undo restores it.
removal-trash-note = The trash keeps them, and undo restores them.
removal-trash-there-note = The trash of { $machine } keeps what is moved, and undo restores it.

## Sharing of storage.

sharing-title = Share storage in { $items }
sharing-looking = Looking for equal files; nothing is changed…
sharing-note = The files stay separate; they only share their blocks on the disk.

