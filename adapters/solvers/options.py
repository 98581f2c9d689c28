"""The options of a solve, which all solvers share; checked before any work starts."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from threading import Event
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.adapters import stderr
from nzdd.adapters.solvers.own_options import OwnOptions, Value
from nzdd.adapters.step_table import step_table
from nzdd.cores import num_cores
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.parameters import check_number
from nzdd.input.text import printable_text, shown

DEFAULT_GAP = 1e-6
"""Relative gap at which a solve counts as optimal; the solvers' own defaults differ (0 to 1e-4)."""

MOST_THREADS = 10**6
"""More cores than any machine has are a mistake."""

MOST_SEED = 2 * 10**9
"""What all solvers take."""

SYNONYMS = {"start": "hint", "warm_start": "hint", "x0": "hint", "timeout": "time_limit"}
"""What users of other libraries call an option."""

FOREVER = 1e9
"""Longer time limits, in seconds, count as none: some solvers count in nanoseconds."""


class Options(TypedDict, total=False):
    """Keyword arguments of a solve, all optional.

    Attributes
    ----------
    time_limit : float
        Wall-clock seconds for the solver, >= 0; by default none.
    threads : int
        Cores to use, at least 1: threads of one solver, or shared by solvers that race. More than
        this process may use count as all of them, with a warning. By default a solver's own choice.
    gap : float
        Relative gap between objective and dual bound at which a mixed-integer solve may stop, by
        default `DEFAULT_GAP`. Linear programs ignore it.
    hint : array_like, shape (n,)
        A point to start from, NaN where no value is proposed; values outside the bounds are moved
        to them. SCIP, HiGHS and CP-SAT use it, and on models with integer columns Gurobi, CPLEX and
        Xpress; the others ignore it.
    log : bool, "solver" or callable
        True prints a table of the steps on stderr; in a notebook, its last line. "solver" prints
        the solver's own log there, a callable gets that line by line.
    on_step : callable
        Called with a `nzdd.formulations.iteration.solve_step.SolveStep` while the solve runs: at
        every better point, now and then at a better bound or more nodes, after
        `nzdd.adapters.solvers.best_known.BEAT_SECONDS` without any of these, and at the end. One
        call at a time; where several solvers race, with the best point and bound of them all.
    on_found : callable
        Called while the solver runs with each better point, as an array of shape (n,), and None, or
        with None and a better dual bound, or with both. Points are not checked yet. SCIP, HiGHS,
        CP-SAT, Gurobi, CPLEX and Xpress report both on models with integer columns.
    seed : int
        Of the solver's random numbers, from 0 to 2e9; PDLP, scipy and Clarabel have none. By
        default the solver's own, which is always the same.
    memory_limit : int
        Bytes that the processes of the solvers may take, shared by those that race; at it they end
        as at a time limit, with ``limit="memory"``. By default none.
    solver_options : mapping
        Further options by the solver's own names, such as ``{"limits/nodes": 1000}`` for SCIP;
        values may be text. They come after those of nzdd. Give the solver, too.
    interrupt : threading.Event
        Ends the solve early when set, from another thread, with the best point and bound known
        within half a second. Ctrl-C needs no event.
    wait : float
        Seconds, >= 0, that an interrupted solver has to end by itself, by default a fraction of
        one; after that the answer is the best that it has reported. SCIP inside a linear program
        may need longer; HiGHS, scipy and Clarabel never end by themselves, and the last two report
        nothing.
    """

    time_limit: float | None
    threads: int | None
    gap: float | None
    hint: ArrayLike | None
    log: bool | Literal["solver"] | Callable[[str], None] | None
    on_step: OnStep | None
    on_found: Callable[[NDArray[np.float64] | None, float | None], object] | None
    seed: int | None
    memory_limit: int | None
    solver_options: OwnOptions | None
    interrupt: Event | None
    wait: float | None


@dataclass(frozen=True)
class Settings:
    """Checked options, made once a solve.

    `examined` says that `nzdd.adapters.solvers.trivial.trivial_answer` has none for the model. A
    worker process gets all but what is called in this one.
    """

    time_limit: float | None = None
    threads: int | None = None
    gap: float = DEFAULT_GAP
    hint: NDArray[np.float64] | None = None
    on_log: Callable[[str], None] | None = None
    on_step: OnStep | None = None
    on_found: Callable[[NDArray[np.float64] | None, float | None], object] | None = None
    seed: int | None = None
    memory_limit: int | None = None
    solver_options: Mapping[str, Value] = field(default_factory=dict)
    interrupt: Event | None = None
    wait: float | None = None
    examined: bool = False

    def __getstate__(self) -> dict[str, Any]:
        here = {"on_step": None, "on_found": None, "interrupt": None}
        return vars(self) | here | {"on_log": None if self.on_log is None else print_line}


