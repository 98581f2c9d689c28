"""Marks of missing values."""

MARKS = frozenset(
    (
        *("", "?", "NA", "N/A", "n/a", "na", "#N/A", "#NA", "<NA>", "NaN", "nan", "-nan", "-NaN"),
        *("NULL", "null", "None", "#N/A N/A", "-1.#IND", "1.#IND", "1.#QNAN", "-1.#QNAN"),
    )
)
"""Fields that count as missing."""
