"""1-norm soft margins over diagrams as estimators.

``soft_margin_classifier`` and ``cross_validation`` (along nu) share ``soft_margin_base``;
``bit_rules`` shows their weights.
"""
