"""What the cells of a column hold.

``number_blocks`` finds the columns that need a look of their own; ``values`` has the marks of
missing values, and recognises numbers among words and row numbers; ``number_forms`` reads amounts,
per cent and units; ``dates`` recognises dates, and ``date_columns`` makes numbers of them;
``choices`` makes bits of cells with several choices; ``whole_numbers`` keeps the digits of large
numbers.
"""
