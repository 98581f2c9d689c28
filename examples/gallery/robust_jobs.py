"""Which jobs do we promise for this week, when any of them may be delayed?

The less likely a delay, the more points it has; any jobs of so many points in total may be delayed
at once, unless two of them exclude each other, as they wait for the same truck.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear


def instance(size, seed=1):
    """Hours, delay, points, profit, delays that exclude each other, the week's hours and points."""
    random = np.random.default_rng(seed)
    hours = random.integers(10, 40, size)
    delay = random.integers(1, 20, size) + hours // 4
    points, profit = random.integers(1, 10, size), random.integers(10, 100, size)
    one = random.integers(0, size - 6, size // 2)
    pairs = np.stack((one, one + random.integers(1, 7, one.size)), axis=1).tolist()
    return hours, delay, points, profit, pairs, int(hours.sum() // 2), int(points.sum() // 4)


def solve(hours, delay, points, profit, pairs, week, allowed, **options):
    """Jobs to promise, scenarios and result."""
    scenarios = linear(points, high=allowed, order="natural").nonsupersets(pairs)
    model = nzdd.FamilyModel(maximize=True)
    x = model.add_columns(len(hours), profit, upper=1, integrality=True)
    model.for_all(scenarios, week, "<=", columns=x, coefficients=delay, nominal=(x, hours))
    result = nzdd.solve(model, **options)
    return result.x[x] > 0.5, scenarios, result


def draw(jobs, worst, hours, delay, week, path):
    """Draw the week as planned and the worst one: a block for each job, delays in red."""
    from matplotlib import pyplot as plt  # the extra "plot"

    figure, axes = plt.subplots(figsize=(8, 2), layout="constrained")
    for row, scenario in enumerate([(), worst]):
        late = delay[jobs] * np.isin(jobs, scenario)
        end = np.cumsum(hours[jobs] + late)
        axes.barh(row, -hours[jobs], left=end - late, color="#56b4e9", edgecolor="white")
        axes.barh(row, -late, left=end, color="#d55e00", edgecolor="white")
    axes.axvline(week, color="black")
    axes.set(xlabel="hours", xlim=(0, 1.02 * week), ylim=(1.6, -0.6))
    axes.set_yticks((0, 1), ("as planned", "at worst"))
    figure.savefig(path)


if __name__ == "__main__":
    hours, delay, points, profit, pairs, week, allowed = data = instance(60)
    promised, scenarios, result = solve(*data)
    worst, jobs = result.binding[0].members[0], np.flatnonzero(promised)
    print(f"{scenarios.count():,} scenarios; {result.status}: {result.fun:g} for jobs {jobs},")
    print(f"at most {result.dual_bound:g}; late at worst: {np.intersect1d(jobs, worst)}")
    if len(sys.argv) > 1:
        draw(jobs, worst, hours, delay, week, sys.argv[1])
