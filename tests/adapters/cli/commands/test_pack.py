"""Packings that are optimal by a search of all, by a published value, or by their bound."""

import csv
import gzip
import json
import random
import tarfile
from collections import Counter
from functools import cache
from itertools import combinations, product

import networkx as nx
import pytest

from nzdd.adapters.cli.commands import pack
from nzdd.adapters.methods.choose_many.colouring import colour_search
from nzdd.formulations.models.result import Result, Status
from support.interrupts import press_ctrl_c

STOCK = "4\n100\n45 97\n36 610\n31 395\n14 211\n"  # Gilmore and Gomory's; 453 rolls are least
STOCK_ITEMS = [[45]] * 97 + [[36]] * 610 + [[31]] * 395 + [[14]] * 211


def fewest_bins(items, capacities):
    """By a search through all sets of items for the first bin."""
    items = tuple(sorted(items))

    @cache
    def fewest(left):
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = len(left)
        for size in range(len(rest) + 1):
            for others in set(combinations(rest, size)):
                loads = map(sum, zip(first, *others, strict=True))
                if all(load <= most for load, most in zip(loads, capacities, strict=True)):
                    remaining = Counter(rest)
                    remaining.subtract(others)
                    best = min(best, 1 + fewest(tuple(sorted(remaining.elements()))))
        return best

    return fewest(items)


def check_bins(facts, items, capacities):
    """Each item is packed once, and every bin holds what is in it."""
    packed = Counter()
    for each in facts["bins"]:
        load = [0] * len(capacities)
        for item in each["items"]:
            weights = item["weight"] if isinstance(item["weight"], list) else [item["weight"]]
            packed[tuple(weights)] += each["number"] * item["count"]
            load = [used + item["count"] * one for used, one in zip(load, weights, strict=True)]
        assert all(used <= most for used, most in zip(load, capacities, strict=True))
    assert packed == Counter(map(tuple, items))
    assert facts["objective"] == sum(each["number"] for each in facts["bins"])


@pytest.mark.parametrize("seed", range(6))
def test_small_instances_get_the_fewest_bins(run, tmp_path, seed):
    draw = random.Random(seed)
    k = 1 + seed % 3
    capacities = [draw.randint(10, 30) for _ in range(k)]
    kinds = [[draw.randint(1, most) for most in capacities] for _ in range(4)]
    demands = [draw.randint(1, 2) for _ in kinds]
    items = [weights for weights, n in zip(kinds, demands, strict=True) for _ in range(n)]
    if k == 1:
        lines = [len(items), capacities[0], *(weights[0] for weights in items)]
        (tmp_path / "x.txt").write_text("\n".join(map(str, lines)))
    else:
        lines = [" ".join(map(str, [*each, n])) for each, n in zip(kinds, demands, strict=True)]
        head = [str(k), " ".join(map(str, capacities)), "4"]
        (tmp_path / "x.vbp").write_text("\n".join([*head, *lines]))
    facts = run("pack", "x.txt" if k == 1 else "x.vbp", "--json").facts
    assert facts["status"] == "optimal"
    assert facts["objective"] == facts["dual_bound"] == fewest_bins(map(tuple, items), capacities)
    check_bins(facts, items, capacities)


def test_a_published_optimum_of_cutting_stock(run, tmp_path):
    (tmp_path / "x.txt").write_text(STOCK)
    facts = run("pack", "x.txt", "--json").facts
    assert (facts["status"], facts["objective"], facts["dual_bound"]) == ("optimal", 453, 453)
    check_bins(facts, STOCK_ITEMS, [100])
    assert facts["instance"] == {"items": 1313, "different_items": 4, "capacities": [100]}


