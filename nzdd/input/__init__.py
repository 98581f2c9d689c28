"""Input, checked and converted to flat arrays.

``row_table`` holds rows of any accepted form, ``row_buffer`` rows collected from chunks,
``row_runs`` those in a file;
``arrays`` and ``sparse`` refuse damaged input, ``parameters`` checks numbers, choices and flags,
``whole_numbers`` makes integers of costs and bounds, and checks weights whose sums are to be exact,
``float_words`` makes integers of lengths, by arrays.
``memory`` says how much may be read, ``text`` how names from outside are shown.
"""
