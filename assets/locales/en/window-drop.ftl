### Drops.

## General

window-drop-cancel = Cancel

## What is done with the files

window-drop-verb-copy = Copy
window-drop-verb-move = Move
window-drop-verb-link = Link

## What is going to happen. $what is the name of an item, or a number of items.

# Files of which the number is not known yet.
window-drop-files = files
window-drop-into =
    { $verb ->
        [copy] Copy { $what } into { $folder }
        [move] Move { $what } into { $folder }
       *[link] Link { $what } into { $folder }
    }
window-drop-here =
    { $verb ->
        [copy] Copy { $what } here
        [move] Move { $what } here
       *[link] Link { $what } here
    }
window-drop-pill = { $first } and { $shown } more
# What is not possible: $verbs are names of buttons, $reason says why.
window-drop-refused = { $verbs }: { $reason }

## What is done from now on

window-drop-always-same-disk =
    { $verb ->
        [copy] Always copy on the same disk without asking
        [move] Always move on the same disk without asking
       *[link] Always link on the same disk without asking
    }
window-drop-always-other-disks =
    { $verb ->
        [copy] Always copy to other disks without asking
        [move] Always move to other disks without asking
       *[link] Always link to other disks without asking
    }
window-drop-always-other-disks-as =
    { $verb ->
        [copy] Always copy to other disks (such as { $device }) without asking
        [move] Always move to other disks (such as { $device }) without asking
       *[link] Always link to other disks (such as { $device }) without asking
    }
