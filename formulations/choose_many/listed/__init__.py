"""All members that a point of a target may have, where they are few enough to be listed.

``listed_members`` finds them, ``half_rows`` has rows that integers satisfy and the relaxation does
not, ``tightened`` adds such rows and fixes members by reduced costs.
"""
