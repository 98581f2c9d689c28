"""Zero-suppressed decision diagrams.

``zdd`` is the class; it joins the operations on families of ``algebra`` (over ``operands``) and the
questions about rows of ``row_queries``. ``shortest_rows`` finds the k shortest ones.
"""

from nzdd.zdd.zdd import ZDD

__all__ = ["ZDD"]
