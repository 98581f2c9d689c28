"""Where the files for C and C++ programs are: headers, and what CMake reads."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def get_include() -> str:
    """The folder with ``nzdd/nzdd.h``, the C interface, and the headers of the C++ core.

    Examples
    --------
    >>> from pathlib import Path
    >>> Path(get_include()).name
    'include'
    """
    return str(_installed() / "include")


def get_cmake_dir() -> str:
    """The folder to give to CMake as ``nzdd_DIR``, for ``find_package(nzdd)``.

    The command prints it, too: ``nzdd --cmake-dir``.
    """
    return str(_installed() / "share" / "cmake" / "nzdd")


def _installed() -> Path:
    """The folder of the core: the one that the package is installed in, also of an editable one."""
    core = find_spec("nzdd._core")
    assert core is not None
    assert core.origin is not None
    return Path(core.origin).parent
