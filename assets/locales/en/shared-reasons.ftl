### Why steps fail, as the second half of a sentence.

## Reasons that no number of the kernel tells.

reason-not-found = it does not exist
reason-permission-denied = permission denied
reason-exists = the destination exists
reason-no-space = no space left
reason-read-only = the filesystem is read-only
reason-name-too-long = the name is too long
reason-same-file = source and destination are the same file
reason-into-itself = a directory cannot go into itself
reason-omitted-directory = it is a directory, and the job is not recursive
reason-over-directory = a directory is in the way
reason-over-non-directory = a file that is not a directory is in the way
reason-just-created = this job has just created it from another source
reason-not-a-directory = it is not a directory
reason-dangling-symlink = the destination is a symlink that leads nowhere
reason-backup-is-source = the backup would overwrite the source
reason-source-changed = the source changed meanwhile
reason-ends-early = it ended before its size, so the copy would lack the rest
reason-mismatch = the copy differs from the source
reason-unsupported = not supported here
reason-loop = a symlink leads back to a directory above it
reason-not-empty = the directory is not empty
reason-root = it is the root directory
reason-working-directory = it is the working directory, or above it
reason-dot-directory = '.' and '..' are not deleted
reason-mount-point = something else is mounted there
reason-cross-device = it is on another filesystem
reason-other-device = it is not on the filesystem that it was on when the job started; is the disk connected?
reason-changed-since = it has changed since
reason-original-gone = its original was not found
reason-original-differs = it differs from its original
reason-original-unreadable = its original cannot be read
reason-not-in-trash = it is no longer in the trash
reason-replaced = what it replaced was not kept
reason-no-home = there is no home directory; set HOME, or XDG_DATA_HOME for the trash
reason-unreadable = the request of this job cannot be read; it is damaged, or a newer version wrote it
reason-io = input/output error
reason-overlap = it is, or lies in, another source or the destination
reason-not-an-archive = it is not an archive of a known format (zip, tar, 7z, gz, xz, zst)
reason-damaged = it is damaged or cut off
reason-encrypted = it is encrypted
reason-unsafe-name = its name leads out of the folder, or through a link
reason-too-large = it becomes larger than the limit for archives, as if made to fill the disk
reason-unknown-ending = the name of an archive ends in .zip, .tar, .tar.gz (.tgz), .tar.xz (.txz) or .tar.zst (.tzst)
reason-not-utf8 = its name is not UTF-8, and a zip archive holds no other; tar does
reason-invalid-name = its filesystem takes no such name
reason-not-kept = its filesystem keeps none
reason-usage = the request makes no sense
reason-disconnected = the connection ended before all was there
reason-under-way = the same copy is under way there; wait until it has ended, or stop it
reason-internal = internal error, please report it
reason-other = unknown error

## Reasons that name the filesystem.

reason-volume-without-trash = its volume has no trash
reason-snapshot-changes = the job filters, checks or changes what it copies
reason-snapshot-elsewhere = the copy goes to another filesystem
reason-snapshot-mounted = something is mounted in it
reason-filesystem-shares-nothing = { $filesystem } cannot share storage between files
reason-shares-nothing = its filesystem cannot share it with that of an equal file
reason-filesystem-keeps-none = { $filesystem } keeps none (told once)
reason-filesystem-takes-no-name = { $filesystem } takes no such name
# Stands for the name of a filesystem that is not known.
reason-its-filesystem = its filesystem

## Reasons that the kernel tells by a number, in the words of the C library, as commands write them.
# What is not listed here is shown in English.

errno-eperm = Operation not permitted
errno-enoent = No such file or directory
errno-eintr = Interrupted system call
errno-eio = Input/output error
errno-enxio = No such device or address
errno-e2big = Argument list too long
errno-enoexec = Exec format error
errno-ebadf = Bad file descriptor
errno-eagain = Resource temporarily unavailable
errno-enomem = Cannot allocate memory
errno-eacces = Permission denied
errno-efault = Bad address
errno-ebusy = Device or resource busy
errno-eexist = File exists
errno-exdev = Invalid cross-device link
errno-enodev = No such device
errno-enotdir = Not a directory
errno-eisdir = Is a directory
errno-einval = Invalid argument
errno-enfile = Too many open files in system
errno-emfile = Too many open files
errno-enotty = Inappropriate ioctl for device
errno-etxtbsy = Text file busy
errno-efbig = File too large
errno-enospc = No space left on device
errno-espipe = Illegal seek
errno-erofs = Read-only file system
errno-emlink = Too many links
errno-epipe = Broken pipe
errno-edeadlk = Resource deadlock avoided
errno-enametoolong = File name too long
errno-enolck = No locks available
errno-enosys = Function not implemented
errno-enotempty = Directory not empty
errno-eloop = Too many levels of symbolic links
errno-enodata = No data available
errno-eremoteio = Remote I/O error
errno-eproto = Protocol error
errno-ebadmsg = Bad message
errno-eoverflow = Value too large for defined data type
errno-eilseq = Invalid or incomplete multibyte or wide character
errno-eopnotsupp = Operation not supported
errno-enetunreach = Network is unreachable
errno-econnreset = Connection reset by peer
errno-enotconn = Transport endpoint is not connected
errno-etimedout = Connection timed out
errno-econnrefused = Connection refused
errno-ehostdown = Host is down
errno-ehostunreach = No route to host
errno-estale = Stale file handle
errno-euclean = Structure needs cleaning
errno-edquot = Disk quota exceeded
errno-enomedium = No medium found
errno-emediumtype = Wrong medium type
errno-ecanceled = Operation canceled
errno-enokey = Required key not available
