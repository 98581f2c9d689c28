"""The problems of the gallery, beside the best alternative: ``python -m benchmarks.gallery NAME``.

A module for each script in ``examples/gallery``, of the same name, says which sizes are solved and
gives the alternatives as functions. ``compare`` measures them, each in a process of its own.
``rounds`` is row generation with a solver as the separation oracle, which several of them share.
"""
