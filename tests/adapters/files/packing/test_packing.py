import gzip
import tarfile
from pathlib import PurePath

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import read_packing

STOCK = "3\n100\n45\t2\r\n36 5\r\n14 1\r\n"
BINS = "4\n10\n3\n7\n3\n5\n"
SEVERAL = " 2\n u3_00\n 10 4 2\n7\n3\n5\n5\n t3_01\n 100.0 3 1\n36.6\n26.5\n36.9\n"
"""As binpack1.txt and binpack5.txt of OR-Library."""
VECTORS = "2\n10 8\n3\n3 1 2\n0 8 1\n7 7 3\n"


@pytest.fixture
def read(tmp_path):
    def call(text, name="x.txt", **options):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_packing(path, **options)

    return call


def of(instance):
    weights = map(tuple, instance.weights.tolist())
    return dict(zip(weights, instance.demand.tolist(), strict=True)), instance.capacities.tolist()


def test_the_number_of_numbers_tells_stock_from_bins(read):
    assert of(read(STOCK)) == ({(45,): 2, (36,): 5, (14,): 1}, [100])
    assert of(read(BINS)) == ({(7,): 1, (5,): 1, (3,): 2}, [10])
    assert of(read("1 9 9")) == ({(9,): 1}, [9])
    assert of(read("2 9 9 1 9 3")) == ({(9,): 4}, [9])  # in one line


def test_vectors_have_a_capacity_each(read):
    assert of(read(VECTORS, "x.vbp")) == ({(7, 7): 3, (3, 1): 2, (0, 8): 1}, [10, 8])
    packed = read(gzip.compress(VECTORS.encode()), "x.vbp.gz")
    assert of(packed) == of(read(VECTORS, "x.vbp"))


def test_what_is_not_demanded_is_left_out(read):
    assert of(read("2 9 10 0 9 1")) == ({(9,): 1}, [9])  # nor need it fit


def test_a_problem_of_several_goes_by_its_name(read):
    assert of(read(SEVERAL, problem="u3_00")) == ({(7,): 1, (5,): 2, (3,): 1}, [10])
    found = read(SEVERAL, problem="t3_01")
    assert of(found) == ({(366,): 1, (265,): 1, (369,): 1}, [1000])
    assert found.decimals == 1
    alone = SEVERAL.replace(" 2", " 1", 1).partition(" t3")[0]
    assert of(read(alone)) == of(read(SEVERAL, problem="u3_00"))


@pytest.mark.parametrize(
    ("text", "problem", "message"),
    [
        (SEVERAL, "t", "none of its 2 problems is called 't'; name one from u3_00 to t3_01"),
        (SEVERAL.replace("t3_01", "u3_00"), "u3_00", "2 of its 2 problems is called 'u3_00'"),
        (SEVERAL.replace("\n7", ""), "u3_00", "line 3: u3_00: 4 items are announced, and 3 follow"),
        (SEVERAL.replace("26.5", "2x"), "t3_01", "line 11: '2x' is no number"),
        (SEVERAL.replace("26.5", "2.6.5"), "t3_01", "line 11: '2.6.5' is no number"),
        (
            SEVERAL.replace("26.5", "126.5"),
            "t3_01",
            "line 11: the item of weight 126.5 exceeds the",
        ),
        (SEVERAL.replace("26.5", "2.0000001"), "t3_01", "line 11: 2.0000001 has more than 6 decim"),
        (STOCK, "u3_00", "line 1: it holds one problem without a name, not 'u3_00'; name none"),
    ],
)
def test_a_problem_of_several_that_is_wrong(read, text, problem, message):
    with pytest.raises(ModelFileError, match=message):
        read(text, problem=problem)


ITEMS = (
    st.integers(1, 4)
    .flatmap(
        lambda k: st.tuples(
            st.lists(
                st.tuples(
                    st.lists(st.integers(1, 30), min_size=k, max_size=k), st.integers(0, 2**39)
                ),
                min_size=1,
                max_size=8,
            ),
            st.lists(st.integers(30, 2**40), min_size=k, max_size=k),
        )
    )
    .filter(lambda drawn: any(demand for _, demand in drawn[0]))
)


