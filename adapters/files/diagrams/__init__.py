"""Files of diagrams.

``archives`` are those of nzdd. ``dumps`` are families as text, as graphillion and SAPPOROBDD write
them, made of ``node_lines``. ``node_table`` makes a ZDD of nodes in a table.
"""
