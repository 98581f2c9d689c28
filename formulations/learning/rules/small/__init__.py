"""Votes of few rules.

``small_votes`` finds votes within a ``budget`` of rules or literals by a ``local_search``, in which
``refit`` gives a few rules exact weights.
``size_choice`` cross-validates how large they are to be. ``scorecard`` rounds weights to points.
"""
