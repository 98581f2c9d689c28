"""``nzdd pack``."""

from __future__ import annotations

import math
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from nzdd.adapters import stderr
from nzdd.adapters.cli.answer import (
    ANSWERED,
    BAD_INPUT,
    INTERRUPTED,
    UNANSWERED,
    Answer,
)
from nzdd.adapters.cli.arguments import (
    add_input,
    add_limits,
    add_output,
    decimal,
    time_left,
    within,
)
from nzdd.adapters.cli.inputs import Rows, load_packing
from nzdd.adapters.cli.outputs import LINES, check_output, saved, write_lines
from nzdd.adapters.cli.packing.first_plan import (
    check_plan,
    first_plan,
    name_of_plan,
    volume_bound,
)
from nzdd.adapters.cli.packing.members import Members
from nzdd.adapters.cli.packing.packing_problem import Problem, bins, colours
from nzdd.adapters.cli.progress import note_stop, progress_bar
from nzdd.adapters.files.packing.instance import PackingInstance
from nzdd.adapters.files.tables.number_columns import DEMANDS
from nzdd.adapters.methods.choose_many.colouring.colour_search import MAX_STATES
from nzdd.adapters.methods.choose_many.colouring.fewest_colours import colour
from nzdd.adapters.methods.choose_many.problems import cover
from nzdd.adapters.solvers.options import Options
from nzdd.adapters.step_table import StepTable
from nzdd.adapters.workers.interruption import Interruption, interruption
from nzdd.families import patterns
from nzdd.formulations.choose_many.surplus import without_surplus
from nzdd.formulations.iteration.limits import INTERRUPTED as BY_HAND
from nzdd.formulations.iteration.limits import MEMORY, Limits, Stopped, in_words
from nzdd.formulations.models.result import Result, Status
from nzdd.input.row_table import Progress

