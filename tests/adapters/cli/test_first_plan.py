"""First plans hold what they must and are no worse than one piece at a time."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.cli.packing.first_plan import check_plan, first_plan, volume_bound
from nzdd.adapters.files.packing.instance import PackingInstance


@st.composite
def instances(draw, most_capacities=3, most_demand=6):
    k = draw(st.integers(1, most_capacities))
    capacities = draw(st.lists(st.integers(0, 40), min_size=k, max_size=k).filter(any))
    item = st.tuples(*(st.integers(0, capacity) for capacity in capacities)).filter(any)
    items = draw(st.lists(st.tuples(item, st.integers(1, most_demand)), min_size=1, max_size=8))
    weights = np.array([weight for weight, _ in items])
    return PackingInstance.of(weights, np.array(capacities), np.array([n for _, n in items]))


def best_fit_decreasing(sizes, capacity):
    """The number of bins, one piece at a time."""
    rooms = []
    for size in sorted(sizes, reverse=True):
        fits = [room for room in rooms if room >= size]
        if fits:
            rooms.remove(min(fits))
        rooms.append((min(fits) if fits else capacity) - size)
    return len(rooms)


@given(instances())
def test_bins_hold_all_items_and_no_two_of_them_fit_into_one(instance):
    plan = first_plan(instance)
    check_plan(instance, plan)
    members, bins = plan.members.toarray(), []
    packed = np.zeros_like(instance.demand)
    for counts, number in zip(members, plan.number, strict=True):
        assert counts.any()
        packed += number * counts
        load = counts @ instance.weights
        assert (load <= instance.capacities).all()
        bins += [load] * number
    assert packed.tolist() == instance.demand.tolist()
    assert len(bins) >= volume_bound(instance)
    for one, other in combinations(bins, 2):
        assert (one + other > instance.capacities).any()


@given(instances(most_capacities=1, most_demand=30))
def test_equal_pieces_together_go_where_they_go_one_by_one(instance):
    pieces = np.repeat(instance.weights[:, 0], instance.demand).tolist()
    bins = best_fit_decreasing(pieces, int(instance.capacities[0]))
    assert first_plan(instance).number.sum() == bins


@given(instances())
def test_the_volume_bound_is_the_least_number_with_enough_room(instance):
    total, bound = instance.demand @ instance.weights, volume_bound(instance)
    assert (total <= bound * instance.capacities).all()
    assert (total > (bound - 1) * instance.capacities).any()


def test_sums_beyond_64_bits_are_exact():
    weights = np.array([[2**40], [2**39]])
    instance = PackingInstance.of(weights, np.array([2**40]), np.array([2**40, 2**40]))
    assert volume_bound(instance) == 2**40 + 2**39
    plan = first_plan(instance)
    check_plan(instance, plan)
    assert plan.number.sum() == 2**40 + 2**39
