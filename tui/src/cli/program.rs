//! Describes the three programs: their names, their flags, and the texts of their help.

use fcp_engine::spec::Verb;

use super::flags::{self, Flag, Id};

/// A program, under its own name and under the one it stands in for.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) own: &'static str,
    /// GNU's name; started under it, the program behaves as GNU's does.
    pub(crate) gnu: &'static str,
    pub(crate) verb: Verb,
    pub(crate) flags: &'static [Flag],
    pub(crate) about: &'static str,
    /// How the program is called, one form a line, without its name.
    pub(crate) forms: &'static [&'static str],
    pub(crate) operands: &'static str,
    /// The end of the help.
    pub(crate) notes: &'static str,
    /// GNU's options, as the help under GNU's name lists them.
    pub(crate) listed: &'static str,
}

impl Program {
    /// Gives the long names of all flags.
    pub(crate) fn takes(&self) -> Vec<&'static str> {
        self.flags.iter().map(|flag| flag.long).filter(|long| !long.is_empty()).collect()
    }

    /// Gives the words that a flag takes as values.
    pub(crate) fn words(&self, id: Id) -> &'static [&'static str] {
        self.flags.iter().find(|flag| flag.id == id).map_or(&[], |flag| flag.words)
    }
}

/// The program that copies.
pub(crate) static FCP: Program = Program {
    own: "fcp",
    gnu: "cp",
    verb: Verb::Copy,
    flags: flags::cp::FLAGS,
    about: "Copies files and directories, fast and safely",
    forms: &[
        "SOURCE DEST",
        "SOURCE... DIRECTORY",
        "-t DIRECTORY SOURCE...",
        "SOURCE... HOST:DEST",
        "HOST:SOURCE... DEST",
    ],
    operands: "Sources, and last the file or directory they are copied to",
    notes: "\
fcp compare A B shows how two folders differ; see fcp compare --help.
fcp sum PATH... computes and checks checksums; see fcp sum --help.
fcp dedupe PATH... lets equal files share their storage; see fcp dedupe --help.
fcp extract ARCHIVE... DIRECTORY unpacks archives; see fcp extract --help.
fcp pack ARCHIVE SOURCE... makes an archive; see fcp pack --help.
fcp plan SOURCE... DEST --out DIR divides a copy into parts for many machines, which fcp part DIR copies; see \
fcp plan --help.

HOST:PATH is a path on another machine, over ssh; fcp must be installed there, too. Write ./a:b for a local \
file with a colon; a path that exists here is local. The manual has more in machines.md.

Directories are copied without -r. An operand that is, or is a symlink to, something other than a \
directory is read, as cp without -r reads it; -r and -a copy operands as what they are, -P and -d \
keep symlinks. Symlinks to directories, and all symlinks below directories, are copied as symlinks \
unless -L or -H follows them.
When fcp asks, y replaces, n or Enter skips, ? explains the other keys.

Exit codes: 0 done, 1 some items failed, 2 usage, 3 could not run, 4 a copy differs from its \
source, 5 questions were left unanswered, 130, 141 or 143 stopped by a signal.
Under the name cp (a link to this program) it keeps to GNU cp; gnu.md lists what differs, in the manual \
(share/doc/fcp/manual, or assets/manual in the sources).",
    listed: "  -a, --archive              -d                      -H
      --attributes-only          --debug             -i, --interactive
  -b, --backup[=METHOD]      -f, --force             -l, --link
      --copy-contents        -n, --no-clobber        -L, --dereference
  -p, --preserve[=LIST]          --no-preserve=LIST  -P, --no-dereference
      --parents              -R, -r, --recursive     -s, --symbolic-link
      --reflink[=WHEN]           --sparse=WHEN       -S, --suffix=SUFFIX
      --remove-destination   -t, --target-directory=DIRECTORY
      --strip-trailing-slashes   -T, --no-target-directory
  -u, --update[=WHICH]       -v, --verbose           -x, --one-file-system
      --keep-directory-symlink   -Z, --context[=CONTEXT]
      --help                     --version
",
};

