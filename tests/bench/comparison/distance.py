"""Puts a distance between two programs, and makes the trees that are copied over it."""

import os
import subprocess
import threading
import time
from collections import deque


def small(at):
    for number in range(2000):
        path = at / f"d{number % 40}" / f"f{number}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.urandom(4 << 10))


def large(at):
    at.mkdir()
    for number in range(10):
        (at / f"f{number}").write_bytes(os.urandom(32 << 20))


TREES = (("2k-small", small), ("10-large", large))


def serve(command, delay):
    """Runs a server, and passes on what both sides say after a delay in seconds."""
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    answers = threading.Thread(target=pass_on, args=(server.stdout.fileno(), 1, delay))
    answers.start()
    pass_on(0, server.stdin.fileno(), delay)
    server.stdin.close()
    answers.join()
    return server.wait()


def pass_on(source, target, delay):
    waiting, arrived = deque(), threading.Condition()

    def send():
        while True:
            with arrived:
                arrived.wait_for(lambda: waiting)
                due, data = waiting.popleft()
            if data is None:
                return
            time.sleep(max(0, due - time.monotonic()))
            try:
                while data:
                    data = data[os.write(target, data) :]
            except BrokenPipeError:
                # It has all that it wanted.
                return

    sender = threading.Thread(target=send)
    sender.start()
    while data := os.read(source, 1 << 17):
        with arrived:
            waiting.append((time.monotonic() + delay, data))
            arrived.notify()
    with arrived:
        waiting.append((0, None))
        arrived.notify()
    sender.join()
