"""What all that iterates shares.

``limits`` end it, ``history`` records it, ``lp_engine`` is what it needs of a solver.
"""
