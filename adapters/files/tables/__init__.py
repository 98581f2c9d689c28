"""Tables with named columns.

``table`` reads them as they stand: text by ``csv``, others by ``typed``, which has ``parquet`` and
``records``; ``raw_tables`` cleans them for an estimator. ``text_layout`` is about the lines of a
text, ``cells`` about the values in a column. ``unnamed_columns`` takes the names of another file.
``labels`` finds the label column by name, ``label_choice`` by content, and refuses what is no
class. ``totals`` are rows that are none. ``feature_columns`` picks columns and makes rows of
symbols of those of 0 and 1, ``number_columns`` are the data of a problem, and ``places`` says where
an error is. pandas is loaded only when a table is read.
"""

from nzdd.adapters.files.tables.feature_columns import binary_rows, check_numbers, pick
from nzdd.adapters.files.tables.labels import default_label, split_label, without_label
from nzdd.adapters.files.tables.table import (
    binary_chunks,
    chunks,
    header,
    num_groups,
    read,
    read_frame,
)
from nzdd.adapters.files.tables.typed import has_types

__all__ = [
    "binary_chunks",
    "binary_rows",
    "check_numbers",
    "chunks",
    "default_label",
    "has_types",
    "header",
    "num_groups",
    "pick",
    "read",
    "read_frame",
    "split_label",
    "without_label",
]
