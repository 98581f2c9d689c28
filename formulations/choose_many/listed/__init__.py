"""All members that a point of a target may have, where they are few enough to be listed.

``listed_members`` finds them, ``once_enough`` makes partitions of covers, ``list_tree`` branches on
``row_pairs``. For other lists ``half_rows`` has rows that integers satisfy and the relaxation does
not, and ``tightened`` adds such rows and fixes members by reduced costs.
"""
