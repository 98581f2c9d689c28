"""``nzdd build``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from time import perf_counter
from typing import Any

from nzdd import NZDD, ZDD
from nzdd.adapters.cli.answer import Answer, columns_text, fields
from nzdd.adapters.cli.arguments import (
    PACKED,
    ContentPath,
    add_choice,
    add_label,
    add_order,
    add_output,
    size,
    whole,
)
from nzdd.adapters.cli.cluster import add_dask, client_of
from nzdd.adapters.cli.inputs import total_weight, used_columns
from nzdd.adapters.cli.outputs import check_output
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.files.chunks import CHUNK_ROWS, READABLE, RowFiles, row_files
from nzdd.adapters.files.formats import suffixes
from nzdd.input.row_table import Progress
from nzdd.multiset import Multiset

ZDD_SUFFIX = ".zdd"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "inputs",
        metavar="FILE",
        type=ContentPath,
        nargs="+",
        help=f"files of one format, or patterns such as 'part-*.parquet': "
        f"{', '.join(suffixes(*READABLE))}; {PACKED}; all entries of tables are 0 or 1",
    )
    what = "archive of the diagram: of an NZDD (.nzdd), or of a ZDD (.zdd)"
    add_output(parser, "OUT", what, ".nzdd", required=True)
    what = "build a ZDD instead of an NZDD, whatever the name of the archive"
    parser.add_argument("--zdd", action="store_true", help=what)
    add_choice(parser, "--minimize", ("edges", "nonzeros"), "what the NZDD has few of")
    add_order(parser)
    add_label(parser, "which is left out")
    parser.add_argument(
        "--symbols",
        metavar="N",
        type=whole,
        help="number of columns of .dat and .svm files, which are then read only once "
        "(default: the largest item + 1, or the largest index)",
    )
    parser.add_argument(
        "--chunk-rows",
        metavar="N",
        type=whole,
        default=CHUNK_ROWS,
        help=f"number of rows read at a time (default: {CHUNK_ROWS})",
    )
    parser.add_argument(
        "--memory",
        metavar="SIZE",
        type=size,
        help="about how much memory rows may take, such as 500M or 2G; more of them go to a "
        "temporary file in the folder TMPDIR (default: no limit)",
    )
    add_dask(parser)


def run(options: Namespace) -> Answer:
    """Build the diagram of rows in any number of files, which need not fit into memory."""
    check_output(options.output, (".nzdd", ZDD_SUFFIX), *options.inputs)
    options.zdd |= options.output.lower().endswith(ZDD_SUFFIX)
    started = perf_counter()
    files = row_files(
        options.inputs,
        num_symbols=options.symbols,
        label=options.label,
        chunk_rows=options.chunk_rows,
    )
    with progress_bar("build", quiet=options.quiet) as progress:
        diagram = _build(options, files, progress)
    diagram.named(files.names).save(options.output)
    facts: dict[str, Any] = {
        "files": len(files.paths),
        "rows": total_weight(diagram),
        "columns": diagram.num_symbols,
        "used_columns": used_columns(diagram),
        "distinct": diagram.count(),
        "order": diagram.order.name,
        "diagram": type(diagram).__name__,
        "nodes": diagram.num_nodes,
        "edges": getattr(diagram, "num_edges", None),
        "seconds": perf_counter() - started,
        "written": options.output,
    }
    shown = facts | {"columns": columns_text(facts), "used_columns": None}
    return Answer(facts, fields(shown.items()))


def _build(options: Namespace, files: RowFiles, progress: Progress | None) -> ZDD | NZDD:
    choices: dict[str, Any] = {"order": options.order.replace("-", " "), "memory": options.memory}
    if options.dask is not None:
        from nzdd.adapters.libraries.dask import nzdd_from_dask, zdd_from_dask

        choices["client"] = client_of(options.dask)
        if options.zdd:
            return zdd_from_dask(files, **choices)
        return nzdd_from_dask(files, minimize=options.minimize, **choices)
    choices["minimize"] = "nodes" if options.zdd else options.minimize
    rows = Multiset.from_chunks(files, num_symbols=files.num_symbols, **choices)
    if options.zdd:
        return rows.zdd(progress=progress)
    return rows.nzdd(options.minimize, progress=progress)
