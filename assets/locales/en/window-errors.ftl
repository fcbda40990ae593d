### Errors in words.

## Reasons, to follow a colon: "notes.md: it does not exist."

window-error-reasons-not-found = it does not exist
window-error-reasons-permission-denied = you do not have permission
window-error-reasons-exists = the name already exists
window-error-reasons-no-space = not enough free space
window-error-reasons-read-only = the filesystem is read-only
window-error-reasons-name-too-long = the name is too long
window-error-reasons-same-file = source and destination are the same file
window-error-reasons-into-itself = a folder cannot be copied into itself
window-error-reasons-overlap = it is also another source or the destination, or is inside one
window-error-reasons-omitted-directory = it is a folder, and the job takes files only
window-error-reasons-over-directory = a folder with this name exists
window-error-reasons-over-non-directory = a file with this name exists
window-error-reasons-invalid-name = its filesystem does not allow this name
window-error-reasons-not-kept = its filesystem cannot store them
window-error-reasons-just-created = this job has just created it from another source
window-error-reasons-not-a-directory = it is not a folder
window-error-reasons-dangling-symlink = the destination is a broken symlink
window-error-reasons-backup-is-source = the backup would replace the source
window-error-reasons-source-changed = the source changed during the copy
window-error-reasons-ends-early = the file is shorter than its size says
window-error-reasons-mismatch = the copy differs from the source
window-error-reasons-unsupported = not supported here
window-error-reasons-loop = a symlink leads back to a folder above it
window-error-reasons-not-empty = the folder is not empty
window-error-reasons-root = it is the root folder
window-error-reasons-working-directory = it is the working folder, or above it
window-error-reasons-dot-directory = “.” and “..” are not deleted
window-error-reasons-mount-point = another filesystem is mounted there, or it is a subvolume
window-error-reasons-cross-device = it is on another filesystem or subvolume
window-error-reasons-other-device = it is no longer on the same disk
window-error-reasons-earlier-failed = the job that it was to follow did not complete
window-error-reasons-changed-since = it has changed since
window-error-reasons-original-gone = its original was not found
window-error-reasons-original-differs = it differs from its original
window-error-reasons-original-unreadable = its original cannot be read
window-error-reasons-moved-between = a move between machines is not undone; move the items back
window-error-reasons-not-in-trash = it is no longer in the trash
window-error-reasons-replaced = what was there was not kept
window-error-reasons-no-home = there is no home folder for the trash
window-error-reasons-unreadable = the request of this job cannot be read; it is damaged, or a newer version wrote it
window-error-reasons-io = input/output error
window-error-reasons-disconnected = the connection ended before all was there
window-error-reasons-interrupted = it was interrupted; look at what is there
window-error-reasons-under-way = the same copy is under way there; wait until it has ended, or stop it
window-error-reasons-unfinished = an undo or redo of it was interrupted; the same once more finishes it
window-error-reasons-unreachable = there is no connection; ssh must reach that machine without a question, as it does with a key in ssh-agent
window-error-reasons-no-fcp = that machine has no fcp, or another version of it; install the same one there
window-error-reasons-refused = the other machine refused it
window-error-reasons-elsewhere = it is on another machine, where this cannot be done
window-error-reasons-usage = invalid request
window-error-reasons-not-an-archive = it is not an archive of a known format
window-error-reasons-damaged = it is damaged or cut off
window-error-reasons-encrypted = it is encrypted
window-error-reasons-unsafe-name = its name leads out of the folder, or through a link
window-error-reasons-too-large = its content is larger than the limit for archives
window-error-reasons-unknown-ending = the name of an archive ends in .zip, .tar, .tar.gz (.tgz), .tar.xz (.txz) or .tar.zst (.tzst)
window-error-reasons-not-utf8 = its name is not UTF-8; zip allows only UTF-8, tar any name
window-error-reasons-internal = internal error, please report it
window-error-reasons-other = unknown error

## Steps that failed, to follow a name

window-error-steps-stat = cannot read its properties
window-error-steps-stat-destination = cannot read the properties of the target
window-error-steps-open = cannot open it
window-error-steps-open-dir = cannot open the folder
window-error-steps-list-dir = cannot list the folder
window-error-steps-read = cannot read it
window-error-steps-write = cannot write it
window-error-steps-close = cannot finish writing it
window-error-steps-clone = cannot reflink it
window-error-steps-snapshot = cannot take a snapshot of it
window-error-steps-create-file = cannot create the file
window-error-steps-create-dir = cannot create the folder
window-error-steps-create-symlink = cannot create the link
window-error-steps-create-hard-link = cannot create the hard link
window-error-steps-create-fifo = cannot create the FIFO
window-error-steps-create-special = cannot create the special file
window-error-steps-read-link = cannot read the link
window-error-steps-set-mode = cannot set its permissions
window-error-steps-set-owner = cannot set its owner
window-error-steps-set-times = cannot set its times
window-error-steps-set-xattr = cannot set its extended attributes
window-error-steps-publish = cannot give it its name
window-error-steps-backup = cannot keep the existing file
window-error-steps-keep = cannot move the replaced file to the trash
window-error-steps-remove = cannot remove it
window-error-steps-move = cannot move it
window-error-steps-exchange = cannot exchange it
window-error-steps-trash = cannot move it to the trash
window-error-steps-restore = cannot restore it
window-error-steps-undo = cannot undo it
window-error-steps-record = cannot record it
window-error-steps-journal = cannot write the journal
window-error-steps-sync = cannot flush it to the disk
window-error-steps-verify = cannot read it back
window-error-steps-dedupe = cannot share its storage
window-error-steps-unpack = cannot extract it
window-error-steps-pack = cannot pack it
window-error-steps-send = cannot send it
window-error-steps-receive = cannot receive it
window-error-steps-target = cannot use the target
window-error-steps-copy = cannot copy it
window-error-steps-delete = cannot delete it
window-error-steps-start = cannot start its threads

## More reasons

window-error-disk-silent = the disk does not answer
# $said are words of another program, such as ssh.
window-error-said = { $reason } ({ $said })
window-error-trash-is-no-folder = the trash of its volume is not a folder
window-error-cannot-share = its filesystem cannot share storage between files
window-error-cannot-share-on = { $filesystem } cannot share storage between files
window-error-unsupported-on = { $filesystem } cannot store it
window-error-invalid-name-on = { $filesystem } does not allow this name

## Whole sentences

window-error-unlisted-permission = You do not have permission to open this folder.
window-error-gone = It no longer exists.
window-error-stale-plan = Something changed in the meantime. Check again, then confirm.
