"""Files of vehicle routing problems.

``vrplib`` reads those with capacities, as CVRPLIB has them, ``place_table`` tables; ``instance`` is
what they hold.
"""
