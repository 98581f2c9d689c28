"""Members of families, any number of each: the linear program over all members, and integer points.

``many_model`` is the model. ``dual_program`` is the dual of its relaxation, with a row for each
member, which ``member_rows`` finds and ``members`` keeps; ``prices`` solves it, ``exact_prices``
makes the bound exact, and ``fixing`` removes edges by it; ``cost_units`` makes costs integers.
``points`` come from ``diving``, where ``residual`` says what is left, from the
``restricted_master``, and from the ``arc_flow``, which decides. ``surplus`` goes from covers, and
``reduced_graph`` is what has to be coloured of a graph.
"""
