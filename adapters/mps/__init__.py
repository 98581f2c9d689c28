"""MPS files, read through OR-Tools and written in full precision."""

from nzdd.adapters.mps.reader import INFINITE_BOUND, read
from nzdd.adapters.mps.writer import write

__all__ = ["INFINITE_BOUND", "read", "write"]
