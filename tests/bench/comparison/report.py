"""Keeps results and writes them into a Markdown file, section by section."""

import datetime
import json
import os
import re
import statistics
from pathlib import Path

from . import page


def machine():
    """Describes where the numbers come from, without naming the host."""
    cpu = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    return {
        "date": datetime.date.today().isoformat(),
        # The numbers of the release alone: the rest says who built it.
        "kernel": re.match(r"[\d.]+", os.uname().release).group(0).rstrip("."),
        "cpu": cpu.group(1).strip() if cpu else os.uname().machine,
        "cpus": len(os.sched_getaffinity(0)),
        "memory": round(int(memory.group(1)) / (1 << 20)),
    }


class Results:
    """All measurements so far: section → workload → tool → numbers; a file for each section."""

    def __init__(self, directory):
        self.directory = directory
        self.sections = {}
        for path in sorted(directory.glob("*.json")):
            self.sections.update(json.loads(path.read_text()))

    def add(self, section, workload, tools, cells):
        """Replaces one row, and saves at once: a run may be interrupted."""
        kept = self.sections.setdefault(section, {"rows": {}})
        kept["machine"] = machine()
        kept.setdefault("versions", {}).update({tool.key: tool.version for tool in tools})
        kept["rows"].setdefault(workload, {}).update(cells)
        self.directory.mkdir(parents=True, exist_ok=True)
        path = self.directory / f"{section.replace(', ', '-').replace(' ', '-')}.json"
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps({section: kept}, indent=1) + "\n")
        fresh.rename(path)


def publish(results, out, picture, order=()):
    """Writes the first page and each section between their markers in `out`, and draws the picture."""
    text = out.read_text() if out.exists() else "# Benchmarks\n"
    text = _put(text, "page", page.markdown(results.sections))
    for name, section in results.sections.items():
        text = _put(text, name, _section(name, section, order))
    out.write_text(text)
    picture.write_text(page.picture(results.sections))


def _put(text, name, content):
    """Replaces what is between the markers of this name, or adds it at the end with new ones."""
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    block = f"{begin}\n{content}{end}"
    if begin in text and end in text:
        head, rest = text.split(begin, 1)
        return head + block + rest.split(end, 1)[1]
    return f"{text.rstrip()}\n\n{block}\n"


def _section(name, section, order):
    tools = [key for key in section["versions"] if any(key in r for r in section["rows"].values())]
    ours, here = tools[0], section["machine"]
    place = {name: at for at, name in enumerate(order)}
    rows = sorted(section["rows"].items(), key=lambda row: place.get(row[0], len(place)))
    versions = ", ".join(f"{key} {section['versions'][key]}" for key in tools)
    lines = [
        f"### {name}",
        "",
        f"{here['date']}, Linux {here['kernel']}, {here['cpus']} × {here['cpu']}, "
        f"{here['memory']} GiB; {versions}.",
        "",
    ]
    if any("wall" in cell for _, row in rows for cell in row.values()):
        lines += [
            f"Median seconds; × is the median, over the rounds, of the time of a tool divided by that "
            f"of {ours} in the same round: above 1, {ours} is faster. ~ marks runs that scatter by "
            "more than a tenth.",
            "",
            *_table(tools, rows, _time),
            "",
            "Processor seconds and peak memory:",
            "",
        ]
    lines += _table(tools, rows, _effort)
    if any("read_meanwhile" in cell for _, row in rows for cell in row.values()):
        lines += ["", "Megabytes in a second that another process read from the disk meanwhile:", ""]
        lines += _table(tools, rows, lambda cell: f"{cell.get('read_meanwhile', 0) / 1e6:.0f}")
    return "\n".join(lines) + "\n"


def _table(tools, rows, show):
    yield f"| | {' | '.join(tools)} |"
    yield f"|---|{'---:|' * len(tools)}"
    for workload, row in rows:
        shown = [show(row[key]) if key in row else "–" for key in tools]
        yield f"| {workload} | {' | '.join(shown)} |"


def _time(cell):
    if cell.get("failure"):
        return "failed"
    if "wall" not in cell:
        return "–"
    shown = f"{_digits(cell['wall'])}{'~' if cell['spread'] > 0.1 else ''}"
    return f"{shown} ({cell['ratio']:.2f}×)" if "ratio" in cell else shown


def _effort(cell):
    if cell.get("failure"):
        return "failed"
    parts = []
    if "cpu" in cell:
        parts.append(f"{_digits(cell['cpu'])} s")
    if cell.get("memory"):
        parts.append(f"{cell['memory'] / (1 << 20):.1f} MiB")
    return ", ".join(parts) or "–"


def _digits(seconds):
    """Gives three significant digits."""
    return f"{seconds:.4f}" if seconds < 0.1 else f"{seconds:.3f}" if seconds < 10 else f"{seconds:.1f}"


def cells(runs):
    """Boils the runs of all tools down, those of ours first; a tool that failed once has failed."""
    ours = next(iter(runs.values()))
    found = {}
    for key, done in runs.items():
        failure = next((run.failure for run in done if run.failure), None)
        found[key] = {"failure": failure} if failure else summary(done, ours, None)
        each = " ".join(f"{run.wall:.2f}" for run in done[:9])
        cell = found[key]
        took = "" if failure else f"{_digits(cell['wall'])} s ({each}), cpu {_digits(cell['cpu'])} s"
        shown = failure or f"{took}  {cell.get('ratio', 1):.2f}×"
        print(f"  {key:<12} {shown}", flush=True)
    return found


def summary(runs, ours, memory):
    """Boils the runs of one tool down to the numbers that are kept.

    The ratio to `ours` is taken round by round: what slows the machine for a while slows
    neighbouring runs alike, and so cancels out.
    """
    walls = sorted(run.wall for run in runs)
    median = statistics.median(walls)
    # The middle half of the runs: one disturbed run does not count against a tool.
    quartiles = statistics.quantiles(walls, n=4) if len(walls) > 2 else [walls[0], 0, walls[-1]]
    numbers = {
        "wall": median,
        "cpu": statistics.median(run.cpu for run in runs),
        "spread": (quartiles[2] - quartiles[0]) / median,
        "memory": memory,
        "runs": [run.wall for run in runs],
    }
    if runs is not ours and len(runs) == len(ours):
        pairs = zip(runs, ours)
        numbers["ratio"] = statistics.median(theirs.wall / own.wall for theirs, own in pairs)
    return numbers
