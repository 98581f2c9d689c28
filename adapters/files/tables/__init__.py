"""Tables with named columns.

``table`` reads them as they stand: text by ``csv``, others by ``typed``, which has ``parquet`` and
``records``; ``raw_tables`` cleans them for an estimator. Of text ``layout`` finds the separator or
``fixed_widths``, ``header_line`` the names, ``other_lines`` titles and units, and
``unnamed_columns`` names that another file has. ``labels`` finds the label column by name,
``label_choice`` by content, and refuses what is no class. ``values`` has the marks of missing
values, and recognises numbers among words, by ``number_forms`` also amounts, and row numbers;
``totals`` are rows that are none; ``dates`` recognises dates, ``date_columns`` makes numbers of
them; ``choices`` makes bits of cells with several choices; ``whole_numbers`` keeps the digits of
large numbers. ``feature_columns`` picks columns and makes rows of symbols of those of 0 and 1, and
``places`` says where an error is. pandas is loaded only when a table is read.
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
