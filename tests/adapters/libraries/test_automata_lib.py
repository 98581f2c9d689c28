"""Regular expressions as families: the words that Python's own expressions match."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.libraries.automata_lib import automaton, regular_words
from nzdd.families import from_automaton

fa = pytest.importorskip("automata.fa.nfa", reason="needs automata-lib")
WORDS = {"a": "rest", "b": "work", "c": "break"}

expressions = st.recursive(
    st.sampled_from(["a", "b", "c", "[ab]", "."]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]}|{pair[1]})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{1,3}", "{2}"])).map(
            lambda pair: f"({pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=8,
)


def matching(expression, length):
    return {
        word
        for word in itertools.product("abc", repeat=length)
        if re.fullmatch(expression, "".join(word))
    }


@given(expressions, st.integers(0, 5))
def test_words_are_those_that_match(expression, length):
    expected = matching(expression, length)
    family = regular_words(expression, length, "abc")
    family.verify()
    assert family.count() == len(expected)
    assert {tuple(letter for _, letter in word) for word in family.named_rows()} == expected
    spelled = re.sub("[abc]", lambda letter: f" {WORDS[letter[0]]} ", expression)
    named = regular_words(spelled, length, WORDS.values())
    assert list(named) == list(family)


@given(expressions, expressions, st.integers(0, 4))
def test_the_intersection_of_two_languages(one, other, length):
    family = regular_words(f"({one})&({other})", length, "abc")
    assert family.count() == len(matching(one, length) & matching(other, length))


@given(expressions, st.integers(0, 4))
def test_silent_letters_are_no_symbols(expression, length):
    """Words that differ in the letters between them are one member, however they end."""
    expected = {
        frozenset((i, letter) for i, letter in enumerate(word) if letter == "c")
        for word in matching(expression, length)
    }
    family = regular_words(expression, length, "abc", silent="ab")
    family.verify()
    assert {frozenset(word) for word in family.named_rows()} == expected


def test_automata_are_taken_as_they_are():
    nfa = fa.NFA.from_regex("(a|ba)*b?", input_symbols={"a", "b"})
    table, final = automaton(nfa, "ab")
    assert table.tolist() == [[0, 1], [0, -1]]
    assert final.tolist() == [True, True]
    wider, final = automaton(nfa, "xab")
    assert wider.tolist() == [[-1, 0, 1], [-1, 0, -1]]
    assert from_automaton(wider, 10, final).count() == 144


def test_a_language_without_words():
    table, final = automaton("a&b", "ab")
    assert from_automaton(table, 1, final).count() == 0


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("rest* wrok", "'wrok' is not among the letters; did you mean work?"),
        ("xyz", "'xyz' is not among the letters; they are rest, work"),
        ("work{2", "'2' is not among the letters"),
        ("(work", r"the expression '\(work' is not regular: "),
        ("|work", r"the expression '\|work' is not regular: "),
        ("work{3,1}", r"the expression 'work.3,1.' is not regular: Lower bound 3"),
        ("[rest", r"the expression '\[rest' is not regular: "),
    ],
)
def test_expressions_that_are_none_are_named(expression, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        automaton(expression, ["rest", "work"])


@pytest.mark.parametrize(
    ("letters", "message"),
    [
        (["a b"], "the letter 'a b' is neither a character nor a word"),
        (["1st"], "the letter '1st' is neither a character nor a word"),
        (["a", "a"], "two letters are equal"),
        (["+"], r"the letter '\+' has a meaning in expressions"),
        ([" "], "the letter ' ' has a meaning in expressions"),
        ([], "there are no letters"),
    ],
)
def test_letters_that_are_none_are_named(letters, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        automaton("a", letters)


def test_other_wrong_arguments_are_named():
    with pytest.raises(TypeError, match=r"^the letter 1 is not a string"):
        automaton("a", [1])
    with pytest.raises(TypeError, match=r"^the expression is 5; give a string, or an NFA or a DFA"):
        automaton(5, "a")
    with pytest.raises(ValueError, match=r"^the automaton has the input symbol 'b', which is not"):
        automaton(fa.NFA.from_regex("ab"), "a")
    with pytest.raises(ValueError, match=r"^the silent letter 'x' is not among the letters"):
        regular_words("a", 3, "ab", silent="x")
