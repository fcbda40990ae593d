"""Where copies happen: filesystems in sparse images, in a mount namespace of our own.

Nobody else sees the mounts, and they end with the process, however it ends: the loop devices detach
themselves and the images have no name as soon as they are mounted.
"""

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from .workloads import Unavailable

# A place is named after its filesystem, or SOURCE-TARGET where they are two.
ALL = ["tmpfs", "ext4", "xfs", "btrfs", "xfs-ext4"]
QUICK = ["tmpfs", "ext4"]
# Within one filesystem a move is a rename, which needs no comparison.
MOVES = ["ext4-xfs", "tmpfs-ext4", "xfs-ext4", "btrfs-ext4"]

_MARK = "FCP_BENCH_NAMESPACE"


def enter_namespace():
    """Starts the script anew in a mount namespace, unless it is in one already."""
    if os.geteuid() != 0:
        sys.exit("compare: mounting filesystems needs root")
    if _MARK not in os.environ:
        os.environ[_MARK] = "1"
        unshare = ["unshare", "--mount", "--propagation", "private"]
        os.execvp("unshare", [*unshare, sys.executable, *sys.argv])
    # A killed benchmark must not live on as an orphan: die with whoever started it.
    ctypes.CDLL(None).prctl(1, 15)


class Place:
    """A source and a target directory, on one filesystem or on two."""

    def __init__(self, source, target):
        self.source = source
        self.target = target

    def settle(self):
        """Writes back what earlier runs left to write."""
        for mounted in {self.source.parent, self.target.parent}:
            subprocess.run(["sync", "--file-system", mounted], check=True)


@contextmanager
def place(name, room, cache):
    """Mounts what `name` says, with room for two trees of `room` bytes."""
    kinds = name.split("-")
    home = cache / "mounts"
    home.mkdir(parents=True, exist_ok=True)
    mounted = []
    try:
        for i, kind in enumerate(kinds):
            at = home / f"{i}-{kind}"
            at.mkdir(exist_ok=True)
            _mount(kind, at, 2 * room if len(kinds) == 1 else room, cache)
            mounted.append(at)
        yield Place(mounted[0] / "source", mounted[-1] / "target")
    finally:
        for at in reversed(mounted):
            subprocess.run(["umount", at], check=False)


@contextmanager
def memory():
    """Mounts a filesystem in memory, for which ext4 would look for inodes that nobody deleted in the last minutes.

    That took 1 s for 2,000 small files that were made and deleted again and again.
    """
    at = Path(tempfile.mkdtemp())
    try:
        _run(["mount", "-t", "tmpfs", "-o", "mode=700", "tmpfs", at])
        try:
            yield at
        finally:
            subprocess.run(["umount", at], check=False)
    finally:
        at.rmdir()


def drop_caches():
    """Empties the caches of the system, so that the next run reads from the disk."""
    Path("/proc/sys/vm/drop_caches").write_text("3\n")


def _mount(kind, at, room, cache):
    if kind == "tmpfs":
        if room > _available_memory():
            raise Unavailable(f"needs {room >> 20} MiB of memory")
        _run(["mount", "-t", "tmpfs", "-o", f"size={room},nr_inodes=0,mode=755", "tmpfs", at])
        return
    if room > shutil.disk_usage(cache).free:
        raise Unavailable(f"needs {room >> 20} MiB of disk")
    if not shutil.which(f"mkfs.{kind}"):
        raise Unavailable(f"mkfs.{kind} is not installed")
    # Filesystems slow down when they are nearly full.
    size = int(room * 1.4) + (512 << 20)
    image = cache / f"{kind}.img"
    try:
        with open(image, "wb") as file:
            file.truncate(size)
        mkfs, options = _MKFS[kind]
        _run([*mkfs, image])
        _run(["mount", "-t", kind, "-o", f"loop,{options}", image, at])
    finally:
        image.unlink(missing_ok=True)
    # Else every page would be cached twice and no cache could be made cold.
    device = re.sub(r"^.* (/dev/loop\d+) .*$", r"\1", _findmnt(at))
    subprocess.run(["losetup", "--direct-io=on", device], capture_output=True, check=False)


# Inode tables are not initialised in the background, which would disturb the first runs.
_MKFS = {
    "ext4": (["mkfs.ext4", "-q", "-b", "4096", "-i", "4096"], "noinit_itable"),
    "xfs": (["mkfs.xfs", "-q"], "defaults"),
    "btrfs": (["mkfs.btrfs", "-q"], "defaults"),
}


def _findmnt(at):
    shown = subprocess.run(["findmnt", "-n", "-o", "SOURCE", "--target", at], capture_output=True)
    return f" {shown.stdout.decode().strip()} "


def _available_memory():
    found = re.search(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text())
    return int(found.group(1)) * 1024


def _run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Unavailable(f"{command[0]}: {done.stderr.strip()}")
