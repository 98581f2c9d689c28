"""Losses of votes, with what bounds them from below.

``likelihood`` has those of classes, ``smooth`` the squared error, ``piecewise`` hinge and absolute
error. ``targets`` and ``piecewise_targets`` make them of labels, for some of the rows.
"""
