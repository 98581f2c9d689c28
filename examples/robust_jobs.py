"""Choose jobs that fit into the week in every scenario: 10^14 implicit rows.

A job takes some hours, and more if it is delayed. The less likely a delay, the more points the job
has; any set of jobs with at most 80 points in total may be delayed in one week. The chosen jobs
must fit into the week in all these scenarios.
"""

import numpy as np
from scipy.optimize import LinearConstraint, milp

import nzdd
from nzdd.families import linear
from nzdd.formulations import ConstraintDiagram, LinearModel

JOBS, HOURS, POINTS = 60, 820, 80
random = np.random.default_rng(1)
hours = random.integers(10, 40, JOBS)
delay = random.integers(1, 20, JOBS) + hours // 4
points = random.integers(1, 10, JOBS)
profit = random.integers(10, 100, JOBS)

# the scenarios, as a diagram: symbol j in a row means that job j is delayed
scenarios = linear(points, high=POINTS)
print(f"{scenarios.count():,} scenarios in {scenarios.num_nodes:,} nodes")

# one row per scenario S: sum of hours[j] x[j] + sum of delay[j] x[j] over S <= HOURS
rows = ConstraintDiagram.from_zdd(scenarios, HOURS, "<=", coefficients=delay, nominal=hours)
model = LinearModel(profit, upper=1, integrality=True, maximize=True)
result = nzdd.solve(model, rows=[rows])
taken = result.x > 0.5
print(f"{result.status}: {taken.sum()} jobs for {result.fun:g}, at most {result.dual_bound:g}")
print(f"at worst {HOURS - rows.min_slack(result.x):g} of {HOURS} hours")

# the same worst case by a knapsack program
worst = milp(
    -delay * taken, constraints=LinearConstraint(points, ub=POINTS), integrality=1, bounds=(0, 1)
)
print(f"by a knapsack program {hours[taken].sum() - worst.fun:g} hours")
