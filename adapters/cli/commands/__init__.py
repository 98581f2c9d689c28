"""The subcommands of ``nzdd``, one a module.

``info``, ``build``, ``compress``, ``solve``, ``recover``, ``fit`` (with ``fit_path`` for several
nu), ``predict``, ``draw`` and ``doctor``. Each declares its arguments and answers.
"""
