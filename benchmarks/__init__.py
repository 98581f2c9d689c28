"""Side-by-side measurements, such as ``python -m benchmarks.build``, on an editable install."""
