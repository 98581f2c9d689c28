"""Error against size beside other packages, on the same folds: ``python -m benchmarks.rules``.

``encodings`` are what the methods get of the ``data_sets``. ``methods`` says what a method is, when
it has changed, and how its size is counted; ``peers`` and ``own`` list them. ``cells`` fits,
``outcomes`` puts folds together and compares, ``report`` prints, ``error_plots`` draws. ``speed``
measures fits of growing samples, ``thresholds`` how many bins of a column are enough.
"""
