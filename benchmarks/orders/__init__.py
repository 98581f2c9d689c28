"""Symbol orders: ``python -m benchmarks.orders``.

``families`` are the diagrams whose orders are compared, ``ideas`` the methods that do not pay.
"""
