Model status
Optimal

# Primal solution values
Feasible
Objective 7.249999
Objective_bound 7.249999
MIP_rel_gap 0
# Columns 18
x[0] 1
x[1] 0
x[2] 0
x[3] 1
x[4] 1
x[5] 0
x[6] 1
x[7] 1.4999993333333
node0_0 1
node0_1 0
node0_2 0
node0_3 0
node0_4 1
node0_5 0
node0_6 2
node0_7 1
node0_8 1
node0_9 -0.4999993333333
# Rows 27
R56 5.4999993333333
edge0_0 0
edge0_1 1
edge0_2 0
edge0_3 0
edge0_4 2.4999993333333
edge0_5 1
edge0_6 0
edge0_7 0
edge0_8 3
edge0_9 0
edge0_10 0
edge0_11 0
edge0_12 0
edge0_13 1
edge0_14 1.4999993333333
edge0_15 0
edge0_16 0
edge0_17 0
edge0_18 0.4999993333333
edge0_19 1
edge0_20 2
edge0_21 0
edge0_22 1.4999993333333
edge0_23 2
edge0_24 2.4999993333333
edge0_25 2

# Dual solution values
None

# Basis
HiGHS_basis_file v2
None
