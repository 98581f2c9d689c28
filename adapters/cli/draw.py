"""``nzdd draw``."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace

from nzdd.adapters import graphviz
from nzdd.adapters.cli.answer import Answer, fields, note
from nzdd.adapters.cli.inputs import Part, load, parts
from nzdd.adapters.cli.outputs import check_output, writing
from nzdd.adapters.progress import progress_bar
from nzdd.dot import MAX_NODES, to_dot


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "input", metavar="IN", help="file: .nzdd, .mps, .lp, .dat or .svm, also .gz"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="picture: .dot, .svg, .png or .pdf"
    )
    parser.add_argument("--zdd", action="store_true", help="draw the ZDD, not the NZDD")
    parser.add_argument(
        "--group", metavar="NAME", help="which rows to draw, as `nzdd info` calls them"
    )
    parser.add_argument(
        "--max-nodes",
        metavar="N",
        type=int,
        default=MAX_NODES,
        help=f"largest diagram to draw ({MAX_NODES})",
    )


def run(options: Namespace) -> Answer:
    """Draw a diagram with Graphviz, or write it as DOT text."""
    suffixes = (".dot", *(f".{name}" for name in graphviz.FORMATS))
    check_output(options.output, suffixes, options.input)
    if not options.output.lower().endswith(".dot"):
        graphviz.check_installed()
    part = _choose(options, parts(load(options.input)))
    with progress_bar("draw", quiet=options.quiet) as progress:
        diagram = part.zdd(progress) if options.zdd else part.nzdd(progress)
    if diagram is None:
        raise ValueError(f"{options.input}: holds an NZDD and no ZDD; leave out --zdd")
    # names only for what fits into a picture
    names = part.names() if diagram.num_nodes <= options.max_nodes else None
    text = to_dot(diagram, names, options.max_nodes)
    with writing(options.output):
        graphviz.save(text, options.output)
    facts = {"group": part.name, "diagram": type(diagram).__name__, "nodes": diagram.num_nodes}
    return Answer(facts, fields([*facts.items(), ("written", options.output)]))


def _choose(options: Namespace, found: list[Part]) -> Part:
    if not found:
        raise ValueError(f"{options.input}: there are no rows to draw; choose another file")
    by_name = {part.name: part for part in found}
    if options.group is not None:
        if options.group not in by_name:
            raise ValueError(
                f"--group {options.group}: {options.input} has no such rows; "
                f"take one of {', '.join(by_name)}"
            )
        return by_name[options.group]
    if len(found) > 1 and not options.quiet:
        others = " or ".join(shlex.quote(part.name) for part in found[1:])
        note(f"drawing the rows of {found[0].name}; for others use --group {others}")
    return found[0]