/// The program that moves.
pub(crate) static FMV: Program = Program {
    own: "fmv",
    gnu: "mv",
    verb: Verb::Move,
    flags: flags::mv::FLAGS,
    about: "Moves files and directories, fast and safely",
    forms: &[
        "SOURCE DEST",
        "SOURCE... DIRECTORY",
        "-t DIRECTORY SOURCE...",
        "SOURCE... HOST:DEST",
        "HOST:SOURCE... DEST",
    ],
    operands: "Sources, and last the new name or the directory they are moved to",
    notes: "\
fmv plan SOURCE... DEST --out DIR divides a move into parts for many machines; see fmv plan --help.

HOST:PATH is a path on another machine, over ssh, as for fcp; sources are removed when all that was sent is on \
the disk there.

When fmv asks, y replaces, n or Enter skips, ? explains the other keys.

Exit codes: 0 done, 1 some items failed, 2 usage, 3 could not run, 4 a copy differs from its \
source, 5 questions were left unanswered, 130, 141 or 143 stopped by a signal.
Between filesystems a source is removed only after its copy is on the disk; items that are skipped or \
fail are kept, and the same command continues where it stopped.
Under the name mv (a link to this program) it keeps to GNU mv; gnu.md lists what differs, in the manual \
(share/doc/fcp/manual, or assets/manual in the sources).",
    listed: "  -b, --backup[=METHOD]          --debug             -f, --force
      --exchange             -i, --interactive       -n, --no-clobber
      --no-copy              -S, --suffix=SUFFIX     -t, --target-directory=DIRECTORY
      --strip-trailing-slashes                       -T, --no-target-directory
  -u, --update[=WHICH]       -v, --verbose           -Z, --context
      --help                     --version
",
};

/// The program that removes.
pub(crate) static FRM: Program = Program {
    own: "frm",
    gnu: "rm",
    verb: Verb::Delete,
    flags: flags::rm::FLAGS,
    about: "Removes files and directories, fast and safely",
    forms: &["PATH..."],
    operands: "Files and directories to remove",
    notes: "\
When frm asks, y deletes, n or Enter keeps, ? explains the other keys.

Exit codes: 0 done, 1 some items failed, 2 usage, 3 could not run, 5 questions were left \
unanswered, 130, 141 or 143 stopped by a signal.
frm plan PATH... --out DIR divides a delete into parts for many machines; see frm plan --help.
It refuses the root directory, names that end in '.' or '..', the working directory and those above \
it; mounted filesystems below an operand, and the directories above them, are kept.
Under the name rm (a link to this program) it keeps to GNU rm; gnu.md lists what differs, in the manual \
(share/doc/fcp/manual, or assets/manual in the sources).",
    listed: "  -d, --dir                  -f, --force             -i, --interactive[=WHEN]
  -I                             --one-file-system   -r, -R, --recursive
      --preserve-root[=all]      --no-preserve-root  -v, --verbose
      --help                     --version
",
};

/// What lets equal files share their storage; no program of GNU's does.
pub(crate) static DEDUPE: Program = Program {
    own: "fcp dedupe",
    gnu: "",
    verb: Verb::Dedupe,
    flags: flags::dedupe::FLAGS,
    about: "Lets equal files share their storage",
    forms: &["PATH..."],
    operands: "Files and folders to look for equal files in, with all that is in them",
    notes: "\
Each file keeps its name, its owner, its times and all else it has, and can be changed without changing the \
others: only the blocks on the disk become common, as with cp --reflink. Files are equal if every byte is; the \
kernel compares them once more while it shares them, so a file that changes meanwhile loses nothing. Names \
of one file (hard links) and files that share their storage already are left alone, so a second run is quick. \
Symlinks are not followed, and no other filesystem is entered.
Btrfs and XFS can share storage, on Linux; APFS, on macOS, where each file becomes a clone of an equal \
one. A dry run finds equal files everywhere. The content of files does not change, so there is nothing to undo.

Exit codes: 0 done, or nothing to share, 1 some files failed, 2 usage, 3 could not run, or the \
filesystem cannot share storage, 130, 141 or 143 stopped by a signal.
To copy a file called dedupe, write fcp ./dedupe DEST.",
    listed: "",
};

