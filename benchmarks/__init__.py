"""Side-by-side measurements, such as ``python -m benchmarks.build``, on an editable install.

The peers come with the extra ``bench``; one that is missing is skipped.
"""
