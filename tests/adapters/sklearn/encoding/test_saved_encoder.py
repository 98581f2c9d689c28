import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="the extra sklearn is not installed")
pytest.importorskip("pandas", reason="tables are pandas frames")

import pandas as pd

from nzdd.adapters.files import classifiers
from nzdd.adapters.sklearn.encoding.saved_encoder import from_dict, to_dict
from nzdd.sklearn import BinaryEncoder


def frame(rows):
    random = np.random.default_rng(rows)
    ages = random.normal(40, 12, rows)
    ages[random.random(rows) < 0.1] = np.nan
    return pd.DataFrame(
        {
            "age": ages,
            "town": random.choice(["Ulm", "Köln", "Bonn", "Kiel"], rows, p=[0.5, 0.3, 0.15, 0.05]),
            "member": random.integers(0, 2, rows),
            "visits": random.poisson(3, rows),
        }
    )


@pytest.mark.parametrize("options", [{}, {"cuts": "mdl"}, {"max_categories": 2}, {"cuts": 2.5}])
def test_an_encoder_survives_json(options):
    train, other = frame(300), frame(100)
    encoder = BinaryEncoder(**options).fit(train, train["member"])
    again = from_dict(json.loads(json.dumps(to_dict(encoder))))
    assert again.describe() == encoder.describe()
    np.testing.assert_array_equal(
        again.transform(other).toarray(), encoder.transform(other).toarray()
    )


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"columns": 3},
        {"columns": [{"name": "a"}]},
        {"columns": [{"name": "a", "missing": False}]},
        {"columns": [{"name": "a", "missing": False, "thresholds": ["x"], "as_is": False}]},
        {"columns": [{"name": "a", "missing": False, "thresholds": [2, 1], "as_is": False}]},
        {"columns": [{"name": "a", "missing": False, "thresholds": [10**400], "as_is": False}]},
    ],
)
def test_a_damaged_description_is_refused(content):
    with pytest.raises(ValueError, match="the encoder of the model is damaged"):
        from_dict(content)


def test_encoders_in_files_of_version_1_can_be_read():
    """This file stays as it is for as long as version 1 is read."""
    file = Path(__file__).parents[2] / "data" / "encoded-classifier-1.json"
    classifier, _, described, *_ = classifiers.load(file)
    table = pd.DataFrame(
        {
            "age": [20, 20.5, 40, 41, np.nan],
            "town": ["Ulm", "Köln", "Kiel", "Bonn", "Rom"],
            "member": [0, 1, 0, 1, 1],
        }
    )
    bits = from_dict(described).transform(table).toarray()
    assert bits.tolist() == [
        # age > 20, > 40, missing; Köln, Ulm, other; member
        [0, 0, 0, 0, 1, 0, 0],
        [1, 0, 0, 1, 0, 0, 1],
        [1, 0, 0, 0, 0, 1, 0],
        [1, 1, 0, 0, 0, 1, 1],
        [0, 0, 1, 0, 0, 0, 1],
    ]
    assert classifier.predict(bits).tolist() == ["yes", "yes", "yes", "yes", "no"]
