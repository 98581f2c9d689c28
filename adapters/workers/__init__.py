"""Worker processes for solvers, so that they can be stopped, and may crash.

``pool`` keeps and calls them, ``process`` runs inside, ``interruption`` turns Ctrl-C into an event;
``timing`` has all times that are waited.
"""
