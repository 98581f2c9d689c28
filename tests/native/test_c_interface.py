"""The C interface gives the numbers of the Python classes."""

import ctypes
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import nzdd
from nzdd import NZDD, ZDD, ConstraintDiagram, families
from nzdd.formulations.propagation import Propagator
from nzdd.formulations.rows.edge_constraints import EdgeConstraints
from support.c_library import BEAT, POINTER, SLOW_UNLESS_BUILT, WATCH, CallError, Handle

pytestmark = SLOW_UNLESS_BUILT
SENSES = (">=", "<=", "=")
INVALID, LIMIT, STOPPED, BAD_FILE, NO_FILE = 1, 3, 4, 5, 6
GRID = np.array([(v, v + 1) for v in range(9) if v % 3 < 2] + [(v, v + 3) for v in range(6)])
ENDS = GRID.astype(np.uint32).ravel()
ANY = 2**32 - 1


def given(library, rows, num_symbols, weights=None, order=None):
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    symbols = np.array([symbol for row in rows for symbol in row], np.uint32)
    arguments = (len(rows), offsets, symbols, num_symbols, weights, order, None)
    return library.make("zdd", "zdd_from_rows", *arguments)


def same_zdd(handle, zdd):
    size = handle.view.num_nodes
    order = handle.array("order", handle.view.num_symbols)
    if order is None:
        order = np.arange(zdd.num_symbols)
    assert np.array_equal(order, zdd.order.all_symbols(zdd.num_symbols))
    assert handle.view.root == zdd.root
    for name in ("level", "low", "high"):
        assert np.array_equal(handle.array(name, size), getattr(zdd, name))
    for name in ("low_weight", "high_weight"):
        mine, theirs = handle.array(name, size), getattr(zdd, name)
        assert (mine is None) == (theirs is None)
        assert mine is None or np.array_equal(mine, theirs)


def same_nzdd(handle, diagram):
    view = handle.view
    assert view.num_nodes == diagram.num_nodes
    for name in ("source", "target", "multiplicity"):
        assert np.array_equal(handle.array(name, view.num_edges), getattr(diagram, name))
    offsets = handle.array("label_offsets", view.num_edges + 1)
    assert np.array_equal(offsets, diagram.label_offsets)
    labels = handle.array("labels", int(offsets[-1]))
    assert np.array_equal([] if labels is None else labels, diagram.labels)


def dense(handle):
    view = handle.view
    matrix = np.zeros((view.num_rows, view.num_columns))
    offsets = handle.array("offsets", view.num_rows + 1)
    size = int(offsets[-1])
    if size:
        rows = np.repeat(np.arange(view.num_rows), np.diff(offsets))
        matrix[rows, handle.array("columns", size)] = handle.array("values", size)
    return matrix


def random_rows(random, num_symbols=9, count=30):
    return [
        np.flatnonzero(random.random(num_symbols) < 0.4).tolist()
        for _ in range(random.integers(count))
    ]


@pytest.fixture(params=range(12))
def random(request):
    return np.random.default_rng(request.param)


def test_the_version_is_that_of_the_package(library):
    text = (Path(__file__).parents[2] / "nzdd/_native/c/include/nzdd/nzdd.h").read_text()
    numbers = re.findall(r"define NZDD_VERSION_[MP]\w+ (\d+)", text)
    assert ".".join(numbers) == nzdd.__version__
    assert library.function("version")() == int("".join(f"{int(each):02d}" for each in numbers))


def test_diagrams_have_the_same_arrays(library, random):
    rows, weights = random_rows(random), random.integers(0, 9, 30).astype(float)
    order = random.permutation(9).astype(np.uint32)
    weights = weights[: len(rows)]
    zdd = ZDD.from_rows(rows, weights, num_symbols=9, order=order)
    handle = given(library, rows, 9, weights, order)
    same_zdd(handle, zdd)
    for minimize, name in enumerate(("edges", "nonzeros")):
        same_nzdd(
            library.make("nzdd", "nzdd_from_zdd", handle, minimize, None, None), zdd.to_nzdd(name)
        )


def test_families_of_graphs_are_those_of_python(library):
    def made(name, *arguments):
        return library.make("zdd", name, 9, len(GRID), ENDS, *arguments, None, 0, None)

    same_zdd(made("paths", 0, 8, 0), families.simple_paths(GRID, 0, 8))
    same_zdd(made("cycles", 0), families.simple_cycles(GRID))
    same_zdd(made("minimal_cuts", 0, 8), families.minimal_cuts(GRID, 0, 8))
    for sigma, rho, zdd in (
        (1, -1, families.independent_sets(GRID)),
        (1, -2, families.independent_sets(GRID, maximal=True)),
        (-1, -2, families.dominating_sets(GRID)),
        (1, 2, families.perfect_codes(GRID)),
    ):
        same_zdd(made("vertex_sets", sigma, rho, 0, ANY), zdd)
    same_zdd(made("vertex_sets", -1, -1, 1, 1), families.connected_vertex_sets(GRID))


