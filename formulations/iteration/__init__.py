"""What all iterative methods share: limits, a history of bounds, and a solver they call again.

``limits`` end a method, ``history`` records its steps, ``solve_step`` is a step of the solve of a
model, and ``lp_engine`` is what a method needs of a solver. All public functions that iterate use
the same names:

``gap=``
    The gap between the bounds to close; each function says whether it is absolute or relative. A
    paper's epsilon appears in formulas only.
``tolerance=``
    By how much a point may violate a row and still count as feasible. Not a gap.
``time_limit=``, ``stop=``
    Wall-clock seconds, and a function without arguments; True ends the method between two steps.
``on_step=``
    A function of one `Step`, or of a class derived from it, called after each step. ``progress=``
    is for one long pass: a stage and the share of it that is done.
`limit`
    In a result: what ended the method before the gap was closed, one of the constants of
    ``limits``, or None.

Ctrl-C ends a method like any other limit: it returns its best result so far, whose `limit` is
``limits.INTERRUPTED``. KeyboardInterrupt is raised only where there is no result yet. A function
that solves several problems in turn looks at `limit` and returns those it has solved. Estimators
set all attributes and then raise KeyboardInterrupt, so that a cross-validation ends as well.
"""
