"""A diagram as a page to explore in a browser: one file that needs no network.

``page`` fills the template ``page.html`` with style, scripts and the arrays of a drawing, laid out
as sketches are.

Examples
--------
>>> from nzdd import NZDD
>>> page = to_html(NZDD.from_rows([[0, 1], [2]]), names="abc", title="two rows")
>>> page.startswith("<!DOCTYPE html>"), "<title>two rows</title>" in page
(True, True)
"""

from nzdd.adapters.pictures.page.page import MAX_NODES, fill, page_drawing, to_html

__all__ = ["MAX_NODES", "fill", "page_drawing", "to_html"]
