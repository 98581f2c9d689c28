"""Members of families, any number of each: bounds by prices, points by the members found.

``problems`` has models of one family, ``colouring`` those of a graph; ``solve`` is the way from any
model. ``search`` goes from the relaxation to the proof; ``questions`` asks solvers whether a target
can be met.
"""
