"""Tables with named columns.

``table`` reads them, by ``csv`` or ``parquet``, as they stand; ``raw_tables`` cleans them for an
estimator. Of text ``layout`` finds the separator, ``header_line`` the names, and
``unnamed_columns`` those that another file has. ``labels`` finds the label column by name,
``label_choice`` by content, and refuses what is no class. ``values`` has the marks of missing
values, and recognises numbers among words and row numbers, ``dates`` dates, and ``whole_numbers``
keeps the digits of large numbers.
``feature_columns`` picks columns and makes rows of symbols of those of 0 and 1, and ``places`` says
where an error is. pandas is loaded only when a table is read.
"""

from nzdd.adapters.files.tables.feature_columns import binary_rows, check_numbers, pick
from nzdd.adapters.files.tables.labels import default_label, split_label, without_label
from nzdd.adapters.files.tables.places import is_parquet
from nzdd.adapters.files.tables.table import chunks, header, read, read_frame

__all__ = [
    "binary_rows",
    "check_numbers",
    "chunks",
    "default_label",
    "header",
    "is_parquet",
    "pick",
    "read",
    "read_frame",
    "split_label",
    "without_label",
]