def _conditions():
    fixed = np.zeros(len(GRID), np.int8)
    fixed[[0, 5]] = 1, -1
    group = np.full(9, ANY, np.uint32)
    group[[0, 2]], group[[6, 8]] = 0, 1
    least, most = np.zeros(9, np.uint32), np.full(9, 2, np.uint32)
    most[4], least[8] = 3, 1
    one = least.copy()
    one[1:4] = 1
    ranges = {v: range(least[v], most[v] + 1) for v in range(9)}
    entering = {v: range(one[v], most[v] + 1) for v in range(9)}
    price, weights = np.arange(12) % 5 - 1, np.arange(9, dtype=np.uint32)
    trees = ("acyclic",), ("components", 1, 1, 1)
    tree = {"acyclic": True, "components": 1, "spanning": True}
    return [
        (trees, tree),
        ([("degrees", 9, least, most)], {"degrees": ranges}),
        ([("num_edges", 4, 5), ("bipartite",)], {"num_edges": range(4, 6), "bipartite": True}),
        ([("induced",), ("components", 1, 1, 0)], {"induced": True, "components": 1}),
        ([("groups", 9, group, 1)], {"groups": [[0, 2], [6, 8]], "grouped": True}),
        (
            [("fixed", len(GRID), fixed), ("acyclic",)],
            {"required": [0], "forbidden": [5], "acyclic": True},
        ),
        (
            [("sum", 12, price, 7, 9), ("sum", 12, -price * 2**40, -(2**43), 2**62), *trees],
            {"linear": [(price, 7, 9), (-price * 2**40, -(2**43), 2**62)], **tree},
        ),
        (
            [("partition",), ("component_weights", 9, weights, 5, 40, 1)],
            {"partition": True, "component_weights": (weights, 5, 40)},
        ),
        (
            [("degree_count", 1, 2, 3), ("degree_count", 3, 0, 1), ("degree_count", 99, 0, 4)],
            {"degree_counts": {1: range(2, 4), 3: (0, 1), 99: range(5)}},
        ),
        ([("degree_count", 99, 1, 4)], {"degree_counts": {99: range(1, 5)}}),
        (
            [("out_degrees", 9, least, most), ("in_degrees", 9, one, most)],
            {"directed": True, "out_degrees": ranges, "in_degrees": entering},
        ),
        (
            [("component_weights", 9, weights, 3, 9, 0), ("acyclic",)],
            {"component_weights": (weights, 3, 9), "acyclic": True},
        ),
    ]


@pytest.mark.parametrize(("wanted", "options"), _conditions())
def test_sets_of_edges_by_conditions_are_those_of_python(library, wanted, options):
    conditions = library.make("conditions", "conditions_new")
    for name, *arguments in wanted:
        library.call(f"conditions_{name}", conditions, *arguments)
    found = library.make("zdd", "graphs", 9, len(GRID), ENDS, conditions, None, 0, None)
    same_zdd(found, families.graphs(GRID, **options))


@pytest.mark.parametrize("reordered", [False, True])
def test_sets_within_a_family_are_those_of_python(library, random, reordered):
    rows = random_rows(random, len(GRID), 60)
    order = random.permutation(12).astype(np.uint32)
    handle = given(library, rows, 12, order=order)
    conditions = library.make("conditions", "conditions_new")
    library.call("conditions_within", conditions, handle)
    library.call("conditions_acyclic", conditions)
    other = np.arange(12, dtype=np.uint32) if reordered else None
    found = library.make("zdd", "graphs", 9, len(GRID), ENDS, conditions, other, 0, None)
    zdd = ZDD.from_rows(rows, num_symbols=12, order=order)
    options = {"order": other} if reordered else {}
    same_zdd(found, families.graphs(GRID, within=zdd, acyclic=True, **options))


def random_matrix(random, exact):
    shape = (random.integers(1, 30), 6)
    matrix = random.integers(-2, 3, shape) * (random.random(shape) < 0.6)
    if not exact:
        matrix = matrix * random.choice([0.1, 0.7, 1.3], shape)
    sides = random.integers(-2, 3, shape[0]).astype(float)
    return matrix.astype(float), sides if random.random() < 0.5 else np.full(shape[0], sides[0])


def constraint_of(library, diagram, matrix, sides):
    """The C form of the rows of a matrix."""
    rows, columns = np.nonzero(matrix)
    offsets = np.searchsorted(rows, np.arange(len(matrix) + 1)).astype(np.int64)
    arguments = (*matrix.shape, offsets, columns.astype(np.int32), matrix[rows, columns])
    sense = SENSES.index(diagram.sense)
    return library.make("constraint", "constraint_from_matrix", *arguments, sides, sense, 0, None)


