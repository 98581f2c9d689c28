"""Hostile use of nzdd: ``python fuzz/hostile --seed 1 --seconds 3600``."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

FUZZ = Path(__file__).resolve().parents[1]
# The checkout has no compiled core, so only these two of its folders may be imported from.
sys.path[0] = str(FUZZ)
sys.path.append(str(FUZZ.parent / "tests"))
# Small matrices in threads are slow, and threads and forks are no friends.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hostile import lanes, worker  # noqa: E402

SHARES = {
    "models": 0.18,
    "sizes": 0.08,
    "family_models": 0.06,
    "choosing": 0.06,
    "own_models": 0.08,
    "diagrams": 0.1,
    "files": 0.16,
    "interruptions": 0.12,
    "memory": 0.1,
    "names": 0.1,
    "learning": 0.06,
}
"""The parts, and the share of the time that each of them gets."""


def main() -> int:
    """Run the given parts, or all, and count; return 1 if something was found."""
    parser = ArgumentParser(prog="fuzz/hostile", description=__doc__)
    parser.add_argument("parts", metavar="PART", nargs="*", type=_part, help=", ".join(SHARES))
    parser.add_argument("--seed", type=int, default=1, help="of all that is random")
    parser.add_argument("--seconds", type=float, default=60.0, help="of all parts together")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--case", metavar="NUMBER", type=int, help="run this case of a part alone")
    options = parser.parse_args()
    parts = options.parts or list(SHARES)
    if options.case is not None:
        return worker.alone(parts[0], options.seed, options.case)
    whole = sum(SHARES[part] for part in parts)
    finds = 0
    for part in parts:
        seconds = options.seconds * SHARES[part] / whole
        cases, found = lanes.run(part, options.seed, seconds, options.jobs)
        print(f"{part}: {cases} cases, {found} finds", flush=True)
        finds += found
    return int(finds > 0)


def _part(name: str) -> str:
    if name not in SHARES:
        raise ArgumentTypeError(f"{name!r} is not a part; choose from {', '.join(SHARES)}")
    return name


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker.main(sys.argv[2:])
    else:
        sys.exit(main())
