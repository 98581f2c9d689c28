"""Random models, their true answers in rational numbers, and checks of results.

``random_models`` draws models, ``truth`` solves them, ``judge`` checks a result, ``shrink`` reduces
a find.
"""
