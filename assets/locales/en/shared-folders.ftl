### Folders that are compared and brought in step.

## Why two folders cannot be brought in step.

step-same-folder = Both panels show this folder; open another one in one of them
step-inside = One of these folders is inside the other

## What has happened to an item since both sides were alike.

since-removed-right = removed on the right since the last sync
since-removed-left = removed on the left since the last sync
since-changed-left-removed-right = changed on the left and removed on the right since the last sync
since-changed-right-removed-left = changed on the right and removed on the left since the last sync
since-changed-right = changed on the right since the last sync
since-changed-left = changed on the left since the last sync
since-changed-both = changed on both sides since the last sync

## Why what two folders had in common does not count.

doubt-unreadable = the saved state of the two folders cannot be read
doubt-damaged = the saved state of the two folders is damaged
doubt-other-folder = one of them is a different folder than before, or on a different disk
doubt-other-disk = the disk of one folder has no identifier
doubt-not-mounted = a disk in one of them is not mounted, or is a different one
doubt-mounted-since = a disk is mounted in one of them that was not there before
doubt-empty = one of them is empty
doubt-undone = a job in one of them was undone since the last sync