/// What unpacks archives; no program of GNU's with this command line does.
pub(crate) static EXTRACT: Program = Program {
    own: "fcp extract",
    gnu: "",
    verb: Verb::Extract,
    flags: flags::extract::FLAGS,
    about: "Unpacks archives: zip, tar, 7z, gz, xz, zst",
    forms: &["ARCHIVE... DIRECTORY", "ARCHIVE FOLDER", "-t DIRECTORY ARCHIVE..."],
    operands: "Archives, and last the directory they are unpacked into, or the new folder that one becomes",
    notes: "\
The format of an archive is found by its content, not by its name: zip, tar (also packed by gzip, xz or zstd), 7z, \
and single files packed by gzip, xz or zstd. Times and permissions are kept, less the umask; -a keeps all. Names are \
bytes and stay as they are. Nothing is written outside the directory: names that lead out of it, or through a \
symlink of the archive, fail. FIFOs and devices are left out without -a or -p.
Everything is unpacked into a hidden folder in the directory first, and gets its name when it is whole; existing files \
are treated as in a copy. An archive that is damaged at its end gives what is whole, and the exit code is 1. The job \
can be undone (fcp --undo), if it is not under another name by then.

Exit codes: 0 done, 1 some items failed, 2 usage, 3 could not run, 5 questions were left unanswered, 130, 141 or 143 \
stopped by a signal.
To copy a file called extract, write fcp ./extract DEST.",
    listed: "",
};

/// What makes archives; no program of GNU's with this command line does.
pub(crate) static PACK: Program = Program {
    own: "fcp pack",
    gnu: "",
    verb: Verb::Pack,
    flags: flags::pack::FLAGS,
    about: "Makes an archive: zip, tar, tar.gz, tar.xz, tar.zst",
    forms: &["ARCHIVE SOURCE..."],
    operands: "The archive, whose ending says its format, and its sources, folders with their contents",
    notes: "\
The ending of the archive says its format: .zip, .tar, .tar.gz (.tgz), .tar.xz (.txz) or .tar.zst (.tzst). Each \
source is named in it as in its folder, as by tar -C; what is in a folder follows in the order of its names, so that \
the same files make the same archive. Symlinks are kept as symlinks. Tar keeps owners, hard links, FIFOs and devices, \
names of any bytes, and times to the nanosecond; zip keeps names in UTF-8 and permissions.
The archive is written in a hidden folder beside its name, and gets its name when it is whole; an existing file is \
treated as in a copy. An item that cannot be read fails, the archive has the others, and the exit code is 1. The job \
can be undone (fcp --undo).

Exit codes: 0 done, 1 some items failed, 2 usage, 3 could not run, 5 questions were left unanswered, 130, 141 or 143 \
stopped by a signal.
To copy a file called pack, write fcp ./pack DEST.",
    listed: "",
};

