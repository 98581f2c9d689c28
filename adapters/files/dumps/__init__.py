"""Diagrams that other programs wrote as text.

``zdd_text`` reads and writes dumps of graphillion and of SAPPOROBDD, by the lines of
``node_lines``; ``node_table`` makes a ZDD of nodes in a table.
"""
