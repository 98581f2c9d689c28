"""The 1-norm soft margin, side by side: ``python -m benchmarks.soft_margin PART``.

The parts are ``solve_times``, ``paper``, ``scale``, ``slack`` and ``classifiers``, over
``binary_samples`` and ``peer_solvers``; ``runs`` measures one method in a process of its own by
``meter``, ``plots`` draws.
"""
