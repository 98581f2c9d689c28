"""Model files by their suffix."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from nzdd.adapters.errors import ModelFileError
from nzdd.formulations.linear_model import LinearModel

SUFFIXES = (".mps", ".mps.gz", ".lp", ".lp.gz")
"""What `read_model` reads."""


def read_model(path: str | PathLike[str]) -> LinearModel:
    """Read a linear model from a file in MPS or CPLEX-LP format, plain or gzip.

    Parameters
    ----------
    path : path-like
        A file whose name ends in one of `SUFFIXES`, in any case.

    Returns
    -------
    LinearModel
        See `nzdd.adapters.mps.read` and `nzdd.adapters.lp.read` for the conventions.

    Raises
    ------
    ModelFileError
        If the suffix is another one or the file cannot be read.
    MissingExtraError
        If an LP file needs SCIP and it is not installed.
    """
    name = Path(path).name.lower().removesuffix(".gz")
    # Each reader loads its own parser only when needed.
    if name.endswith(".mps"):
        from nzdd.adapters import mps

        return mps.read(path)
    if name.endswith(".lp"):
        from nzdd.adapters import lp

        return lp.read(path)
    what = f"unknown suffix {''.join(Path(path).suffixes[-2:]) or 'none'!r}"
    raise ModelFileError(path, None, what, f"model files end in {', '.join(SUFFIXES)}")
