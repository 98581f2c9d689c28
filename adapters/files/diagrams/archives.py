"""Archives of nzdd: a ZDD, an NZDD or an extended formulation."""

from __future__ import annotations

from nzdd import NZDD, ZDD, ArchiveError, archive
from nzdd.adapters.files.text import StrPath
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation

_CLASSES: dict[str, type[ZDD] | type[NZDD] | type[ExtendedFormulation]] = {
    "zdd": ZDD,
    "nzdd": NZDD,
    "extended formulation": ExtendedFormulation,
}


def read(path: StrPath) -> ZDD | NZDD | ExtendedFormulation:
    """Read whatever an archive holds.

    Raises
    ------
    ArchiveError
        If the file is not an archive, is damaged, or holds what this release does not know.
    """
    kind = archive.kind_of(path)
    if kind not in _CLASSES:
        raise ArchiveError(f"{path}: it holds {kind!r}, which this release does not know")
    return _CLASSES[kind].load(path)
