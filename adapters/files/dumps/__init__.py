"""Diagrams that other programs wrote as text.

``dump`` reads and writes them, in the formats of ``graphillion`` and ``sapporobdd``, both made of
``node_lines``. ``node_table`` makes a ZDD of nodes in a table.
"""

from nzdd.adapters.files.dumps.dump import parse, read, to_text, write

__all__ = ["parse", "read", "to_text", "write"]
