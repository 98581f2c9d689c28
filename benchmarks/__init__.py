"""Side-by-side measurements, on an editable install: ``python -m benchmarks`` for all of them.

Each is a module of its own, such as ``python -m benchmarks.build``. The peers come with the extra
``bench``; one that is missing is skipped. Whole runs are written to ``results/``, or where the
environment variable NZDD_RESULTS says.

``record`` measures, ``verdicts`` judges, ``page`` writes docs/benchmarks.md and ``paper``
docs/paper.md from ``results/``; ``workloads``, ``programs``, ``forms`` and ``order_families`` are
what is measured, ``peers`` against whom. Rows of learning are in ``soft_margin`` and ``classics``.
"""
