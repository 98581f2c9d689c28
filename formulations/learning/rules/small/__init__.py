"""Votes of few rules.

``small_votes`` finds votes of at most so many rules or literals: ``refit`` gives a few rules exact
weights, ``neighbours`` are rules to put in a rule's place. ``scorecard`` rounds weights to points.
"""
