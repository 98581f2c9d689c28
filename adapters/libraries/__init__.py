"""Conversions from and to other Python libraries, one module a library.

Diagrams: ``networkx``, ``graphillion``, ``dd``, ``oxidd``. Models: ``cvxpy``, ``scipy`` (its
constraints), ``mathopt``, ``pyomo``, ``pulp``, ``linopy``, ``gurobipy``. Rows: ``dask``,
``pyarrow``.
"""
