"""Routes of `nzdd route`: the shortest by a search of all, as a table, as JSON and as files."""

import csv
import json

import numpy as np
import pytest

from support.vehicle_routing import best_routes, random_problem

TINY = """NAME : tiny{name}
DIMENSION : {size}
CAPACITY : {capacity}
EDGE_WEIGHT_TYPE : EXPLICIT
EDGE_WEIGHT_FORMAT : FULL_MATRIX
EDGE_WEIGHT_SECTION
{far}
DEMAND_SECTION
{demand}
DEPOT_SECTION
10
-1
"""


def text(far, loads, capacity, name=""):
    demand = "\n".join(f"{10 * (k + 1)} {load}" for k, load in enumerate(loads))
    rows = "\n".join(" ".join(map(str, row)) for row in far)
    return TINY.format(name=name, size=len(loads), capacity=capacity, far=rows, demand=demand)


@pytest.fixture
def problem(tmp_path):
    far, loads, capacity = random_problem(np.random.default_rng(3))
    (tmp_path / "x.vrp").write_text(text(far, loads, capacity))
    return far, loads, capacity


def test_the_routes_are_the_shortest(run, problem):
    far, loads, capacity = problem
    facts = run("route", "x.vrp", "--json").facts
    best = best_routes(far.tolist(), loads.tolist(), capacity)
    assert facts["objective"] == facts["dual_bound"] == best
    assert facts["status"] == "optimal"
    visits = [[int(name) // 10 - 1 for name in each["customers"]] for each in facts["routes"]]
    assert sorted(stop for stops in visits for stop in stops) == list(range(1, len(loads)))
    for each, stops in zip(facts["routes"], visits, strict=True):
        assert each["load"] == loads[stops].sum() <= capacity
        legs = zip([0, *stops], [*stops, 0], strict=True)
        assert each["length"] == sum(far[leg] for leg in legs)
    assert facts["instance"] == {
        "customers": 5,
        "capacity": capacity,
        "load": loads.sum(),
        "vehicles": None,
    }


def test_a_number_of_vehicles_is_kept(run, problem, tmp_path):
    far, loads, capacity = problem
    facts = run("route", "x.vrp", "--vehicles", 5, "--json").facts
    assert facts["objective"] == best_routes(far.tolist(), loads.tolist(), capacity, 5, 5)
    assert len(facts["routes"]) == 5
    for least, most in (1, 5), (4, 5):
        limited = run("route", "x.vrp", "--vehicles", f"{least}-{most}", "--json").facts
        assert limited["objective"] == best_routes(
            far.tolist(), loads.tolist(), capacity, least, most
        )
    (tmp_path / "y.vrp").write_text(text(far, loads, capacity, name="-k4"))
    assert len(run("route", "y.vrp", "--json").facts["routes"]) == 4
    any_number = run("route", "y.vrp", "--vehicles", "any", "--json").facts
    assert any_number["objective"] == best_routes(far.tolist(), loads.tolist(), capacity)


def test_too_few_vehicles_are_an_answer(run, tmp_path):
    (tmp_path / "x.vrp").write_text(text(np.ones((4, 4), int), [0, 2, 2, 2], 3))
    outcome = run("route", "x.vrp", "--vehicles", 2, "-o", "x.csv")
    assert outcome.code == 0
    assert "infeasible (the vehicles have no room for all customers)" in outcome.out
    assert "there is nothing to write" in outcome.err
    assert not (tmp_path / "x.csv").exists()


def test_routes_are_a_table_and_files(run, problem, tmp_path):
    outcome = run("route", "x.vrp", "-o", "x.csv")
    with open(tmp_path / "x.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    facts = run("route", "x.vrp", "-o", "x.json", "--json").facts
    assert json.loads((tmp_path / "x.json").read_text()) == facts
    assert "5 customers, any number of vehicles" in outcome.out
    shown = outcome.out.partition("customers\n")[2].splitlines()
    routes = {}
    for row in rows:
        assert int(row["stop"]) == len(routes.setdefault(row["route"], [])) + 1
        routes[row["route"]].append(row["customer"])
    assert [line.split()[3:] for line in shown] == list(routes.values())


def test_what_is_wrong_is_said_in_a_line(refuse, problem, tmp_path):
    for wrong in "0", "1-", "2-x":
        assert f"{wrong!r} is neither an integer from 1 on nor a range such as 1-6 nor any" in (
            refuse("route", "x.vrp", "--vehicles", wrong)
        )
    assert "vehicles is (3, 2): at least 3, but at most 2" in refuse(
        "route", "x.vrp", "--vehicles", "3-2"
    )
    assert "vehicles is 9: at least 9, but there are 5 customers" in refuse(
        "route", "x.vrp", "--vehicles", 9
    )
    assert "unknown output format" in refuse("route", "x.vrp", "-o", "x.txt")
    (tmp_path / "solomon.txt").write_text("C101\n\nVEHICLE\nNUMBER CAPACITY\n25 200\n")
    assert "there is no section VEHICLE, or none CUSTOMER" in refuse("route", "solomon.txt")
    assert "use the command nzdd route" in refuse("pack", "x.vrp")
    (tmp_path / "solomon.txt").write_text("C101\n\nVEHICLE\nNUMBER CAPACITY\n25 200\nCUSTOMER\n")
    for command in ("pack", "solve", "info"):
        assert "a vehicle routing problem; use the command nzdd route" in refuse(
            command, "solomon.txt"
        )


def test_standard_input_is_recognised(run, problem, tmp_path, monkeypatch):
    with open(tmp_path / "x.vrp") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        outcome = run("route", "-", "--json", "--time-limit", "60")
    assert outcome.facts["status"] == "optimal"


def test_places_of_a_table_get_the_shortest_routes(run, tmp_path):
    pytest.importorskip("pandas")
    draw = np.random.default_rng(5)
    places = draw.integers(0, 50, (6, 2))
    loads = np.append(0, draw.integers(1, 5, 5))
    rows = zip(["depot", "a", "b", "c", "d", "e"], *places.T, loads, strict=True)
    lines = ["stop,x,y,pcs", *(",".join(map(str, row)) for row in rows)]
    (tmp_path / "x.csv").write_text("\n".join(lines))
    facts = run("route", "x.csv", "--capacity", 6, "--json").facts
    far = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    best = best_routes(far.tolist(), loads.tolist(), 6)
    assert facts["objective"] == pytest.approx(best, rel=1e-9)
    assert facts["dual_bound"] == pytest.approx(best, rel=1e-6)
    assert sorted(stop for each in facts["routes"] for stop in each["customers"]) == list("abcde")
    out = run("route", "x.csv", "--capacity", 6).out
    assert "columns     x (place), y (place), pcs (demand), stop (name)\n" in out


def test_loads_are_shown_as_the_table_has_them(run, tmp_path):
    """Times 4 they are integers, with the same routes."""
    pytest.importorskip("pandas")
    draw = np.random.default_rng(6)
    places = draw.integers(0, 50, (6, 2))
    quarters = np.append(0, draw.integers(1, 20, 5))
    rows = zip("Dabcde", *places.T, quarters / 4, strict=True)
    lines = ["stop;x;y;load", *(";".join(map(str, row)).replace(".", ",") for row in rows)]
    (tmp_path / "x.csv").write_text("\n".join(lines))
    given = ("route", "x.csv", "--capacity", "5,25")
    facts = run(*given, "--json").facts
    far = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    best = best_routes(far.tolist(), quarters.tolist(), 21)
    assert facts["objective"] == pytest.approx(best, rel=1e-9)
    assert facts["instance"]["capacity"] == 5.25
    assert facts["instance"]["load"] == quarters.sum() / 4
    for each in facts["routes"]:
        stops = ["Dabcde".index(name) for name in each["customers"]]
        assert each["load"] == quarters[stops].sum() / 4 <= 5.25
    out = run(*given).out
    assert "vehicles of capacity 5.25\n" in out
    shown = out.partition("customers\n")[2].splitlines()
    assert [float(line.split()[1]) for line in shown] == [each["load"] for each in facts["routes"]]


def test_a_comma_is_decimal_where_it_can_be_nothing_else(run, refuse, tmp_path):
    pytest.importorskip("pandas")
    (tmp_path / "x.csv").write_text(HOURS)
    for comma, point in ("2000,5", "2000.5"), ("2,5", "2.5"):
        texts = [
            run("route", "x.csv", "--capacity", text, "--speed", "60", "--json").facts["instance"]
            for text in (comma, point)
        ]
        assert texts[0] == texts[1]
    options = ("--capacity", 2, "--speed")
    routes = [
        run("route", "x.csv", *options, text, "--json").facts["routes"] for text in ("60,5", "60.5")
    ]
    assert routes[0] == routes[1]
    message = "'1,000' may be 1000 or 1.000; write it without a comma"
    assert message in refuse("route", "x.csv", "--capacity", "1,000")
    assert message in refuse("pack", "x.csv", "--capacity", "load=1,000")
    for wrong in "1,0,0", ",", "1.000,5", "0", "nan":
        assert f"{wrong!r} is not a number from" in refuse("route", "x.csv", "--capacity", wrong)


HOURS = """stop,x,y,load,open,close,service
depot,0,0,0,06:00,18:00,
a,0,30,1,08:00,08:30,10
b,0,40,1,07:00,07:50,20
c,9,0,2,,,5
"""


def test_hours_of_a_table_are_kept_and_shown(run, tmp_path):
    """At 60 an hour: b from 07:00 to 07:20, a ten minutes later, but not before 08:00."""
    pytest.importorskip("pandas")
    (tmp_path / "x.csv").write_text(HOURS)
    given = ("route", "x.csv", "--capacity", 2, "--speed", 60)
    facts = run(*given, "--json").facts
    assert (facts["objective"], facts["dual_bound"]) == (98, 98)
    first = {key: facts["routes"][0][key] for key in ("customers", "starts", "back")}
    assert first == {"customers": ["b", "a"], "starts": ["07:00", "08:00"], "back": "08:40"}
    outcome = run(*given, "-o", "y.csv")
    assert "07:00 to 08:40  b a\n" in outcome.out
    assert "open (hour), close (hour), service (service)" in outcome.out
    rows = (tmp_path / "y.csv").read_text().splitlines()
    assert rows == ["route,stop,customer,start", "1,1,b,07:00", "1,2,a,08:00", "2,1,c,06:09"]


def test_hours_of_solomon_are_those_of_the_file(run, tmp_path, monkeypatch):
    rows = "0 0 0 0 0 99 0\n1 3 4 1 50 60 2\n2 0 8 1 10.5 20 0\n"
    head = "X\nVEHICLE\nNUMBER CAPACITY\n2 9\nCUSTOMER\nCUST NO. XCOORD. YCOORD. DEMAND\n"
    (tmp_path / "x.txt").write_text(head + rows)
    (tmp_path / "y.vrp").write_text(head + rows)
    assert run("route", "y.vrp", "--json").facts["objective"] == 18  # by its content
    outcome = run("route", "x.txt")
    with open(tmp_path / "x.txt") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert run("route", "-", "--json").facts["objective"] == 18
    assert "2 customers, at most 2 vehicles of capacity 9" in outcome.out
    assert "10.5 to 57.0  2 1" in outcome.out
    facts = run("route", "x.txt", "--json").facts
    assert facts["objective"] == 18
    assert facts["routes"][0]["starts"] == [10.5, 50]
