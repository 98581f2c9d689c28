"""Tables with named columns: CSV and Parquet.

``frames`` reads them whole and makes rows of bits of them; ``chunks`` reads some rows at a time.
"""
