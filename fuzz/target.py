"""Fuzz one target with atheris: ``python fuzz/target.py NAME [options of libFuzzer] [corpus]``."""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path

import atheris

FORMATS = (
    *("mps", "lp", "orlib", "solution"),
    *("svmlight", "itemsets", "csv", "parquet", "simplices", "classifier"),
    *("zdd_archive", "nzdd_archive", "extended_archive", "zdd_dump"),
    *("dimacs", "gml", "graphml", "edge_list", "mtx", "metis", "gexf"),
    *("bpplib", "items", "vbp", "places", "hours", "solomon", "vrplib"),
)
TARGETS = {
    **dict.fromkeys(FORMATS, "readers"),
    "edited_archive": "archives",
    **dict.fromkeys(("build", "algebra", "multiset", "frontier"), "set_families"),
}
"""What can be fuzzed, and the module that does it."""
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))


def fuzz(name: str, *options: str) -> None:
    """Run a target, and end the process; libFuzzer gets the options.

    Readers import some of their modules when they are called: these are to be instrumented, too.
    """
    with tempfile.TemporaryDirectory() as scratch, atheris.instrument_imports(include=["nzdd"]):
        module = import_module(TARGETS[name])
        target = module.TARGETS[name]
        folder = Path(scratch)
        seeds, words = folder / "seeds", folder / "words"
        seeds.mkdir()
        first, dictionary = [bytes(64), b"\xff" * 64], "0 1"
        if name in FORMATS:
            from seeds import WORDS, seeds_of

            first, dictionary = seeds_of(name, folder), WORDS.get(name, "0 1")
        for number, seed in enumerate(first):
            (seeds / str(number)).write_bytes(seed)
        quoted = (word.replace('"', '\\"') for word in dictionary.split())
        words.write_text("".join(f'"{word}"\n' for word in quoted))

        def test_one_input(data: bytes) -> None:
            try:
                target(data, folder)
            except module.EXPECTED as error:
                message = str(error)
            else:
                message = ""
            assert "\n" not in message, "an error of more than one line"

        atheris.Setup([sys.argv[0], *options, str(seeds), f"-dict={words}"], test_one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        print(" ".join(TARGETS))
        sys.exit(len(sys.argv) > 1)
    fuzz(*sys.argv[1:])
