"""Twenty exports of spreadsheets, databases and survey tools."""

from __future__ import annotations

import io
import json
import zipfile
from decimal import Decimal

import numpy as np

from support.learning.exports.business import Business, Export, dates, grouped


def _us_workbook(rows: Business) -> bytes:
    amounts = [f'"(${text[1:]})"' if text.startswith("-") else f'"${text}"'
               for text in grouped(rows.amount, ",")]  # fmt: skip
    head = "Customer,Revenue,Discount,Region,Churn\n"
    names = [f"C-{k}" for k in range(rows.share.size)]
    shares = [f"{share}%" for share in rows.share]
    return (
        head + rows.lines(names, amounts, shares, rows.region, rows.words("Yes", "No"))
    ).encode()


def _german_workbook(rows: Business) -> bytes:
    head = "Kunde;Umsatz;Menge;Rabatt;Beginn;Kündigung\n"
    amounts = [f"{text} €" for text in grouped(rows.amount, ".", ",")]
    body = rows.lines(range(1, 1 + rows.share.size), amounts, grouped(rows.units, ".", ",", 0),
                      [f"{share},00%" for share in rows.share], dates(rows, "%d.%m.%Y"),
                      rows.words("ja", "nein"), separator=";", end="\r\n")  # fmt: skip
    return (head.replace("\n", "\r\n") + body).encode("cp1252")


def _truth_in_the_middle(rows: Business) -> bytes:
    head = "amount,share,ended,region,comment\n"
    remarks = [f'"{text} {k % 60}"' for k, text in enumerate(rows.remark)]
    return (head + rows.lines(rows.amount, rows.share, rows.words("TRUE", "FALSE"), rows.region,
                              remarks)).encode()  # fmt: skip


def _few_comments(rows: Business) -> bytes:
    head = "amount,share,ended,region,comment\n"
    remarks = [f'"{text}"' for text in rows.remark]
    return (head + rows.lines(rows.amount, rows.share, rows.words("yes", "no"), rows.region,
                              remarks)).encode()  # fmt: skip


def _titled(rows: Business) -> bytes:
    head = "Contracts of the last quarter\n\nregion,amount,share,ended\n"
    body = rows.lines(rows.region, rows.amount, rows.share, rows.words("yes", "no"))
    return (head + body + f"Total,{rows.amount.sum():.2f},{rows.share.sum()},\n").encode()


def _padded(rows: Business) -> bytes:
    head = "Quarterly report,,,,\nCreated by:,A. Clerk,,,\n,,,,\nRegion,Amount,Share,Age,Ended\n"
    body = rows.lines(rows.region, rows.amount, [f"{share} %" for share in rows.share], rows.age,
                      rows.words("Y", "N"), end="\r\n")  # fmt: skip
    foot = f",,,,\nGrand Total,{rows.amount.sum():.2f},,{rows.age.mean():.1f},\n"
    return (head + body + foot).encode("utf-8-sig")


def _decimals(rows: Business) -> bytes:
    import pandas as pd

    frame = pd.DataFrame({
        "opened": rows.day.astype("datetime64[us]"),
        "amount": [Decimal(f"{value:.2f}") for value in rows.amount],
        "active": rows.ended,
        "share": rows.share,
        "remark": rows.remark,
    })  # fmt: skip
    stream = io.BytesIO()
    frame.to_parquet(stream)
    return stream.getvalue()


def _feather(rows: Business) -> bytes:
    import pandas as pd

    kinds = rows.words("ended", "going on")
    frame = pd.DataFrame({"amount": rows.amount, "share": rows.share, "kind": kinds})
    stream = io.BytesIO()
    frame.to_feather(stream)
    return stream.getvalue()


def _zip(rows: Business) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("contracts.csv", _titled(rows))
    return stream.getvalue()


def _wide_characters(rows: Business) -> bytes:
    head = "Größe,Anteil,Ende\r\n"
    body = rows.lines(rows.amount, rows.share, rows.words("wahr", "falsch"), end="\r\n")
    return (head + body).encode("utf-16")


def _json_lines(rows: Business) -> bytes:
    each = zip(rows.amount, rows.share, rows.region, rows.words("lost", "kept"), strict=True)
    return "".join(
        json.dumps({"amount": float(a), "share": int(s), "region": str(r), "state": w}) + "\n"
        for a, s, r, w in each
    ).encode()


