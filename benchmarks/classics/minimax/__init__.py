"""Strohmann, Belitski, Grudic and DeCoste 2003, redone: ``table_1`` and ``figures``.

``full_machine`` is the standard minimax machine that the paper compares with.
"""
