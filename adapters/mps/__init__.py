"""MPS files, read through OR-Tools and written in full precision.

``reader`` reads; ``checks`` finds what the parser lets pass, and the line of what it refuses;
``writer`` writes.
"""

from nzdd.adapters.mps.reader import INFINITE_BOUND, read
from nzdd.adapters.mps.writer import write

__all__ = ["INFINITE_BOUND", "read", "write"]
