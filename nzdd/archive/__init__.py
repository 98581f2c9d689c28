"""The file format of everything nzdd saves: a zip of named numpy arrays.

A member called "format" names the kind, the version and all others. The CRC-32 of each member is
checked before its bytes are used; nothing is unpickled. The class of the object then checks the
arrays, so any file gives an object or an `ArchiveError`. ``container`` writes and reads such files,
``mapped`` leaves the arrays in the file, ``entries`` checks what an archive holds, and ``atomic``
writes files whole or not at all.
"""

from nzdd.archive.atomic import replacing
from nzdd.archive.container import Place, kind_of, read, write
from nzdd.archive.entries import entry, number, order
from nzdd.archive.mapped import ArchiveError

__all__ = [
    "ArchiveError",
    "Place",
    "entry",
    "kind_of",
    "number",
    "order",
    "read",
    "replacing",
    "write",
]
