"""``nzdd build``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from time import perf_counter
from typing import Any

from nzdd import NZDD, ZDD
from nzdd.adapters.cli.answer import Answer, fields
from nzdd.adapters.cli.arguments import add_order, whole
from nzdd.adapters.cli.outputs import check_output, writing
from nzdd.adapters.cli.progress import progress_bar
from nzdd.adapters.files.chunks import CHUNK_ROWS, READABLE, RowFiles, row_files
from nzdd.adapters.files.formats import suffixes
from nzdd.multiset import Multiset


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "inputs",
        metavar="FILE",
        nargs="+",
        help=f"rows: {', '.join(suffixes(*READABLE))}, also with .gz or .xz; tables hold 0 and 1; "
        "several of one format, or patterns such as 'part-*.parquet'",
    )
    parser.add_argument("-o", "--output", metavar="OUT.nzdd", required=True, help="the diagram")
    parser.add_argument("--zdd", action="store_true", help="build the ZDD, not the NZDD")
    parser.add_argument(
        "--minimize",
        choices=("edges", "nonzeros"),
        default="edges",
        help="what the NZDD has few of (default: edges)",
    )
    add_order(parser)
    parser.add_argument("--label", metavar="COLUMN", help="label column of tables, to be left out")
    parser.add_argument(
        "--symbols", metavar="N", type=whole, help="how many symbols .dat or .svm files may hold"
    )
    parser.add_argument(
        "--chunk-rows",
        metavar="N",
        type=whole,
        default=CHUNK_ROWS,
        help=f"how many rows are read at a time ({CHUNK_ROWS})",
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="the scheduler of a Dask cluster, which reads a file a task; or `local`: a process a "
        "core of this machine",
    )


def run(options: Namespace) -> Answer:
    """Build the diagram of rows in any number of files, which need not fit into memory."""
    check_output(options.output, (".nzdd",), *options.inputs)
    started = perf_counter()
    files = row_files(
        options.inputs,
        num_symbols=options.symbols,
        label=options.label,
        chunk_rows=options.chunk_rows,
    )
    with progress_bar("build", quiet=options.quiet) as progress:
        rows = _collect(options, files)
        diagram: ZDD | NZDD = (
            rows.zdd(progress=progress)
            if options.zdd
            else rows.nzdd(options.minimize, progress=progress)
        )
    with writing(options.output):
        diagram.save(options.output)
    facts: dict[str, Any] = {
        "files": len(files.paths),
        "rows": rows.total,
        "columns": rows.num_symbols,
        "distinct": diagram.count(),
        "order": diagram.order.name,
        "diagram": type(diagram).__name__,
        "nodes": diagram.num_nodes,
        "edges": getattr(diagram, "num_edges", None),
        "seconds": perf_counter() - started,
        "written": options.output,
    }
    return Answer(facts, fields([*(facts | {"seconds": f"{facts['seconds']:.2f}"}).items()]))


def _collect(options: Namespace, files: RowFiles) -> Multiset:
    order = options.order.replace("-", " ")
    minimize = "nodes" if options.zdd else options.minimize
    if options.dask is None:
        return Multiset.from_chunks(files, order, num_symbols=files.num_symbols, minimize=minimize)
    from nzdd.adapters.libraries.dask import from_dask

    address = None if options.dask == "local" else options.dask
    return from_dask(files, order, minimize=minimize, client=address)
