"""What the extras of nzdd ask for, and the command that installs it."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from importlib import metadata

_EXTRA = re.compile(r"extra == ['\"]([\w-]+)")
_OLDEST = re.compile(r"python_version >= ['\"](\d+)\.(\d+)")


def requirements() -> dict[str, list[str]]:
    """The packages of each extra with their versions, as the installed nzdd declares them.

    Without those that are not for this Python; empty for a checkout that is not installed.
    """
    found: dict[str, list[str]] = {}
    declared: list[str] | None = None
    with suppress(metadata.PackageNotFoundError):
        declared = metadata.requires("nzdd")
    for requirement in declared or ():
        name, _, condition = requirement.partition(";")
        extra, oldest = _EXTRA.search(condition), _OLDEST.search(condition)
        if extra and not (oldest and sys.version_info < tuple(map(int, oldest.groups()))):
            found.setdefault(extra[1], []).append(name.strip())
    return found


def install_command(extra: str, package: str) -> str:
    """What installs the packages of an extra, of which this is one."""
    wanted = requirements().get(extra) or [package]
    return " ".join(["pip install", *(f'"{name}"' for name in wanted)])
