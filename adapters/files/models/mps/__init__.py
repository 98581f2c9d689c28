"""MPS files, read and written in full precision.

``reader`` reads: ``sections`` finds the headings, ``words`` splits lines (also in the fixed format,
whose names may hold blanks), ``rows_and_columns`` and ``bounds`` read the sections. ``writer``
writes.
"""

from nzdd.adapters.files.models.mps.reader import read
from nzdd.adapters.files.models.mps.rows_and_columns import INFINITE_BOUND
from nzdd.adapters.files.models.mps.writer import write

__all__ = ["INFINITE_BOUND", "read", "write"]
