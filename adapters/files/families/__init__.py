"""Files of families of sets, and of diagrams by other programs.

``formats`` picks the reader by the suffix: ``itemsets``, ``simplices`` or a diagram in text
(``zdd_text``, of ``node_lines``, which make a ``node_table``). ``graphs`` reads graphs,
``dimacs_graph`` those of DIMACS.
"""
