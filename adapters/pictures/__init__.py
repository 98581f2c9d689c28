"""Pictures of diagrams and results.

``graphviz`` draws files of pictures and what a notebook shows of a diagram, ``page`` an interactive
HTML page, ``matplotlib`` the figures of models and fits.
"""
