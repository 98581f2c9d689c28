"""The methods for the soft-margin problem.

``solve`` runs any of them and ``comparison`` all: ``interior_point``, ``linear_program``,
``column_generation`` and ``erlpboost``. What they find is a ``solution``. Column generation solves
a ``restricted_master`` by the interior-point method, or by the simplex method in ``lp_master``.
"""
