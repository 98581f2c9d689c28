"""Members of families, any number of each: bounds by prices, points by the members found.

``search`` goes from the relaxation to the proof; ``questions`` asks solvers whether a target can be
met.
"""
