"""Flows over any diagram with any signs, not only those of samples."""

import numpy as np
import pytest
from scipy.optimize import linprog

from nzdd import NZDD
from nzdd.formulations.learning.soft_margin.methods.flow_program import (
    FlowProgram,
    SignedNetwork,
    elimination_order,
)
from nzdd.formulations.learning.soft_margin.soft_margin_problem import BOTH, FREE, MINUS, PLUS
from support.examples import examples


def random_nzdd(random, max_symbols=9, max_rows=60):
    n, m = int(random.integers(1, max_symbols + 1)), int(random.integers(1, max_rows + 1))
    matrix = (random.random((m, n)) < random.uniform(0.2, 0.8)).astype(np.uint8)
    return NZDD.from_rows(matrix, random.uniform(0.1, 3, m))


def least_gamma(nzdd, sign, symbols, sides, capacity):
    """The linear program itself, written edge by edge; columns d, gamma."""
    edges = nzdd.num_edges
    balance = np.zeros((nzdd.num_nodes, edges + 1))
    totals = np.zeros((nzdd.num_symbols, edges + 1))
    for e in range(edges):
        balance[nzdd.source[e], e] += 1
        balance[nzdd.target[e], e] -= 1
        for j in nzdd.labels[slice(*nzdd.label_offsets[e : e + 2])]:
            totals[j, e] += sign[e]
    unit = np.zeros(nzdd.num_nodes)
    unit[[0, -1]] = 1, -1
    rows = [
        direction * totals[j] - np.eye(edges + 1)[-1]
        for j, side in zip(symbols, sides, strict=True)
        for bit, direction in ((PLUS, 1), (MINUS, -1))
        if side & bit
    ]
    answer = linprog(
        np.eye(edges + 1)[-1],
        np.array(rows),
        np.zeros(len(rows)),
        balance,
        unit,
        [*((0, most) for most in capacity), (None, None)],
    )
    assert answer.status == 0
    return answer.fun


@pytest.mark.parametrize("seed", range(examples(100)))
def test_the_optimum_is_that_of_the_linear_program(seed):
    random = np.random.default_rng(seed)
    nzdd = random_nzdd(random)
    sign = random.choice([-1.0, 1.0], nzdd.num_edges)
    symbols = np.flatnonzero(random.random(nzdd.num_symbols) < 0.8).astype(np.uint32)
    if not symbols.size:
        symbols = np.zeros(1, np.uint32)
    sides = random.choice([PLUS, MINUS, BOTH], symbols.size).astype(np.uint8)
    nu = random.uniform(0.05, 0.95)
    reference = nzdd.multiplicity / nzdd.multiplicity[nzdd.source == 0].sum()
    network = SignedNetwork(nzdd, sign)
    program = FlowProgram(network, symbols, sides, reference / nu, reference, reference, nu)
    while program.upper - program.lower > 1e-8 and program.iterate():
        pass
    assert program.upper - program.lower <= 1e-8 * max(1, abs(program.upper))
    value = least_gamma(nzdd, sign, symbols, sides, reference / nu)
    assert program.upper == pytest.approx(value, abs=2e-5)
    flow, weights = program.flow, program.weights(nzdd.num_symbols)
    assert np.all(flow <= reference / nu + 1e-12)
    assert flow.min() >= 0
    through = np.bincount(nzdd.source, flow, nzdd.num_nodes)
    through -= np.bincount(nzdd.target, flow, nzdd.num_nodes)
    assert through[1:-1] == pytest.approx(0, abs=1e-12)
    assert through[[0, -1]] == pytest.approx([1, -1])
    assert np.abs(weights).sum() <= 1 + 1e-9
    assert not np.delete(weights, symbols).any()
    assert program.potentials.shape == (nzdd.num_nodes,)
    assert program.potentials[0] == 0


@pytest.mark.parametrize("seed", range(examples(100)))
def test_the_order_of_elimination_is_a_permutation(seed):
    nzdd = random_nzdd(np.random.default_rng(seed), max_rows=200)
    position = elimination_order(nzdd.num_nodes, nzdd.source, nzdd.target)
    assert sorted(position) == list(range(nzdd.num_nodes))
    assert position[0] == nzdd.num_nodes - 1
    size = nzdd.num_nodes - 1
    assert 0 <= SignedNetwork(nzdd, np.ones(nzdd.num_edges)).fill <= size * (size - 1) // 2


def test_a_single_path():
    nzdd = NZDD.from_rows([[0, 2]])
    network = SignedNetwork(nzdd, np.ones(1))
    program = FlowProgram(
        network,
        np.arange(3, dtype=np.uint32),
        np.full(3, BOTH, np.uint8),
        *np.array([[2.0], [1.0], [1.0]]),
        0.5,
    )
    for _ in range(9):
        program.iterate()
    assert program.upper == 1
    assert program.lower == pytest.approx(1, abs=1e-8)


def test_misuse_is_refused():
    nzdd = NZDD.from_rows([[0], [1], [0, 1], [2]])
    network = SignedNetwork(nzdd, np.ones(nzdd.num_edges))
    flow = nzdd.multiplicity / 4
    symbols, sides = np.arange(3, dtype=np.uint32), np.full(3, BOTH, np.uint8)
    good = (symbols, sides, flow * 2, flow, flow, 0.5)
    FlowProgram(network, *good)
    for place, bad, message in (
        (0, symbols[:2], "symbols and sides differ in number"),
        (0, symbols + 1, "a column has no symbol"),
        (1, sides + 1, "a side is not 0, 1, 2 or 3"),
        (1, np.full(3, FREE, np.uint8), "no column is bounded"),
        (2, flow, "not inside the capacities"),
        (4, flow[:-1], "not one capacity"),
    ):
        arguments = [*good[:place], bad, *good[place + 1 :]]
        with pytest.raises(ValueError, match=message):
            FlowProgram(network, *arguments)


def test_a_free_column_inside_the_diagram_is_refused():
    cube = (np.arange(16)[:, None] >> np.arange(4)) & 1
    nzdd = NZDD.from_rows(cube.astype(np.uint8)[1:])
    inner = nzdd.labels[nzdd.label_offsets[np.flatnonzero(nzdd.source > 0)[0]] :]
    sides = np.full(4, BOTH, np.uint8)
    sides[inner[0]] = FREE
    network = SignedNetwork(nzdd, np.ones(nzdd.num_edges))
    flow = nzdd.multiplicity / 15
    with pytest.raises(ValueError, match="a free column stands on an edge"):
        FlowProgram(network, np.arange(4, dtype=np.uint32), sides, flow * 2, flow, flow, 0.5)