/// What divides a copy into parts; no program of GNU's does.
pub(crate) static PLAN: Program = Program {
    own: "fcp plan",
    gnu: "",
    verb: Verb::Copy,
    flags: flags::plan::FLAGS,
    about: "Divides a copy into parts that processes on many machines copy",
    forms: &["SOURCE DEST --out DIR", "SOURCE... DIRECTORY --out DIR"],
    operands: "Sources, and last the file or directory they are copied to",
    notes: "\
One walk writes lists of items to DIR, which every machine that copies must see, as it must see sources and \
destination under the same paths. Nothing is copied yet. Then, from any launcher:

  fcp part DIR           copies the part that the launcher names (SLURM_ARRAY_TASK_ID and others)
  fcp part DIR --all     copies parts until none is left
  fcp plan status DIR    says how far the parts are; --json for programs
  fcp plan retry DIR     starts the parts with failed items again, each as a whole
  fcp plan finish DIR    when all parts have ended: sets times and modes of folders, and removes what a mirror removes

With --mirror the walk also lists the items that the destination has and the sources lack. fcp plan finish removes those \
that have not changed since and that the sources still lack; it removes nothing if an item of the walk or of a part failed, \
if a folder is not the one of the walk, or if --max-delete is exceeded. Items that come to the destination after the walk \
are kept until the next mirror. Items of another type than their sources are moved to the trash, also with --mirror=delete.
With --verify-only the parts compare instead, as fcpq add verify does: name a folder that was copied under a new name \
with -T. Nothing is changed; status and finish exit with 1 where something differs or is not there.
All names of a hard link are in one part. What is created in the sources after the walk is not copied. Hidden files \
that begin with .fcp- may be left in the destination while parts wait for another attempt.

Exit codes: 0 done, 1 some items could not be read or a mirror will remove nothing, 2 usage, 3 could not run, 130 or 143 \
stopped by a signal.
To copy a file called plan, write fcp ./plan DEST.",
    listed: "",
};

/// What divides a move into parts; no program of GNU's does.
pub(crate) static MOVE_PLAN: Program = Program {
    own: "fmv plan",
    gnu: "",
    verb: Verb::Move,
    flags: flags::plan::MOVES,
    about: "Divides a move to another filesystem into parts that processes on many machines run",
    forms: &["SOURCE DEST --out DIR", "SOURCE... DIRECTORY --out DIR"],
    operands: "Sources, and last the new name or the directory they are moved to",
    notes: "\
One walk writes lists of items to DIR, which every machine must see, as it must see sources and destination under the \
same paths. Nothing is moved yet. Then, from any launcher:

  fcp part DIR           moves what the part has that the launcher names (SLURM_ARRAY_TASK_ID and others)
  fcp part DIR --all     moves parts until none is left
  fcp plan status DIR    says how far the parts are; --json for programs
  fcp plan retry DIR     starts the parts with failed items again, each as a whole
  fcp plan finish DIR    when all parts have ended: sets times and modes of folders, and removes those of the sources

A part copies what its list names, flushes it to the disk, looks once more whether the sources are still what it read, \
and then removes them, many at a time. So each file is in one place at least, at any moment. Items that \
are new in the source are kept there. Within a filesystem fmv renames, at once.

Exit codes: 0 done, 1 some items could not be read, 2 usage, 3 could not run, 130 or 143 stopped by a signal.
To move a file called plan, write fmv ./plan DEST.",
    listed: "",
};

/// What divides a delete into parts; no program of GNU's does.
pub(crate) static REMOVAL_PLAN: Program = Program {
    own: "frm plan",
    gnu: "",
    verb: Verb::Delete,
    flags: flags::plan::REMOVALS,
    about: "Divides a delete into parts that processes on many machines run",
    forms: &["PATH... --out DIR"],
    operands: "Files and directories to remove",
    notes: "\
One walk writes lists of items to DIR, which every machine must see, as it must see the operands under the same paths. \
Nothing is removed yet. Then, from any launcher:

  fcp part DIR           removes what the part has that the launcher names (SLURM_ARRAY_TASK_ID and others)
  fcp part DIR --all     removes parts until none is left
  fcp plan status DIR    says how far the parts are; --json for programs
  fcp plan retry DIR     starts the parts with failed items again, each as a whole
  fcp plan finish DIR    when all parts have ended: removes the folders, the deepest first

A part removes only what the plan found: a file that has got a name since is not removed, nor is what a folder has got \
since, nor the folder. The root directory, the working directory and mounted filesystems below an operand are kept, as by frm. \
What is removed is removed permanently.

Exit codes: 0 done, 1 some items could not be read, 2 usage, 3 could not run, 130 or 143 stopped by a signal.
To remove a file called plan, write frm ./plan.",
    listed: "",
};

/// The three programs.
pub(crate) static ALL: [&Program; 3] = [&FCP, &FMV, &FRM];
