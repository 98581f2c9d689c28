Columns
    Index Status        Lower        Upper       Primal         Dual  Type        Name
        0                   0          inf            1               Integer     x[0]
        1                   0          inf           -0               Integer     x[1]
        2                   0          inf           -0               Integer     x[2]
        3                   0          inf            1               Integer     x[3]
        4                   0          inf            1               Integer     x[4]
        5                   0          inf           -0               Integer     x[5]
        6                   0          inf            1               Integer     x[6]
        7                   0          inf          1.5               Continuous  x[7]
        8                -inf          inf            1               Continuous  node0_0
        9                -inf          inf            0               Continuous  node0_1
       10                -inf          inf            0               Continuous  node0_2
       11                -inf          inf            0               Continuous  node0_3
       12                -inf          inf            1               Continuous  node0_4
       13                -inf          inf            0               Continuous  node0_5
       14                -inf          inf            2               Continuous  node0_6
       15                -inf          inf            1               Continuous  node0_7
       16                -inf          inf            1               Continuous  node0_8
       17                -inf          inf    -0.499999               Continuous  node0_9
Rows
    Index Status        Lower        Upper       Primal         Dual  Name
        0                 5.5            7          5.5               R56
        1                   0          inf            0               edge0_0
        2                   0          inf            1               edge0_1
        3                   0          inf            0               edge0_2
        4                   0          inf            0               edge0_3
        5                   0          inf          2.5               edge0_4
        6                   0          inf            1               edge0_5
        7                   0          inf            0               edge0_6
        8                   0          inf            0               edge0_7
        9                   2          inf            3               edge0_8
       10                   0          inf            0               edge0_9
       11                   0          inf            0               edge0_10
       12                   0          inf            0               edge0_11
       13                   0          inf            0               edge0_12
       14                   0          inf            1               edge0_13
       15                   0          inf          1.5               edge0_14
       16                   0          inf            0               edge0_15
       17                   0          inf            0               edge0_16
       18                   0          inf            0               edge0_17
       19                   0          inf     0.499999               edge0_18
       20                   0          inf            1               edge0_19
       21                   2          inf            2               edge0_20
       22                   0          inf            0               edge0_21
       23                   0          inf          1.5               edge0_22
       24                   2          inf            2               edge0_23
       25                   2          inf          2.5               edge0_24
       26                   2          inf            2               edge0_25

Model status: Optimal

Objective value: 7.249999
Objective bound: 7.249999
MIP rel gap: 0%
