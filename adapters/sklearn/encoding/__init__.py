"""Binary columns out of tables.

``binary_encoder`` is the transformer: ``columns`` of a table, ``cut_points`` chosen by a
``cut_rule``, packed into ``bits``. ``binary_input`` takes what is binary already,
``saved_encoder`` goes to files and back.
"""
