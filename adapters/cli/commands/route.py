"""``nzdd route``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

from nzdd.adapters.cli.answer import (
    ANSWERED,
    BAD_INPUT,
    INTERRUPTED,
    UNANSWERED,
    Answer,
    amount,
    table,
    uses,
)
from nzdd.adapters.cli.arguments import (
    add_input,
    add_limits,
    add_output,
    decimal,
    time_left,
    within,
)
from nzdd.adapters.cli.inputs import load_routing
from nzdd.adapters.cli.outputs import LINES, check_output, saved, write_lines
from nzdd.adapters.cli.progress import note_stop, progress_bar
from nzdd.adapters.files.decimals import as_written
from nzdd.adapters.files.routing.instance import RoutingFile, on_clock
from nzdd.adapters.files.tables.number_columns import DEMANDS
from nzdd.adapters.methods.routing.shortest_routes import (
    MOST_TIMED,
    MOST_TRANSITIONS,
    vehicle_routes,
)
from nzdd.adapters.workers.interruption import interruption
from nzdd.formulations.iteration.limits import INTERRUPTED as BY_HAND
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.models.result import Result, Status

ANY = "any"
Vehicles = int | tuple[int, int] | None
_SHOWN = 20
"""Routes of the table."""
_WIDTH = 200
"""Characters of a line of customers."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, "instance", "FILE", "routing")
    add_output(parser, "OUT", f"file for the routes: {', '.join(LINES)}", ".csv")
    what = "capacity of a vehicle, for places in a table"
    parser.add_argument("--capacity", metavar="N", type=within(decimal, 1e-6, 2.0**40), help=what)
    what = f"column of loads (default: {', '.join(DEMANDS)}, or 1 each)"
    parser.add_argument("--demand", metavar="COLUMN", help=what)
    what = "distance in an hour, for places in a table with hours"
    parser.add_argument("--speed", metavar="N", type=within(decimal, 1e-6, 1e9), help=what)
    add_limits(parser)
    parser.add_argument(
        "--vehicles",
        metavar="N",
        type=_vehicles,
        help=f"number of routes, or a range such as 1-6, or {ANY} (default: what FILE says, else "
        f"{ANY})",
    )
    parser.add_argument(
        "--max-states",
        metavar="N",
        type=within(int, 1, 2**40),
        help="where routes have more states, loads and hours are rounded for the bound (default: "
        f"{MOST_TRANSITIONS:,} / places, {MOST_TIMED:,} with hours)",
    )


def _vehicles(text: str) -> int | tuple[int, int] | str:
    if text == ANY:
        return text
    least, dash, most = text.partition("-")
    with suppress(ValueError):
        if (number := int(least)) >= 1:
            return (number, int(most)) if dash else number
    what = f"neither an integer from 1 on nor a range such as 1-6 nor {ANY}"
    raise ArgumentTypeError(f"{text!r} is {what}")


def run(options: Namespace) -> Answer:
    """Find routes of least length that visit each customer once."""
    check_output(options.output, LINES, options.instance)
    started = perf_counter()
    file = load_routing(
        options.instance,
        options.format,
        capacity=options.capacity,
        demand=options.demand,
        speed=options.speed,
    )
    read = perf_counter() - started
    asked = file.vehicles if options.vehicles is None else options.vehicles
    vehicles = None if asked == ANY else asked
    with progress_bar("route", quiet=options.quiet) as progress, interruption(note_stop) as stop:
        result = vehicle_routes(
            vehicles=vehicles,
            **file.arguments,
            max_states=options.max_states,
            progress=progress,
            time_limit=time_left(options),
            threads=options.threads,
            interrupt=stop,
        )
    result = replace(result, seconds={"read": read, **result.seconds})
    facts = _facts(file, vehicles, result)
    answered = result.status in {Status.OPTIMAL, Status.FEASIBLE, Status.INFEASIBLE}
    code = INTERRUPTED if result.limit == BY_HAND else ANSWERED if answered else UNANSWERED
    write = (
        None if result.fun is None else partial(write_lines, options.output, _lines(facts), facts)
    )
    if not saved(options.output, write, quiet=options.quiet):
        code = BAD_INPUT
    return Answer(facts, _text(file, vehicles, result, facts), code)


