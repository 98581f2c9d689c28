"""Files, read and written.

``formats`` knows every format, and picks one by the name of a file. ``models`` has the files of
models and of their solutions; ``samples`` reads labelled rows from ``svmlight`` or ``tables``;
``itemsets``, ``graphs`` and ``dumps`` (diagrams by other programs) are families of sets. ``chunks``
reads rows of many files bit by bit. ``classifiers`` are what was learned. ``text`` opens, unpacks
and saves all of them; ``characters`` finds characters that a format does not allow.
"""
