"""Branching: a depth-first search for a point of at most a target, or the proof that there is none.

``node`` has parts of the points and the columns that tell them apart, ``split`` chooses such a
column, ``branch_tree`` searches.
"""
