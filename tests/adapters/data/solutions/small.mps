NAME 
ROWS
 N OBJ
 G R56
 G edge0_0
 G edge0_1
 G edge0_2
 G edge0_3
 G edge0_4
 G edge0_5
 G edge0_6
 G edge0_7
 G edge0_8
 G edge0_9
 G edge0_10
 G edge0_11
 G edge0_12
 G edge0_13
 G edge0_14
 G edge0_15
 G edge0_16
 G edge0_17
 G edge0_18
 G edge0_19
 G edge0_20
 G edge0_21
 G edge0_22
 G edge0_23
 G edge0_24
 G edge0_25
COLUMNS
 MARKER0 'MARKER' 'INTORG'
 x[0] OBJ 1
 x[0] R56 1
 x[0] edge0_0 1
 x[0] edge0_1 1
 x[1] OBJ 2
 x[1] R56 1
 x[1] edge0_0 1
 x[1] edge0_2 1
 x[2] OBJ 3
 x[2] R56 1
 x[2] edge0_3 1
 x[2] edge0_6 1
 x[2] edge0_7 1
 x[2] edge0_8 1
 x[2] edge0_9 1
 x[3] OBJ 1
 x[3] R56 1
 x[3] edge0_4 1
 x[3] edge0_7 1
 x[3] edge0_8 1
 x[3] edge0_11 1
 x[3] edge0_13 1
 x[4] OBJ 2
 x[4] R56 1
 x[4] edge0_4 1
 x[4] edge0_8 1
 x[4] edge0_14 1
 x[4] edge0_15 1
 x[4] edge0_17 1
 x[5] OBJ 3
 x[5] R56 1
 x[5] edge0_4 1
 x[5] edge0_14 1
 x[5] edge0_18 1
 x[5] edge0_20 1
 x[5] edge0_21 1
 x[6] OBJ 1
 x[6] R56 1
 x[6] edge0_23 1
 x[6] edge0_25 1
 MARKER1 'MARKER' 'INTEND'
 x[7] OBJ 1.5
 x[7] R56 1
 x[7] edge0_24 1
 x[7] edge0_25 1
 node0_0 edge0_0 -1
 node0_0 edge0_5 1
 node0_0 edge0_6 1
 node0_0 edge0_7 1
 node0_0 edge0_8 1
 node0_1 edge0_1 -1
 node0_1 edge0_2 -1
 node0_1 edge0_9 1
 node0_1 edge0_10 1
 node0_2 edge0_5 -1
 node0_2 edge0_9 -1
 node0_2 edge0_11 1
 node0_2 edge0_12 1
 node0_3 edge0_3 -1
 node0_3 edge0_10 -1
 node0_3 edge0_13 1
 node0_3 edge0_14 1
 node0_4 edge0_6 -1
 node0_4 edge0_11 -1
 node0_4 edge0_15 1
 node0_4 edge0_16 1
 node0_5 edge0_12 -1
 node0_5 edge0_13 -1
 node0_5 edge0_17 1
 node0_5 edge0_18 1
 node0_6 edge0_7 -1
 node0_6 edge0_15 -1
 node0_6 edge0_19 1
 node0_6 edge0_20 1
 node0_7 edge0_16 -1
 node0_7 edge0_17 -1
 node0_7 edge0_21 1
 node0_7 edge0_22 1
 node0_8 edge0_19 -1
 node0_8 edge0_21 -1
 node0_8 edge0_23 1
 node0_8 edge0_24 1
 node0_9 edge0_4 -1
 node0_9 edge0_14 -1
 node0_9 edge0_18 -1
 node0_9 edge0_22 -1
 node0_9 edge0_25 1
RHS
 RHS R56 5.5
 RHS edge0_8 2
 RHS edge0_20 2
 RHS edge0_23 2
 RHS edge0_24 2
 RHS edge0_25 2
RANGES
 RNG R56 1.5
BOUNDS
 FR BND node0_0
 FR BND node0_1
 FR BND node0_2
 FR BND node0_3
 FR BND node0_4
 FR BND node0_5
 FR BND node0_6
 FR BND node0_7
 FR BND node0_8
 FR BND node0_9
 PL BND x[0]
 PL BND x[1]
 PL BND x[2]
 PL BND x[3]
 PL BND x[4]
 PL BND x[5]
 PL BND x[6]
ENDATA
