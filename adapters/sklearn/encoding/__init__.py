"""Binary columns out of tables.

``binary_encoder`` is the transformer: ``choose_bits`` chooses the ``bits`` of the ``columns`` of a
table, numbers at ``cut_points`` by a ``cut_rule``, and ``bit_matrix`` writes them. ``binary_input``
takes what is binary already, ``saved_encoder`` goes to files and back.
"""
