"""Random models by every method and solver, against the truth in rational numbers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np

from hostile import known
from hostile.case import Find, one_of
from hostile.exact import random_models
from hostile.exact.judge import Judge
from hostile.exact.shrink import shrink, source
from hostile.exact.truth import Undecided
from hostile.parts import model_files
from nzdd import solve
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers.registry import LAZY_SOLVERS, SOLVERS
from nzdd.formulations import LinearModel

Variant = tuple[str, str | None]
PROGRAM = """import numpy as np
from nzdd import solve
from nzdd.formulations import LinearModel

print(solve({}, {!r}, {!r}).summary())
"""
SECONDS = 30.0
"""Of a solve; models are so small that a solver that needs them all is a find."""


def case(random: np.random.Generator, folder: Path) -> None:
    """Draw a model and solve it by the default and by some other methods."""
    draw = random_models.tall if random.random() < 0.06 else random_models.small
    model, moderate = draw(random)
    (folder / "model.py").write_text(source(model) + "\n")
    with suppress(Undecided):
        _all_variants(random, Judge(model, moderate=moderate), folder)


def _all_variants(random: np.random.Generator, judge: Judge, folder: Path) -> None:
    for variant in [("auto", None), *_variants(random)]:
        find = ask(judge, variant)
        if find is not None:
            _make_small(judge, variant, find, folder)
            raise Find(f"{' '.join(filter(None, variant))}: {find}")
    if random.random() < 0.1:
        try:
            model_files.there_and_back(random, judge, folder)
        except Find as find:
            if known.excuse(judge.model, None, str(find)) is None:
                raise Find(f"through files: {find}") from find


def _variants(random: np.random.Generator) -> list[Variant]:
    """Methods and solvers besides the default."""
    variants: list[Variant] = [("lazy", str(one_of(random, *LAZY_SOLVERS)))]
    for solver in random.choice(list(SOLVERS), 3, replace=False).tolist():
        variants.append(
            (str(one_of(random, "direct", "direct", "extended", "extended", "auto")), solver)
        )
    return variants


def ask(judge: Judge, variant: Variant) -> str | None:
    """Solve by one variant; return what is wrong with the answer, or None."""
    try:
        judge.check(solve(judge.model, *variant, time_limit=SECONDS))  # type: ignore[arg-type]
    except UnsupportedModelError as error:
        return None if "column" in str(error) else f"refuses: {error}"  # of columns, not of options
    except Find as find:
        return None if known.excuse(judge.model, variant[1], str(find)) else str(find)
    return None


def _make_small(judge: Judge, variant: Variant, find: str, folder: Path) -> None:
    """Write a small model with the same fault."""

    def wrong(model: LinearModel) -> bool:
        with suppress(Exception):
            found = ask(Judge(model, moderate=judge.moderate), variant)
            return found is not None and found.split()[:2] == find.split()[:2]
        return False

    model = source(shrink(judge.model, wrong))
    (folder / "smaller.py").write_text(PROGRAM.format(model, *variant))
