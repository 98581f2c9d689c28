"""``docs/benchmarks/paper.md``: the experiments of Kurokawa et al. 2022, published and ours.

``page`` writes it: ``sizes`` has tables 3 to 8, ``programs`` figure 5, ``soft_margin`` table 2 and
figures 6 to 8; ``sample_names`` are those that several of them show.
"""
