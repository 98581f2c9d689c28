"""Files of labelled rows, and of classifiers.

``formats`` picks the reader by the suffix: ``svmlight``, or ``tables`` (CSV, Parquet), which
``table_chunks`` reads in pieces. ``classifier`` saves what was learned.
"""
