"""Members of families, any number of each: the linear program over all members, and integer points.

``many_model`` is the model; ``members`` keeps those that ``member_rows`` finds. ``bounds`` has the
prices. ``points`` come from ``diving``, where ``residual`` says what is left, from the
``restricted_master``, and from the ``arc_flow``, which decides together with ``branching``; where
few members are left, they are ``listed``. ``surplus`` goes from covers. ``colouring`` is about
independent sets of a graph, without a diagram.
"""
