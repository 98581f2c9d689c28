"""Names with control sequences or quotes, or that look like numbers or keywords of a format."""

from __future__ import annotations

import numpy as np

from hostile.case import one_of

WORDS = r"""x x1 R0 C0 OBJ RHS Pwned 'MARKER' $ $x * # MARKER INTORG ENDATA BOUNDS (obj:1) =obj=
    1 -1 1e5 nan inf 0x1 1,000 null true None .. '- =cmd() @ + - --help ~ ~root *.mps
    " ' \ \" \N \l ` ; , | [ ] { } : = %s {0} "];Pwned[label=" <b> <!-- ]]> &lt; &#0;
    </script><script>Pwned()</script>"""
BLANKS = (" ", "  ", "\t", "\n", "\r\n", "\r", "\0", "\x85", "\xa0", "\u2028", "\u200b", "\ufeff")
STEERING = ("\x1b[31m", "\x1b]0;Pwned\x07", "\x07", "\x08", "\x7f", "\u202e", "\u2066")
FOREIGN = ("\xe9", "e\u0301", "\u65e5\u672c", "\U0001f600", "a" * 300)
PIECES = (*WORDS.split(), *BLANKS, *STEERING, *FOREIGN)
LONG = ("n" * 10_000, "\x1b[0m" * 2000, "\n" * 50)


def name(random: np.random.Generator) -> str:
    """A name made of a few hostile pieces; rarely empty, or long."""
    if random.random() < 0.05:
        return str(one_of(random, "", *LONG))
    return "".join(str(one_of(random, *PIECES)) for _ in range(int(random.integers(1, 4))))


def names(random: np.random.Generator, count: int) -> list[str]:
    """Some names, sometimes with a duplicate."""
    found = [name(random) if random.random() < 0.7 else f"n{i}" for i in range(count)]
    if count > 1 and random.random() < 0.1:
        found[0] = found[1]
    return found
