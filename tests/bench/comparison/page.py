"""Writes the first page of the benchmarks: a table and a picture of what the programs take."""

from html import escape

# The section and the row of the results, and the work in words.
WORKS = [
    ("copy, tmpfs, warm cache", "10k-1gb-tree", "Copy 10,000 files of 1 GB in memory"),
    ("copy, tmpfs, warm cache", "100k-empty-flat", "Copy 100,000 empty files in memory"),
    ("copy, ext4, warm cache", "10k-1gb-tree", "Copy 10,000 files of 1 GB on ext4"),
    ("copy, btrfs, warm cache", "10k-1gb-tree", "Copy 10,000 files of 1 GB on btrfs"),
    ("copy, ext4, cold cache", "linux", "Copy the Linux sources from a cold disk to ext4"),
    ("copy, ext4, cold cache", "100k-1gb-flat", "Copy 100,000 files of 10 kB in one folder from a cold disk to ext4"),
    ("copy, xfs, cold cache", "linux", "Copy the Linux sources from a cold disk to xfs"),
    ("copy, btrfs, cold cache", "linux", "Copy the Linux sources from a cold disk to btrfs"),
    ("delete, ext4, warm cache", "100k-empty-flat", "Delete 100,000 files on ext4"),
    ("delete, ext4, cold cache", "linux", "Delete the Linux sources on a cold disk"),
    ("verify, ext4, cold cache", "linux", "Compare a copy of the Linux sources on a cold disk"),
    ("again, ext4, cold cache", "linux", "Copy the Linux sources again, with nothing changed, on a cold disk"),
    ("move, ext4, cold cache", "linux", "Move the Linux sources from a cold disk to another filesystem"),
    ("measure, ext4, cold cache", "linux", "Add up the sizes of the Linux sources on a cold disk"),
    ("copy from sshfs of 1 ms", "2k-small", "Copy 2,000 small files from a server 1 ms away, by sshfs"),
    ("copy to sshfs of 1 ms", "2k-small", "Copy 2,000 small files to a server 1 ms away, by sshfs"),
    ("copy from sshfs of 1 ms", "10-large", "Copy ten large files from a server 1 ms away, by sshfs"),
    ("copy to sshfs of 1 ms", "10-large", "Copy ten large files to a server 1 ms away, by sshfs"),
    ("copy from sshfs of 5 ms", "2k-small", "Copy 2,000 small files from a server 5 ms away, by sshfs"),
    ("copy to sshfs of 5 ms", "2k-small", "Copy 2,000 small files to a server 5 ms away, by sshfs"),
    ("copy to a machine 20 ms away", "2k-small", "Copy 2,000 small files to a machine 20 ms away, over ssh"),
    ("copy from a machine 20 ms away", "2k-small", "Copy 2,000 small files from a machine 20 ms away, over ssh"),
    ("copy, ext4, busy disk", "linux", "Copy the Linux sources from a disk that another process reads"),
    ("nothing changed, tmpfs", "mirror, 100,000 files", "Mirror 100,000 files of which none has changed, in memory"),
    ("all attributes, tmpfs", "copy -a, 100,000 files", "Copy 100,000 small files with all attributes, in memory"),
    ("copy, tmpfs, one small file", "one-4kb", "Copy one small file, which is mostly the start of the program"),
]

# Variants of ours show how well fcp chooses by itself, in the full tables.
_OURS_AGAIN = "-w16"

_WIDTH, _LEFT, _LINE, _GAP = 860, 190, 18, 40
_COLOURS = {"ours": "#2f7d4f", "other": "#9aa5b1", "text": "#1f2933", "faint": "#52606d", "ground": "#ffffff"}


def markdown(sections):
    """Gives the page, a table of seconds and of how much longer the others take."""
    lines = [
        "The seconds that `fcp` and its commands take, and how many times as long other programs take for the same work in the",
        "same run; below 1, the other program is faster. `cp`, `mv`, `rm`, `du`, `diff`, `tar` and `rsync` are those of the",
        "machine; the others are the fastest that we know. The tables below have all numbers, the machines and the versions;",
        "`tests/bench/results` has every run.",
        "",
        "![Bars of the seconds that each program takes](assets/benchmarks.svg)",
        "",
        "| | fcp | the others |",
        "|---|---:|---|",
    ]
    for words, ours, others in _rows(sections):
        times = ", ".join(f"{key} {ratio:.2f}×" for key, _, ratio in others)
        lines.append(f"| {words} | {_seconds(ours)} | {times} |")
    lines += [
        "",
        "To repeat a row, first run `cargo build --release --bin fcp-tui` and `target/release/fcp-tui --install-links",
        "target/release`. A row with warm caches is then repeated by, for example, `sudo tests/bench/compare --verb delete --only",
        "ext4,100k-empty-flat`, and one from a cold disk by `sudo tests/bench/cold SOURCE --work delete --filesystem ext4`, where",
        "SOURCE is a folder called `linux` with the sources. The rows of servers are from `sudo tests/bench/far`, the last ones from",
        "`tests/bench/unchanged` and `tests/bench/small`.",
    ]
    return "\n".join(lines) + "\n"


def picture(sections):
    """Gives an SVG with a bar for each program, each kind of work to a scale of its own."""
    shapes, y = [], 24
    for words, ours, others in _rows(sections):
        shapes.append(_text(16, y, words, _COLOURS["text"], "start", bold=True))
        bars = [("fcp", ours, None), *others]
        longest = max(seconds for _, seconds, _ in bars)
        for key, seconds, ratio in bars:
            y += _LINE
            width = max(2, (_WIDTH - _LEFT - 170) * seconds / longest)
            colour = _COLOURS["other" if ratio else "ours"]
            shapes.append(_text(_LEFT - 10, y, key, _COLOURS["faint"], "end"))
            shapes.append(f'<rect x="{_LEFT}" y="{y - 11}" width="{width:.1f}" height="12" rx="2" fill="{colour}"/>')
            told = _seconds(seconds) + (f", {ratio:.2f}×" if ratio else "")
            shapes.append(_text(_LEFT + width + 8, y, told, _COLOURS["faint"], "start"))
        y += _GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{y - 14}" viewBox="0 0 {_WIDTH} {y - 14}"'
        ' font-family="system-ui, sans-serif" font-size="13">'
    )
    ground = f'<rect width="100%" height="100%" fill="{_COLOURS["ground"]}"/>'
    return "\n".join([head, ground, *shapes, "</svg>"]) + "\n"


def _rows(sections):
    for section, workload, words in WORKS:
        cells = sections.get(section, {}).get("rows", {}).get(workload, {})
        timed = [(key, cell) for key, cell in cells.items() if "wall" in cell and not key.endswith(_OURS_AGAIN)]
        if timed:
            (_, ours), *others = timed
            yield words, ours["wall"], [(key, cell["wall"], cell["ratio"]) for key, cell in others if "ratio" in cell]


def _seconds(seconds):
    return f"{seconds * 1000:.0f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def _text(x, y, words, colour, anchor, bold=False):
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{x:.1f}" y="{y}" fill="{colour}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'
