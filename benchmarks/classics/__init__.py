"""The papers behind the four classics, their tables redone beside ours.

``python -m benchmarks.classics PART``: ``l0_rboost`` with its pair cuts, ``lpboost``, ``psi`` and
``minimax``, over ``paper_samples``; ``compare`` puts estimators and ``peer_estimators`` on the same
splits, ``deals`` keeps what they find, ``table`` prints.
"""
