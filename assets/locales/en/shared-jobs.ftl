### Jobs: command lines, and the process in the background.

## Why no command line does what a job does.

no-command-restore = it brings things back from the trash
no-command-undo = it undoes another job
no-command-verify = it compares a copy with its sources
no-command-each = each of its items goes to a path of its own
no-command-elsewhere = its items are on another machine
no-command-no-folders = it copies no folders
no-command-gnu = it keeps to the rules of GNU's cp
no-command-below = its paths are relative to an earlier working directory
no-command-through = it writes through symlinks in the destination
no-command-mirror = it is a mirror that does not keep all attributes
no-command-follow = it follows symlinks in a way that no flag expresses
no-command-removals = it removes items that were chosen one by one
no-command-working-directory = it may remove the folder it runs in
no-command-part = it does only a part of what another job did
no-command-attributes = it keeps attributes in a way that no flag expresses
no-command-folders = it handles existing folders in a way that no flag expresses

## Why the process that runs the jobs does not begin.

background-no-process = cannot start a process: { $error }
# $status is what the system says, in English.
background-ended = the process in the background ended: { $status }
background-silent = the process in the background did not begin within { $seconds } s

## Why the administrator does not carry out a request.

elevated-not-this = only copies, moves and deletes can be retried as administrator
elevated-removes = a job that also removes is not done as administrator: compare the folders again
elevated-relative = relative paths cannot be used as administrator
elevated-elsewhere = copies to and from other machines are not done as administrator
elevated-dry-run = a dry run changes nothing and is not done as administrator
elevated-manifest = a job that writes a list of checksums is not done as administrator: start it without the list
elevated-symlinks = a job that follows symlinks is not done as administrator, since other users may have made them
elevated-contents = a job that reads devices and FIFOs as files is not done as administrator
elevated-mounts = a job that deletes what is mounted is not done as administrator
elevated-shares = a job that makes hard links to earlier copies is not done as administrator, since other users could then change the copies
elevated-modes = a job that keeps permissions but no owners is not done as administrator: programs of others would run as root
elevated-unprotected = a job that may delete the root folder is not done as administrator
elevated-confirms = a job that asks before it deletes is not done as administrator
elevated-no-program = { $program } is missing: install it beside fcp-desktop
elevated-replaceable = other users than root can change { $place }, so { $program } is not started as root: install the package, or copy the program to /usr/local/bin as root
elevated-no-pkexec = pkexec is not installed: install polkit, or use fcp-tui
elevated-unread = cannot read the request: { $error }
elevated-too-large = the request is too large
elevated-unconfirmed = the request is not the one that was confirmed
# $error is in English.
elevated-unreadable = the request cannot be read: { $error }
elevated-other-version = the request comes from another version of fcp
elevated-rights = cannot give up rights that the job does not need: { $error }
