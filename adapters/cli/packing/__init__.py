"""Items or vertices that are covered by as few bins or colours as possible, for `nzdd pack`.

``packing_problem`` has the symbols and their demands, ``first_plan`` bins without a search and a
bound; ``members`` is what is printed and written, ``named_items`` gives the items in them the names
that a table has.
"""
