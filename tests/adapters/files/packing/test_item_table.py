from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import read_packing

ORDERS = "item,width,quantity\nshelf,45,20\ndoor,36,5\nlid,36,3\nback,14,10\nnone,99,0\n"


@pytest.fixture
def read(tmp_path):
    pytest.importorskip("pandas")

    def call(text, name="x.csv", **options):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_packing(path, **options)

    return call


def items(instance):
    """How many there are of each weight, as the file has it, and the capacities likewise."""
    unit = Fraction(1, 10**instance.decimals)
    weights = [tuple(value * unit for value in each) for each in instance.weights.tolist()]
    found = dict(zip(weights, instance.demand.tolist(), strict=True))
    return found, [value * unit for value in instance.capacities.tolist()]


def rows(instance):
    rows = instance.rows
    weights = instance.weights[rows.item].tolist()
    return sorted(zip(rows.names, map(tuple, weights), rows.demand.tolist(), strict=True))


def test_equal_items_are_one_and_keep_the_names_of_their_rows(read):
    found = read(ORDERS, capacity=100)
    assert items(found) == ({(45,): 20, (36,): 8, (14,): 10}, [100])
    assert rows(found) == [
        ("back", (14,), 10),
        ("door", (36,), 5),
        ("lid", (36,), 3),
        ("shelf", (45,), 20),
    ]
    assert found.rows.columns == {"weights": ["width"], "demand": "quantity", "name": "item"}


def test_a_column_of_weights_for_each_capacity(read):
    text = "size\tmass\tlabel\n3\t10\ta\n2\t20\tb\n3\t10\tc\n"
    found = read(text, "x.tsv", capacity={"size": 5, "mass": 30})
    assert items(found) == ({(3, 10): 2, (2, 20): 1}, [5, 30])
    assert found.rows.columns == {"weights": ["size", "mass"], "demand": None, "name": "label"}
    with pytest.warns(UserWarning, match="column .mass. plays no part"):
        assert items(read(text, "x.tsv", capacity={"size": 5}))[0] == {(3,): 2, (2,): 1}
    counted = read(text, "x.tsv", capacity={"size": 5}, demand="mass")
    assert items(counted)[0] == {(3,): 20, (2,): 20}


def test_a_column_that_is_named_as_a_weight_is_no_demand(read):
    text = "w,count\n3,2\n"
    assert items(read(text, capacity={"w": 5, "count": 9})) == ({(3, 2): 1}, [5, 9])
    assert items(read(text, capacity=5)) == ({(3,): 2}, [5])


@pytest.mark.parametrize("text", ["w;n\n1,25;a\n0,5;b\n", "w,n\n1.25 kg,a\n0.5 kg,b\n"])
def test_decimals_are_exact(read, text):
    found = read(text, capacity=2.001)
    assert items(found) == (
        {(Fraction(5, 4),): 1, (Fraction(1, 2),): 1},
        [Fraction(2001, 1000)],
    )