@given(ITEMS)
def test_what_is_written_is_read(tmp_path_factory, drawn):
    items, capacities = drawn
    expected = {}
    for weights, demand in items:
        if demand:
            expected[tuple(weights)] = expected.get(tuple(weights), 0) + demand
    lines = [" ".join(map(str, [*weights, demand])) for weights, demand in items]
    head = [str(len(capacities)), " ".join(map(str, capacities))]
    path = tmp_path_factory.getbasetemp() / "x.vbp"
    path.write_text("\n".join([*head, str(len(items)), *lines]))
    found = read_packing(path)
    assert of(found) == (expected, capacities)
    falling = found.weights.tolist()
    assert falling == sorted(falling, reverse=True)
    if len(capacities) == 1:
        path = path.with_suffix(".csp")
        path.write_text("\n".join([str(len(items)), *head[1:], *lines]))
        assert of(read_packing(path)) == (expected, capacities)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.txt", "", "the file is empty"),
        ("x.txt", "7", r"line 1: 7 items are announced, and 0 numbers follow"),
        ("x.txt", STOCK.replace("3\n", "4\n", 1), "line 2: 4 items are announced, and 6 numbers"),
        ("x.txt", STOCK.replace("36 5", "36"), "line 4: the line holds 1 number, and others 2"),
        ("x.txt", STOCK + "1 2 3\n", "line 6: the line holds 3 numbers, and others 2; after the"),
        ("x.txt", STOCK + "the end", "line 6: 'the' is not an integer from 0"),
        ("x.txt", STOCK.replace("36", "-36"), "line 4: '-36' is not an integer"),
        ("x.txt", STOCK.replace("36", "36.5"), "line 4: '36.5' is not an integer"),
        ("x.txt", STOCK.replace("36", "1e1"), "line 4: '1e1' is not an integer"),
        ("x.txt", STOCK.replace("36", 20 * "9"), "line 4: '9{20}' is not an integer"),
        ("x.txt", STOCK.replace("36", str(2**40 + 1)), r"line 4: 1099511627777 exceeds 2\^40"),
        (
            "x.txt",
            STOCK.replace("36", "101"),
            "line 4: the item of weight 101 exceeds the",
        ),
        (
            "x.txt",
            STOCK.replace("36", "0"),
            "line 4: the item of weight 0 fits any number",
        ),
        ("x.txt", "1 9 5 0", "no item is demanded"),
        ("x.txt", "0 9", "line 1: 0 items are announced, and 0 numbers follow"),
        ("x.txt", "4 9\n5 1\n4 1\n", "line 1: 4 items are announced, and 4 numbers follow"),
        ("x.txt", BINS.replace("4", "3", 1), "line 2: 3 items are announced, and 4 numbers follow"),
        ("x.vbp", VECTORS.replace("0 8 1", "0 8"), "line 5: the line holds 2 numbers, and others"),
        ("x.vbp", VECTORS.replace("0 8 1", "0 9 1"), "line 5: the item of weight 0 9 exceeds the"),
        ("x.vbp", VECTORS.replace("0 8 1", "0 0 1"), "line 5: the item of weight 0 0 fits any"),
        ("x.vbp", VECTORS.replace("3\n", "9\n", 1), "line 3: 9 items are announced, and 9 numbers"),
        ("x.vbp", "9\n1 2", "line 1: 9 dimensions are announced, and 2 numbers follow"),
        ("x.vbp", "0\n1", "line 1: 0 dimensions are announced"),
        ("x.vbp", VECTORS + "$VTYPE{I};", "line 7: .* is not an integer"),
        ("x.vbp", b"2\n10 \xff", "line 2: "),
        ("x.vbp", gzip.compress(VECTORS.encode(), mtime=0)[:-5], "the gzip data is truncated"),
        ("x.txt", SEVERAL, "line 1: it holds 2 problems of OR-Library: u3_00, t3_01; name one, as"),
        ("x.txt", SEVERAL.replace("2\n", "2", 1), "line 1: 'u3_00' is not an integer"),
        ("x.txt", SEVERAL.replace("u3_00", "\v u3_00", 1), "is not an integer"),
        ("x.txt", "2 3\n4 5 6\n2 1 3\n1 2\n", "is a set covering problem .*; use nzdd solve"),
        ("x.mvp", VECTORS, "unknown suffix '.mvp'; names of packing problems end in .txt, .bpp"),
        ("x", VECTORS, "the name has no suffix; names of packing problems end in .txt, .bpp"),
    ],
)
def test_what_is_damaged_is_named_with_its_line(read, name, text, message):
    with pytest.raises(ModelFileError, match=message):
        read(text, name)


@pytest.mark.parametrize(
    ("archive", "part", "total", "capacities"),
    [  # items and capacities as the collections describe their classes
        ("cutting_stock/1_Falkenauer_CSP", "_t60_", 60, [1000]),
        ("cutting_stock/1_Falkenauer_CSP", "_u120_", 120, [150]),
        ("cutting_stock/4_Schwerin_CSP", "Schwerin2", 120, [1000]),
        ("vector_packing/sub", "classC_60", 60, [100, 100, 100]),
    ],
)
def test_files_of_the_collections(read, data, archive, part, total, capacities):
    path = data / "choose_many" / f"{archive}.tar.gz"
    if not path.is_file():
        pytest.skip(f"there is no {path}, an archive of packing problems")
    with tarfile.open(path) as files:
        members = [each for each in files.getmembers() if part in each.name][:3]
        assert members
        for each in members:
            instance = read(files.extractfile(each).read(), PurePath(each.name).name)
            assert int(instance.demand.sum()) == total
            assert instance.capacities.tolist() == capacities
            assert len(np.unique(instance.weights, axis=0)) == len(instance.weights)
