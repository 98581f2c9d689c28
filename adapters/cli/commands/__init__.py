"""The subcommands of ``nzdd``, one a module.

``info``, ``build``, ``compress``, ``solve``, ``recover``, ``fit``, ``predict``, ``draw`` and
``doctor``; each declares its arguments and answers. What
they learn is in `nzdd.adapters.cli.learning`.
"""