MOST_KNOWN = 10_000
"""Bins at most with which a search starts: each of them is a row."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, "instance", "FILE", "packing", "graph")
    add_output(parser, "OUT", f"file for the bins or colours: {', '.join(LINES)}", ".csv")
    parser.add_argument(
        "--capacity",
        metavar="[COLUMN=]N",
        action="append",
        type=_capacity,
        help="capacity of a bin for items in a table, once for each column of weights",
    )
    what = f"column that says how many of an item there are (default: {', '.join(DEMANDS)}, or 1)"
    parser.add_argument("--demand", metavar="COLUMN", help=what)
    parser.add_argument("--problem", metavar="NAME", help="which one of a file of OR-Library")
    add_limits(parser)
    parser.add_argument(
        "--max-states",
        metavar="N",
        type=within(int, 1, 2**40),
        default=MAX_STATES,
        help="give up the diagram of all patterns or independent sets where it has more states "
        f"(default: {MAX_STATES:,})",
    )


def run(options: Namespace) -> Answer:
    """Pack items into bins, cut stock, or colour a graph, with as few as possible."""
    check_output(options.output, LINES, options.instance)
    started = perf_counter()
    content = load_packing(
        options.instance,
        options.format,
        capacity=_capacities(options.capacity),
        demand=options.demand,
        problem=options.problem,
    )
    problem = colours(content) if isinstance(content, Rows) else bins(content)
    read = perf_counter() - started
    with (
        progress_bar("pack", quiet=options.quiet) as progress,
        interruption(note_stop) as stop,
    ):
        size, result = _solved(options, problem, progress, stop)
    result = replace(result, seconds={"read": read, **result.seconds})
    members = _members(problem, result)
    if members is not None:  # without surplus there may be fewer
        result = replace(result, fun=float(members.total))
        if result.gap == 0:
            result = replace(result, status=Status.OPTIMAL, message="", limit=None)
    facts = _facts(problem, size, result, members)
    code = ANSWERED if members is not None else UNANSWERED
    if result.limit == BY_HAND:
        code = INTERRUPTED
    write = (
        None if members is None else partial(write_lines, options.output, members.lines(), facts)
    )
    if not saved(options.output, write, quiet=options.quiet):
        code = BAD_INPUT
    text = f"{'instance':<11} {problem.words}\n"
    if size.get("nodes"):
        text += f"{'family':<11} {size['nodes']:,} nodes, {size['edges']:,} edges\n"
    text += result.summary()
    return Answer(facts, text if members is None else f"{text}\n\n{members.text()}", code)


def _capacity(text: str) -> tuple[str | None, float]:
    """The column, None if there is none, and the number of ``COLUMN=N`` or ``N``."""
    name, equals, number = text.rpartition("=")
    return (name if equals else None), within(decimal, 0.0, 2.0**40)(number)


def _capacities(given: list[tuple[str | None, float]] | None) -> float | dict[str, float] | None:
    if not given or (len(given) == 1 and given[0][0] is None):
        return given[0][1] if given else None
    capacities = {name: value for name, value in given if name is not None}
    if len(capacities) < len(given):
        raise ValueError("--capacity needs a column of its own each time, as in --capacity width=9")
    return capacities


def _solved(
    options: Namespace, problem: Problem, progress: Progress | None, stop: Interruption
) -> tuple[dict[str, int], Result]:
    """The size of the family, and the best members by the limits."""
    watched = sys.stderr is not None and sys.stderr.isatty() and not options.quiet
    limits = Limits(time_left(options), stop.is_set)
    common: Options = {
        "on_step": StepTable(stderr.say) if watched else None,
        "threads": options.threads,
        "interrupt": stop,
    }
    if problem.instance is not None:
        return _bins(options, problem.instance, limits, progress, common)
    assert problem.ends is not None
    common["time_limit"] = limits.left
    most = options.max_states
    result = colour(problem.ends, problem.demand.size, max_states=most, progress=progress, **common)
    return {"nodes": result.report.nodes, "edges": result.report.edges}, result


def _bins(
    options: Namespace,
    instance: PackingInstance,
    limits: Limits,
    progress: Progress | None,
    common: Options,
) -> tuple[dict[str, int], Result]:
    """A first plan, and where it is not proven best, a search among all patterns."""
    started = perf_counter()
    plan, least = first_plan(instance), volume_bound(instance)
    check_plan(instance, plan)
    total = int(plan.number.sum())
    first = Result(
        Status.FEASIBLE,
        fun=float(total),
        dual_bound=float(least),
        chosen=(plan,),
        max_violation=0.0,
        method=name_of_plan(instance),
        seconds={"plan": perf_counter() - started},
    )
    if first.gap == 0:
        return {}, replace(first, status=Status.OPTIMAL)

    def show(stage: str, share: float) -> None:
        limits.check()
        if progress is not None:
            progress(stage, share)

    started = perf_counter()
    try:
        limits.check()
        family = patterns(
            instance.weights,
            instance.capacities,
            instance.demand,
            max_states=options.max_states,
            progress=show,
        )
        limits.check()
    except (Stopped, MemoryError) as error:
        by_limit = isinstance(error, Stopped)
        limit = error.args[0] if by_limit else MEMORY
        message = in_words(limit) if by_limit else _too_large(options, error)
        seconds = {**first.seconds, "family": perf_counter() - started}
        return {}, replace(first, message=message, limit=limit, seconds=seconds)
    seconds = {**first.seconds, "family": perf_counter() - started}
    known = None
    if total <= MOST_KNOWN:
        known = plan.members[np.repeat(np.arange(len(plan)), plan.number)]
    common["time_limit"] = limits.left
    result = cover(family, instance.demand, known=known, **common)
    size = {"nodes": family.num_nodes, "edges": family.num_edges}
    return size, replace(_better(first, result), seconds={**seconds, **result.seconds})


def _too_large(options: Namespace, error: Exception) -> str:
    """Why there is no graph of patterns."""
    if "max_states" not in str(error):
        return "the graph of patterns does not fit into memory; round weights up"
    return (
        f"the graph of patterns has more than {options.max_states:,} nodes; round weights up, or "
        "raise --max-states"
    )


def _better(first: Result, result: Result) -> Result:
    """What a search found, or the first plan where this is better; the greater of their bounds."""
    bound = max(each.dual_bound for each in (first, result) if each.dual_bound is not None)
    found = [each for each in (result, first) if each.status in {Status.OPTIMAL, Status.FEASIBLE}]
    best = min(found, key=lambda each: math.inf if each.fun is None else each.fun)
    return replace(
        result,
        status=best.status,
        fun=best.fun,
        chosen=best.chosen,
        max_violation=best.max_violation,
        dual_bound=bound,
    )


def _members(problem: Problem, result: Result) -> Members | None:
    """What was chosen, each symbol as often as demanded."""
    if result.status not in {Status.OPTIMAL, Status.FEASIBLE}:
        return None
    chosen = result.chosen[0]
    return Members.of(problem, *without_surplus(chosen.members, chosen.number, problem.demand))


def _facts(
    problem: Problem, size: dict[str, int], result: Result, members: Members | None
) -> dict[str, Any]:
    names = ("status", "message", "dual_bound", "gap", "limit", "method", "solver", "seconds")
    return {
        "instance": problem.facts,
        "family": size,
        "objective": result.fun,
        **{name: getattr(result, name) for name in names},
        f"{problem.member}s": None if members is None else members.facts(),
    }
