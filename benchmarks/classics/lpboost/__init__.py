"""The experiments of Demiriz, Bennett and Shawe-Taylor 2002.

``small`` has tables 1 and 3, ``large`` table 2 and figure 1 (drawn by ``nu_plots``), ``regression``
section 6; ``trees`` are their weak learners, and ``part`` puts them together.
"""
