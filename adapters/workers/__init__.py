"""Processes of their own for solvers, so that they can be stopped, and may crash.

``pool`` keeps and calls them, ``process`` runs inside, ``interruption`` turns Ctrl-C into an event;
``patience`` has the time limits of all of them.
"""
