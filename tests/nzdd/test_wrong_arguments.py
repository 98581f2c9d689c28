"""Wrong arguments are called by their names, and the message says what to give."""

import io

import pytest

from nzdd import ZDD, ArchiveError
from nzdd.families import power_set

F = power_set(3)
NAN = float("nan")


@pytest.mark.parametrize(
    ("ask", "error", "fault"),
    [
        (lambda: F.onset("a"), ValueError, r"'a' is no symbol.*f.named\(names\)"),
        (lambda: F.onset(["a"]), ValueError, r"'a' is no symbol.*f.named\(names\)"),
        (lambda: F.add_some("a"), ValueError, r"'a' is no symbol.*f.named\(names\)"),
        (lambda: ZDD.singleton("a", 3), ValueError, r"'a' is no symbol.*f.named\(names\)"),
        (lambda: F.onset(2.5), TypeError, "symbols is 2.5; give a list of symbols or names"),
        (lambda: F.named("abc").onset(2.5), TypeError, "symbols is 2.5; give a list"),
        (lambda: F.named("abc").union([1]), TypeError, "a row is 1; give a list of symbols"),
        (lambda: F.named("abc").union(1), TypeError, "rows is 1; give an iterable of rows"),
        (lambda: ZDD.empty(2.5), TypeError, "symbols is 2.5; give their number, or their names"),
        (lambda: F.embedded(2.5), TypeError, "symbols is 2.5; give"),
        (lambda: F.named(5), TypeError, "names is 5; give one for each symbol"),
        (lambda: ZDD.from_rows([[0]], names=5), TypeError, "names is 5; give one for each"),
        (lambda: 9 in F, TypeError, r"9 is not a row; give a tuple.*such as \(9,\)"),
        (lambda: F.cost_le([1, 2], 3), ValueError, "the weights of cost_le are"),
        (lambda: F.cost_ge([1, 2, NAN], 3), ValueError, "weight 2 of cost_ge is nan"),
        (lambda: F.cost_eq([1, 2, 3], "x"), TypeError, "a bound of cost_eq is 'x'; give a number"),
        (lambda: F.by_weight([1, 2]), ValueError, "symbol weights have shape"),
        (lambda: F.named("abc").by_weight([1, NAN, 2]), ValueError, "the weight of 'b' is NaN"),
        (lambda: F.save(io.StringIO()), TypeError, "binary mode"),
        (lambda: ZDD.load(io.StringIO("x")), TypeError, "binary mode"),
        (lambda: ZDD.load(None), TypeError, "cannot be at None; give a path"),
        (lambda: F.save(5), TypeError, "cannot be at 5; give a path"),
        (lambda: ZDD.from_bytes(b"hello"), ArchiveError, "the bytes: the file is damaged"),
    ],
)
def test_what_is_wrong_is_named_with_a_cure(ask, error, fault):
    with pytest.raises(error, match=fault):
        ask()


def test_costs_are_the_decimals_that_are_written():
    assert (0, 1) in power_set(2).cost_le([0.1, 0.2], 0.3)
    assert (0, 1) in power_set(2).cost_le([1, 2], 3)
