"""Records of JSON: one a line, or a list of them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import require
from nzdd.adapters.files.tables.parquet import with_names
from nzdd.adapters.files.text import StrPath, read_bytes

if TYPE_CHECKING:
    from pandas import DataFrame

BEGIN = re.compile(rb"\s*(?:\[\s*\{|\{\s*\")")
"""How text of records begins."""

_WRAPPERS = frozenset(
    ("$oid", "$date", "$numberInt", "$numberLong", "$numberDouble", "$numberDecimal", "$uuid")
)
_CURE = 'give a list of records, or one record a line, such as {"a": 1, "b": 2}'


def read(path: StrPath) -> DataFrame:
    """The table of the records; fields of a record in a record are called ``outer.inner``.

    Values that MongoDB wraps, such as ``{"$numberLong": "7"}``, are those within.

    ModelFileError where the text is no JSON, or holds no records. Time linear; memory some hundred
    bytes a field.
    """
    pd = require("pandas", f"reading {path}")
    found = _records(path, read_bytes(path))
    if isinstance(found, dict):  # as web services answer
        lists = [value for value in found.values() if isinstance(value, list)]
        found = lists[0] if len(lists) == 1 else None
    if (
        not isinstance(found, list)
        or not found
        or not all(isinstance(each, dict) for each in found)
    ):
        raise ModelFileError(path, None, "it is JSON and no list of records", _CURE)
    try:
        frame = pd.json_normalize([_flat(record) for record in found])
    except RecursionError:
        raise ModelFileError(path, None, "its records are nested too deeply", _CURE) from None
    return with_names(path, frame)


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """The same with text in place of lists of words, as forms write several choices."""
    return {
        key: _flat(value)
        if isinstance(value, dict)
        else "; ".join(value)
        if isinstance(value, list) and all(isinstance(each, str) for each in value)
        else value
        for key, value in record.items()
    }


def _unwrapped(record: dict[str, Any]) -> Any:
    key = next(iter(record), "") if len(record) == 1 else ""
    return record[key] if key in _WRAPPERS else record


def _records(path: StrPath, content: bytes) -> Any:
    lines = [line for line in content.splitlines() if line.strip()]
    of_lines = len(lines) > 1 and all(line.strip()[:1] == b"{" for line in lines)
    try:
        text = b"[" + b",\n".join(lines) + b"]" if of_lines else content
        return json.loads(text, object_hook=_unwrapped)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        what = f"it begins like JSON and is none ({getattr(error, 'msg', 'too deep')})"
        raise ModelFileError(path, line, what, "write or download it again") from None
