"""1-norm soft margins over diagrams as estimators.

``classifier`` and ``cross_validation`` (along nu) share ``base``; ``rules`` shows their weights.
"""