@pytest.mark.parametrize("sense", SENSES)
@pytest.mark.parametrize("exact", [True, False])
def test_oracles_and_propagation_are_those_of_python(library, random, sense, exact):
    matrix, sides = random_matrix(random, exact)
    diagram = ConstraintDiagram.from_rows(matrix, sides, sense, order="natural")
    handle = constraint_of(library, diagram, matrix, sides)
    x = random.integers(-2, 3, 6) / 2
    for flags, options in enumerate(({}, {"diverse": True}, {"ray": True})):
        found = library.make(
            "matrix", "constraint_separate", handle, x, 9, ctypes.c_double(1e-6), flags, None
        )
        rows = diagram.separate(x, 9, **options)
        assert found.view.num_rows == len(rows)
        if len(rows):
            assert np.array_equal(dense(found), rows.matrix.toarray())
            for name in ("lower", "upper", "slack", "key"):
                assert np.array_equal(found.array(name, len(rows)), getattr(rows, name))
    down, up = np.zeros((2, 6), np.uint8)
    library.call("constraint_locks", handle, down, up)
    assert np.array_equal([down, up], diagram.locks())

    lower = -random.integers(0, 4, 6).astype(float)
    upper = lower + random.integers(0, 6, 6)
    lower[random.random(6) < 0.1], upper[random.random(6) < 0.1] = -np.inf, np.inf
    integrality = random.random(6) < 0.5
    python = Propagator([diagram], integrality).tighten(lower, upper)
    low, high = lower.copy(), upper.copy()
    broken = library.make(
        "matrix", "constraint_tighten", handle, integrality.astype(np.uint8), low, high, 20
    )
    assert np.allclose(low, python.lower, rtol=1e-12, atol=0)
    assert np.allclose(high, python.upper, rtol=1e-12, atol=0)
    assert broken.view.num_rows == len(python.infeasible)
    holds = ctypes.c_int()
    library.call("constraint_holds", handle, lower, upper, ctypes.byref(holds))
    assert bool(holds.value) == (Propagator([diagram], integrality).redundant(lower, upper) == [0])


@pytest.mark.parametrize("minimize", ["edges", "nonzeros"])
@pytest.mark.parametrize("sense", SENSES)
def test_the_extended_formulation_is_that_of_python(library, random, sense, minimize):
    matrix, sides = random_matrix(random, exact=False)
    diagram = ConstraintDiagram.from_rows(matrix, sides, sense, order="natural")
    reduced = diagram.zdd.to_nzdd(minimize, free=diagram.symbols.free)
    rows = EdgeConstraints(reduced, diagram.symbols, sense == "=").rows()
    handle = constraint_of(library, diagram, matrix, sides)
    pointer = POINTER()
    found = library.make(
        "matrix",
        "constraint_extended",
        *(handle, minimize == "nonzeros", None, ctypes.byref(pointer)),
    )
    wanted = np.hstack((rows.matrix.toarray(), rows.potentials.toarray()))
    assert np.array_equal(dense(found), wanted)
    assert np.array_equal(found.array("lower", len(wanted)), rows.lower)
    assert np.array_equal(found.array("upper", len(wanted)), rows.upper)

    lower = random.choice([0, -0.3, -2, -np.inf], 6)
    upper = random.choice([0.7, 3, np.inf], 6)
    least, most = np.zeros((2, max(reduced.num_nodes - 2, 1)))
    library.call(
        "constraint_potential_bounds",
        *(handle, Handle(library, "nzdd", pointer.value), lower, upper, least, most),
    )
    wanted = EdgeConstraints(reduced, diagram.symbols, sense == "=").potential_bounds(lower, upper)
    assert np.array_equal(least[: reduced.num_nodes - 2], wanted[0])
    assert np.array_equal(most[: reduced.num_nodes - 2], wanted[1])


def test_constraints_over_families_are_those_of_python(library, random):
    zdd = families.sets_of_size(6, (1, 4))
    coefficients, constants = random.random((2, 6)) - 0.5
    nominal, x = random.random((2, 6)) - 0.5
    diagram = ConstraintDiagram.from_zdd(
        zdd, 0.3, "<=", coefficients=coefficients, constants=constants, nominal=nominal
    )
    family = library.make("zdd", "sets_of_size", 6, 1, 4, None)
    arguments = (6, None, None, coefficients, constants, nominal, None)
    handle = library.make(
        "constraint", "constraint_for_all", family, 1, ctypes.c_double(0.3), *arguments
    )
    slack = ctypes.c_double()
    library.call("constraint_min_slack", handle, x, ctypes.byref(slack))
    assert slack.value == diagram.min_slack(x)


