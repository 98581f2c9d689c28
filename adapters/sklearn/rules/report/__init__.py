"""What a vote of rules says of itself.

``explanation`` is about a row, ``rule_report`` a page about a fit; ``report_mixin`` has the methods
of estimators for both.
"""
