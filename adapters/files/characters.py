"""A check that readers of numbers in text share."""

from __future__ import annotations

import re
from os import PathLike

from nzdd.adapters.errors import ModelFileError


def check_characters(
    path: str | PathLike[str],
    content: bytes,
    foreign: re.Pattern[bytes],
    cure: str,
    what: str = "is not expected",
) -> None:
    """Raise ModelFileError, with line and word, at the first match of `foreign`. Time linear."""
    found = foreign.search(content)
    if found is None:
        return
    line = content.count(b"\n", 0, found.start()) + 1
    before = content[content.rfind(b"\n", 0, found.start()) + 1 : found.start()]
    # not by any blank: the foreign character may be one, such as a form feed
    after = re.split(rb"[ \t\r\n]", content[found.start() : found.start() + 40], maxsplit=1)[0]
    word = (re.split(rb"[ \t]", before)[-1] + after)[:40].decode(errors="replace")
    raise ModelFileError(path, line, f"{word!r} {what}", cure)
