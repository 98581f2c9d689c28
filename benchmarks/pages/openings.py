"""The first sentences of each page of benchmarks: what is better, by what ratio, where it is not.

``{name[i]}`` is the mean ratio of the verdict ``i`` of the record ``name``.
"""

OPENINGS = {
    "index": (
        "Diagrams pay if rows have structure: the paper's programs take {mip-synthetic[0]} times "
        "the time of the best solver, packing and cutting {packing[0]} times that of the arc flow "
        "in HiGHS, families of graphs {families[0]} times that of graphillion, soft margins "
        "{soft-margin-solve[0]} times that of the best LP solver. Real models of ordinary shape "
        "are solved faster by the best solver alone ({mip-solved[0]}, {mip-relaxed[0]} for "
        "relaxations), compressed ones as fast ({compression-mip[0]}). The best classifier, which "
        "differs by set, makes fewer errors: {rules[0]} for rules."
    ),
    "build": (
        "From lists of rows a ZDD takes {build[0]} times the CPU seconds of the best peer, from "
        "CSR arrays {build[1]} times. Rows of files take {scale[0]} times the CPU seconds in "
        "chunks that they take in memory at once, and with two Dask workers {scale[1]} times "
        "those of one process: they pay where the rows lie on several machines."
    ),
    "families": (
        "Families of graphs take {families[0]} times the CPU seconds and {families[1]} times "
        "the memory of graphillion; ways through states {states[0]} times the CPU seconds of "
        "dictionaries. graphillion is faster for joined vertices, Steiner trees and halves, in "
        "the order of edges that nzdd shares between all families of a graph."
    ),
    "algebra": (
        "Operations take {algebra[0]} times the CPU seconds of the best peer where families "
        "stay in a store, and {algebra[1]} times where they come from outside. Unions, "
        "intersections and differences of small families, and rows added one by one, take "
        "graphillion or oxidd less, by a fraction of a millisecond per call."
    ),
    "compression": (
        "All models together keep {compression[0]} of their nonzeros, those with more rows than "
        "columns {compression[1]}, and no model grows. SCIP solves the smaller model in "
        "{compression-mip[0]} times the time: no faster on average, several times faster or "
        "slower on single models."
    ),
    "orders": (
        "The order `auto` leaves {orders[0]} times the nodes, {orders[1]} times the edges and "
        "{orders[2]} times the nonzeros of the best other order, mostly full sifting, and "
        "{order-ideas[0]} times the edges of the best other method."
    ),
    "solving": (
        "With a diagram as separation oracle the paper's programs take {mip-synthetic[0]} times "
        "the wall-clock time of the best peer, programs with implicit rows {mip-implicit[0]} "
        "times, and those with Gurobi, CPLEX or Xpress {mip-licensed[0]} times. On real models "
        "of ordinary shape a solver alone is faster: `auto` takes {mip-solved[0]} times the "
        "time of the best one on integer models, and {mip-relaxed[0]} times on relaxations."
    ),
    "gallery": (
        "`FamilyModel` takes {gallery-exam_rooms[0]} (exam rooms) to {gallery-product_table[0]} "
        "(a product table) times the CPU seconds of the best alternative on most problems, but "
        "{gallery-race_day[0]} on race day, {gallery-knapsack_interdiction[0]} on knapsack "
        "interdiction and {gallery-monitors[0]} on monitors; on the race course no alternative "
        "ends in time. Small cases are faster with all members listed or with a model of the field."
    ),
    "soft_margin": (
        "The interior-point method takes {soft-margin-solve[0]} times the CPU seconds of the "
        "best LP solver with a slack per edge, {soft-margin-solve[1]} times with a slack per "
        "row, and {soft-margin-paper[0]} times those of the best method of the paper. A slack "
        "per edge takes {soft-margin-slack[0]} times the time of a slack per row, and makes "
        "{soft-margin-slack[1]} times the errors. Linear classifiers of scikit-learn are faster "
        "on small samples and as good or better: {soft-margin-classifiers[0]} times the time, "
        "{soft-margin-classifiers[1]} times the errors."
    ),
    "rules": (
        "With a budget of 5, 10 and 20 literals `RuleClassifier` makes {rules[1]}, {rules[3]} and "
        "{rules[5]} times the errors of the best peer with as many, which differs by set; "
        "{rules[2]}, {rules[4]} and {rules[6]} times where each split of a tree counts once. "
        "Without a budget it makes {rules[7]} times the errors of L1 logistic regression, "
        "{rules[9]} times those of EBM and {rules[11]} times those of XGBoost, in {rules[8]}, "
        "{rules[10]} and {rules[12]} times their CPU seconds; its fits ran beside other work, "
        "which adds to them. The best of all peers makes fewer errors: the ratio is {rules[0]}. "
        "On sets that no default was chosen on, methods have "
        "[ranks](#rules-ranks) by error, log loss and calibration."
    ),
    "classics": (
        "Errors are {classics-lpboost[2]} (LPBoost), {classics-l0_rboost[2]} (L0-RBoost), "
        "{classics-psi[2]} (psi-learning) and {classics-minimax[2]} (minimax) times the "
        "published ones. The best classifier of scikit-learn makes fewer: the ratios are "
        "{classics-lpboost[0]}, {classics-l0_rboost[0]}, {classics-psi[0]} and "
        "{classics-minimax[0]}, those of CPU seconds {classics-lpboost[1]}, "
        "{classics-l0_rboost[1]}, {classics-psi[1]} and {classics-minimax[1]}."
    ),
}
