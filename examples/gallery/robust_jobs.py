"""Which jobs do we promise for this week, when any of them may be delayed?

A job takes some hours, and more if delayed. The less likely a delay, the more points it has; any
jobs with at most so many points in total may be delayed at once. The jobs we promise must fit into
the week in all these scenarios. Pass the name of a picture to draw the answer.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear


def instance(size, seed=1):
    """Hours, delay, points and profit of the jobs, the hours of a week, the points of one."""
    random = np.random.default_rng(seed)
    hours = random.integers(10, 40, size)
    delay = random.integers(1, 20, size) + hours // 4
    points, profit = random.integers(1, 10, size), random.integers(10, 100, size)
    return hours, delay, points, profit, int(hours.sum() // 2), int(points.sum() // 4)


def solve(hours, delay, points, profit, week, allowed, **options):
    """Jobs to promise, scenarios and result."""
    scenarios = linear(points, high=allowed)  # symbol j: job j is delayed
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
    hours, delay, points, profit, week, allowed = data = instance(60)
    promised, scenarios, result = solve(*data)
    worst, jobs = result.binding[0].members[0], np.flatnonzero(promised)
    late = np.intersect1d(jobs, worst)
    print(f"{scenarios.count():,} scenarios in {scenarios.num_nodes:,} nodes; {result.status}:")
    print(f"{len(jobs)} jobs for {result.fun:g}, at most {result.dual_bound:g}")
    print(f"{hours[jobs].sum() + delay[late].sum()} of {week} hours if {late} are late")
    if len(sys.argv) > 1:
        draw(jobs, worst, hours, delay, week, sys.argv[1])