def settings(model: LinearModel, options: Options | Settings) -> Settings:
    """Check options for a model; ValueError or TypeError if one is unknown or wrong."""
    if isinstance(options, Settings):
        return options
    for name in options.keys() - Options.__annotations__.keys():
        known = tuple(Options.__annotations__)
        near = [SYNONYMS[name]] if name in SYNONYMS else get_close_matches(name, known, 1)
        cure = f"is {near[0]} meant?" if near else f"take one of {', '.join(known)}"
        raise TypeError(f"there is no option {name!r}; {cure}")
    if not isinstance(model, LinearModel):
        raise TypeError(f"the model is {shown(model)}; give a LinearModel")
    given: Mapping[str, Any] = options
    hint: Any = options.get("hint")
    time_limit, threads, gap, wait = map(given.get, ("time_limit", "threads", "gap", "wait"))
    check_number("time_limit", time_limit, infinite=True, choices=(None,))
    check_number("wait", wait, infinite=True, choices=(None,))
    check_number("gap", gap, choices=(None,))
    if threads is not None:
        threads = checked_threads(threads)
    if hint is not None:
        try:
            hint = np.asarray(hint, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"hint is {shown(hint)}; give numbers, NaN for none") from None
        if hint.shape != (model.num_columns,):
            raise ValueError(
                f"hint has shape {hint.shape}; give ({model.num_columns},) numbers, NaN for none"
            )
        if np.isinf(hint).any():
            at = int(np.isinf(hint).argmax())
            raise ValueError(f"hint[{at}] is {hint[at]}; give finite numbers, NaN for none")
    log, interrupt = given.get("log"), options.get("interrupt")
    own_log = isinstance(log, str) and log == "solver"
    on_found, on_step = options.get("on_found"), options.get("on_step")
    if not (on_found is None or callable(on_found)):
        raise TypeError(f"on_found is {shown(on_found)}; give a function of a point and a bound")
    if not (on_step is None or callable(on_step)):
        raise TypeError(f"on_step is {shown(on_step)}; give a function, or None")
    if not (log is None or isinstance(log, (bool, np.bool_)) or own_log or callable(log)):
        raise TypeError(
            f"log is {shown(log)}; give True, False, 'solver' for the solver's own log, or a "
            "function of a line of that"
        )
    if log is not None and not callable(log) and not own_log:
        on_step = step_table(on_step) if log else on_step
        log = None
    if interrupt is not None and not callable(getattr(interrupt, "is_set", None)):
        raise TypeError(f"interrupt is {shown(interrupt)}; give a threading.Event")
    seed, memory_limit = given.get("seed"), given.get("memory_limit")
    ranges = ("seed", seed, 0, MOST_SEED), ("memory_limit", memory_limit, 1, 2**60)
    for name, value, least, most in ranges:
        whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        if value is not None and not (whole and least <= value <= most):
            text = f"{name} is {shown(value)}; give a whole number from {least} to {most:,}"
            raise ValueError(text)
    own = given.get("solver_options")
    own = {} if own is None else own
    if not isinstance(own, Mapping):
        raise TypeError(f"solver_options is {shown(own)}; give a mapping of names to values")
    for name, value in own.items():
        if not isinstance(name, str) or not isinstance(value, (str, int, float)):
            text = f"solver_options has {shown(name)}: {shown(value)}"
            raise TypeError(f"{text}; give names as text, and numbers or text")
    return Settings(
        None if time_limit is None or time_limit > FOREVER else float(time_limit),
        threads,
        DEFAULT_GAP if gap is None else float(gap),
        hint,
        print_line if own_log else log,
        on_step,
        on_found,
        None if seed is None else int(seed),
        None if memory_limit is None else int(memory_limit),
        dict(own),
        interrupt,
        wait,
    )


def checked_threads(threads: object) -> int:
    """The number of cores to use; ValueError unless it is a whole number of at least 1."""
    if not isinstance(threads, (int, np.integer)) or not 1 <= threads <= MOST_THREADS:
        raise ValueError(
            f"threads is {shown(threads)}; give a whole number from 1 to {MOST_THREADS}, or None "
            "for the default"
        )
    cores = num_cores()
    if threads > cores:
        text = f"threads is {threads}, and this process may use {cores} cores: it uses these"
        warnings.warn(text, stacklevel=4)
    return min(int(threads), cores)


def print_line(line: str) -> None:
    """Print a line of a log on stderr."""
    stderr.say(printable_text(line))
