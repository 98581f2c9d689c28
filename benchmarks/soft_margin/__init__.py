"""The 1-norm soft margin, side by side: ``python -m benchmarks.soft_margin PART``."""
