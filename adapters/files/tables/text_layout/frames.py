"""Tables that databases and documents draw with bars on both sides, such as ``| a | b |``."""

from __future__ import annotations

import re

_ROW = re.compile(rb"^[ \t]*\|(.*\|.*)\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(
    rb"^[ \t]*(?:[+|][-=:+| \t]*[-=][-=:+| \t]*[+|]|[-=]{3}[-=]*)[ \t]*$", re.MULTILINE
)
_NO_ROW = re.compile(rb"^[^\n|]+$", re.MULTILINE)
_HEAD = 2**16  # bytes that are looked at
_FRAMED = 0.8  # the least share of lines with bars on both sides


def without_frame(content: bytes) -> bytes:
    """The content with tabs in place of bars; drawn lines and those between pages are empty.

    Other content, C4.5's comments after a bar among it, stays as it is. Time linear in the content.
    """
    head = content[:_HEAD]
    head = head[: head.rfind(b"\n") + 1] if len(content) > _HEAD else head
    if b"|" not in head:
        return content
    head = _RULE.sub(b"", head)
    framed, lines = len(_ROW.findall(head)), sum(map(bool, map(bytes.strip, head.split(b"\n"))))
    if framed < 2 or framed < _FRAMED * lines:
        return content
    content = _RULE.sub(b"", content)
    first, last = content.index(b"|"), content.rindex(b"|")
    content = content[:first] + _NO_ROW.sub(b"", content[first:last]) + content[last:]
    return _ROW.sub(rb"\1", content.replace(b"\t", b" ")).replace(b"|", b"\t")
