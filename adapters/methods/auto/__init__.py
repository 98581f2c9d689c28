"""The method "auto", which chooses another one by what can be counted before the solve.

``solve`` chooses and runs, by the ``thresholds``; ``model_kind`` counts, ``choice`` is the report.
"""
