"""Files, read and written.

``formats`` lists every format, and picks one by the name of a file. ``models`` has the files of
models and of their solutions; ``samples`` reads labelled rows from ``svmlight`` or ``tables``;
``itemsets`` and ``graphs`` hold families of sets, ``diagrams`` what nzdd and other programs have
saved. ``chunks`` reads rows of many files, chunk by chunk. ``classifiers`` are learned classifiers
as JSON. ``text`` opens, unpacks and saves all of them.
"""
