Columns
    Index Status        Lower        Upper       Primal         Dual  Type        Name
        0                   0          inf                            Integer     a
        1                   0          inf                            Integer     b
Rows
    Index Status        Lower        Upper       Primal         Dual  Name
        0                   1            2                            R0
        1                   8            9                            R1

Model status: Infeasible

Objective value: inf
