### Folders that are compared and brought in step.

## Why two folders cannot be brought in step.

step-same-folder = Both panels show this folder; open another one in one of them
step-inside = One of these folders is inside the other

## What has happened to an item since both sides were alike.

since-removed-right = removed on the right since both had it
since-removed-left = removed on the left since both had it
since-changed-left-removed-right = changed on the left and removed on the right since both were alike
since-changed-right-removed-left = changed on the right and removed on the left since both were alike
since-changed-right = changed on the right since both were alike
since-changed-left = changed on the left since both were alike
since-changed-both = changed on both sides since they were alike

## Why what two folders had in common does not count.

doubt-unreadable = what they had in common cannot be read
doubt-damaged = the file about what they had in common is damaged
doubt-other-folder = one of them is another folder than it was, or on another disk
doubt-other-disk = the disk of one of them cannot be told from another one
doubt-not-mounted = a disk in one of them is not mounted, or is another one
doubt-empty = one of them is empty
