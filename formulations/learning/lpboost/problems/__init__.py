"""The linear programs of LPBoost.

``nu_problem`` is (4), which limits the share of rows below the margin; ``c_problem`` is (2), which
has a cost of slack. ``boosting_problem`` is what both have.
"""
