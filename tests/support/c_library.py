"""The C library by ctypes: handles that free themselves, and views as numpy arrays."""

import ctypes as c
import os
import subprocess
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
# `.ci/native` builds the library; to build it for the tests alone takes most of a minute.
SLOW_UNLESS_BUILT = [] if "NZDD_LIBRARY" in os.environ else [pytest.mark.slow]


def run(*command, **options):
    """The output of a command; all of it in the error where the command fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


POINTER, SIZE, DOUBLES = c.c_void_p, c.c_size_t, c.POINTER(c.c_double)


def _view(name, *fields):
    return type(name, (c.Structure,), {"_fields_": [(each, kind) for each, kind in fields]})


U32, I64, I32, U64 = map(c.POINTER, (c.c_uint32, c.c_int64, c.c_int32, c.c_uint64))
VIEWS = {
    "zdd": _view(
        "ZddView",
        *(("num_nodes", SIZE), ("num_symbols", SIZE), ("root", c.c_uint32)),
        *(("level", U32), ("low", U32), ("high", U32), ("order", U32)),
        *(("low_weight", DOUBLES), ("high_weight", DOUBLES)),
    ),
    "nzdd": _view(
        "NzddView",
        *(("num_nodes", SIZE), ("num_edges", SIZE), ("num_symbols", SIZE)),
        *(("source", U32), ("target", U32), ("labels", U32)),
        *(("label_offsets", I64), ("multiplicity", DOUBLES)),
    ),
    "rows": _view(
        "RowsView", ("num_rows", SIZE), ("offsets", I64), ("symbols", U32), ("lengths", DOUBLES)
    ),
    "matrix": _view(
        "MatrixView",
        *(("num_rows", SIZE), ("num_columns", SIZE), ("offsets", I64), ("columns", I32)),
        *(("values", DOUBLES), ("lower", DOUBLES), ("upper", DOUBLES)),
        *(("slack", DOUBLES), ("key", U64)),
    ),
}
BEAT = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_double)
WATCH = _view("Watch", ("beat", BEAT), ("data", c.c_void_p))


class CallError(Exception):
    """A call that failed: its status, and its message."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Handle:
    """What a function made; its arrays as attributes."""

    def __init__(self, library, kind, pointer):
        self.library, self.kind, self.pointer = library, kind, POINTER(pointer)

    def __del__(self):
        self.library.function(f"{self.kind}_free")(self.pointer)

    @cached_property
    def view(self):
        view = VIEWS[self.kind]()
        self.library.function(f"{self.kind}_show")(self.pointer, c.byref(view))
        return view

    def array(self, name, size):
        """A copy of an array of the view; None where that is NULL."""
        pointer = getattr(self.view, name)
        return np.ctypeslib.as_array(pointer, (size,)).copy() if pointer and size else None


class Library:
    """Functions by their names without ``nzdd_``; arrays and handles as arguments."""

    def __init__(self, path):
        self.c = c.CDLL(str(path))
        self.c.nzdd_error.restype = c.c_char_p
        self.c.nzdd_constraint_num_symbols.restype = SIZE
        for kind in ("zdd", "nzdd"):
            self.function(f"{kind}_names").restype = c.c_char_p

    def function(self, name):
        return getattr(self.c, f"nzdd_{name}")

    def call(self, name, *arguments):
        """Call a function that returns a status."""
        kept = [_argument(each) for each in arguments]
        status = self.function(name)(*kept)
        if status != 0:
            raise CallError(status, self.c.nzdd_error().decode())

    def make(self, kind, name, *arguments):
        """Call a function whose last argument takes a handle of this kind."""
        out = POINTER()
        self.call(name, *arguments, c.byref(out))
        return Handle(self, kind, out.value)


def _argument(value):
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous
        return POINTER(value.ctypes.data)
    if isinstance(value, Handle):
        return value.pointer
    if isinstance(value, float):
        return c.c_double(value)
    if isinstance(value, int):
        return c.c_uint64(value & 2**64 - 1)
    return value
