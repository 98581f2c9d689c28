"""What is proven of members to choose: prices that no member exceeds, and what follows from them.

``dual_program`` is the dual of the relaxation, with a row for each member, and ``prices`` solves
it. ``exact_prices`` makes the bound exact, and ``fixing`` removes edges by it.
"""
