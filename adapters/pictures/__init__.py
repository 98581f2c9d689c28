"""Pictures of diagrams and results.

``graphviz`` draws files of pictures, ``page`` an interactive HTML page, ``matplotlib`` the figures
of models and fits, ``notebook`` what a notebook shows of a diagram.
"""
