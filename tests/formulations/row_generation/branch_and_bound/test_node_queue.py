"""Nodes part the integers between them, and the queue loses none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.row_generation.branch_and_bound.node import Node
from nzdd.formulations.row_generation.branch_and_bound.node_queue import NodeQueue


@given(
    st.lists(st.tuples(st.integers(0, 2), st.floats(-4, 9), st.booleans()), max_size=12),
    st.tuples(*[st.integers(-1, 6)] * 3),
)
def test_children_part_the_points_of_their_parent(steps, point):
    root = np.array([-1.0, 0.0, 0.0]), np.array([6.0, 6.0, 1.0])
    node = Node.root()
    for column, at, up in steps:
        lower, upper = node.bounds(*root)
        if lower[column] == upper[column]:
            continue
        children = node.split(column, at, (lower[column], upper[column]), value=7.0)
        inside = [holds(child.bounds(*root), point) for child in children]
        assert sum(inside) == holds((lower, upper), point)
        for child in children:
            low, high = child.bounds(*root)
            assert (low <= high).all()
            assert child.depth == node.depth + 1
            assert child.bound == node.bound
            assert child.value == 7.0
            if lower[column] <= at <= upper[column]:
                end = low[column] if child.up else high[column]
                assert child.distance == pytest.approx(abs(end - at))
        node = children[up]


def holds(bounds, point):
    return bool((bounds[0] <= point).all() and (point <= bounds[1]).all())


def node(bound):
    return Node(bound, np.empty(0, np.int64), np.empty(0), np.empty(0))


OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("push"), st.integers(0, 20)),
        st.tuples(st.just("plunge"), st.integers(0, 20)),
        st.tuples(st.just("pop"), st.sampled_from([np.inf, np.inf, 8.0, 15.0])),
    ),
    max_size=40,
)


@given(OPERATIONS, st.integers(0, 4))
def test_each_node_comes_once_unless_the_cutoff_drops_it(operations, longest):
    queue, waiting, plunging = NodeQueue(longest), [], False
    for name, value in operations:
        if name == "pop":
            plunging = False
            taken = queue.pop(value)
            if taken is None:
                assert all(other.bound >= value for other in waiting)
                waiting.clear()
            else:
                assert taken.bound < value
                waiting.remove(taken)
        elif name == "push" or not plunging:
            new = node(float(value))
            waiting.append(new)
            queue.push(new) if name == "push" else queue.plunge(new)
            plunging |= name == "plunge"
        assert len(queue) == len(waiting)
        assert queue.bound == min((other.bound for other in waiting), default=np.inf)


def test_best_bound_first_once_there_is_a_cutoff():
    queue = NodeQueue(10)
    for bound in (3.0, 1.0, 2.0, 9.0):
        queue.push(node(bound))
    assert [queue.pop(5.0).bound for _ in range(3)] == [1.0, 2.0, 3.0]
    assert queue.pop(5.0) is None
    assert len(queue) == 0


def test_a_plunge_goes_on_while_its_node_is_good():
    queue = NodeQueue(10)
    queue.push(node(0.0))
    queue.plunge(node(1.0))
    assert queue.pop(10.0).bound == 1.0
    queue.plunge(node(9.0))
    assert queue.pop(10.0).bound == 0.0
    assert queue.pop(10.0).bound == 9.0


def test_without_a_point_a_plunge_turns_back_to_where_it_came_by_last():
    queue = NodeQueue(3)
    for bound in (0.0, 1.0, 2.0, 3.0, 4.0):
        queue.push(node(bound))
    assert [queue.pop(np.inf).bound for _ in range(5)] == [4.0, 3.0, 2.0, 0.0, 1.0]
