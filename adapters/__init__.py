"""Bridges to solvers, files, libraries, estimators, pictures and the command line.

``methods`` solve a model by the ``solvers``, each in a process of ``workers``. ``files`` reads and
writes, ``libraries`` go to other packages and back, ``sklearn`` has the estimators, ``cli`` the
command and ``pictures`` what there is to look at. ``errors`` are what all of them raise, ``extras``
the optional packages, ``stderr`` prints lines for people.
"""
