"""The experiments of Goldberg and Eckstein 2009, and its pair cuts as a diagram.

``table_1`` and the ``figures``, drawn by ``dependence_plots``, compare methods on deals of folds,
over the bits and the LPBoost of ``estimators``. ``pair_cuts`` measures separation.
"""
