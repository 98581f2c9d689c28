"""Random models, their true answers in rational numbers, and what an answer may say.

``draw`` draws, ``truth`` knows, ``judge`` compares, ``shrink`` makes small what was found.
"""