@pytest.mark.parametrize("kind", [ZDD, NZDD])
@pytest.mark.parametrize("compressed", [True, False])
def test_archives_go_both_ways(library, random, kind, compressed, tmp_path):
    rows, name = [*random_rows(random), [0, 8]], kind.__name__.lower()
    order = random.permutation(9) if random.random() < 0.5 else "natural"
    named = random.random() < 0.5
    names = [f"\N{GREEK SMALL LETTER ALPHA}{j}" for j in range(9)] if named else None
    diagram = kind.from_rows(rows, range(len(rows)), num_symbols=9, order=order).named(names)
    path = str(tmp_path / "from_python.nzdd")
    diagram.save(path, compressed=compressed)
    handle = library.make(name, f"{name}_load", path.encode())
    (same_zdd if kind is ZDD else same_nzdd)(handle, diagram)
    assert (library.function(f"{name}_names")(handle.pointer) is not None) == named
    path = str(tmp_path / "from_c.nzdd")
    library.call(f"{name}_save", handle, path.encode())
    back = kind.load(path)
    (same_zdd if kind is ZDD else same_nzdd)(handle, back)
    assert back.names == diagram.names
    assert list(tmp_path.glob("*.part")) == []


@pytest.mark.parametrize("name", ["zdd", "nzdd"])
def test_files_of_earlier_releases_are_read(library, name):
    path = Path(__file__).parents[1] / f"nzdd/data/{name}-1.nzdd"
    handle = library.make(name, f"{name}_load", str(path).encode())
    diagram = {"zdd": ZDD, "nzdd": NZDD}[name].load(path)
    (same_zdd if name == "zdd" else same_nzdd)(handle, diagram)


def test_a_watch_sees_the_stages_and_stops_a_call(library):
    seen = []

    def beat(data, stage, share):
        seen.append((stage, share))
        return 1

    watch = WATCH(BEAT(beat), None)
    grid = [(v, v + 1) for v in range(196) if v % 14 < 13] + [(v, v + 14) for v in range(182)]
    ends = np.array(grid, np.uint32).ravel()
    with pytest.raises(CallError, match="stop") as stopped:
        library.make("zdd", "paths", 196, len(grid), ends, 0, 195, 0, None, 0, ctypes.byref(watch))
    assert stopped.value.status == STOPPED
    assert len(seen) == 1


def test_threads_share_handles_and_have_messages_of_their_own(library):
    family = library.make("zdd", "sets_of_size", 40, 20, 20, None)
    search = library.make("search", "search_new", family, None)
    lengths = np.random.default_rng(0).random((8, 40))

    def least(each):
        found = ctypes.c_double()
        for _ in range(50):
            library.call("search_least", search, each, ctypes.byref(found))
            with pytest.raises(CallError, match=f"vertex {int(1e6 * each[0])},"):
                library.make(
                    "zdd", "cycles", 0, 1, np.full(2, 1e6 * each[0], np.uint32), 0, None, 0, None
                )
        return found.value

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(least, lengths))
    assert np.allclose(found, np.sort(lengths)[:, :20].sum(axis=1))


def test_wrong_arguments_are_told(library):
    build = "zdd_from_rows"

    def fails(status, text, name, *arguments):
        with pytest.raises(CallError, match=text) as error:
            library.make("zdd", name, *arguments)
        assert error.value.status == status

    offsets, symbols = np.array([0, 2], np.int64), np.array([0, 7], np.uint32)
    order = np.array([1, 1, 0], np.uint32)
    fails(INVALID, "row 0 holds symbol 7", build, 1, offsets, symbols, 3, None, None, None)
    fails(INVALID, "offsets", build, 1, offsets[::-1].copy(), symbols, 9, None, None, None)
    fails(INVALID, "offsets is NULL", build, 1, None, symbols, 9, None, None, None)
    fails(INVALID, r"order\[1\]", "zdd_from_rows", 0, None, None, 3, None, order, None)
    fails(INVALID, "finite", build, 1, offsets, order, 3, np.array([np.inf]), None, None)
    fails(INVALID, "vertex 9", "paths", 9, len(GRID), ENDS, 0, 9, 0, None, 0, None)
    fails(LIMIT, "max_states", "paths", 9, len(GRID), ENDS, 0, 8, 0, None, 5, None)
    fails(NO_FILE, "nowhere", "zdd_load", b"/nowhere/at.all")
    fails(BAD_FILE, "zip", "zdd_read", b"not an archive" * 9, 100)
    one = library.make("zdd", "sets_of_size", 4, 1, 1, None)
    other = library.make("zdd", "sets_of_size", 5, 1, 1, None)
    empty = library.make("zdd", "sets_of_size", 4, 9, 9, None)
    fails(INVALID, "4 symbols, but g 5", "combine", 0, one, other, 0, None)
    fails(INVALID, "divided", "combine", 6, one, empty, 0, None)
