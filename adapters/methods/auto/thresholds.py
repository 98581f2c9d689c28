"""The numbers by which ``auto`` chooses.

Fitted to the models of ``python -m benchmarks.solving.mip``, which shows what each choice costs.
"""

TALL = 20
"""From this many inequalities a column on, rows are better added where they bind."""

SMALL_DIAGRAM = 500
"""Up to this many edges the extended formulation of an integer model is soon started beside lazy
rows."""

TOO_MANY = 0.25
"""Where more than this share of the rows has been added after `LAZY_TRIAL_SECONDS`, a solve without
a rival gets all of them; implicit rows count as many as their diagrams have nodes."""

LARGE = 100_000
"""Of a model with more nonzeros the trial of ``lazy`` is longer in proportion, as other methods
take longer, too; but at most half of the time limit."""

HANDY_DIAGRAM = 50_000
"""Up to this many nodes the extended formulation is a rival where rows are implicit."""

MOST_NONZEROS = 2_000_000
"""Above, solvers are not raced: each is work enough for a core."""

TINY = 2_000
"""Up to this many nonzeros CP-SAT is often done before others have started."""

REDUNDANT = 0.1
"""Up to this share of the rows, redundant ones stay: a solver's time would change by chance
only."""

MIN_ROWS = 100
"""Up to this many rows, redundant ones are left to the solver's presolve."""
