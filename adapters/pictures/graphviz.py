"""Pictures from DOT text, by the Graphviz that is at hand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from nzdd.adapters.errors import MissingExtraError, RenderError
from nzdd.adapters.extras import is_installed, missing
from nzdd.input.text import short

# An error in C would end the process.
PYGRAPHVIZ = """import sys
sys.path[:] = filter(None, sys.path)
from pygraphviz import AGraph
try:
    graph = AGraph(string=sys.stdin.buffer.read().decode())
    sys.stdout.buffer.write(graph.draw(format=sys.argv[1], prog="dot"))
except Exception as error:
    sys.exit(str(error))
"""

FORMATS = ("svg", "png", "pdf")
"""What Graphviz makes of DOT text here."""


def draw(text: str, format: str) -> bytes:
    """Draw DOT text by ``dot`` of the PATH, else by pygraphviz, which brings Graphviz.

    Parameters
    ----------
    text : str
        As from `nzdd.to_dot`.
    format : {"svg", "png", "pdf"}

    Returns
    -------
    bytes
        The picture. SVG is UTF-8 text.

    Raises
    ------
    RenderError
        If Graphviz cannot draw the text.
    MissingExtraError
        If there is no Graphviz.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second: Graphviz runs in a process of its own.

    Notes
    -----
    Graphviz needs about a second for a few hundred nodes and grows faster than linearly.
    """
    fault: MissingExtraError | RenderError
    fault = missing("pygraphviz", f"a picture by Graphviz (.{format})", "name a .svg or .tex file")
    program = shutil.which("dot")
    commands = [] if program is None else [(program, [program, f"-T{format}"])]
    if is_installed("pygraphviz"):
        commands.append(("pygraphviz", [sys.executable, "-c", PYGRAPHVIZ, format]))
    for name, command in commands:
        try:
            return _drawn(name, command, text)
        except RenderError as error:
            fault = error
    raise fault


def _drawn(name: str, command: list[str], text: str) -> bytes:
    # the package is where this process would find it
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    given = text.encode("utf-8", "replace")
    try:
        done = subprocess.run(command, input=given, capture_output=True, env=environment)
    except OSError as error:
        raise RenderError(f"{name} cannot be run: {error.strerror or error}") from None
    if done.returncode or not done.stdout:
        said = " ".join(done.stderr.decode("utf-8", "replace").split())
        said = short(said or f"nothing, and ends with code {done.returncode}")
        raise RenderError(f"Graphviz cannot draw the text: {name} says {said}")
    return done.stdout
