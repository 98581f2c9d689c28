"""Values of JSON in model files, checked as they are read and before they are written."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NoReturn

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, one_line, read_bytes, write_text
from nzdd.formulations.learning.calibration import Calibration
from nzdd.input.parameters import as_float
from nzdd.input.text import shown as _shown

CURE = "save the model again with `nzdd fit -o`"


def read_json(path: StrPath) -> Any:
    """The content of a JSON file without NaN and without keys that stand twice."""
    text = read_bytes(path)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        what = f"it is not a readable JSON file ({one_line(error, 120)})"
        raise ModelFileError(path, None, what, CURE) from None


def write_json(path: StrPath, content: Any) -> None:
    """Write JSON for people, whole or not at all."""
    write_text(path, [json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False), "\n"])


def check_version(content: dict[str, Any], newest: int) -> None:
    """Raise ValueError for a file of a later release."""
    version = integer(content, "version", 1)
    if version > newest:
        raise ValueError(
            f"it has version {version} of its format, and this release reads {newest}; update nzdd"
        )


def calibration_of(content: Mapping[str, Any]) -> Calibration | None:
    """The calibration of a model file, if it has one."""
    slopes = get({"calibration": None, **content}, "calibration", dict, type(None))
    if slopes is None:
        return None
    below, above = (
        number(get(slopes, key, object), f"the slope {key!r}") for key in ("below", "above")
    )
    if below <= 0 or above <= 0:
        raise ValueError(f"the slopes of the calibration are {below} and {above}, not above 0")
    return Calibration(below, above)


def plain_calibration(calibration: Calibration | None) -> Any:
    """The same as values of JSON."""
    return None if calibration is None else plain(asdict(calibration), "calibration")


def get(content: dict[str, Any], key: str, *types: type) -> Any:
    """The value of a key, of one of some types; ValueError otherwise."""
    if key not in content:
        raise ValueError(f"the key {key!r} is missing")
    value = content[key]
    if not isinstance(value, types):
        raise ValueError(f"{key!r} is {_shown(value)}, which is of the wrong type")
    return value


def integer(content: dict[str, Any], key: str, least: int) -> int:
    """The integer of a key, at least `least`."""
    value = get(content, key, int)
    if isinstance(value, bool) or value < least:
        raise ValueError(f"{key!r} is {_shown(value)}, not an integer >= {least}")
    return int(value)


def number(value: Any, name: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{name} is {_shown(value)}, not a number")
    found = as_float(value)
    if not math.isfinite(found):
        raise ValueError(f"{name} is {_shown(value)}, not a finite number")
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {_shown(twice)} stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def plain(value: Any, place: str) -> Any:
    """The value made of types that JSON has; ValueError, with the place, for any other type."""
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise ValueError(f"{place} has a key that is not a string; give strings")
        return {str(key): plain(item, f"{place}[{key!r}]") for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, f"{place}[{i}]") for i, item in enumerate(value)]
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise ValueError(
        f"{place} is {_shown(value)}, which a model file cannot hold; "
        "give finite numbers, strings, lists and mappings, or leave it out"
    )
