"""Tables with named columns.

``table`` reads them, by ``csv`` or ``parquet``; ``labels`` finds the label column,
``feature_columns`` picks columns and makes rows of symbols of those of 0 and 1, and ``places`` says
where an error is. pandas is loaded only when a table is read.
"""

from nzdd.adapters.files.tables.feature_columns import binary_rows, check_numbers, pick
from nzdd.adapters.files.tables.labels import default_label, split_label, without_label
from nzdd.adapters.files.tables.table import chunks, header, read, read_frame

__all__ = [
    "binary_rows",
    "check_numbers",
    "chunks",
    "default_label",
    "header",
    "pick",
    "read",
    "read_frame",
    "split_label",
    "without_label",
]
