"""What is copied: trees of known shape, built anew on each filesystem."""

import os
import random
import subprocess
import zlib
from collections import namedtuple

GB = 10**9
MB = 10**6

# What a complete copy holds. The copied directory itself is not an entry.
Contents = namedtuple("Contents", "entries bytes")


class Workload:
    """A tree to copy: its name, how much room it takes, and how it is made."""

    def __init__(self, name, files, size, build):
        self.name = name
        self.files = files
        self.bytes = size
        self._build = build

    def build(self, at, cache):
        """Makes the tree at `at`, which does not exist; gives its contents."""
        at.mkdir()
        self._build(at, cache)
        return contents(at)

    def room(self):
        """Estimates the bytes it takes on disk: whole blocks per file, and its inode."""
        # Whole blocks, and what an inode and its name take.
        per_file = -(-self.bytes // max(self.files, 1) // 4096) * 4096 + 1200
        return int(self.files * per_file + 64 * MB)


def contents(at):
    """Counts entries and the bytes of regular files."""
    entries = total = 0
    open_directories = [at]
    while open_directories:
        with os.scandir(open_directories.pop()) as listing:
            for entry in listing:
                entries += 1
                if entry.is_dir(follow_symlinks=False):
                    open_directories.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    total += entry.stat(follow_symlinks=False).st_size
    return Contents(entries, total)


def _noise():
    """Gives 8 MiB that do not compress, the same every time."""
    return random.Random(1).randbytes(8 << 20)


def _write(path, size, noise):
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    # No two files start alike, so that nothing can be deduplicated.
    start = zlib.crc32(str(path).encode()) % len(noise) if size else 0
    while size > 0:
        written = os.write(file, memoryview(noise)[start : start + size])
        size -= written
        start = 0
    os.close(file)


def _flat(files, size):
    def build(at, _cache):
        noise = _noise() if size else b""
        for i in range(files):
            _write(f"{at}/{i:07}", size // files, noise)

    return build


def _tree(files, size, per_directory=5):
    def build(at, _cache):
        noise = _noise() if size else b""
        directories = [str(at)]
        for i in range(files):
            # Directory k holds the files 5k to 5k+4 and, likewise, five directories.
            k, slot = divmod(i, per_directory)
            if slot == 0 and k > 0:
                parent = directories[(k - 1) // per_directory]
                directories.append(f"{parent}/d{k}")
                os.mkdir(directories[k], 0o755)
            _write(f"{directories[k]}/{i:07}", size // files, noise)

    return build


def _linux(at, cache):
    """Unpacks the kernel's source as Debian ships it; `Unavailable` where there is none."""
    home = cache / "linux"
    home.mkdir(parents=True, exist_ok=True)
    tarballs = sorted(home.glob("**/linux-source-*.tar.xz"))
    if not tarballs:
        packages = sorted(home.glob("*.deb"))
        if not packages:
            for package in _linux_packages():
                if _quiet(["apt-get", "download", package], cwd=home):
                    break
            packages = sorted(home.glob("*.deb"))
        if not packages or not _quiet(["dpkg-deb", "-x", packages[-1], home / "unpacked"]):
            raise Unavailable("no linux-source package can be had")
        tarballs = sorted(home.glob("**/linux-source-*.tar.xz"))
    subprocess.run(
        ["tar", "-xf", tarballs[-1], "-C", at, "--strip-components=1", "--no-same-owner"],
        check=True,
        env={**os.environ, "XZ_OPT": "-T0"},
    )


def _linux_packages():
    """Names the source packages to try: the one of Debian 12, else the newest."""
    found = subprocess.run(
        ["apt-cache", "search", "--names-only", r"^linux-source-[0-9.]+$"],
        capture_output=True,
        text=True,
    ).stdout.split("\n")
    return ["linux-source-6.1"] + sorted({line.split()[0] for line in found if line}, reverse=True)


def _quiet(command, **options):
    return subprocess.run(command, capture_output=True, **options).returncode == 0


class Unavailable(Exception):
    """A workload or a filesystem cannot be had here."""


def _all():
    """Lists every workload, smallest first."""
    for label, files in [("10", 10), ("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000)]:
        for volume, size in [("empty", 0), ("1gb", GB)]:
            yield Workload(f"{label}-{volume}-flat", files, size, _flat(files, size))
            yield Workload(f"{label}-{volume}-tree", files + files // 5, size, _tree(files, size))
    yield Workload("200-1gb-flat", 200, GB, _flat(200, GB))
    yield Workload("13x512mb", 13, 13 * 512 * MB, _flat(13, 13 * 512 * MB))
    yield Workload("one-4gb", 1, 4 * GB, _flat(1, 4 * GB))
    yield Workload("linux", 85_000, int(1.4 * GB), _linux)


ALL = list(_all())
QUICK = ["10k-empty-tree", "10k-1gb-tree", "10k-empty-flat", "10-1gb-flat"]
