"""The pages of ``docs/benchmarks``, made from the results: ``python -m benchmarks.pages``.

``comparisons`` knows the peers of each benchmark, a ``verdict`` compares with them, and ``plots``
draws.
``paper`` reproduces the experiments of Kurokawa et al. 2022.
"""
