"""Error against size beside other packages, on the same folds: ``python -m benchmarks.rules``.

``samples`` are the sets, ``encodings`` what the methods get of them. ``methods`` says what a method
is and how its size is counted; ``peers`` and ``own`` list them, ``versions`` tells when they have
changed. ``cells`` fits, ``outcomes`` puts folds together, ``frontier`` compares, ``report`` prints,
``plots`` draws.
"""
