"""The comparisons of each benchmark: which figures, and with which peers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.pages.verdict import Pair, Verdict, least

SKLEARN = frozenset(
    ["AdaBoost", "AdaBoost 1000", "AdaBoost trees", "tree", "L1 logistic", "SVC", "SVR", "lasso"]
)


def verdicts(name: str, found: dict[str, Any]) -> list[Verdict]:
    """The verdicts of one benchmark; empty if it has no peers."""
    part = name.split("-")[0]
    read = READERS.get(name) or READERS.get(part)
    return [verdict for verdict in read(found) if verdict.pairs] if read else []


def lines(name: str, found: dict[str, Any]) -> list[str]:
    """The same as text."""
    return [line for verdict in verdicts(name, found) for line in verdict.lines()]


def _build(found: dict[str, Any]) -> Iterator[Verdict]:
    for route, form in (("lists", "from lists as the peers"), ("csr", "from CSR arrays")):
        pairs = []
        for workload in found["workloads"]:
            cases = [
                (min(run["cost"]["cpu"] for run in case["runs"]), case)
                for case in workload["cases"]
                if case["diagram"] == "ZDD"
            ]
            ours = next(
                (cpu for cpu, c in cases if (c["library"], c["route"]) == ("nzdd", route)), None
            )
            best, by = least((cpu, c["library"]) for cpu, c in cases if c["library"] != "nzdd")
            pairs.append(Pair(workload["title"], ours, best, by))
        yield Verdict(f"CPU seconds, {form}", pairs)


def _way_over(found: dict[str, Any]) -> Iterator[Verdict]:
    runs = found["runs"]
    pairs = [
        Pair(ours["what"], ours["cost"]["cpu"], theirs["cost"]["cpu"])
        for ours, theirs in zip(runs[::2], runs[1::2], strict=True)
    ]
    yield Verdict("CPU seconds", pairs, peer="graphillion")


def _families(found: dict[str, Any]) -> Iterator[Verdict]:
    runs = [
        (ours["what"], ours["cost"], theirs["cost"])
        for ours, theirs in zip(found["runs"][::2], found["runs"][1::2], strict=True)
    ]
    least = {"cpu": 1e-3, "growth": 2**20}  # what can be measured
    for key, measure in (("cpu", "CPU seconds"), ("growth", "memory")):
        pairs = [
            Pair(
                what,
                max(ours[key], least[key]) if ours else None,
                max(theirs[key], least[key]) if theirs else None,
            )
            for what, ours, theirs in runs
        ]
        yield Verdict(measure, pairs, "slower" if key == "cpu" else "larger", "graphillion")


def _states(found: dict[str, Any]) -> Iterator[Verdict]:
    pairs = [
        Pair(run["what"], run["ours"]["cpu"], run["dictionaries"]["cpu"]) for run in found["runs"]
    ]
    yield Verdict("CPU seconds", pairs, peer="dictionaries of Python")


def _scale(found: dict[str, Any]) -> Iterator[Verdict]:
    runs = {
        (run["columns"], run["rows"], run["form"], run["processes"]): run["cpu"]
        for run in found["runs"]
    }
    sizes = list(dict.fromkeys(key[:2] for key in runs))
    for what, form, peer, other in (
        ("rows in chunks", ("chunks", 1), "all in memory at once", ("at once", 1)),
        ("two Dask workers", ("dask", 2), "one process", ("chunks", 1)),
        ("little memory", ("in a file", 1), "one process", ("chunks", 1)),
    ):
        pairs = [
            Pair(f"{rows:,} rows, {columns} columns", runs.get((columns, rows, *form)),
                 runs.get((columns, rows, *other)))
            for columns, rows in sizes
        ]  # fmt: skip
        yield Verdict(f"CPU seconds, {what}", pairs, peer=peer)


def _compression(found: dict[str, Any]) -> Iterator[Verdict]:
    pairs = {
        each["name"]: Pair(
            each["name"],
            each["after"]["nonzeros"],
            each["before"]["nonzeros"],
            lost=each["ratio"] >= 1,
        )
        for each in found["models"]
    }
    tall = [
        pairs[each["name"]]
        for each in found["models"]
        if each["before"]["rows"] > each["before"]["columns"]
    ]
    for measure, chosen in (
        ("nonzeros", list(pairs.values())),
        ("nonzeros, more rows than columns", tall),
    ):
        yield Verdict(measure, chosen, word="no smaller", peer="the model")


def _compressed_mip(found: dict[str, Any]) -> Iterator[Verdict]:
    solved = [each for each in found["models"] if each["direct"] == "optimal"]
    yield Verdict(
        "seconds + 0.1 of SCIP",
        [
            Pair(
                each["name"],
                each["extended_seconds"] + 0.1 if each["extended"] == "optimal" else None,
                each["direct_seconds"] + 0.1,
            )
            for each in solved
        ],
        peer="the model itself",
    )


def _orders(found: dict[str, Any]) -> Iterator[Verdict]:
    for what in ("nodes", "edges", "nonzeros"):
        pairs = []
        for each in found["outcomes"]:
            if each["measure"] == what:
                others = [(size, way) for way, size in each["sizes"].items() if way != "auto"]
                pairs.append(Pair(each["family"], each["sizes"]["auto"], *least(others)))
        yield Verdict(
            f"{what} by the order `auto`", pairs, word="larger", peer="the best other order"
        )


def _ideas(found: dict[str, Any]) -> Iterator[Verdict]:
    pairs = []
    names = dict.fromkeys(each["family"] for each in found["outcomes"])
    for name in names:
        of_family = [each for each in found["outcomes"] if each["family"] == name]
        ours = next(each["edges"] for each in of_family if each["idea"] == "auto")
        rest = [
            (each["edges"], each["idea"])
            for each in of_family
            if each["idea"] not in ("auto", "routing bound")
        ]
        rest.append((of_family[0]["sifted_edges"], "sifting"))
        pairs.append(Pair(name, ours, *least(rest)))
    yield Verdict("edges by the order `auto`", pairs, word="larger", peer="the best idea")


def _algebra(found: dict[str, Any]) -> Iterator[Verdict]:
    for ours, words in (("nzdd", "families in a store"), ("nzdd, from outside", "from outside")):
        pairs = []
        for case in found["cases"]:
            peers = [(cpu, name) for name, cpu in case["cpu"].items() if "nzdd" not in name]
            best, by = least(peers)
            pairs.append(
                Pair(f"{case['operation']}, {case['workload']}", case["cpu"][ours], best, by)
            )
        yield Verdict(f"CPU seconds, {words}", pairs)


def _oracle(found: dict[str, Any]) -> Iterator[Verdict]:
    for question, base in (("least", "A @ x"), ("shortest 50", "A @ x, 50")):
        yield Verdict(
            f"CPU milliseconds per call, {question}",
            [
                Pair(f"{case['rows']:,} rows", case["cpu_ms"][question], case["cpu_ms"][base])
                for case in found["cases"]
            ],
            peer="A @ x",
        )


def _mip(ours: str, others: tuple[str, ...]) -> Callable[[dict[str, Any]], Iterator[Verdict]]:
    def read(found: dict[str, Any]) -> Iterator[Verdict]:
        for clock, title in (("wall", "wall-clock"), ("cpu", "CPU")):
            pairs = []
            for case in dict.fromkeys(run["case"] for run in found["runs"]):
                solved = {
                    run["variant"]: run[clock] + 0.1
                    for run in found["runs"]
                    if run["case"] == case and run["status"] == "optimal"
                }
                tried = {run["variant"] for run in found["runs"] if run["case"] == case}
                best = least((solved[variant], variant) for variant in others if variant in solved)
                if tried & set(others) and (ours in solved or best[0] is not None):
                    pairs.append(Pair(case, solved.get(ours), *best))
            yield Verdict(f"{title} seconds + 0.1, `{ours}`", pairs)

    return read


def _gallery(found: dict[str, Any]) -> Iterator[Verdict]:
    for key, measure in (
        ("cpu", "CPU seconds"),
        ("wall", "wall-clock seconds"),
        ("memory", "memory"),
    ):
        pairs = []
        for case in dict.fromkeys(run["case"] for run in found["runs"]):
            solved = {
                run["variant"]: run[key]
                for run in found["runs"]
                if run["case"] == case and run["status"] == "optimal"
            }
            rest = [(value, variant) for variant, value in solved.items() if variant != "nzdd"]
            pairs.append(Pair(case, solved.get("nzdd"), *least(rest)))
        yield Verdict(measure, pairs, word="worse")


def _redundant_rows(found: dict[str, Any]) -> Iterator[Verdict]:
    yield Verdict(
        "CPU seconds, rows dropped, then HiGHS",
        [
            Pair(each["name"], each["seconds"] + each["solved"][1], each["solved"][0])
            for each in found["outcomes"]
        ],
        peer="HiGHS alone",
    )


def _solve(found: dict[str, Any]) -> Iterator[Verdict]:
    for slack in ("edge", "row"):
        pairs = []
        for sample in dict.fromkeys(run["sample"] for run in found["runs"]):
            runs = [r for r in found["runs"] if (r["sample"], r["slack"]) == (sample, slack)]
            ours = [run["setup"] + run["solve"] for run in runs if run["variant"].endswith(" nzdd")]
            rest = [
                (run["solve"], run["variant"])
                for run in runs
                if run["ended_by"] is None and not run["variant"].endswith(" nzdd")
            ]
            pairs.append(Pair(sample, min(ours, default=None), *least(rest)))
        yield Verdict(f"CPU seconds, slack per {slack}", pairs)


def _paper(found: dict[str, Any]) -> Iterator[Verdict]:
    runs = [run for run in found["runs"] if "variant" in run]
    for ours, others in (
        ("nzdd_ip", ("nzdd_naive", "nzdd_lpb", "nzdd_erlpb")),
        ("ip", ("naive", "lpb", "erlpb")),
    ):
        pairs = []
        for sample, nu in dict.fromkeys((run["sample"], run["nu"]) for run in runs):
            took = {
                run["variant"]: run["setup"] + run["solve"]
                for run in runs
                if (run["sample"], run["nu"]) == (sample, nu)
                and run["ended_by"] not in ("interrupted", "time")
            }
            best = least((took[variant], variant) for variant in others if variant in took)
            pairs.append(Pair(f"{sample}, nu {nu:g}", took.get(ours), *best))
        yield Verdict(f"CPU seconds of `{ours}`", pairs, peer="the best method of the paper")


def _slack(found: dict[str, Any]) -> Iterator[Verdict]:
    cases: dict[str, dict[str, Any]] = {}
    for run in found["runs"]:
        cases.setdefault(f"{run['sample']}, nu {run['nu']:g}", {})[run["slack"]] = run
    for measure, word, value in (
        ("CPU seconds", "slower", _taken),
        ("error on test rows", "worse", _tested),
    ):
        pairs = [
            Pair(name, value(case["edge"]), value(case["row"]))
            for name, case in cases.items()
            if value(case["row"]) is not None
        ]
        yield Verdict(measure, pairs, word=word, peer="slack per row")


def _taken(run: dict[str, Any]) -> float | None:
    return float(run["setup"] + run["solve"])


def _tested(run: dict[str, Any]) -> float | None:
    error: float | None = run["test_error"]
    return error


def _classifiers(found: dict[str, Any]) -> Iterator[Verdict]:
    for ours in ("soft margin, row", "soft margin, edge"):
        for measure, key, word in (
            ("CPU seconds per fit", "fit", "slower"),
            ("error", "error", "worse"),
        ):
            pairs = []
            for sample in dict.fromkeys(run["sample"] for run in found["runs"]):
                runs = {r["method"]: r[key] for r in found["runs"] if r["sample"] == sample}
                rest = [(v, name) for name, v in runs.items() if not name.startswith("soft")]
                pairs.append(Pair(sample, runs[ours], *least(rest)))
            yield Verdict(f"{measure}, {ours}", pairs, word=word)


def _classics(found: dict[str, Any]) -> Iterator[Verdict]:
    """Errors of the best method of nzdd and of the best peer, both chosen afterwards."""
    samples = dict.fromkeys(run["data"] for run in found["runs"])
    accuracy = has_accuracy(found)
    errors, times = [], []
    for data in samples:
        runs = [
            (1 - run["score"] if accuracy and data != "housing" else run["score"], run)
            for run in found["runs"]
            if run["data"] == data
        ]
        rest = [each for each in runs if each[1]["method"] in SKLEARN]
        ours = [each for each in runs if not _is_peer(each[1]["method"])]
        if not ours or not rest:
            continue
        (mine, me), (theirs, they) = (min(each, key=lambda pair: pair[0]) for each in (ours, rest))
        spread = math.hypot(*(run["error"] or 0.0 for run in (me, they)))
        lost = mine - theirs > 2 * spread
        errors.append(Pair(data, mine, theirs, f"{me['method']} / {they['method']}", lost))
        times.append(Pair(data, me["seconds"], they["seconds"], they["method"]))
    yield Verdict("error", errors, word="worse")
    yield Verdict("CPU seconds per fit, least error", times)
    yield published([run for run in found["runs"] if not _is_peer(run["method"])], accuracy)


def published(runs: list[dict[str, Any]], accuracy: bool) -> Verdict:
    """Errors of runs of the classics beside those of the paper, by two standard errors."""
    pairs = []
    for run in runs:
        if run["published"] is not None:
            score, spread = run["published"][0], run["published"][1] or 0.0
            less = score - run["score"] if accuracy else run["score"] - score
            mine, theirs = (1 - v if accuracy else v for v in (run["score"], score))
            lost = less > 2 * math.hypot(run["error"] or 0.0, spread)
            pairs.append(Pair(f"{run['data']}, {run['method']}", mine, theirs, lost=lost))
    return Verdict("error", pairs, word="worse", peer="the published figure")


def has_accuracy(found: dict[str, Any]) -> bool:
    """Whether scores of a record of the classics are accuracies, not errors."""
    return "psi" not in found["command"].split()


def _rules(found: dict[str, Any]) -> Iterator[Verdict]:
    """The rules beside the best peer of each set, chosen afterwards; then beside three of them."""
    runs = {(run["sample"], run["method"]): run for run in found["runs"] if not run["trouble"]}
    ours = {sample: run for (sample, method), run in runs.items() if method == "rules"}
    peers = list(dict.fromkeys(each["peer"] for each in found["tallies"]))
    pairs = []
    for sample, run in ours.items():
        rest = [runs[sample, peer] for peer in peers if (sample, peer) in runs]
        best = min(rest, key=lambda each: each["error"], default=None)
        if best is not None:
            lost = best["rules_less_this"] > 2 * best["standard_error"]
            pairs.append(Pair(sample, run["error"], best["error"], best["method"], lost))
    yield Verdict("error of `rules`", pairs, word="worse")
    for most in (5, 10, 20):
        for size, peer in (
            ("literals", "the best peer with as many"),
            ("splits", "the best peer, trees by splits"),
        ):
            found_there = _at_budget(runs, peers, most, size)
            yield Verdict(f"error with {most} literals", found_there, "worse", peer)
    for peer in ("L1 logistic", "EBM, 4 bags", "XGBoost"):
        both = [(sample, run, runs.get((sample, peer))) for sample, run in ours.items()]
        for measure, key, word in (
            ("error of `rules`", "error", "worse"),
            ("CPU seconds of `rules`", "seconds", "slower"),
        ):
            pairs = []
            for sample, run, other in both:
                if other is not None:
                    lost = other["rules_less_this"] > 2 * other["standard_error"]
                    significant = lost if key == "error" else None
                    pairs.append(Pair(sample, run[key], other[key], lost=significant))
            yield Verdict(measure, pairs, word, peer)


def _at_budget(
    runs: dict[tuple[str, str], dict[str, Any]], peers: list[str], most: int, size: str
) -> list[Pair]:
    """A vote within a budget beside the best peer, chosen afterwards, that keeps the same one."""
    own = f"rules, {most} literals"
    folds: dict[str, int] = {}
    for (sample, _), run in runs.items():
        folds[sample] = max(folds.get(sample, 0), run["folds"])
    pairs = []
    for (sample, method), run in runs.items():
        if method != own or run["folds"] < folds[sample]:
            continue
        able = (runs[sample, peer] for peer in peers if (sample, peer) in runs)
        rest = [each for each in able if each[size] <= most and each["folds"] == folds[sample]]
        best = least((each["error"], each["method"]) for each in rest)
        pairs.append(Pair(sample, run["error"], *best))
    return pairs


def _rules_speed(found: dict[str, Any]) -> Iterator[Verdict]:
    runs = {(run["case"], run["method"]): run for run in found["runs"] if run["order"] == 2}
    for peer in ("L1 logistic", "HistGradientBoosting"):
        pairs = [
            Pair(case, run["cpu"], runs[case, peer]["cpu"])
            for (case, method), run in runs.items()
            if method == "rules" and (case, peer) in runs
        ]
        yield Verdict("CPU seconds of `rules`", pairs, peer=peer)


def _is_peer(method: str) -> bool:
    """Whether a method is scikit-learn's, or the support vector machine of psi-learning's paper."""
    return method in SKLEARN or method.startswith("SVM") or method.endswith("norm SVM")


def _pair_cuts(found: dict[str, Any]) -> Iterator[Verdict]:
    yield Verdict(
        "CPU seconds per separation",
        [Pair(run["data"], run["diagram"], run["scan"]) for run in found["runs"]],
        peer="the scan",
    )


def _proven(found: dict[str, Any]) -> Iterator[Verdict]:
    """Wall-clock seconds, as nzdd uses both cores; None where no optimum was proven."""
    seconds: dict[str, dict[str, float | None]] = {}
    for run in found["runs"]:
        wall = run["wall"] if run["status"] == "optimal" else None
        seconds.setdefault(run["method"], {})[f"{run.get('kind', '')} {run['name']}".strip()] = wall
    ours = seconds.pop("nzdd")
    for peer, theirs in seconds.items():
        yield Verdict("seconds", [Pair(case, ours[case], theirs[case]) for case in ours], peer=peer)


READERS: dict[str, Callable[[dict[str, Any]], Iterator[Verdict]]] = {
    "build": _build,
    "scale": _scale,
    "families": _families,
    "way-over": _way_over,
    "states": _states,
    "compression": _compression,
    "compression-mip": _compressed_mip,
    "orders": _orders,
    "order-ideas": _ideas,
    "algebra": _algebra,
    "oracle": _oracle,
    "redundant-rows": _redundant_rows,
    "packing": _proven,
    "colouring": _proven,
    "mip-implicit": _mip("auto", ("no diagram",)),
    "mip-synthetic": _mip("auto", ("highs", "scip")),
    "mip-licensed": _mip("lazy gurobi", ("gurobi",)),
    "mip-ablation": _mip("lazy", ("lazy A@x", "highs", "scip")),
    "mip-real": _mip("auto", ("scip", "highs", "cp_sat")),
    "mip-solved": _mip("auto", ("scip", "highs", "cp_sat")),
    "mip-relaxed": _mip("auto", ("highs", "highs_ipm", "glop")),
    "soft-margin-solve": _solve,
    "soft-margin-paper": _paper,
    "soft-margin-slack": _slack,
    "soft-margin-classifiers": _classifiers,
    "classics-pair_cuts": _pair_cuts,
    "classics-l0_robustness": lambda found: iter(()),  # both methods are nzdd's
    "classics-psi_bounds": lambda found: iter(()),  # so are these
    "classics-psi_wdbc": lambda found: iter(()),  # and these
    "classics": _classics,
    "gallery": _gallery,
    "rules": _rules,
    "rules-speed": _rules_speed,
    "rules-ranks": lambda found: iter(()),
}
