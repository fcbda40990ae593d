"""Runs commands and measures them."""

import os
import pty
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import namedtuple
from pathlib import Path

# One run: seconds by the clock, seconds of processor time, and why it does not count.
Run = namedtuple("Run", "wall cpu failure")


def run(command, limit, on_terminal=False):
    """Runs a command to its end, or kills it after `limit` seconds."""
    with tempfile.TemporaryFile() as said:
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": said}
        terminal = _Terminal() if on_terminal else None
        if terminal:
            streams = dict.fromkeys(["stdin", "stdout", "stderr"], terminal.slave)
        begin = time.perf_counter()
        child = subprocess.Popen(command, start_new_session=True, **streams)
        alarm = threading.Timer(limit, _kill, [child.pid])
        alarm.start()
        # Unlike Popen.wait, this gives the processor time of the child and its children.
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        in_time = alarm.is_alive()
        alarm.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        if terminal:
            terminal.close()
        failure = None
        if not in_time:
            failure = f"killed after {limit} s"
        elif child.returncode != 0:
            said.seek(0)
            lines = said.read().decode(errors="replace").strip().splitlines() or [""]
            failure = f"status {child.returncode}: {lines[-1][:120]}"
        return Run(wall, usage.ru_utime + usage.ru_stime, failure)


def peak_memory(command, limit):
    """Runs a command for its largest resident set, in bytes; gives a Run as well.

    GNU time starts it, because a child inherits the high-water mark of whoever started it: from
    this process every small program would seem as large as Python.
    """
    clock = shutil.which("time", path="/usr/bin")
    if clock is None:
        return None, run(command, limit)
    with tempfile.NamedTemporaryFile() as report:
        done = run([clock, "-q", "-f", "%M", "-o", report.name, *command], limit)
        lines = Path(report.name).read_text().split()
        return (int(lines[-1]) * 1024 if lines else None), done


def _kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


class _Terminal:
    """A terminal of 80 by 24 that nobody looks at."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        os.set_inheritable(self.slave, True)
        subprocess.run(["stty", "rows", "24", "cols", "80"], stdin=self.slave, check=False)
        self._reader = threading.Thread(target=self._drain)
        self._reader.start()

    def _drain(self):
        try:
            while os.read(self.master, 65536):
                pass
        except OSError:
            # The last writer is gone.
            pass

    def close(self):
        os.close(self.slave)
        self._reader.join()
        os.close(self.master)
