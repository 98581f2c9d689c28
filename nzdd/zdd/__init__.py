"""Zero-suppressed decision diagrams.

``zdd`` is the class. It inherits its arrays from ``nodes``, the operations on families from
``algebra`` and ``neighbours`` (which prepare other families by ``operands``), small families and
larger ground sets from ``embedding``, linear conditions from ``costs``, the queries about rows from
``row_queries``, and rows one after the other from ``traversal``. ``shortest_rows`` finds the k
shortest rows, ``interchangeable`` the symbols that can be exchanged.
"""

from nzdd.zdd.zdd import ZDD

__all__ = ["ZDD"]
