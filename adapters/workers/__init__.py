"""Worker processes for solvers: they can be stopped, and a crash does not end the caller.

``pool`` keeps and calls them, ``process`` runs inside one, ``interruption`` turns Ctrl-C into an
event, ``timing`` has all waiting times.
"""
