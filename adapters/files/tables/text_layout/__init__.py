"""How a text table is laid out, found by its content.

``layout`` finds the separator and the comments, ``fixed_widths`` and ``frames`` columns without a
separator, ``header_line`` whether the first line holds names, and ``other_lines`` the lines that
are no rows: titles, units and totals.
"""
