"""Hostile use of nzdd, reproducible by seed: cases of six parts, each in a process that may crash.

``lanes`` starts workers and collects the results of their cases. ``worker`` runs the cases of a
part, ``case`` has what all cases share, ``command`` runs ``nzdd`` with limits, ``damage`` damages
files, ``known`` lists documented limits of solvers. ``parts`` has the six kinds of cases. ``exact``
draws random models and computes the true answers in rational numbers.
"""
