"""Colours for the vertices of a graph: a cover by independent sets of what has to be coloured.

``fewest_colours`` has `nzdd.colour`. ``colour_search`` raises the bound and lowers the number of
colours until they meet; ``colour_report`` tells how.
"""
