"""Votes as SQL, as Python and as JSON say what the estimator says."""

import json
import sqlite3

import numpy as np
import pandas as pd
import pytest

from nzdd.sklearn import RuleClassifier, RuleRegressor

RANDOM = np.random.default_rng(0)
SIZE = 300
TABLE = pd.DataFrame({
    "age (years)": np.where(RANDOM.random(SIZE) < 0.1, np.nan, RANDOM.integers(18, 90, SIZE)),
    'said "no"': RANDOM.random(SIZE) < 0.5,
    "town": RANDOM.choice(["Ulm", "l'Isle", "Bonn", None], SIZE),
    "amount": RANDOM.normal(size=SIZE).round(3),
})  # fmt: skip
SCORE = (
    (TABLE["age (years)"] > 50) * 2.0
    + (TABLE["town"] == "l'Isle") * TABLE['said "no"'] * 3
    - TABLE["town"].isna() * 2
    + (TABLE["amount"] > 0.3)
)
OTHERS = TABLE.iloc[:20].assign(town="Rom", **{"age (years)": 200.0})
MODELS = [
    RuleClassifier(0.004).fit(TABLE, SCORE > 2),
    RuleClassifier(0.004).fit(TABLE, pd.cut(SCORE, [-9, 0.5, 2.5, 9], labels=False)),
    RuleRegressor(0.02).fit(TABLE, SCORE),
]


def votes(model, table):
    found = getattr(model, "decision_function", model.predict)(table)
    return np.reshape(found, (len(table), -1))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("table", [TABLE, OTHERS])
def test_sql_gives_the_votes(model, table):
    database = sqlite3.connect(":memory:")
    table.to_sql("rows", database)
    terms = model.to_sql()
    assert list(terms) == model._output_names()
    found = database.execute(f"SELECT {', '.join(terms.values())} FROM rows").fetchall()
    np.testing.assert_allclose(found, votes(model, table), atol=1e-9)
    database.close()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("table", [TABLE, OTHERS])
def test_python_gives_the_votes(model, table):
    space = {}
    exec(model.to_python("judge"), space)
    found = [space["judge"](row) for row in table.to_dict("records")]
    np.testing.assert_allclose(found, votes(model, table), atol=1e-9)
    with pytest.raises(ValueError, match="'a b' is no name of a function; give one such"):
        model.to_python("a b")


@pytest.mark.parametrize("model", MODELS)
def test_json_gives_the_votes(model):
    facts = json.loads(json.dumps(model.to_dict()))
    found = np.tile(np.array(facts["intercept"]), (SIZE, 1))
    holds = {
        ">": lambda column, value: column > value,
        "<=": lambda column, value: column <= value,
        "in": lambda column, value: column.isin(value),
        "missing": lambda column, value: column.isna(),
        "known": lambda column, value: column.notna(),
    }
    assert facts["rules"]
    for rule in facts["rules"]:
        covered = np.ones(SIZE, bool)
        for literal in rule["literals"]:
            column = TABLE[literal["column"]]
            covered &= holds[literal["operator"]](column, literal["value"]).to_numpy()
        found[covered] += rule["weights"]
    np.testing.assert_allclose(found, votes(model, TABLE), atol=1e-9)
