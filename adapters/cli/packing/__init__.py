"""Items or vertices that are covered by as few bins or colours as possible, for `nzdd pack`.

``packing_problem`` has the symbols, their demands and the family; ``members`` what is printed and
written, ``named_items`` gives the items in them the names that a table has.
"""
