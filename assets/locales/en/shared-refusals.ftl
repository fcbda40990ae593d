### Why requests are refused.

## Why the queue refuses a request. $job and $question are numbers.

refused-no-job = there is no job { $job }
refused-no-question = question { $question } is not open
refused-misfit = this answer does not fit question { $question }
refused-no-queue = there is no queue here
refused-not-over = job { $job } has not finished yet
refused-over = job { $job } has finished
refused-nothing-failed = nothing failed in job { $job }
refused-not-recorded = there is no record of job { $job } by which it could be undone
refused-nothing-to-undo = job { $job } changed no content, so there is nothing to undo
refused-removed = job { $job } removed items, and is not run again: choose what to remove now
refused-no-copy = job { $job } copied nothing that could be compared with its sources
refused-circle = job { $job } would wait for itself
refused-unreadable = the request of job { $job } cannot be read
refused-unsafe = other users can write to '{ $path }'; run 'chmod go-w' on it
refused-foreign = '{ $path }' belongs to another user
refused-queue-damaged = '{ $path }' is damaged; end the processes that use it first
refused-queue-emptied = '{ $path }' was emptied: its file has 0 bytes; end the processes that use it first
refused-queue-newer = '{ $path }' was written by a newer version; end the processes that use it first
# $reason is one of those below, or a reason for a failed step.
refused-queue-fault = cannot use the queue in '{ $path }': { $reason }
fault-busy = another process keeps it locked; try again
fault-full = no space is left on its device
fault-read-only = it is read-only
fault-damaged = it is damaged
fault-unsupported = its filesystem cannot hold a file that several processes share

## What is wrong with a new name.

name-empty = the name is empty
name-dots = '.' and '..' cannot be used as names
name-slash = a name cannot contain a slash
name-too-long = the name is too long
name-twice = two items want this name
name-taken = the name is taken

## Why an address of another machine cannot be opened.

address-scheme = { $scheme }:// is not supported; type sftp://host/path or host:path
address-port = Ports are set in ~/.ssh/config: write “Port { $port }” below “Host { $host }” there, and type the address without the port
address-password = An address cannot contain a password; give ssh a key for this machine
address-wrong = This is no address of a machine; type sftp://host/path or host:path

## Why files cannot be searched for a text.

find-text-empty = Type the text that the files contain
find-text-lines = The files are searched line by line; type a part of one line
# $why is the English message of the reader of regular expressions.
find-text-no-expression = { $text } is not a regular expression: { $why }

## Paths that are typed where a panel shows another machine.

machine-none = This is not a host name
typed-not-there = This path is on this machine; type a name, or host:path
