"""Binary columns from tables.

``binary_encoder`` is the transformer: ``choose_bits`` chooses the ``bits`` of the ``columns`` of a
table, numbers at ``cut_points`` by a ``cut_rule``, and ``bit_matrix`` writes them; numbers that
doubles do not hold are ``exact_numbers``. ``tallies`` count the values of a column, ``table_tally``
those of all columns, also of tables in chunks. ``encoder_mixin`` gives classifiers the parameter
`encoder`; ``binary_input`` reads tables that are binary already; ``saved_encoder`` writes encoders
to model files and reads them.
"""
