import unicodedata
from html.parser import HTMLParser

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nzdd.input.text import printable, printable_text, short, shown, table

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=300)
DANGERS = "\x00\n\r\t\x1b\x7f\x85\x9b\u200b\u2028\u202e\u2066\ufeff\ud800"


def harmless(text):
    return not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text) and not (
        {unicodedata.bidirectional(c) for c in text}
        & {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    )


@given(ANY_TEXT)
def test_nothing_shown_can_move_the_cursor_or_turn_the_text(text):
    assert harmless(printable(text))
    assert harmless(short(text, 20))
    assert len(short(text, 20)) <= 40
    assert harmless(shown(text))
    assert harmless(printable_text(text).replace("\n", "").replace("\t", ""))


def test_letters_of_every_script_stay():
    for text in ("x1", "Größe", "δ ≤ 3", "列", "عدد", "a b\u00a0c"):
        assert printable(text) == printable_text(text) == short(text) == text


def test_what_is_dangerous_can_still_be_read():
    for danger in DANGERS:
        assert printable(f"a{danger}b").encode("ascii").decode("unicode_escape") == f"a{danger}b"


def test_long_names_keep_both_ends():
    assert short("a" * 500 + "/model.mps", 20) == "a" * 9 + "...odel.mps"
    assert short("x" * 200) == "x" * 200
    assert shown("x" * 100) == "'" + "x" * 39 + "..."
    assert shown(np.float64(0.5)) == "0.5"


@given(st.dictionaries(ANY_TEXT, ANY_TEXT), ANY_TEXT)
def test_tables_hold_names_and_values_as_text(facts, title):
    class Cells(HTMLParser):
        def __init__(self):
            super().__init__()
            self.found, self.tags = [], set()

        def handle_starttag(self, tag, attributes):
            self.tags.add(tag)
            if tag in {"caption", "th", "td"}:
                self.found.append("")

        def handle_data(self, data):
            self.found[-1] += data

    cells = Cells()
    cells.feed(table(title, facts))
    cells.close()
    texts = [title, *(text for pair in facts.items() for text in pair)]
    assert cells.found == [printable(text) for text in texts]
    assert cells.tags <= {"table", "caption", "tr", "th", "td"}