@pytest.mark.parametrize("seed", range(6))
def test_the_rows_of_a_table_are_packed_by_their_names(run, tmp_path, seed):
    pytest.importorskip("pandas")
    draw = random.Random(seed)
    table = [(f"r{row}", draw.choice([2, 2.5, 3.5, 6]), draw.randint(0, 7)) for row in range(9)]
    lines = [f"{name},{weight},{number}" for name, weight, number in table]
    (tmp_path / "x.csv").write_text("\n".join(["name,size,pcs", *lines]))
    facts = run("pack", "x.csv", "--capacity", "size=10", "--json", "-o", "y.csv").facts
    packed = Counter()
    for each in facts["bins"]:
        assert sum(item["weight"] * item["count"] for item in each["items"]) <= 10
        for item in each["items"]:
            packed[item["item"], item["weight"]] += each["number"] * item["count"]
    assert packed == {(name, weight): number for name, weight, number in table if number}
    assert facts["objective"] == sum(each["number"] for each in facts["bins"])
    (tmp_path / "x.txt").write_text(
        "\n".join(["9 20", *(f"{int(2 * weight)} {number}" for _, weight, number in table)])
    )
    assert facts["objective"] == run("pack", "x.txt", "--json").facts["objective"]
    with open(tmp_path / "y.csv", newline="") as file:
        written = list(csv.DictReader(file))
    again = Counter()
    for row in written:
        key = row["item"], float(row["weight"])
        again[key] += int(row["number"]) * int(row["count"])
    assert again == packed


def test_a_table_says_how_its_columns_were_read(run, refuse, tmp_path):
    pytest.importorskip("pandas")
    (tmp_path / "x.csv").write_text("part,length,mass,order\na,5,1,2\nb,4,9,1\n")
    options = ("--capacity", "length=9", "--capacity", "mass=10", "--demand", "order")
    out = run("pack", "x.csv", *options).out
    assert "columns     length (weight), mass (weight), order (demand), part (name)\n" in out
    assert "capacities 9 10" in out
    commas = ("--capacity", "length=9,5", *options[2:])
    assert "capacities 9.5 10" in run("pack", "x.csv", *commas).out
    twice = ("--capacity", "9", "--capacity", "mass=10")
    assert "needs a column of its own each time" in refuse("pack", "x.csv", *twice)
    assert "is not a number from 0" in refuse("pack", "x.csv", "--capacity", "length=long")
    (tmp_path / "x.col").write_text("p edge 2 1\ne 1 2\n")
    assert "capacity is an option of the formats items" in refuse(
        "pack", "x.col", "--capacity", "9"
    )


def test_a_problem_of_or_library_goes_by_its_name(run, tmp_path):
    (tmp_path / "x.txt").write_text("1\n t_0\n 100.0 6 2\n" + 2 * "36.6\n26.5\n36.9\n")
    out = run("pack", "x.txt", "--problem", "t_0").out
    assert "36.9, 36.6, 26.5" in out
    assert "objective   2\n" in out


def chromatic_number(graph):
    nodes = list(graph)
    return next(
        k
        for k in range(len(nodes) + 1)
        if any(
            all(colour[u] != colour[v] for u, v in graph.edges)
            for choice in product(range(k), repeat=len(nodes))
            for colour in [dict(zip(nodes, choice, strict=True))]
        )
    )


@pytest.mark.parametrize("seed", range(4))
def test_small_graphs_get_the_fewest_colours(run, tmp_path, seed):
    graph = nx.gnp_random_graph(7, 0.2 + 0.2 * seed, seed=seed)
    lines = [f"p edge 7 {graph.number_of_edges()}", *(f"e {u + 1} {v + 1}" for u, v in graph.edges)]
    with gzip.open(tmp_path / "x.col.gz", "wt") as file:
        file.write("\n".join(lines))
    facts = run("pack", "x.col.gz", "--json").facts
    assert facts["objective"] == facts["dual_bound"] == chromatic_number(graph)
    classes = [{int(name) - 1 for name in each["vertices"]} for each in facts["colours"]]
    assert sorted(v for each in classes for v in each) == list(graph)
    assert not any(graph.subgraph(each).edges for each in classes)


@pytest.mark.parametrize(
    ("graph", "colours"),
    [(nx.petersen_graph(), 3), (nx.mycielski_graph(4), 4), (nx.empty_graph(0), 0)],
)
def test_graphs_of_other_formats_keep_their_names(run, tmp_path, graph, colours):
    graph = nx.relabel_nodes(graph, "v{}".format)
    nx.write_graphml(graph, tmp_path / "x.graphml")
    facts = run("pack", "x.graphml", "--json").facts
    assert facts["objective"] == colours
    assert {v for each in facts["colours"] for v in each["vertices"]} == set(graph)


def test_self_loops_are_left_out_and_told(run, tmp_path):
    (tmp_path / "x.col").write_text("p edge 3 3\ne 1 1\ne 1 2\ne 2 1\n")
    outcome = run("pack", "x.col")
    assert "3 vertices, 1 edges (1 self-loops are left out)" in outcome.out
    assert "objective   2" in outcome.out


