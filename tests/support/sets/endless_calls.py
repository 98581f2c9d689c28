"""Calls that run for long or for ever, one after the other, in processes that load no pytest."""

import numpy as np

from nzdd import NZDD, ZDD, RowTable, families
from support.sets.many_rows import random_sequences, random_words

MANY = 1_500_000
"""Words whose NZDD takes a good part of a second, as does the ZDD of a fifth of them."""


def endless_check():
    """Checking so many symbols, 64 at a time, would take hours and needs no memory."""
    nodes = np.arange(2000)
    offsets = np.zeros(nodes.size + 1, np.int64)
    return NZDD.from_edges(nodes.size + 1, nodes, nodes + 1, offsets, [], 2**32 - 1).verify


def endless_builds():
    words = random_words(MANY)
    return lambda: NZDD.from_rows(words, order="natural")


def endless_sharing():
    rows = random_sequences(20_000)
    return lambda: NZDD.from_rows(rows, order="natural", minimize="nonzeros")


def endless_sifting():
    zdd = ZDD.from_rows(random_words(20_000), order="natural")
    return lambda: zdd.reordered("sifting")


def endless_operation():
    rng = np.random.default_rng(0)
    zdd = ZDD.from_rows(rng.random((200_000, 25)) < 0.4, order="natural")
    return lambda: zdd.maximal()


def endless_drawing():
    zdd = families.sets_of_size(2000, 1000)
    return lambda: zdd.random_rows(10**9)


def endless_asking():
    """Each row is looked up along a chain of low branches, in steps as many as its symbol."""
    offsets = np.arange(500_001)
    rows = RowTable.from_csr(offsets, offsets[:-1], 500_000)
    zdd = ZDD.from_rows(rows, order="natural")
    return lambda: zdd.contains(rows)


def endless_words():
    table = np.random.default_rng(0).integers(0, 2000, (2000, 20))
    return lambda: families.from_automaton(table, 200, [0])


def endless_orders():
    """Sets of five symbols out of 30, which come in all orders."""
    number = np.arange(30)

    def step(stage, states):
        index = np.repeat(np.arange(states.size), number.size)
        decision = np.tile(number, states.size)
        new = states[index] >> decision & 1 == 0
        index, decision = index[new], decision[new]
        return index, decision, states[index] | 1 << decision

    return lambda: families.from_states(step, 0, 5, symbols=30)


CALLS = [name for name in list(globals()) if name.startswith("endless_")]
