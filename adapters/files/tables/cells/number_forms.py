"""Numbers as people and programs write them: money, per cent, units, thousands, signs behind."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pandas import Series

_PARTS = re.compile(
    r"(?:(?P<about>[<>≤≥~≈]=?|(?:about|approx\.?|circa|ca\.?|etwa|env\.)(?= ))[ \u00a0]{0,3})?"
    r"(?P<open>\()?[ \u00a0]{0,3}(?P<sign>[-+\u2212\u2013])?[ \u00a0]{0,3}"
    r"(?P<before>[^\d\s.,()'\u2019+\u2212-]{1,4})?[ \u00a0]{0,3}(?P<second>[-+\u2212\u2013])?"
    r"(?P<digits>\d(?:[\d.,'\u2019 \u00a0\u202f]*\d)?\.?|[.,]\d+)(?P<power>[eE][-+]?\d+)?"
    r"[ \u00a0\u202f]{0,3}(?P<after>[^\W\d_][\w/\u00b2\u00b3.]{0,11}"
    r"|[%\u2030\u00b0\u20ac$\u00a3\u00a5\u00b5][A-Za-z/]{0,4})?"
    r"[ \u00a0]{0,3}(?P<behind>[-\u2212])?(?P<close>\))?"
)
_CODES = frozenset(
    (
        *(
            "USD",
            "EUR",
            "GBP",
            "CHF",
            "JPY",
            "CNY",
            "INR",
            "SEK",
            "NOK",
            "DKK",
            "PLN",
            "CZK",
            "HUF",
        ),
        *("HUF", "RON", "BRL", "MXN", "CAD", "AUD", "NZD", "ZAR", "TRY", "R$", "A$", "C$", "US$"),
        *("HK$", "S$", "kr", "kr.", "Kr", "zł", "Kč", "Ft", "lei", "Rs", "Rs.", "Fr.", "SFr."),
        "\\",  # the sign of the yen in Japanese files
    )
)
"""What stands before or behind amounts of money, besides the signs of currencies."""
_LEAST = 0.9  # of the words that are numbers
_MOST_ABOUT = 0.5
"""The largest share of numbers behind a sign such as "<": with more of them they are classes."""


class NumberForm(NamedTuple):
    """How numbers are written: marks between thousands and before decimals, and the unit."""

    group: str
    decimal: str
    unit: str = ""

    def pattern(self) -> str:
        """What the digits of a number match."""
        group, decimal = re.escape(self.group), re.escape(self.decimal)
        if self.group == " ":
            group = r"[ \u00a0\u202f]"
        elif self.group == "'":
            group = r"['\u2019]"
        threes = rf"[1-9]\d{{0,2}}(?:{group}\d{{3}})+"
        if self.group == ",":  # also by twos, as in India
            threes = r"[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}"
        return rf"(?:{threes}|\d+)?(?:{decimal}\d*)?"


FORMS = (
    NumberForm(",", "."),
    NumberForm(".", ","),
    NumberForm(" ", ","),
    NumberForm(" ", "."),
    NumberForm("'", "."),
    NumberForm("'", ","),
)
"""In the order of preference."""


def form_of(words: Collection[str], *, dotted: bool = False) -> NumberForm | None:
    """The form in which nearly all words are numbers of one unit, else None.

    Parameters
    ----------
    words : collection of str
        Different ones.
    dotted : bool, default False
        Whether points stand between thousands, where that could be otherwise.
    """
    parts = [found for found in map(_PARTS.fullmatch, words) if found and _is_signed_once(found)]
    units = {_unit(each["before"]) for each in parts} | {_unit(each["after"]) for each in parts}
    units.discard("")
    if len(parts) < _LEAST * len(words) or not parts or len(units) > 1:
        return None
    if sum(each["about"] is not None for each in parts) > _MOST_ABOUT * len(parts):
        return None
    if any(each["before"] and not _is_money(each["before"]) for each in parts):
        return None
    digits = [each["digits"] for each in parts]
    forms = FORMS[1:] if dotted else FORMS
    patterns = {form: re.compile(form.pattern()) for form in forms}
    counts = {form: sum(map(bool, map(patterns[form].fullmatch, digits))) for form in forms}
    form = max(forms, key=counts.__getitem__)
    if counts[form] < _LEAST * len(words):
        return None
    return form._replace(unit=next(iter(units), ""))


def in_form(words: Series, form: NumberForm) -> Series:
    """The words as Python writes numbers; missing where they are none of this form.

    Time linear in the words.
    """
    parts = words.str.extract(f"^{_PARTS.pattern}$").fillna("")
    digits = parts["digits"]
    before, after = parts["before"].map(_unit), parts["after"].map(_unit)
    known = {"", form.unit}
    fits = digits.str.fullmatch(form.pattern()) & (digits != "")
    fits &= (
        before.isin(known) & after.isin(known) & (parts["open"].eq("(") == parts["close"].eq(")"))
    )
    marks = ["open", "sign", "second", "behind"]
    signs = parts[marks].replace({"+": ""}).ne("")
    fits &= signs.sum(axis=1) <= 1
    group = {" ": r"[ \u00a0\u202f]", "'": r"['\u2019]"}.get(form.group, re.escape(form.group))
    plain = digits.str.replace(group, "", regex=True).str.replace(form.decimal, ".", regex=False)
    signed = signs.any(axis=1).map({True: "-", False: ""}) + plain + parts["power"]
    return signed.where(fits)


def _is_signed_once(parts: re.Match[str]) -> bool:
    minus = [parts[name] not in (None, "+") for name in ("open", "sign", "second", "behind")]
    return sum(minus) <= 1 and (parts["open"] is None) == (parts["close"] is None)


def _unit(word: str | None) -> str:
    """A unit in one form: "year" for "years"."""
    word = word or ""
    return word.removesuffix("s") if len(word) > 3 else word


def _is_money(word: str) -> bool:
    return word in _CODES or (len(word) == 1 and unicodedata.category(word) == "Sc")
