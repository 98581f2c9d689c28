"""Losses of votes, with what bounds them from below.

``smooth`` has the logistic and the squared loss, ``piecewise`` hinge and absolute error.
``targets`` and ``piecewise_targets`` make them of labels, for some of the rows.
"""
