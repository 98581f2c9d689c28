"""What ``nzdd fit`` learns, and how ``nzdd predict`` applies it.

``fit_models`` is the table of all models. Each takes the ``training_data`` of the command, or
``training_files`` if they are many or large: ``soft_margin_fit`` solves the linear program itself,
with options of its own, and ``estimator`` fits any classifier of `nzdd.sklearn` to the
``training_rows``. ``fit_report`` is what the command says of a fit. ``decisions`` are those of a
saved model, and ``saved_report`` is what ``nzdd info`` says of it.
"""
