"""Learned classifiers as readable JSON files.

``linear`` has linear classifiers of bits, ``rules`` votes of conjunctions, and ``values`` what
both check of JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.classifiers import linear, rules
from nzdd.adapters.files.classifiers.linear import SavedClassifier, save
from nzdd.adapters.files.classifiers.rules import SavedRules, save_rules
from nzdd.adapters.files.classifiers.values import CURE, read_json
from nzdd.adapters.files.text import StrPath

__all__ = ["SavedClassifier", "SavedRules", "load", "save", "save_rules"]

_PARSERS: dict[str, Callable[[dict[str, Any]], SavedClassifier | SavedRules]] = {
    linear.FORMAT: linear.parse,
    rules.FORMAT: rules.parse,
}


def load(path: StrPath) -> SavedClassifier | SavedRules:
    """Read a file written by `save` or `save_rules`.

    Raises
    ------
    ModelFileError
        If the file is of a newer version, or anything in it is missing, of the wrong type or
        length, not finite or not known by name.
    """
    content = read_json(path)
    parse = _PARSERS.get(str(content.get("format"))) if isinstance(content, dict) else None
    if parse is None:
        what = f"it is not a file of the format {' or '.join(map(repr, _PARSERS))}"
        raise ModelFileError(path, None, what, "name a model that `nzdd fit -o` has written")
    try:
        return parse(content)
    except ValueError as error:
        what, _, cure = str(error).partition("; update")
        raise ModelFileError(path, None, what, f"update{cure}" if cure else CURE) from None
