"""Solution files: one line a column with its name and its value."""

from __future__ import annotations

import re
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.mps_text import column_names
from nzdd.adapters.text_files import read_text, write_text
from nzdd.formulations.linear_model import LinearModel

_HEADER = re.compile(r"=obj=|#|solution status:|objective value:", re.IGNORECASE)
_TERM = re.compile(r"\s*\(obj:[^()]*\)\s*$")
