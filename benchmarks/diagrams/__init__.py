"""Building and asking diagrams, beside other libraries.

``build_time`` builds the ``workloads`` from all ``forms`` of rows, with nzdd and with the
``peer_libraries``; ``scale`` builds them from files,
``cluster_cost`` says what many workers would take. ``paper_sizes`` builds the samples of
Kurokawa et al. 2022. ``families`` runs the ``family_programs`` beside graphillion, ``way_over`` the
programs of its users. ``states`` follows dynamic programs and automata. ``oracle`` searches for
shortest rows, ``import_time`` measures what each step loads.
"""
