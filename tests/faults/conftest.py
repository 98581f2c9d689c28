"""Faults happen to other processes: a function of a test's file runs in a new interpreter."""

import subprocess
import sys

import pytest

CHILD = """
import runpy, sys
file, name, arguments, *sys.path[:0] = sys.argv[1:]
runpy.run_path(file)[name](*filter(None, arguments.split("|")))
"""


@pytest.fixture
def alone(request):
    """Calls a function of this file, with strings, in a new interpreter; returns what it printed.

    The interpreter has to end well.
    """

    def call(function, *arguments):
        texts = "|".join(map(str, arguments)) or "|"
        child = subprocess.run(
            [sys.executable, "-c", CHILD, request.path, function.__name__, texts, *sys.path],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert child.returncode == 0, child.stdout[-200:] + child.stderr[-2000:]
        return child.stdout

    return call
