"""``nzdd doctor``."""

from __future__ import annotations

import platform
import re
from argparse import ArgumentParser, Namespace
from importlib import metadata
from time import perf_counter
from typing import Any

from nzdd import __version__
from nzdd.adapters.cli.answer import ANSWERED, UNANSWERED, Answer, fields, table
from nzdd.adapters.errors import LicenceError, MissingExtraError, UnsupportedModelError
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.methods.lazy import solve_lazy
from nzdd.adapters.requirements import install_command, requirements
from nzdd.adapters.solvers.registry import LAZY_SOLVERS, LICENSED, SOLVERS
from nzdd.cores import num_cores
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.input.memory import available

PACKAGES = ("numpy", "scipy", "ortools")
"""Dependencies whose versions matter for what solvers answer."""

BRANCH_AND_CUT = {f"{name} (lazy)": name for name in LAZY_SOLVERS if name in ("scip", *LICENSED)}
"""Branch and cut over row oracles, beside the solvers of listed rows, and the solver of each."""

SOURCES = {solver.name: (solver.package, solver.licence) for solver in SOLVERS.values()}
SOURCES |= {
    lazy: (LAZY_SOLVERS[name] or "", SOLVERS[name].licence) for lazy, name in BRANCH_AND_CUT.items()
}
"""The package that brings each solver, and the licence of the solver."""

OPTIMUM = 1.0
SECONDS = 60.0


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments: there are none."""


def run(options: Namespace) -> Answer:
    """Show versions, extras and memory, and try every solver."""
    facts: dict[str, Any] = {
        "nzdd": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        **{name: _version(name) for name in PACKAGES},
        "cores": num_cores(),
        "memory": available(),
        "extras": extras(),
        "solvers": {name: tried(name) for name in SOURCES},
    }
    failed = any(solver["state"] == "fails" for solver in facts["solvers"].values())
    return Answer(facts, _text(facts), UNANSWERED if failed else ANSWERED)


def extras() -> dict[str, dict[str, Any]]:
    """The packages of each extra, as the installed nzdd declares them, with their versions."""
    found = {
        extra: {
            (package := re.split(r"[^\w.-]", name, maxsplit=1)[0]): _version(package)
            for name in wanted
        }
        for extra, wanted in requirements().items()
    }
    return {
        extra: {
            "installed": None not in packages.values(),
            "packages": packages,
            "install": install_command(extra, extra),
        }
        for extra, packages in found.items()
    }


def tried(name: str) -> dict[str, Any]:
    """What a solver, in a process of its own, answers to a model with two columns."""
    package, licence = SOURCES[name]
    facts = {"package": package, "version": _version(package), "licence": licence}
    started = perf_counter()
    try:
        result = _solve(name)
    except MissingExtraError as error:
        return facts | {"state": "missing", "message": str(error), "seconds": None}
    except LicenceError as error:
        return facts | {"state": "no licence", "message": str(error), "seconds": None}
    except Exception as error:  # whatever it is, the other solvers are tried
        state, message = "fails", f"{type(error).__name__}: {error}"
    else:
        if result.fun is None:
            state, message = "fails", result.message or result.status.value
        elif abs(result.fun - OPTIMUM) > 1e-6:
            state, message = "fails", f"answers {result.fun}, and the optimum is {OPTIMUM}"
        else:
            state, message = "works", ""
    return facts | {"state": state, "message": message, "seconds": perf_counter() - started}


def _solve(name: str) -> Result:
    if name in BRANCH_AND_CUT:
        lazy = LazyModel.from_model(_model(True))
        return solve_lazy(lazy, BRANCH_AND_CUT[name], time_limit=SECONDS)
    try:
        return solve_direct(_model(False), name, time_limit=SECONDS)
    except UnsupportedModelError:
        return solve_direct(_model(True), name, time_limit=SECONDS)


def _model(integer: bool) -> LinearModel:
    return LinearModel([1, 2], [[1, 1]], row_lower=1, upper=1, integrality=integer)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _text(facts: dict[str, Any]) -> str:
    about = ("nzdd", "python", "platform", *PACKAGES, "cores")
    memory = f"{facts['memory'] // 2**20:,} MB"
    lines = fields([*((name, facts[name]) for name in about), ("memory", memory)])
    extra_rows = [
        (extra, "installed" if found["installed"] else f"missing; {found['install']}")
        for extra, found in facts["extras"].items()
    ]
    solvers = facts["solvers"].items()
    keys = ("state", "package", "version", "licence", "seconds")
    solver_rows = [(name, *map(each.get, keys)) for name, each in solvers]
    failures = [
        f"{name} {'fails' if each['state'] == 'fails' else 'has no licence'}: {each['message']}"
        for name, each in solvers
        if each["state"] in {"fails", "no licence"}
    ]
    sections = [
        lines,
        table(("extra", "state"), extra_rows),
        table(("solver", *keys), solver_rows),
        f"Free licences of {', '.join(LICENSED)} limit the size of models, those of the other "
        "solvers do not.",
        *failures,
    ]
    return "\n\n".join(sections)