def _json_records(rows: Business) -> bytes:
    each = zip(rows.amount, rows.share, rows.ended, rows.region, strict=True)
    found = [{"amount": float(a), "share": int(s), "lost": bool(w), "region": str(r)}
             for a, s, w, r in each]  # fmt: skip
    return json.dumps(found, indent=1).encode()


def _signs(rows: Business) -> bytes:
    behind = [f"{abs(value):.2f}" + "-" * bool(value < 0) for value in rows.amount]
    around = [f"({-k:,})" if k < 0 else f"{k:,}" for k in rows.units - 40_000]
    head = "balance,change,share,result\n"
    around = [f'"{text}"' for text in around]
    return (head + rows.lines(behind, around, rows.share, rows.words("bad", "good"))).encode()


def _nordic(rows: Business) -> bytes:
    amounts = [f"{text} kr" for text in grouped(rows.amount, "\N{NO-BREAK SPACE}", ",")]
    head = "Belopp;Andel;Startdatum;Avslutad\n"
    body = rows.lines(amounts, [f"{share} %" for share in rows.share], dates(rows, "%Y-%m-%d"),
                      rows.words("Ja", "Nej"), separator=";")  # fmt: skip
    return (head + body).encode("utf-8-sig")


def _quoted(rows: Business) -> bytes:
    head = '"name, first name",amount,outcome,"notes\n(free text)",share\n'
    names = [f'"Doe, J. {k}"' for k in range(rows.share.size)]
    notes = [f'"{text}\nand ""more"", {k % 7}"' for k, text in enumerate(rows.remark)]
    return (head + rows.lines(names, rows.amount, rows.words("3", "1"), notes, rows.share)).encode()


def _measured(rows: Business) -> bytes:
    head = "patient,weight,dose,age,diagnosis\n"
    body = rows.lines(
        [f"P{k:04d}" for k in range(rows.share.size)], [f"{value} kg" for value in rows.amount],
        [f"{share}mg" for share in rows.share], [f"{age} years" for age in rows.age],
        rows.words("positive", "negative"),
    )  # fmt: skip
    return (head + body).encode()


def _us_dates(rows: Business) -> bytes:
    head = "Approved\tOpened\tAmount\tShare\n"
    body = rows.lines(rows.words("yes", "no"), dates(rows, "%m/%d/%Y %I:%M %p"), rows.amount,
                      rows.share, separator="\t")  # fmt: skip
    return (head + body).encode()


def _query(rows: Business) -> bytes:
    head = " amount    | share | region | ended \n-----------+-------+--------+-------\n"
    regions = ["NULL" if k % 9 == 0 else text for k, text in enumerate(rows.region)]
    amounts = [f" {value:>9.2f}" for value in rows.amount]
    words = [f"{word}    " for word in rows.words("t", "f")]
    body = rows.lines(amounts, rows.share, regions, words, separator=" | ")
    return (head + body + f"({rows.share.size} rows)\n\n").encode()


def _two_labels(rows: Business) -> bytes:
    head = "amount,paid,share,active,visits\n"
    random = np.random.default_rng(rows.share)
    others = np.where(rows.age + random.integers(0, 9, rows.age.size) > 50, "yes", "no")
    return (head + rows.lines(rows.amount, rows.words("yes", "no"), rows.share, others,
                              rows.units)).encode()  # fmt: skip


def _drawn(rows: Business, foot: str, *, bars: bool) -> bytes:
    """A table as a database's command line draws it."""
    stamps = dates(rows, "%Y-%m-%d %H:%M:%S")
    stamps = [f"{stamp}{'.25' * (k % 3 == 0)}+00" for k, stamp in enumerate(stamps)]
    columns = [("id", range(1001, 1001 + rows.share.size)), ("amount", rows.amount),
               ("share", rows.share), ("remark", rows.remark), ("created_at", stamps),
               ("churned", rows.words("t", "f"))]  # fmt: skip
    texts = [[name, *map(str, values)] for name, values in columns]
    widths = [max(map(len, column)) for column in texts]
    drawn = "+".join("-" * (width + 2) for width in widths)
    lines = [
        "|".join(f" {text:>{width}} " for text, width in zip(row, widths, strict=True))
        for row in zip(*texts, strict=True)
    ]
    if bars:
        drawn, lines = f"+{drawn}+", [f"|{line}|" for line in lines]
        lines = [drawn, lines[0], drawn, *lines[1:], drawn]
    else:
        lines.insert(1, drawn)
    return "\n".join([*lines, foot, ""]).encode()


