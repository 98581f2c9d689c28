"""What ``nzdd fit`` learns, and how ``nzdd predict`` applies it.

``models`` is the table of all models. Each takes the ``training_data`` of the command, or
``training_files`` if they are many or large: ``soft_margin`` solves the linear program itself, with
options of its own, and ``estimator`` fits any classifier of `nzdd.sklearn` to the
``training_rows``. ``report`` is what the
command says of a fit. ``decisions`` are those of a saved model.
"""
