Model status
Optimal

# Primal solution values
Feasible
Objective 7.249999
Objective_bound 7.249999
MIP_rel_gap 0
# Columns -11 sparse
x[0] 1 0
x[3] 1 3
x[4] 1 4
x[6] 1 6
x[7] 1.4999993333333 7
node0_0 1 8
node0_4 1 12
node0_6 2 14
node0_7 1 15
node0_8 1 16
node0_9 -0.4999993333333 17
