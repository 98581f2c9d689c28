"""Files of packing problems: items that are put into as few bins as possible.

``bpplib`` reads cutting stock and bin packing files, ``vbp`` vector packing files; ``instance`` is
what they hold.
"""
