"""The methods for the soft-margin problem.

``dispatch`` runs any of them and ``comparison`` all: ``interior_point`` (iterations of a
``flow_program``), ``linear_program``, ``column_generation`` and ``erlpboost``. Each returns a
``solution``. Column generation solves its restricted problems by the interior-point method, or by
the simplex method in ``lp_master``; boosting by the interior-point method, or by quadratic programs
in ``quadratic_master``.
"""
