"""``nzdd draw``."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nzdd import ZDD
from nzdd.adapters.cli.answer import Answer, fields, note
from nzdd.adapters.cli.arguments import add_input, add_output, whole
from nzdd.adapters.cli.inputs import KINDS, Part, load, parts
from nzdd.adapters.cli.learning.saved_report import is_saved
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import PACKED, write_text
from nzdd.adapters.pictures import page as html_page
from nzdd.adapters.pictures import picture
from nzdd.drawing.dot import MAX_NODES, dot_drawing

PICTURES = tuple(f".{name}" for name in picture.FORMATS)
PAGES = (".html",)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, "input", "FILE", *KINDS)
    what = "picture (.svg, .png, .pdf), LaTeX (.tex), DOT text (.dot) or page for a browser (.html)"
    add_output(parser, "OUT", what, ".dot")
    parser.add_argument(
        "--html", action="store_true", help="a page, by default FILE.html in the current folder"
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--zdd", action="store_true", help="draw the ZDD instead of the NZDD")
    kind.add_argument("--nzdd", action="store_true", help="draw the NZDD of an archive of a ZDD")
    parser.add_argument(
        "--group", metavar="NAME", help="which rows to draw: a name under `diagram of` in nzdd info"
    )
    parser.add_argument(
        "--max-nodes",
        metavar="N",
        type=whole,
        help="draw at most this many nodes, those nearest to the root "
        f"(default: {MAX_NODES} in a picture, {html_page.MAX_NODES} in a page)",
    )
    parser.add_argument(
        "--around", metavar="NODE", type=whole, help="draw the nodes nearest to this one"
    )
    parser.add_argument(
        "--radius", metavar="K", type=whole, help="leave out nodes more than K edges away"
    )


def run(options: Namespace) -> Answer:
    """Draw a diagram as a picture, as LaTeX or DOT text, or as a page for a browser."""
    if is_saved(options.input, options.format):
        what = "it holds a classifier, and no rows to draw"
        cure = "its page needs the data: nzdd fit DATA --report PAGE.html; nzdd info prints it"
        raise ModelFileError(options.input, None, what, cure)
    output = _output(options)
    as_page = output.lower().endswith(PAGES)
    check_output(output, PAGES if options.html else (*PICTURES, *PAGES), options.input)
    part = _choose(options, parts(load(options.input, options.format)))
    with progress_bar("draw", quiet=options.quiet) as progress:
        as_zdd = options.zdd or (isinstance(part.rows, ZDD) and not options.nzdd)
        diagram = part.zdd(progress) if as_zdd else part.nzdd(progress)
    if diagram is None:
        raise ValueError(f"{options.input}: holds an NZDD and no ZDD; leave out --zdd")
    draw, most = (
        (html_page.page_drawing, html_page.MAX_NODES) if as_page else (dot_drawing, MAX_NODES)
    )
    if options.max_nodes is not None:
        most = options.max_nodes
    drawing = draw(diagram, most, around=options.around, radius=options.radius)
    if as_page:
        title = Path(options.input).name + (f": {part.name}" if part.name != "rows" else "")
        write_text(output, [html_page.fill(diagram, drawing, part.names(), title)])
    else:
        picture.save(drawing, part.names(), output)
    if drawing.left_out and not options.quiet:
        note(drawing.left_out)
    facts = {"group": part.name, "diagram": drawing.kind, "nodes": diagram.num_nodes}
    shown = {
        "shown_nodes": drawing.num_nodes,
        "shown_edges": int(drawing.parallel.sum()),
        "written": output,
    }
    return Answer(facts | shown, fields([*facts.items(), ("written", output)]))


def _output(options: Namespace) -> str:
    if options.output is not None:
        return str(options.output)
    if not options.html:
        raise ValueError("there is no output; name a picture by -o OUT.svg, or ask for --html")
    path = Path(options.input)
    return f"{Path(path.stem if path.suffix in PACKED else path.name).stem}.html"


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
