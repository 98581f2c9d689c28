"""``nzdd solve``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, Literal

from nzdd.adapters import stderr
from nzdd.adapters.cli.answer import ANSWERED, BAD_INPUT, INTERRUPTED, UNANSWERED, Answer
from nzdd.adapters.cli.arguments import (
    InputPath,
    add_choice,
    add_input,
    add_limits,
    duration,
    output_path,
    own_option,
    size,
    time_left,
    within,
)
from nzdd.adapters.cli.outputs import check_output, saved
from nzdd.adapters.cli.progress import note_stop, progress_bar
from nzdd.adapters.files.formats import outputs, read_model
from nzdd.adapters.files.models import solutions
from nzdd.adapters.methods import dispatch
from nzdd.adapters.solvers.options import MOST_SEED, print_line
from nzdd.adapters.solvers.registry import SOLVERS
from nzdd.adapters.step_table import StepTable
from nzdd.adapters.workers.interruption import interruption
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.result import Result, Status

_REPORTS = {"CompressionReport": "compression", "LazyReport": "lazy", "Choice": "auto"}

_FACTS = (
    "status", "message", "dual_bound", "gap", "limit", "method", "solver", "max_violation",
    "seconds",
)  # fmt: skip

_NO_POINT = {Status.INFEASIBLE, Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}
_ANSWERS = {Status.OPTIMAL, Status.FEASIBLE, *_NO_POINT}


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, "model", "MODEL", "model")
    what = "; ".join(f"{name}: {text}" for name, text in dispatch.METHODS.items())
    add_choice(parser, "--method", tuple(dispatch.METHODS), what)
    parser.add_argument(
        "--solver",
        metavar="NAME",
        help=f"{', '.join(SOLVERS)} (default: what suits the model)",
    )
    gap = within(float, 0.0, 1e6)
    add_limits(parser)
    parser.add_argument(
        "--wait",
        metavar="TIME",
        type=duration,
        help="how long to wait after Ctrl-C for the solver's own answer, before the best solution "
        "it has reported is returned (default: a fraction of a second)",
    )
    what = "relative gap below which a solution counts as optimal (default: 1e-6)"
    parser.add_argument("--gap", metavar="GAP", type=gap, help=what)
    what = "stop with the best solution when the solvers take more memory, such as 500M or 4G"
    parser.add_argument("--memory-limit", metavar="SIZE", type=size, help=what)
    what = "of the solver's random numbers (default: always the same)"
    parser.add_argument("--seed", metavar="N", type=within(int, 0, MOST_SEED), help=what)
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        type=own_option,
        action="append",
        default=[],
        help="an option of the solver by its own name, with --solver; may be repeated",
    )
    what = "a solution to start from: lines 'name value', as -o writes them"
    parser.add_argument("--start", metavar="FILE", type=InputPath, help=what)
    what = "file for the solution; - for standard output"
    names = ("-o", "--output", "--solution")
    parser.add_argument(
        *names, metavar="OUT.sol", dest="solution", type=output_path(".sol"), help=what
    )
    parser.add_argument("--log", action="store_true", help="show the log of the solver on stderr")
    what = "file for the log of the solver"
    parser.add_argument("--log-file", metavar="FILE", type=output_path(".log"), help=what)


def run(options: Namespace) -> Answer:
    """Solve a linear or mixed-integer model."""
    if options.solver is not None and options.solver not in SOLVERS:
        raise ValueError(
            f"--solver {options.solver}: unknown solver; take one of {', '.join(SOLVERS)}"
        )
    inputs = options.model, options.start
    check_output(options.solution, outputs("solution"), *inputs)
    check_output(options.log_file, ("",), *inputs, options.solution)
    if options.option and options.solver is None:
        name = options.option[0][0]
        raise ValueError(f"--option {name} needs --solver: name its solver, as in --solver highs")
    started = perf_counter()
    model = read_model(options.model, options.format)
    hint = None if options.start is None else solutions.read(options.start, model)
    read = perf_counter() - started
    watched = sys.stderr is not None and (options.log or sys.stderr.isatty())
    table = StepTable(stderr.say) if watched and not options.quiet else None
    with (
        progress_bar("solve", quiet=options.quiet or options.log) as progress,
        interruption(note_stop) as stop,
        _logging(options) as log,
    ):

        def show(stage: str, share: float) -> None:
            if stop.is_set():  # while diagrams are built there is nothing to show for it
                raise KeyboardInterrupt
            if progress is not None:
                progress(stage, share)

        def tell(step: SolveStep) -> None:
            if progress is not None:
                progress("solve", 1.0)  # no bar below the table
            if table is not None:
                table(step)

        result = dispatch.solve(
            model,
            options.method,
            options.solver,
            progress=show,
            on_step=None if table is None else tell,
            interrupt=stop,
            wait=options.wait,
            time_limit=time_left(options),
            threads=options.threads,
            gap=options.gap,
            hint=hint,
            seed=options.seed,
            memory_limit=options.memory_limit,
            solver_options=dict(options.option),
            log=log,
        )
    seconds = {"read": read, **result.seconds}
    for step in ("build", "solve"):  # of a trivial model there is nothing to build
        seconds.setdefault(step, 0.0)
    result = replace(result, seconds=seconds)
    code = ANSWERED if result.status in _ANSWERS else UNANSWERED
    if result.limit == "interrupted":
        code = INTERRUPTED
    path, x = options.solution, result.x
    write = None if x is None else partial(solutions.write, path, model, x)
    if not saved(path, write, quiet=options.quiet):
        code = BAD_INPUT
    text = result.summary()
    if _kind(result) == "auto":
        text += f"\n{'chosen':<11} {result.report}"
    return Answer(_facts(result), text, code)


@contextmanager
def _logging(options: Namespace) -> Iterator[Callable[[str], None] | Literal["solver"] | None]:
    """Where the log of the solver goes: to stderr, a file, both, or nowhere."""
    if options.log_file is None:
        yield "solver" if options.log else None
        return
    with open(options.log_file, "w") as file:

        def log(line: str) -> None:
            print(line, file=file, flush=True)
            if options.log:
                print_line(line)

        yield log


def _facts(result: Result) -> dict[str, Any]:
    facts = {name: getattr(result, name) for name in _FACTS} | {"objective": result.fun}
    if result.report is not None:
        facts[_kind(result)] = result.report.to_dict()
    return facts


def _kind(result: Result) -> str:
    return _REPORTS.get(type(result.report).__name__, "")
