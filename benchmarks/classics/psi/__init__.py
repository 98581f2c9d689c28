"""Liu and Wu, redone: ``tables`` 1 to 3, and the ``choice_of_a`` of section 3.4, all of table 1.

``simulated`` draws their samples, ``tuned`` has their machines.
"""
