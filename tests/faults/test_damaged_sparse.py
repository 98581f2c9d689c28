"""A damaged sparse matrix does not take the interpreter down."""

import subprocess
import sys

WILD = """
import scipy.sparse as sp
from nzdd import NZDD, ZDD
from nzdd.multiset import Multiset

zdd = ZDD.from_rows([[0], [1, 2]])
doors = ZDD.from_rows, NZDD.from_rows, Multiset(3).add, zdd.contains, zdd.to_nzdd().contains
for kind in ("csr", "csc", "bsr", "coo"):
    for index in (10**8, -(10**8)):
        matrix = sp.coo_array([[1, 0, 1], [0, 1, 0]]).asformat(kind)
        getattr(matrix, "col" if kind == "coo" else "indices")[0] = index
        for door in doors:
            try:
                door(matrix)
            except ValueError as error:
                assert str(index) in str(error), error
            else:
                raise AssertionError((door, kind))
"""


def test_an_index_far_outside_does_not_end_the_interpreter():
    """In a process of its own, as this once ended in a segmentation fault."""
    done = subprocess.run([sys.executable, "-c", WILD], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
