"""All choices of three out of five things, as a ZDD and as an NZDD."""

from itertools import combinations

import numpy as np

from nzdd import NZDD, ZDD, to_dot

names = "abcde"
family = list(combinations(range(5), 3))

zdd = ZDD.from_rows(family, order="natural")
nzdd = NZDD.from_rows(family, order="natural")
print(zdd)
print(nzdd)

print("rows:", ", ".join("".join(names[symbol] for symbol in row) for row in nzdd))
print("{a, b} in the family:", [0, 1] in zdd)

path = nzdd.shortest_path(np.array([1.0, 5.0, 2.0, 4.0, 3.0]))
print(f"the cheapest row costs {path.length:g}:", "".join(names[symbol] for symbol in path.symbols))

print(to_dot(nzdd, names=names))
