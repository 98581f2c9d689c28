"""Files of packing problems: items that are put into as few bins as possible.

``bpplib`` reads cutting stock and bin packing files, ``orlib`` those with several problems,
``vbp`` vector packing files, ``item_table`` tables; ``instance`` is what they hold.
"""
