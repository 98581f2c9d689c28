"""The subcommands of ``nzdd``, one a module.

``info``, ``build``, ``compress``, ``solve``, ``recover``, ``fit``, ``predict``, ``draw`` and
``doctor``; each declares its arguments and answers. ``fit_report`` is the answer of ``fit``.
"""
