"""Side-by-side measurements, on an editable install: ``python -m benchmarks`` for all of them.

Each is a module of its own, such as ``python -m benchmarks.build``. The peers come with the extra
``bench``; one that is missing is skipped. Whole runs are written to ``results/``, or where the
environment variable NZDD_RESULTS says.

``record`` measures, ``verdicts`` compares with the best peer. ``page`` and ``paper`` write
``docs/benchmarks`` from ``results/``. ``workloads``, ``programs``, ``forms`` and ``order_families``
are the inputs, ``peers`` the other libraries. ``soft_margin`` and ``classics`` measure the learning
methods.
"""
