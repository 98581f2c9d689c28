"""Files, read and written.

``models`` has the files of models and their solutions, ``samples`` those of labelled rows and of
classifiers, ``families`` those of families of sets and of diagrams. ``text`` opens, unpacks and
saves all of them; ``characters`` finds characters that a format does not allow.
"""