def test_members_are_a_table_and_a_file(run, refuse, tmp_path):
    (tmp_path / "x.txt").write_text(STOCK)
    outcome = run("pack", "x.txt", "-o", "x.csv")
    assert outcome.code == 0
    assert "capacity 100" in outcome.out
    with open(tmp_path / "x.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    packed = Counter()
    for row in rows:
        packed[int(row["weight"])] += int(row["number"]) * int(row["count"])
    assert packed == {45: 97, 36: 610, 31: 395, 14: 211}
    bins = {(row["bin"], row["number"]) for row in rows}
    assert sum(int(number) for _, number in bins) == 453
    text = outcome.out.partition("number")[2].splitlines()[1:]
    assert sorted(int(line.split()[0]) for line in text) == sorted(int(n) for _, n in bins)
    facts = run("pack", "x.txt", "-o", "x.json.gz", "--json").facts
    with gzip.open(tmp_path / "x.json.gz", "rt") as file:
        assert json.load(file) == facts
    (tmp_path / "x.vbp").write_text("2\n9 9\n2\n5 1 1\n1 5 1\n")
    (tmp_path / "x.col").write_text("p edge 2 1\ne 1 2\n")
    for name, expected in (
        ("x.vbp", "bin,number,weight_1,weight_2,count\n1,1,5,1,1\n1,1,1,5,1\n"),
        ("x.col", "colour,vertex\n1,1\n2,2\n"),
    ):
        run("pack", name, "-o", "y.csv")
        assert (tmp_path / "y.csv").read_text() == expected
    assert "unknown output format; name a file in .csv" in refuse("pack", "x.col", "-o", "y.txt")


def test_damaged_files_are_refused_with_their_line(refuse, tmp_path):
    (tmp_path / "x.txt").write_text(STOCK.replace("36 610", "136 610"))
    assert "x.txt, line 4: the item of weight 136 exceeds" in refuse("pack", "x.txt")
    (tmp_path / "x.col").write_text("p edge 2 1\ne 1 3\n")
    assert "x.col, line 2: the edge 1 3 leaves" in refuse("pack", "x.col")
    (tmp_path / "edges.txt").write_text("# Nodes: 2 Edges: 1\n0\t1\n")
    assert "a list of edges is --format edgelist" in refuse("pack", "edges.txt")
    (tmp_path / "x").write_text(STOCK)
    assert "or use --format" in refuse("pack", "x")


def test_a_format_may_be_named(run, tmp_path):
    (tmp_path / "x").write_text("3 9 9 9 9")
    facts = run("pack", "x", "--format", "bpplib", "--json").facts
    assert facts["objective"] == 3


def test_where_the_graph_of_patterns_is_too_large_the_first_plan_is_left(run, tmp_path):
    (tmp_path / "x.txt").write_text(STOCK)
    outcome = run("pack", "x.txt", "--max-states", 3, "--json")
    facts = outcome.facts
    assert (outcome.code, facts["status"], facts["limit"]) == (0, "feasible", "memory")
    assert facts["message"].startswith("the graph of patterns has more than 3 nodes")
    assert facts["message"].endswith("raise --max-states")
    assert 416 <= facts["dual_bound"] <= 453 <= facts["objective"]
    check_bins(facts, STOCK_ITEMS, [100])


def test_a_graph_with_too_many_independent_sets_is_coloured_all_the_same(
    run, tmp_path, monkeypatch
):
    """Mycielski's graph of eleven vertices needs four colours, and three by fractions of them."""
    monkeypatch.setattr(colour_search, "FEW_ROWS", 0)  # or CP-SAT would be asked before
    edges = nx.mycielski_graph(4).edges
    lines = "\n".join(f"e {u + 1} {v + 1}" for u, v in edges)
    (tmp_path / "x.col").write_text(f"p edge 11 {len(edges)}\n{lines}\n")
    facts = run("pack", "x.col", "--max-states", 3, "--json").facts
    assert (facts["status"], facts["objective"], facts["dual_bound"]) == ("optimal", 4, 4)
    assert (facts["method"], facts["message"]) == ("cp_sat", "")
    assert run("pack", "x.col", "--json").facts["method"] != "cp_sat"


def test_without_time_there_is_the_first_plan_with_the_bound_of_volume(run, tmp_path):
    (tmp_path / "x.txt").write_text(STOCK)
    outcome = run("pack", "x.txt", "--time-limit", 0, "--json", "-o", "x.csv")
    facts = outcome.facts
    assert (outcome.code, facts["status"], facts["limit"]) == (0, "feasible", "time")
    assert facts["dual_bound"] == 416  # rolls of 100 for a length of 41,524
    assert facts["objective"] >= 453
    check_bins(facts, STOCK_ITEMS, [100])
    with open(tmp_path / "x.csv", newline="") as file:
        bins = {row["bin"]: int(row["number"]) for row in csv.DictReader(file)}
    assert sum(bins.values()) == facts["objective"]


def test_a_first_plan_that_meets_the_bound_of_volume_needs_no_time(run, tmp_path):
    (tmp_path / "x.txt").write_text("3 10\n7 2\n5 2\n3 2\n")
    facts = run("pack", "x.txt", "--time-limit", 0, "--json").facts
    assert (facts["status"], facts["objective"], facts["dual_bound"]) == ("optimal", 3, 3)
    assert (facts["limit"], facts["method"]) == (None, "best fit decreasing")


@pytest.mark.parametrize(
    "found",
    [
        Result(Status.NO_SOLUTION_FOUND, "time limit", limit="time"),
        Result(Status.FEASIBLE, fun=1e6, dual_bound=9.0),
        Result(Status.OTHER_ERROR, "failed", dual_bound=450.0),
    ],
)
def test_a_search_that_finds_nothing_better_leaves_the_first_plan(
    run, tmp_path, monkeypatch, found
):
    monkeypatch.setattr(pack, "cover", lambda *_, **__: found)
    (tmp_path / "x.txt").write_text(STOCK)
    facts = run("pack", "x.txt", "--json").facts
    assert (facts["status"], facts["message"]) == ("feasible", found.message)
    assert facts["dual_bound"] == max(416, found.dual_bound or 0)
    check_bins(facts, STOCK_ITEMS, [100])


def hard_instance():
    """Three items fill a bin, and there are many of them: no bound is met soon."""
    draw = random.Random(1)
    weights = [draw.randint(10_000, 60_000) for _ in range(150)]
    return "\n".join(map(str, [len(weights), 150_000, *weights]))


def test_ctrl_c_gives_the_best_so_far_with_its_bound(run, tmp_path):
    (tmp_path / "easy.txt").write_text(STOCK)
    assert run("pack", "easy.txt").code == 0  # whatever it needs is loaded now
    (tmp_path / "x.txt").write_text(hard_instance())
    press_ctrl_c(after=0.5)
    outcome = run("pack", "x.txt", "--json")
    assert outcome.code == 130
    assert outcome.err == "nzdd: stopping; a second Ctrl-C ends without an answer\n"
    facts = outcome.facts
    assert facts["limit"] == "interrupted"
    if facts["objective"] is not None and facts["dual_bound"] is not None:
        assert facts["dual_bound"] <= facts["objective"]


@pytest.mark.parametrize(
    ("archive", "name", "least"),
    [  # the bounds of BPPLIB; the optimum of the paper with the vectors; queens by hand
        ("cutting_stock/1_Falkenauer_CSP", "Falkenauer_t60_00.txt", 20),
        ("cutting_stock/4_Schwerin_CSP", "Schwerin1_BPP100.txt", 18),
        ("cutting_stock/7_ANI_AI_sub", "201_2500_NR_0.txt", 66),  # one above the relaxation
        ("vector_packing/sub", "class1_20_3_0.vbp", 11),
        ("colouring", "queen5_5.col.gz", 5),
    ],
)
def test_instances_of_the_collections(run, data, tmp_path, archive, name, least):
    path = data / "choose_many" / archive
    path = path / name if path.is_dir() else path.with_name(f"{path.name}.tar.gz")
    if not path.is_file():
        pytest.skip(f"there is no {path}, from a collection of packing problems")
    if path.name.endswith(".tar.gz"):
        with tarfile.open(path) as files:
            (member,) = (each for each in files.getmembers() if each.name.endswith(f"/{name}"))
            (tmp_path / name).write_bytes(files.extractfile(member).read())
        path = tmp_path / name
    facts = run("pack", path, "--json").facts
    assert (facts["status"], facts["objective"], facts["dual_bound"]) == ("optimal", least, least)
