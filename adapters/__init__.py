"""Bridges to solvers, file formats and tools; one outside thing a module.

``solve`` is the door for models: by ``auto`` it takes a road among ``extended``, ``lazy`` and the
``solvers`` (``ortools``, ``scipy``, ``clarabel``, ``scip``), each in a process of ``worker_pool``;
``claims`` proves or refutes that a model is infeasible or unbounded.
``files`` reads models (``mps``, ``lp``, ``orlib``), ``samples`` and ``row_files`` read rows,
``graph_files`` graphs. ``sklearn`` has the estimators, ``cli`` the command, ``matplotlib``,
``graphviz`` and ``html_page`` the pictures; modules named as a library (``networkx``, ``cvxpy``,
``dask``, ...) go there and back. ``errors`` are what all of them raise.
"""
