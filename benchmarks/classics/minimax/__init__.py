"""The experiments of Strohmann, Belitski, Grudic and DeCoste 2003.

``table_1`` compares the sparse machine with the standard one, which ``full_machine`` makes an
estimator; ``figures`` are drawn by ``curve_plots``.
"""
