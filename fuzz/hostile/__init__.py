"""Hostile use of nzdd, reproducible by seed: seven kinds of cases, in processes that may crash.

``lanes`` starts workers and collects the results of their cases. ``worker`` runs the cases of a
part, ``case`` has what all cases share, ``command`` runs ``nzdd`` with limits, ``damage`` damages
files, ``known`` lists documented limits of solvers. ``parts`` has the kinds of cases. ``exact``
draws random models and computes the true answers in rational numbers, ``own`` has models of users.
"""
