"""Members of a family as integer variables of a user's model, found by a pricer.

``own_constraints`` takes a user's constraints. ``pricer`` adds members to them, by
``unknown_paths`` that the model does not have yet; ``flow_branching`` branches on how often an
edge is taken.
"""
