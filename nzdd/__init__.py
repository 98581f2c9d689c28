"""Decision diagrams of constraint rows and binary samples, and optimisation over them.

What most programs need is here, and loaded on first use:

* diagrams: `ZDD`, `NZDD`, `Multiset` for rows in chunks, `families` of a graph or a linear
  condition; `to_dot`, `render`, `to_html` and `to_networkx` show them;
* models: `LinearModel`, `FamilyModel`, `ExtendedFormulation`, `ConstraintDiagram`, `LazyModel`;
  `read_model` and `write_model`; `solve`, which returns a `Result` with a `Status`;
* estimators for scikit-learn: ``sklearn``; `read_sample` reads a file for them,
  `sample_files` many files in chunks;
* bridges to other libraries, solvers of your own models, files, pictures and learning methods,
  each by the name that ``short_paths`` lists.

The rest lies in three folders, each of which imports only those before it: ``nzdd`` itself,
``formulations`` (models and methods, free of any solver) and ``adapters`` (solvers, files, other
libraries, the command).

In ``nzdd``, ``input`` takes rows all at once and ``multiset`` in chunks (``spilled_rows``: those
in a file, ``row_parts``: those of several processes); ``build`` makes a ``zdd``
or an ``nzdd`` of them, in an ``order`` that ``order_search`` finds. ``families`` makes diagrams of
rows that are too many to list. ``diagram`` has what both kinds of diagrams share, ``archive`` saves
them, ``drawing`` draws them. All loops over rows, nodes or edges are in the compiled ``_core``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from nzdd.short_paths import SHORT_PATHS, ShortPathFinder

if find_spec("nzdd._core") is None:  # pragma: no cover - a checkout without the core
    raise ImportError(
        f"{__file__} is a source folder without the compiled core, and stands before the installed "
        "package on the module path; run Python from another folder, or with the option -P"
    )

if TYPE_CHECKING:
    from nzdd import families
    from nzdd.adapters import files as files
    from nzdd.adapters import pictures as pictures
    from nzdd.adapters import sklearn as sklearn
    from nzdd.adapters.files.formats import read_model, write_model
    from nzdd.adapters.files.raw_samples import read_sample
    from nzdd.adapters.files.sample_chunks import sample_files
    from nzdd.adapters.libraries import automata_lib as automata_lib
    from nzdd.adapters.libraries import cvxpy as cvxpy
    from nzdd.adapters.libraries import dask as dask
    from nzdd.adapters.libraries import dd as dd
    from nzdd.adapters.libraries import graphillion as graphillion
    from nzdd.adapters.libraries import graphillion_api as graphillion_api
    from nzdd.adapters.libraries import gurobipy as gurobipy
    from nzdd.adapters.libraries import linopy as linopy
    from nzdd.adapters.libraries import mathopt as mathopt
    from nzdd.adapters.libraries import networkx as networkx
    from nzdd.adapters.libraries import oxidd as oxidd
    from nzdd.adapters.libraries import pulp as pulp
    from nzdd.adapters.libraries import pyarrow as pyarrow
    from nzdd.adapters.libraries import pyomo as pyomo
    from nzdd.adapters.libraries import scipy as scipy
    from nzdd.adapters.libraries.networkx import to_networkx
    from nzdd.adapters.methods.choose_many.colouring.fewest_colours import colour
    from nzdd.adapters.methods.choose_many.problems import cover, pack, partition
    from nzdd.adapters.methods.dispatch import solve
    from nzdd.adapters.methods.routing.shortest_routes import vehicle_routes
    from nzdd.adapters.pictures.page import to_html
    from nzdd.adapters.pictures.picture import render
    from nzdd.adapters.solvers import cplex as cplex
    from nzdd.adapters.solvers import glop as glop
    from nzdd.adapters.solvers import gurobi as gurobi
    from nzdd.adapters.solvers import scip as scip
    from nzdd.adapters.solvers import xpress as xpress
    from nzdd.archive import ArchiveError
    from nzdd.c_files import get_cmake_dir, get_include
    from nzdd.diagram import Diagram, RowPath
    from nzdd.drawing.dot import to_dot
    from nzdd.formulations import (
        ConstraintDiagram,
        ExtendedFormulation,
        FamilyModel,
        LazyModel,
        LinearModel,
        Result,
        Status,
    )
    from nzdd.formulations import learning as learning
    from nzdd.input.row_table import RowTable
    from nzdd.multiset import Multiset
    from nzdd.nzdd import NZDD
    from nzdd.path_graph import PathGraph
    from nzdd.zdd import ZDD

__version__ = "0.1.0"

__all__ = [
    "NZDD",
    "ZDD",
    "ArchiveError",
    "ConstraintDiagram",
    "ExtendedFormulation",
    "FamilyModel",
    "LazyModel",
    "LinearModel",
    "Multiset",
    "PathGraph",
    "Result",
    "RowPath",
    "RowTable",
    "Status",
    "__version__",
    "colour",
    "cover",
    "families",
    "get_cmake_dir",
    "get_include",
    "pack",
    "partition",
    "read_model",
    "read_sample",
    "render",
    "sample_files",
    "solve",
    "to_dot",
    "to_html",
    "to_networkx",
    "vehicle_routes",
    "write_model",
]

# `import nzdd` loads nothing slow, so that the command hears Ctrl-C from the start.
_LAZY = {
    "NZDD": "nzdd.nzdd",
    "ZDD": "nzdd.zdd",
    "ArchiveError": "nzdd.archive",
    "ConstraintDiagram": "nzdd.formulations",
    "ExtendedFormulation": "nzdd.formulations",
    "FamilyModel": "nzdd.formulations",
    "LazyModel": "nzdd.formulations",
    "LinearModel": "nzdd.formulations",
    "Multiset": "nzdd.multiset",
    "Result": "nzdd.formulations",
    "RowPath": "nzdd.diagram",
    "RowTable": "nzdd.input.row_table",
    "Status": "nzdd.formulations",
    "PathGraph": "nzdd.path_graph",
    "colour": "nzdd.adapters.methods.choose_many.colouring.fewest_colours",
    "cover": "nzdd.adapters.methods.choose_many.problems",
    "families": "nzdd.families",
    "get_cmake_dir": "nzdd.c_files",
    "get_include": "nzdd.c_files",
    "pack": "nzdd.adapters.methods.choose_many.problems",
    "partition": "nzdd.adapters.methods.choose_many.problems",
    "read_model": "nzdd.adapters.files.formats",
    "read_sample": "nzdd.adapters.files.raw_samples",
    "sample_files": "nzdd.adapters.files.sample_chunks",
    "render": "nzdd.adapters.pictures.picture",
    "solve": "nzdd.adapters.methods.dispatch",
    "to_dot": "nzdd.drawing.dot",
    "to_html": "nzdd.adapters.pictures.page",
    "to_networkx": "nzdd.adapters.libraries.networkx",
    "vehicle_routes": "nzdd.adapters.methods.routing.shortest_routes",
    "write_model": "nzdd.adapters.files.formats",
}

sys.meta_path.insert(0, ShortPathFinder())  # before files are looked for below a short path


def __getattr__(name: str) -> Any:
    if name in SHORT_PATHS:
        return import_module(SHORT_PATHS[name])
    if name not in _LAZY:
        raise AttributeError(f"module 'nzdd' has no attribute {name!r}")
    module = import_module(_LAZY[name])
    return module if _LAZY[name].endswith(f".{name}") else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *SHORT_PATHS})


def notebook_bundle(diagram: Diagram) -> dict[str, str]:
    """What a notebook shows of a diagram."""
    pictures = import_module("nzdd.adapters.pictures.picture")
    return pictures.bundle_of(diagram)  # type: ignore[no-any-return]
