"""Tables as rows of bits, with errors that name the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scipy.sparse import csr_array

from nzdd.adapters.errors import ModelFileError
from nzdd.input.row_table import RowTable

if TYPE_CHECKING:
    from pandas import DataFrame

    from nzdd.adapters.sklearn import BinaryEncoder


def encoded(path: str, frame: DataFrame, encoder: BinaryEncoder) -> RowTable:
    """The bits that a fitted encoder makes of the columns it knows.

    Raises
    ------
    ModelFileError
        If a column is missing or is not of the kind it had when the encoder was fitted.
    """
    from nzdd.adapters.files.tables import frames as tables
    from nzdd.adapters.sklearn.encoding.saved_encoder import to_dict  # an extra

    columns = tables.pick(path, frame, encoder.feature_names_in_.tolist())
    kinds = to_dict(encoder)["columns"]
    tables.check_numbers(path, columns, [kind["name"] for kind in kinds if "thresholds" in kind])
    with naming(path):
        bits = csr_array(encoder.transform(columns))
    return RowTable.from_csr(bits.indptr, bits.indices, bits.shape[1])


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Have errors of an encoder name the file."""
    try:
        yield
    except (TypeError, ValueError) as error:
        cure = "make the columns numbers or text"
        raise ModelFileError(path, None, str(error), cure) from None
