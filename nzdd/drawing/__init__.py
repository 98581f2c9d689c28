"""Diagrams as pictures: text in Graphviz' DOT language, and the arrays of all pictures.

``drawing`` is a diagram in one form for ZDD and NZDD, ``excerpt`` the part of it that fits into a
picture, ``parallel`` says which edges are one line, ``dot`` is the text.
"""
