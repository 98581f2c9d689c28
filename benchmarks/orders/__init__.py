"""Symbol orders: ``python -m benchmarks.orders``.

``instances`` are the families whose orders are compared, ``ideas`` the methods that do not pay.
"""