def _psql(rows: Business) -> bytes:
    return _drawn(rows, "(160 rows)\n", bars=False)


def _mysql(rows: Business) -> bytes:
    return _drawn(rows, "160 rows in set (0.01 sec)", bars=True)


def _document(rows: Business) -> bytes:
    head = "| Region | Betaald | Deel | Begonnen | Gestopt |\n|:---|---:|---:|---|:---:|\n"
    paid, shares = grouped(rows.amount, ","), [f"{share}%" for share in rows.share]
    each = zip(rows.region, paid, shares, dates(rows, "%d-%m-%Y"), rows.words("ja", "nee"),
               strict=True)  # fmt: skip
    return (head + "".join(f"| {' | '.join(row)} |\n" for row in each)).encode()


def _panel(rows: Business) -> bytes:
    head = '"id","submitdate","startlanguage","age","amount","share","Response","source"\n'
    ids = 3 * np.arange(rows.share.size) + 1017
    columns = [ids, dates(rows, "%Y-%m-%d %H:%M:%S"), ["en"] * ids.size, rows.age, rows.amount,
               ["N/A" if k % 20 == 0 else text for k, text in enumerate(rows.share)],
               rows.words("Agree", "Disagree"), rows.region]  # fmt: skip
    return (head + rows.lines(*[[f'"{value}"' for value in each] for each in columns])).encode()


TOOLS = {
    "a US workbook": Export("sales.csv", _us_workbook, "Churn",
        {"Revenue": "amount", "Discount": "share"}),
    "a German workbook": Export("umsatz.csv", _german_workbook, "Kündigung",
        {"Umsatz": "amount", "Menge": "units", "Rabatt": "share"}, ("Beginn",)),
    "TRUE and FALSE in the middle": Export("contracts.csv", _truth_in_the_middle, "ended",
        {"amount": "amount", "share": "share"}),
    "a few comments again and again": Export("contracts.csv", _few_comments, "ended",
        {"amount": "amount", "share": "share"}),
    "a title and totals": Export("contracts.csv", _titled, "ended",
        {"amount": "amount", "share": "share"}),
    "lines filled with commas": Export("report.csv", _padded, "Ended",
        {"Amount": "amount", "Share": "share", "Age": "age"}),
    "Parquet with decimals": Export("contracts.parquet", _decimals, "active",
        {"amount": "amount", "share": "share"}, ("opened",)),
    "Feather": Export("contracts.feather", _feather, "kind",
        {"amount": "amount", "share": "share"}),
    "a zip archive": Export("contracts.zip", _zip, "ended",
        {"amount": "amount", "share": "share"}),
    "UTF-16": Export("contracts.csv", _wide_characters, "Ende",
        {"Größe": "amount", "Anteil": "share"}),
    "JSON lines": Export("contracts.jsonl", _json_lines, "state",
        {"amount": "amount", "share": "share"}),
    "JSON records": Export("contracts.json", _json_records, "lost",
        {"amount": "amount", "share": "share"}),
    "signs behind and around": Export("balance.csv", _signs, "result",
        {"balance": "amount", "share": "share"}),
    "a Nordic workbook": Export("avtal.csv", _nordic, "Avslutad",
        {"Belopp": "amount", "Andel": "share"}, ("Startdatum",)),
    "quoted lines": Export("notes.csv", _quoted, "outcome",
        {"amount": "amount", "share": "share"}),
    "units": Export("patients.csv", _measured, "diagnosis",
        {"weight": "amount", "dose": "share", "age": "age"}),
    "US dates and times": Export("approvals.tsv", _us_dates, "Approved",
        {"Amount": "amount", "Share": "share"}, ("Opened",)),
    "the answer of a query": Export("query.txt", _query, "ended",
        {"amount": "amount", "share": "share"}),
    "two labels that fit equally well": Export("contracts.csv", _two_labels, None,
        {"amount": "amount", "share": "share"}),
    "what psql shows": Export("psql.txt", _psql, "churned",
        {"amount": "amount", "share": "share"}, ("created_at",)),
    "what mysql shows": Export("mysql.txt", _mysql, "churned",
        {"amount": "amount", "share": "share"}, ("created_at",)),
    "a table of a document": Export("notes.md", _document, "Gestopt",
        {"Betaald": "amount", "Deel": "share"}, ("Begonnen",)),
    "a survey panel": Export("results.csv", _panel, "Response",
        {"age": "age", "amount": "amount"}, ("submitdate",)),
}  # fmt: skip
"""By name; the readers were written with these in view."""