@given(
    st.integers(0, 6),
    st.lists(st.tuples(st.integers(1, 10**5), st.integers(1, 9)), min_size=1, max_size=9),
)
def test_what_is_written_with_decimals_is_read(tmp_path_factory, decimals, drawn):
    pytest.importorskip("pandas")
    expected = {}
    for weight, demand in drawn:
        value = Fraction(weight, 10**decimals)
        expected[value,] = expected.get((value,), 0) + demand
    lines = [f"{weight / 10**decimals:.{decimals}f},{demand}" for weight, demand in drawn]
    path = tmp_path_factory.getbasetemp() / "x.csv"
    path.write_text("\n".join(["weight,demand", *lines]) + "\n")
    assert items(read_packing(path, capacity=10**5))[0] == expected


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            ORDERS,
            {},
            "does not hold the capacity of a bin; the columns of numbers are 'width'; name",
        ),
        (ORDERS, {"capacity": 40}, "line 2: the item of weight 45 exceeds the capacity 40; check"),
        (
            ORDERS,
            {"capacity": {"wide": 9}},
            "the column 'wide' is not there; its columns are 'item'",
        ),
        (ORDERS, {"capacity": {"item": 9}}, "the column 'item' does not hold numbers alone"),
        (ORDERS, {"capacity": 99, "demand": "n"}, "there are 2 columns of numbers that may be"),
        (
            ORDERS,
            {"capacity": 99, "problem": "a"},
            "problem is an option of the formats bpplib, and the file is items",
        ),
        (ORDERS.replace("36,5", ",5"), {"capacity": 99}, "line 3: column 'width' is missing; give"),
        (ORDERS.replace("36,5", "-36,5"), {"capacity": 99}, "line 3: column 'width' is -36; give"),
        (ORDERS.replace("36,5", "36,5.5"), {"capacity": 99}, "line 3: column 'quantity' is 5.5;"),
        (ORDERS.replace("36,5", "36,"), {"capacity": 99}, "line 3: column 'quantity' is missing"),
        (ORDERS.replace("36,5", "0,5"), {"capacity": 99}, "line 3: the item of weight 0 fits any"),
        (
            ORDERS.replace("36,5", "36.1234567,5"),
            {"capacity": 99},
            "line 3: column 'width': 36.1234567 has more than 6 decimals; round",
        ),
        (ORDERS, {"capacity": 1e13}, "the capacity 10000000000000 exceeds 1099511627776; divide"),
        ("a,b\nx,y\n", {"capacity": 9}, "0 columns of numbers .* are none; name the column"),
        ("w,demand\n3,0\n", {"capacity": 9}, "no item is demanded"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(read, text, options, message):
    with pytest.raises(ModelFileError, match=message):
        read(text, **options)


@pytest.mark.parametrize("capacity", [-1, float("nan"), float("inf"), {}])
def test_a_capacity_is_a_number_from_0_on(read, capacity):
    with pytest.raises(ValueError, match="capacity"):
        read(ORDERS, capacity=capacity)


def test_a_parquet_file_has_rows_instead_of_lines(tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    path = tmp_path / "x.parquet"
    pandas.DataFrame({"w": [3.5, None], "n": ["a", "b"]}).to_parquet(path)
    with pytest.raises(ModelFileError, match="row 2: column 'w' is missing"):
        read_packing(path, capacity=9)
    pandas.DataFrame({"w": [3.5, 2.0], "n": ["a", "b"]}).to_parquet(path)
    assert items(read_packing(path, capacity=9))[0] == {(Fraction(7, 2),): 1, (2,): 1}


@pytest.mark.parametrize("text", ["weight\n5\n\n7\n", "5\n7\n"])
def test_one_column_is_a_table(read, text):
    assert items(read(text, capacity=9))[0] == {(5,): 1, (7,): 1}
    with pytest.raises(ModelFileError, match=r"line \d: the item of weight 7 exceeds"):
        read(text, capacity=6)


def test_a_last_row_of_totals_is_no_item(read):
    text = "part,length,pcs\na,4.5,2\nb,3,1\nTotal,7.5,3\n"
    with pytest.warns(UserWarning, match="x.csv: the last row, 'Total', is left out: it holds the"):
        assert items(read(text, capacity=9))[0] == {(Fraction(9, 2),): 2, (3,): 1}
    other = text.replace("7.5,3", "7,3")  # which is not their sum
    assert items(read(other, capacity=9))[0] == {(Fraction(9, 2),): 2, (3,): 1, (7,): 3}


@pytest.mark.parametrize(
    "text", [ORDERS, ORDERS.replace("36,3", "36,3\n,,"), f"{ORDERS},,\n\n,,\n"]
)
def test_empty_rows_are_no_items(read, text):
    assert items(read(text, capacity=100)) == items(read(ORDERS, capacity=100))
    with pytest.warns(UserWarning, match="the last row, 'Summe', is left out"):
        total = read(f"{text}Summe,,38\n", capacity=100)
    assert items(total) == items(read(ORDERS, capacity=100))
    line = text.splitlines().index("back,14,10") + 1
    with pytest.raises(ModelFileError, match=f"line {line}: column 'width' is -14"):
        read(text.replace("back,14", "back,-14"), capacity=100)


def test_an_option_in_a_message_can_be_pasted(read):
    with pytest.raises(ModelFileError, match=r"--capacity 'width \(mm\)=100'"):
        read(ORDERS.replace("width", "width (mm)"))


def test_numbers_that_play_no_part_are_told(read):
    """Where no column is called a demand; without texts the first of the others names the rows."""
    text = "no,length,order\n1,5,3\n2,7,4\n"
    with pytest.warns(UserWarning, match="column 'order' plays no part, and each row counts once"):
        assert items(read(text, capacity={"length": 9}))[0] == {(5,): 1, (7,): 1}
    assert items(read(text, capacity={"length": 9}, demand="order"))[0] == {(5,): 3, (7,): 4}
    assert items(read(text.replace("order", "Menge"), capacity={"length": 9}))[0][5,] == 3
