"""Files, read and written.

``formats`` lists every format, and picks one by the name of a file. ``models`` has the files of
models and of their solutions; ``samples`` reads labelled rows from ``svmlight`` or ``tables``;
``itemsets``, ``graphs``, ``dumps`` (diagrams by other programs) and ``archives`` (those of nzdd)
hold families of sets. ``chunks`` reads rows of many files, chunk by chunk. ``classifiers`` are what
was learned. ``text`` opens, unpacks and saves all of them.
"""
