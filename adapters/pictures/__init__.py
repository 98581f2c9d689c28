"""Pictures of diagrams and results.

``graphviz`` draws files of pictures and what a notebook shows of a diagram, ``profile`` the levels
of a large one, ``page`` an interactive HTML page, ``matplotlib`` the figures of models and fits.
"""
