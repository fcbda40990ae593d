### What the viewer says of a file.

## What a document is. $format is the name of a format, as PNG.

viewed-kind-text = Text
viewed-kind-folder = Folder
viewed-kind-link = Link
viewed-kind-fifo = FIFO
viewed-kind-socket = Socket
viewed-kind-block-device = Block device
viewed-kind-character-device = Character device
viewed-kind-packed-file = File in an archive
viewed-kind-packed-special = Special file
viewed-kind-image = Image
viewed-kind-picture = { $format } image
viewed-kind-archive = { $format } archive
viewed-kind-tar-gzip = tar archive, gzip
viewed-kind-audio = { $format } audio
viewed-kind-video = { $format } video
viewed-kind-database = { $format } database
viewed-kind-program = Program
viewed-kind-camera-raw = Camera raw
viewed-kind-disk-image = Disk image
viewed-kind-java-class = Java class
viewed-kind-data = Data

## What is in a folder. $count chooses the form, $shown is the number as it is written.

count-items = { $count ->
        [one] { $shown } item
       *[other] { $shown } items
    }
viewed-files-in-all = { $count ->
        [one] { $shown } file in all
       *[other] { $shown } files in all
    }
# While they are counted.
viewed-files-so-far = { $count ->
        [one] { $shown } file in all so far
       *[other] { $shown } files in all so far
    }
count-folders = { $count ->
        [one] { $shown } folder
       *[other] { $shown } folders
    }
count-files = { $count ->
        [one] { $shown } file
       *[other] { $shown } files
    }
# Behind a number of files.
viewed-in-files = { $size } in them
viewed-links = { $count ->
        [one] { $shown } link
       *[other] { $shown } links
    }
viewed-others = { $count ->
        [one] { $shown } other item
       *[other] { $shown } other items
    }
# Of the items above.
viewed-hidden = { $count ->
        [one] { $shown } of them is hidden
       *[other] { $shown } of them are hidden
    }
viewed-empty-folder = Empty
viewed-newest-files = Newest files
viewed-largest-files = Largest files

## Archives. $reason is one of those in shared-reasons.ftl, or what the system says.

viewed-unpacked = { $size } unpacked
# Entries that are not listed.
viewed-more = { $shown } more
viewed-list-ends = The list ends here: { $reason }
viewed-empty-archive = The archive is empty
viewed-packed-too-large = It is larger than 64 MiB; extract it to see what is in it
viewed-far-beginning = the first { $size } of { $whole }
viewed-packed-folder = A folder in an archive
viewed-packed-special = A FIFO or a device has no content to show

## Why there is nothing to see. $reason is what the system or a library says.

viewed-too-large = Too large to draw
viewed-too-large-with = Too large to draw: { $width } × { $height }
viewed-damaged = Damaged: { $reason }
viewed-dangling-link = The target of the link does not exist
viewed-fifo-unread = A pipe between programs; reading it would take data from them
viewed-socket-unread = A socket has no content to show
viewed-device-unread = A device; it is not read
viewed-shrunk = The file has become shorter
viewed-failed = The viewer has failed at this file; open it again
viewed-no-thread = Cannot start a thread: { $reason }
viewed-unreadable = Cannot read: { $reason }

## Sound and moving pictures.

viewed-fact-duration = Duration
viewed-fact-audio = Audio
viewed-fact-video = Video
viewed-audio = { $format }, { $rate } Hz, { $channels }, { $bits } bit
viewed-mono = mono
viewed-stereo = stereo
viewed-channels = { $shown } channels
