"""The penalised loss over the rules that were found so far: a restricted master problem.

``restricted_master`` is what all have in common. ``newton_master`` with its ``hessian`` is for
smooth losses, ``linear_master`` for piecewise linear ones.
"""
