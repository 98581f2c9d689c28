"""Files, read and written.

``formats`` lists every format, and picks one by the name of a file. ``models`` has the files of
models and of their solutions; ``samples`` reads labelled rows of 0 and 1 from ``svmlight`` or
``tables``, ``raw_samples`` any labelled rows, and a ``reading`` says how; ``foreign`` names formats
that are not read; ``itemsets`` and ``graphs`` hold families of sets, ``diagrams`` what nzdd and
other programs have saved. ``chunks`` reads rows of many files, chunk by chunk, ``sample_chunks``
labelled rows. ``classifiers`` are learned classifiers as JSON. ``text`` opens, unpacks and saves
all of them, and has ``html_tables`` as text.
"""
