"""Pictures of diagrams and results.

``picture`` makes files of pictures and what a notebook shows of a diagram: by ``graphviz``, or from
a ``sketch`` as ``svg`` or ``tikz``. ``profile`` draws the levels of a large one, ``page`` an
interactive HTML page, both pages and sketches by ``layout``; ``matplotlib`` draws the figures of
models and fits, and ``charts`` bars and lines of reports.
"""
