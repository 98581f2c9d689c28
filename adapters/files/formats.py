"""Model files by their suffix, or in a format that is named."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import plain_name
from nzdd.formulations.models.linear import LinearModel

FORMATS = {"mps": ".mps", "lp": ".lp", "orlib": ".txt"}
"""What `read_model` reads, and how the names of such files end."""


def read_model(path: str | PathLike[str], format: str | None = None) -> LinearModel:
    """Read a linear model from a file, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
    format : {"mps", "lp", "orlib"}, optional
        MPS, CPLEX-LP, or a set covering problem of OR-Library. By default what the name of the
        file says: it ends, in any case, in ``.mps``, ``.lp`` or ``.txt``, perhaps with ``.gz``
        or ``.xz`` behind.

    Returns
    -------
    LinearModel
        See `nzdd.adapters.files.models.mps.read`, `nzdd.adapters.files.models.lp.read` and
        `nzdd.adapters.files.models.orlib.read` for the conventions.

    Raises
    ------
    ModelFileError
        If the suffix is another one or the file cannot be read.
    MissingExtraError
        If an LP file needs SCIP and it is not installed.
    ValueError
        If the format is unknown.
    """
    if format is None:
        name = plain_name(path)
        format = next((key for key, end in FORMATS.items() if name.endswith(end)), None)
        if format is None:
            what = f"unknown suffix {''.join(Path(path).suffixes[-2:]) or 'none'!r}"
            ends = ", ".join(FORMATS.values())
            cure = f"model files end in {ends}, each also with .gz or .xz"
            raise ModelFileError(path, None, what, cure)
    # Each reader loads its own parser only when needed.
    if format == "mps":
        from nzdd.adapters.files.models import mps

        return mps.read(path)
    if format == "lp":
        from nzdd.adapters.files.models import lp

        return lp.read(path)
    if format == "orlib":
        from nzdd.adapters.files.models import orlib

        return orlib.read(path)
    raise ValueError(f"format {format!r} is unknown; take one of {', '.join(FORMATS)}")
