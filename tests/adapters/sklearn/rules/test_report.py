"""Why a row is judged so, and the page about a fit."""

import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine

from nzdd.adapters.sklearn.encoding.bins import bin_codes
from nzdd.sklearn import RuleClassifier, RuleRegressor

LONG = "the mean of all of the measurements that were made on one day by <one & the same> person"


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    X = X.iloc[::3, :5].rename(columns={"mean radius": LONG})
    return X, y[::3].map({0: "malignant", 1: "benign"})


@pytest.fixture(scope="module")
def classifier(cancer):
    return RuleClassifier(folds=2, max_bins=5).fit(*cancer)


class Page(HTMLParser):
    """Which tags are open, what is loaded, and the text."""

    def __init__(self, page):
        super().__init__()
        self.open, self.links, self.text = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.links += [value for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_data(self, data):
        self.text.append(data)


def texts(picture):
    return re.findall(r">([^<>]+)</text>", picture)


def test_the_parts_of_a_row_add_up_to_its_vote(cancer, classifier):
    X, _ = cancer
    votes = classifier.decision_function(X)
    for row in (0, 50, 100):
        explanation = classifier.explain_row(X.iloc[[row]])
        assert sum(value for _, value in explanation.parts) == pytest.approx(votes[row])
        assert explanation.total == pytest.approx(votes[row])
        assert explanation.verdict.startswith(classifier.predict(X)[row])
        lines = str(explanation).splitlines()
        assert all(len(line) <= 88 for line in lines)
        for words, _ in explanation.parts:
            assert set(words.split()) <= set(str(explanation).split())
        assert all(line in explanation._repr_html_() for line in texts(explanation.to_svg()))
    with pytest.raises(ValueError, match=r"takes one row, not 3"):
        classifier.explain_row(X.iloc[:3])


def test_of_several_classes_any_sum_is_explained():
    X, y = load_wine(return_X_y=True)
    classifier = RuleClassifier(0.05, max_bins=4).fit(X, y)
    votes = classifier.decision_function(X[:1])[0]
    assert classifier.explain_row(X[:1]).output == classifier.predict(X[:1])[0]
    for label in range(3):
        assert classifier.explain_row(X[:1], label).total == pytest.approx(votes[label])
    with pytest.raises(ValueError, match="label=7; give 0, 1, 2"):
        classifier.explain_row(X[:1], 7)


def test_a_page_is_whole_and_loads_nothing(cancer, classifier):
    X, y = cancer
    text = classifier.to_html(X, y, title="<Tumours>")
    page = Page(text)
    assert not page.open
    assert not page.links
    assert "<script" not in text
    assert "url(" not in text
    words = " ".join(page.text).split()
    assert "<Tumours>" in words
    assert set(LONG.split()) <= set(words)
    for rule in classifier.rules_["rule"]:
        assert set(rule.split()) <= set(words)
    held = sum(map(float, re.findall(r'class="cell"[^>]*>([\d,.]+)<', text)))
    assert held == len(y)
    point = classifier.result_.path.points[classifier.result_.chosen]
    error = point.held_out.error / point.held_out.weight
    assert f"{error:.1%}" in words
    small = classifier.at(literals=3)
    assert "rows of this page" in " ".join(" ".join(Page(small.to_html(X, y)).text).split())
    with pytest.raises(ValueError, match="has the class 'other'"):
        small.to_html(X, ["other"] * len(y))


def test_pages_of_numbers_categories_and_several_classes():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    regressor = RuleRegressor(5.0, max_bins=4).fit(X, y)
    explanation = regressor.explain_row(X.iloc[[0]])
    assert explanation.total == pytest.approx(regressor.predict(X.iloc[[0]])[0])
    assert not Page(regressor.to_html(X, y)).open
    table = pd.DataFrame({"a": ["x", "y", None, "z"] * 20, "b": [1, 0, 1, 0] * 20})
    labels = np.array(["p", "q", "r", "p"] * 20)
    classifier = RuleClassifier(0.01).fit(table, labels)
    text = " ".join(Page(classifier.to_html(table, labels)).text)
    assert "true \\ predicted" in text


def test_effects_are_means_over_rows_with_a_column_replaced(cancer, classifier):
    X, _ = cancer
    codes = bin_codes(classifier.encoder_, X)
    vote, weights = classifier.result_.vote, np.arange(len(X)) % 3 + 1.0
    for column, about in enumerate(vote.columns):
        expected = []
        for bin in range(about.known + about.missing):
            changed = codes.copy()
            changed[:, column] = bin
            expected.append(np.average(vote.votes(changed), axis=0, weights=weights))
        effect = vote.effect(column, codes, weights)
        assert effect - effect[0] == pytest.approx(np.array(expected) - expected[0], abs=1e-9)
        assert np.average(effect[codes[:, column], 0], weights=weights) == pytest.approx(
            0, abs=1e-9
        )


def test_the_largest_effects_of_many_categories_are_shown():
    towns = np.repeat([f"town {number:02}" for number in range(40)], 20)
    labels = np.where(towns == "town 39", "y", "n")
    labels[::20] = "y"
    classifier = RuleClassifier(0.01, max_order=1).fit(towns[:, None], labels)
    text = " ".join(Page(classifier.to_html(towns[:, None], labels)).text)
    assert "town 39" in text.partition("Effects")[2]
    assert "the 24 largest of 40" in text
