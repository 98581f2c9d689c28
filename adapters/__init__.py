"""Bridges to solvers, files, libraries, estimators, pictures and the command line.

``methods`` solves models by the ``solvers``, which run in the processes of ``workers``. ``files``
reads and writes files, ``libraries`` converts from and to other packages, ``sklearn`` has the
estimators, ``cli`` the command, ``pictures`` the drawings. ``family_constraint`` is what
solvers and libraries share about constraints over families. All of them use ``errors``, ``extras``
(optional packages) and ``stderr`` (messages).
"""
