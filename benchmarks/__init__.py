"""Side-by-side measurements; run one as ``python -m benchmarks.build``."""
