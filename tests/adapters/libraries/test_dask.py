"""What a cluster of processes collects is what one process does, whatever happens to a worker."""

import os
import signal
import sys
from functools import partial

import numpy as np
import pytest

import nzdd
from nzdd import NZDD, ZDD, ConstraintDiagram, LinearModel, RowTable
from nzdd.adapters.cli import main
from nzdd.adapters.files.chunks import row_files
from nzdd.multiset import BUFFER_BYTES, Multiset
from support.sets.diagrams import same_arrays

pytest.importorskip("distributed", reason="dask and distributed are not installed")

import cloudpickle
from distributed import Client, LocalCluster

from nzdd.adapters.libraries.dask import WorkerRows, from_dask, nzdd_from_dask, zdd_from_dask

WIDTH, ROWS = 20, 300
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import a test file


@pytest.fixture(scope="module")
def client():
    """Two worker processes."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
        Client(cluster) as connected,
    ):
        yield connected


def words(seed):
    return np.random.default_rng(seed).integers(0, 2**14, ROWS).astype(np.uint64)


def chunks(seed):
    """A partition: two chunks, the second one with weights."""
    yield RowTable.from_words(words(seed), WIDTH)
    yield RowTable.from_words(words(seed + 100), WIDTH), np.arange(ROWS) % 3


def partition(seed):
    return lambda: chunks(seed)


def partition_whose_worker_dies(seed, flag):
    """The first worker that collects it is killed in the middle."""

    def collect():
        for chunk in chunks(seed):
            yield chunk
            if not os.path.exists(flag):
                open(flag, "w").close()
                os.kill(os.getpid(), signal.SIGKILL)

    return collect


def alone(seeds, order="natural"):
    return Multiset.from_chunks((chunk for seed in seeds for chunk in chunks(seed)), order)


@pytest.mark.slow
def test_a_worker_that_is_killed_changes_nothing(client, tmp_path):
    parts = [partition(seed) for seed in range(7)]
    parts[4] = partition_whose_worker_dies(4, str(tmp_path / "killed"))
    before = set(client.run(os.getpid).values())
    found = from_dask(parts, "natural", num_symbols=WIDTH, client=client)
    assert (tmp_path / "killed").exists()
    client.wait_for_workers(2)
    assert set(client.run(os.getpid).values()) != before
    expected = alone(range(7))
    assert found.total == expected.total == 7 * 2 * ROWS
    assert same_arrays(found.zdd(), expected.zdd())
    assert same_arrays(found.nzdd(), expected.nzdd())


@pytest.mark.parametrize("order", ["natural", "auto", "reversed"])
def test_diagrams_built_on_workers(client, order):
    """Rows that decide their order come here."""
    parts = [partition(seed) for seed in range(5)]
    order = np.arange(WIDTH)[::-1] if order == "reversed" else order
    expected = alone(range(5), order)
    for make, diagram in ((zdd_from_dask, expected.zdd()), (nzdd_from_dask, expected.nzdd())):
        found = make(parts, order, client=client)
        assert same_arrays(found, diagram)
        assert_same_order(found, diagram)
    few = nzdd_from_dask(parts, order, minimize="nonzeros", client=client)
    assert same_arrays(few, expected.nzdd("nonzeros"))


@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_any_number_of_partitions(client, number):
    found = from_dask([partition(seed) for seed in range(number)], "natural", client=client)
    assert same_arrays(found.zdd(), alone(range(number)).zdd())


def test_little_memory(client):
    found = from_dask([partition(seed) for seed in range(5)], memory=2**14, client=client)
    assert same_arrays(found.nzdd(), alone(range(5)).nzdd())


@pytest.mark.parametrize("order", ["auto", "frequency", "sifting"])
def test_the_order_is_that_of_all_rows(client, order):
    parts = [partition(seed) for seed in range(3)]
    found = from_dask(parts, order, client=client)
    expected = alone(range(3), order)
    rows = np.concatenate([words(seed + more) for seed in range(3) for more in (0, 100)])
    family = RowTable.from_words(rows, WIDTH)
    for make in (Multiset.zdd, Multiset.nzdd):
        kind = ZDD if make is Multiset.zdd else NZDD
        assert same_arrays(make(found), make(expected))
        assert_same_order(make(found), kind.from_rows(family, order=order))


def assert_same_order(one, other):
    assert one.order.name == other.order.name
    assert one.order.symbols.tolist() == other.order.symbols.tolist()
    assert one.num_nodes == other.num_nodes


@pytest.mark.slow
@pytest.mark.parametrize("order", ["auto", "frequency"])
def test_rows_beyond_the_buffers_of_workers(client, order):
    """The default is then the natural order, and other names mean that of the first chunk."""

    def part(seed):
        def rows():
            words = np.random.default_rng(seed).integers(0, 2**23, 10**7).astype(np.uint64)
            yield from (RowTable.from_words(part, 23) for part in np.array_split(words, 10))

        return rows

    found = from_dask([part(seed) for seed in range(2)], order, client=client)
    assert 16 * found.count() > BUFFER_BYTES
    given = ZDD.from_rows(next(part(0)()), order=order).order if order != "auto" else "natural"
    chunks = (chunk for seed in (1, 0) for chunk in part(seed)())
    expected = Multiset.from_chunks(chunks, given)
    assert same_arrays(found.zdd(), expected.zdd())
    built = nzdd_from_dask([part(seed) for seed in range(2)], order, client=client)
    assert same_arrays(built, expected.nzdd())


def test_collections_of_dask(client):
    import dask.array
    import dask.bag
    import pandas as pd
    from dask import delayed

    matrix = np.random.default_rng(0).random((120, WIDTH)) < 0.3
    expected = Multiset.from_chunks([matrix], "natural").zdd()
    array = dask.array.from_array(matrix, chunks=(50, 7))
    lists = [np.flatnonzero(row).tolist() for row in matrix]
    bag = dask.bag.from_sequence(lists, npartitions=3)
    lazy = [delayed(np.asarray, pure=False)(part) for part in np.array_split(matrix, 3)]
    pairs = [lambda: (matrix[:50], np.ones(50)), lambda: iter([matrix[50:], matrix[:0]])]
    mapped = dask.bag.from_sequence(range(120), npartitions=3).map(lambda i: lists[i])
    collections = [array, bag, mapped, lazy, pairs]
    try:
        import dask.dataframe
    except ImportError:
        pass
    else:
        collections.append(dask.dataframe.from_pandas(pd.DataFrame(matrix), npartitions=4))
    for collection in collections:
        found = from_dask(collection, "natural", num_symbols=WIDTH, client=client).zdd()
        assert found == expected
        assert found.num_nodes == expected.num_nodes
    with pytest.raises(ValueError, match="two dimensions, not 3"):
        from_dask(dask.array.zeros((2, 2, 2)), client=client)


def test_files_by_address(client, tmp_path):
    for part in range(3):
        lines = [" ".join(map(str, sorted({k % 7, k % 5 + part}))) for k in range(50)]
        (tmp_path / f"{part}.dat").write_text("\n".join(lines) + "\n")
    files = row_files(tmp_path / "*.dat", chunk_rows=20)
    found = from_dask(files, client=client.scheduler.address)
    assert same_arrays(found.zdd(), Multiset.from_chunks(files).zdd())
    arguments = ("build", tmp_path / "*.dat", "-o", tmp_path / "a.nzdd", "--dask")
    assert main([*map(str, arguments), client.scheduler.address]) == 0
    assert same_arrays(NZDD.load(tmp_path / "a.nzdd"), found.nzdd())


def test_row_groups_of_a_file(client, tmp_path):
    """More of them than there are shares; the order is that of one process."""
    import pandas as pd

    matrix = np.random.default_rng(0).random((900, 12)) < np.linspace(0.1, 0.6, 12)
    frame = pd.DataFrame(matrix, columns=[f"x{j}" for j in range(12)])
    frame.to_parquet(tmp_path / "a.parquet", row_group_size=40)
    files = row_files(tmp_path / "a.parquet")
    assert len(files.pieces()) == 23
    for order in ("auto", "frequency"):
        found = from_dask(files, order, client=client)
        expected = Multiset.from_chunks(files, order)
        for make in (Multiset.zdd, Multiset.nzdd):
            assert same_arrays(make(found), make(expected))
            assert_same_order(make(found), make(expected))


def test_errors(client):
    import dask.array

    bad = [partition(0), lambda: [[0, 99]], partition(1)]
    with pytest.raises(ValueError, match="partition 1: chunk 0: the rows are over 100 symbols"):
        from_dask(bad, client=client)
    with pytest.raises(TypeError, match="partition 0: chunk 0: rows must be"):
        from_dask([lambda: 5], client=client)
    with pytest.raises(
        ValueError, match=r"partition 0: the number of symbols is unknown.* give num_symbols"
    ):
        from_dask([list, partition(0)], client=client)
    with pytest.raises(ValueError, match="no partitions"):
        from_dask([], client=client)
    with pytest.raises(TypeError, match="a callable or a delayed object, not list"):
        from_dask([[[0]]], client=client)
    with pytest.raises(ValueError, match="num_symbols is 3, but the partitions have 2"):
        from_dask(dask.array.zeros((2, 2)), num_symbols=3, client=client)
    with pytest.raises(ValueError, match="no scheduler answers at nowhere://1"):
        from_dask([partition(0)], client="nowhere://1")
    with pytest.raises(TypeError, match="partitions have the type int"):
        from_dask(5, client=client)


@pytest.mark.slow
def test_a_cluster_of_its_own():
    parts = [partial(np.eye, 3), partial(np.eye, 3)]
    found = from_dask(parts, "natural")
    assert found.total == 6
    assert found.zdd().high_weight.tolist()[2:] == [2, 2, 2]


def test_rows_on_workers(client):
    """The same optimum, found rows and locks as with all rows here."""
    rows = np.random.default_rng(0).random((40, 12)) < 0.3
    rows[:, 0] |= ~rows.any(axis=1)
    rows = np.unique(rows, axis=0)
    whole = ConstraintDiagram.from_rows(rows.astype(float), 1)
    blocks = np.array_split(rows.astype(float), 3)
    parts = [partial(ConstraintDiagram.from_rows, block, 1) for block in blocks]
    spread = WorkerRows(parts, client)
    x = np.linspace(0, 0.5, 12)
    assert spread.min_slack(x) == pytest.approx(whole.min_slack(x))
    found, expected = spread.separate(x, 5), whole.separate(x, 5)
    assert np.allclose(found.slack, expected.slack)
    assert np.unique(found.key).size == 5
    assert spread.separate(np.ones(12)).slack.size == 0
    for one, other in zip(spread.locks(), whole.locks(), strict=True):
        assert one.tolist() == other.tolist()
    for integer in (False, True):
        model = LinearModel(np.arange(1, 13), upper=1, integrality=integer)
        result = nzdd.solve(model, rows=[spread])
        assert result.success
        assert result.fun == pytest.approx(nzdd.solve(model, rows=[whole]).fun)


def test_wrong_rows_on_workers(client):
    def part(width):
        return partial(ConstraintDiagram.from_rows, np.ones((1, width)), 1)

    with pytest.raises(ValueError, match="no parts of rows"):
        WorkerRows([], client)
    with pytest.raises(ValueError, match="the parts are over 2 and 3 columns"):
        WorkerRows([part(3), part(2)], client)
