### Failures of steps on files, as all screens tell them.

## A whole failure. $what is the step with its path, $reason is why it failed.

error-of-step = { $what }: { $reason }
# For a replaced file that cannot be kept in the trash; $error is the failure as above.
error-keep-hint = { $error }; replace it for good, or skip it
# A failed system call in other programs' words: $reason as below, $number is the errno.
error-with-number = { $reason } (os error { $number })

## Steps with the path that they worked on, and with $other where two paths matter.

error-stat = cannot stat '{ $path }'
error-open = cannot open '{ $path }'
error-list-dir = cannot list '{ $path }'
error-read = cannot read '{ $path }'
error-write = cannot write '{ $path }'
error-close = cannot close '{ $path }'
error-clone = cannot clone to '{ $path }'
error-create-file = cannot create file '{ $path }'
error-create-dir = cannot create directory '{ $path }'
error-create-symlink = cannot create symlink '{ $path }'
error-create-hard-link = cannot create hard link '{ $path }'
error-create-fifo = cannot create FIFO '{ $path }'
error-create-special = cannot create special file '{ $path }'
error-read-link = cannot read symlink '{ $path }'
error-set-mode = cannot set permissions of '{ $path }'
error-set-owner = cannot set owner of '{ $path }'
error-set-times = cannot set times of '{ $path }'
error-set-xattr = cannot set extended attributes of '{ $path }'
error-publish = cannot give '{ $path }' its final name
error-backup = cannot back up '{ $path }'
error-keep = cannot move the replaced '{ $path }' to the trash
error-remove = cannot remove '{ $path }'
error-move = cannot move '{ $path }'
error-exchange = cannot exchange '{ $path }'
error-trash = cannot move '{ $path }' to the trash
error-restore = cannot restore '{ $path }'
error-undo = cannot undo '{ $path }'
error-record = cannot write the undo record in '{ $path }'
error-journal = cannot store progress in '{ $path }'
error-sync = cannot flush '{ $path }'
error-verify = cannot verify '{ $path }'
error-dedupe = cannot share the storage of '{ $path }'
error-unpack = cannot extract '{ $path }'
error-pack = cannot pack '{ $path }'
error-send = cannot send '{ $path }'
error-receive = cannot receive '{ $path }'
error-target = cannot copy into '{ $path }'
error-copy = cannot copy '{ $path }'
error-delete = cannot delete '{ $path }'
error-snapshot = cannot take a snapshot of '{ $path }'
error-create-hard-link-to = cannot create hard link '{ $path }' to '{ $other }'
error-copy-to = cannot copy '{ $path }' to '{ $other }'
error-move-to = cannot move '{ $path }' to '{ $other }'
error-exchange-and = cannot exchange '{ $path }' and '{ $other }'
# No file is the reason.
error-start = cannot start threads

## Steps beside their path.

cannot-stat = Cannot stat
cannot-open = Cannot open
cannot-list-dir = Cannot list
cannot-read = Cannot read
cannot-write = Cannot write
cannot-close = Cannot close
cannot-clone = Cannot clone
cannot-create-file = Cannot create file
cannot-create-dir = Cannot create directory
cannot-create-symlink = Cannot create symlink
cannot-create-hard-link = Cannot create hard link
cannot-create-fifo = Cannot create FIFO
cannot-create-special = Cannot create special file
cannot-read-link = Cannot read symlink
cannot-set-mode = Cannot set permissions
cannot-set-owner = Cannot set owner
cannot-set-times = Cannot set times
cannot-set-xattr = Cannot set extended attributes
cannot-publish = Cannot publish
cannot-backup = Cannot back up
cannot-keep = Cannot move replaced files to the trash
cannot-remove = Cannot remove
cannot-move = Cannot move
cannot-exchange = Cannot exchange
cannot-trash = Cannot move to the trash
cannot-restore = Cannot restore
cannot-undo = Cannot undo
cannot-record = Cannot record in
cannot-journal = Cannot store progress in
cannot-sync = Cannot flush
cannot-verify = Cannot verify
cannot-dedupe = Cannot share the storage
cannot-unpack = Cannot extract
cannot-pack = Cannot pack
cannot-send = Cannot send
cannot-receive = Cannot receive
cannot-target = Cannot copy
cannot-copy = Cannot copy
cannot-delete = Cannot delete
cannot-snapshot = Cannot take a snapshot
cannot-start = Cannot start threads

## Why a plan of parts cannot be watched.

plan-is-none = '{ $path }' is not a complete plan: plan.json is missing
plan-is-newer = '{ $path }' was written by a newer version
plan-is-damaged = '{ $path }' is damaged
