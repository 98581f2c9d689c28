"""The papers behind the four classics, their tables redone beside ours.

``python -m benchmarks.classics PART``: ``lpboost``, ``l0_rboost``, ``pair_cuts``, ``psi`` and
``minimax``, over ``samples`` and ``psi_samples``; ``compare`` puts estimators and
``peer_estimators`` on the same splits, ``validated`` and ``psi_tuned`` choose parameters, ``table``
prints.
"""
