"""Files of vehicle routing problems.

``vrplib`` reads those with capacities, as CVRPLIB has them.
"""