def _facts(file: RoutingFile, vehicles: Vehicles, result: Result) -> dict[str, Any]:
    problem, report = file.problem, result.report
    routes = [
        {
            "length": problem.length([route]),
            "load": as_written(int(problem.loads[route].sum()), file.decimals),
            "customers": [file.names[customer] for customer in route.tolist()],
            **_times(file, route),
        }
        for route in report.routes
    ]
    names = ("status", "message", "dual_bound", "gap", "limit", "method", "seconds")
    return {
        "instance": {
            "customers": problem.size - 1,
            "capacity": as_written(problem.capacity, file.decimals),
            "load": as_written(int(problem.loads.sum()), file.decimals),
            "vehicles": vehicles,
            **({} if file.columns is None else {"columns": file.columns}),
        },
        "family": {"nodes": report.nodes, "edges": report.edges},
        "cuts": report.cuts,
        "objective": result.fun,
        **{name: getattr(result, name) for name in names},
        "routes": None if result.fun is None else routes,
    }


def _times(file: RoutingFile, route: Ints) -> dict[str, Any]:
    """When service starts at each customer, and the vehicle is back; nothing without hours."""
    if file.problem.hours is None:
        return {}
    *starts, back = (_shown(file, each) for each in file.problem.hours.starts(route).tolist())
    return {"starts": starts, "back": back}


def _shown(file: RoutingFile, time: int) -> str | float:
    """A time as the file has it."""
    if file.clock:
        return on_clock(time)
    return time if file.ticks == 1 else time / file.ticks


def _text(file: RoutingFile, vehicles: Vehicles, result: Result, facts: dict[str, Any]) -> str:
    number = "any number of vehicles" if vehicles is None else f"{amount(vehicles)} vehicles"
    if isinstance(vehicles, tuple):
        least, most = vehicles
        number = f"{f'{least:,} to' if least > 1 else 'at most'} {amount(most)} vehicles"
    customers = f"{amount(file.problem.size - 1)} customers"
    capacity = f"capacity {facts['instance']['capacity']:,}"
    lines = [f"{'instance':<11} {customers}, {number} of {capacity}"]
    if file.columns is not None:
        lines += [f"{'columns':<11} {uses(file.columns)}"]
    if result.report.edges:
        graph = f"{result.report.nodes:,} nodes, {result.report.edges:,} edges"
        rounded = ", of rounded loads and hours" * result.report.rounded
        lines += [f"{'family':<11} {graph}{rounded}; {result.report.cuts:,} capacity cuts"]
    lines += [result.summary()]
    if facts["routes"]:
        shown = facts["routes"][:_SHOWN]
        timed = file.problem.hours is not None
        rows = [
            (k, f"{each['load']:,.{file.decimals}f}", each["length"])
            + ((f"{each['starts'][0]} to {each['back']}",) if timed else ())
            + (" ".join(each["customers"]),)
            for k, each in enumerate(shown, 1)
        ]
        head = ("route", "load", "length", *(("hours",) * timed), "customers")
        lines += ["", table(head, rows, most=_WIDTH)]
        more = len(facts["routes"]) - len(shown)
        lines += [f"and {more:,} more; -o FILE writes all of them"] * (more > 0)
    return "\n".join(lines)


def _lines(facts: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """A line for each stop of each route."""
    timed = "starts" in facts["routes"][0]
    yield "route", "stop", "customer", *(("start",) * timed)
    for number, route in enumerate(facts["routes"], 1):
        columns = [route["customers"], *([route["starts"]] if timed else [])]
        for stop, found in enumerate(zip(*columns, strict=True), 1):
            yield number, stop, *found
