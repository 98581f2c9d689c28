"""MPS files, read and written in full precision.

``reader`` reads: ``sections`` finds the headings, ``words`` splits lines, ``rows_and_columns`` and
``bounds`` take what the sections say, and ``fixed`` knows the format with blanks in names.
``writer`` writes.
"""

from nzdd.adapters.files.models.mps.reader import read
from nzdd.adapters.files.models.mps.rows_and_columns import INFINITE_BOUND
from nzdd.adapters.files.models.mps.writer import write

__all__ = ["INFINITE_BOUND", "read", "write"]
