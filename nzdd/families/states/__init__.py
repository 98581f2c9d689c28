"""Families of the ways through states: members are sequences of decisions.

``dynamic_programs`` takes a function that gives the transitions of many states at once,
``automata`` the table of a finite automaton; ``path_symbols`` makes symbols of their decisions, and
a family of their paths. ``walks`` may repeat symbols; ``transitions`` checks what the functions
give.
"""
