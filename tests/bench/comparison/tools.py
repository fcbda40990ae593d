"""Who copies: our programs and their peers, each as people would call it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

# Crates of crates.io, built into a directory of their own: one of them is called fcp as well.
# Each with the name of its program.
CRATES = {"fcp": "fcp", "xcp": "xcp", "cpz": "cpz", "rmz": "rmz", "cpx": "cpx", "rcp-tools-rcp": "rcp"}


class Tool:
    """A program: the key people filter by, its version, and its command line."""

    def __init__(self, key, program, command, version=None):
        self.key = key
        self.program = program
        self._command = command
        self.version = version or _version(program)

    def command(self, source, target):
        """Gives the arguments that copy `source` to the absent `target`, or remove `target`."""
        fill = {"program": self.program, "source": source, "target": target}
        return [str(word).format(**fill) for word in self._command]


def _version(program):
    # scp tells none; it comes with ssh.
    asked = ["ssh", "-V"] if Path(program).name == "scp" else [program, "--version"]
    shown = subprocess.run(asked, capture_output=True, text=True)
    found = re.search(r"\d+\.\d+(\.\d+)?", shown.stdout + shown.stderr)
    return found.group(0) if found else "?"


def install(directory):
    """Builds the peers that are missing, politely; gives those that could not be had."""
    missing = _missing(directory)
    if missing:
        print(f"building {', '.join(missing)} into {directory}", flush=True)
        command = ["nice", "cargo", "install", "--quiet", "--locked", "--root", directory]
        for crate in missing:
            # rcp asks for it.
            flags = {"RUSTFLAGS": "--cfg tokio_unstable"} if crate.startswith("rcp") else {}
            subprocess.run([*command, crate], env={**os.environ, **flags})
    return _missing(directory)


def _missing(directory):
    return [crate for crate, program in CRATES.items() if not (directory / "bin" / program).exists()]


def copiers(ours, peers):
    """Lists ours first, then the peers that are there."""
    plain = ["{program}", "{source}", "{target}"]
    offered = [
        ("fcp", ours, plain),
        ("cpz", peers / "bin/cpz", plain),
        ("xcp", peers / "bin/xcp", ["{program}", "-r", "--no-progress", "{source}", "{target}"]),
        # It would make a folder of the name of the source in the target.
        ("cpx", peers / "bin/cpx", ["{program}", "-r", "{source}/.", "{target}"]),
        ("rcp", peers / "bin/rcp", plain),
        # The other program of this name, by Svetlitski.
        ("fcp-0.2", peers / "bin/fcp", plain),
        ("cp", shutil.which("cp"), ["{program}", "-r", "{source}", "{target}"]),
        # Whole files, symlinks too; the slashes have it copy the directory itself.
        ("rsync", shutil.which("rsync"), ["{program}", "-rlW", "{source}/", "{target}/"]),
        ("tar", shutil.which("tar"), ["sh", "-c", _TAR, "sh", "{program}", "{source}", "{target}"]),
    ]
    return _there(offered)


_TAR = 'mkdir "$3" && "$1" -C "$2" -cf - . | "$1" -C "$3" -xf -'


def keepers(ours, peers):
    """Lists those that copy with all attributes, or what has changed since: the target may be there."""
    return _there(
        [
            ("fcp", ours, ["{program}", "-aT", "--resume", "{source}", "{target}"]),
            ("cp", shutil.which("cp"), ["{program}", "-aTu", "{source}", "{target}"]),
            ("rsync", shutil.which("rsync"), ["{program}", "-a", "{source}/", "{target}/"]),
            ("rcp", peers / "bin/rcp", ["{program}", "--preserve", "--overwrite", "{source}", "{target}"]),
        ]
    )


def movers(ours):
    """Lists those that move trees, ours first.

    `mv` flushes nothing, and loses files when the power does; ours is to be compared with the shell's
    way of not losing them.
    """
    return _there(
        [
            ("fmv", ours, ["{program}", "--no-progress", "{source}", "{target}"]),
            ("cp+sync+rm", shutil.which("cp"), ["sh", "-c", _SAFELY, "sh", "{source}", "{target}"]),
            ("mv", shutil.which("mv"), ["{program}", "{source}", "{target}"]),
        ]
    )


_SAFELY = 'cp -a "$1" "$2" && sync --file-system "$2" && rm -r "$1"'


def removers(ours, peers):
    """Lists those that delete trees, ours first."""
    return _there(
        [
            ("frm", ours, ["{program}", "-r", "{target}"]),
            ("rmz", peers / "bin/rmz", ["{program}", "{target}"]),
            ("rm", shutil.which("rm"), ["{program}", "-r", "{target}"]),
        ]
    )


def verifiers(ours):
    """Lists those that compare a copy with its source, ours first: the first job of a queue of its own."""
    queue = ours.with_name("fcpq")
    return _there(
        [
            ("fcpq-verify", queue, ["sh", "-c", _VERIFIED, "sh", "{program}"]),
            ("diff", shutil.which("diff"), ["{program}", "-r", "--no-dereference", "{source}", "{target}"]),
        ]
    )


def measurers(ours):
    """Lists those that add up the sizes of all files, ours first: a plan counts what a job would meet."""
    return _there(
        [
            ("fcp-dry-run", ours, ["{program}", "--dry-run", "{source}", "{source}-copy"]),
            ("du", shutil.which("du"), ["{program}", "-s", "{source}"]),
        ]
    )


_VERIFIED = '"$1" verify 1 && exec "$1" run'


def progress_variants(ours):
    """Lists ours alone: silent, with events, and with a progress display on a terminal."""
    return _there(
        [
            ("silent", ours, ["{program}", "--progress=never", "{source}", "{target}"]),
            ("json", ours, ["{program}", "--json", "{source}", "{target}"]),
            ("json-all", ours, ["{program}", "--json", "--events=all", "{source}", "{target}"]),
            ("display", ours, ["{program}", "--progress=always", "{source}", "{target}"]),
        ]
    )


def queue_variants(ours):
    """Lists ours alone: at once, and by way of the queue, with its journal."""
    queue = ours.with_name("fcpq")
    return _there(
        [
            ("at-once", ours, ["{program}", "--progress=never", "{source}", "{target}"]),
            ("queued", queue, ["sh", "-c", _QUEUED, "sh", "{program}", "{source}", "{target}"]),
        ]
    )


# A queue of its own for each run, as a new user would have it.
_QUEUED = (
    "XDG_STATE_HOME=$(mktemp -d) && export XDG_STATE_HOME &&"
    ' "$1" add copy "$2" "$3" >/dev/null && "$1" run >/dev/null; code=$?;'
    ' rm -r "$XDG_STATE_HOME"; exit $code'
)


def _there(offered):
    found = []
    for key, program, command in offered:
        if program and Path(program).exists():
            found.append(Tool(key, Path(program), command))
        else:
            print(f"not run: {key}: not installed", flush=True)
    return found
