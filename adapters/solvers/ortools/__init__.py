"""The solvers of OR-Tools: SCIP, HiGHS, CP-SAT, GLOP and PDLP, each solve in a worker process.

``mathopt`` prepares a solve and reads its answer, ``mathopt_task`` runs in the worker, where
``incumbents`` listens to the solver; ``model_proto`` and ``model_update`` write models and their
changes as protos.
"""
