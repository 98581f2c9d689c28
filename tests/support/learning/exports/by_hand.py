"""Exports of other locales, and with what people type by hand."""

from __future__ import annotations

import json

import numpy as np

from support.learning.exports.business import Business, Export, dates, grouped


def _laboratory(rows: Business) -> bytes:
    limits = [f"<{text}" if k % 5 == 0 else text
              for k, text in enumerate(grouped(rows.amount, ".", ","))]  # fmt: skip
    limits[3] = "não realizado"
    body = rows.lines(
        dates(rows, "%d/%m/%Y"), rows.share, limits, rows.words("Sim", "Não"), rows.remark,
        separator=";", end="\r\n",
    )  # fmt: skip
    return ("Data Coleta;Creatinina;PCR (mg/L);Óbito;Observações\r\n" + body).encode("cp1252")


def _accounts(rows: Business) -> bytes:
    head = "Отчёт по клиентам;;;;\nПериод: 01.01.2021 - 30.11.2023;;;;\n;;;;\n"  # noqa: RUF001
    head += "№ п/п;Сумма, руб.;Доля;Дата договора;Отток\n"  # noqa: RUF001
    body = rows.lines(
        range(1, 1 + rows.share.size), grouped(rows.amount, "\N{NO-BREAK SPACE}", ","),
        [f"{share},0%" for share in rows.share], dates(rows, "%d.%m.%Y"), rows.words("да", "нет"),
        separator=";",
    )  # fmt: skip
    return (head + body + "Итого;1 234,50;;;\n").encode("cp1251")


def _japanese_shop(rows: Business) -> bytes:
    body = rows.lines(
        [f"K{k:05d}" for k in range(rows.share.size)], [f"{age}歳" for age in rows.age],
        [f'"\\{text}"' for text in grouped(np.abs(rows.amount), ",")],
        [f"{share}%" for share in rows.share],
        [f"{day.year}年{day.month}月{day.day}日" for day in rows.day.astype(object)],
        rows.words("はい", "いいえ"), end="\r\n",
    )  # fmt: skip
    return ("顧客番号,年齢,利用金額,割引率,登録日,解約\r\n" + body).encode("cp932")


def _events(rows: Business) -> bytes:
    """Records with lists of words."""
    lists = [[], ["lab"], ["lab", "roof"], ["hall"]]
    return "".join(
        json.dumps({
            "device": {"load": float(rows.amount[k]), "humidity": int(rows.share[k])},
            "tags": lists[k % 4], "alarm": bool(rows.ended[k]), "note": str(rows.remark[k]),
        }) + "\n"
        for k in range(rows.share.size)
    ).encode()  # fmt: skip


def _typed(rows: Business) -> bytes:
    """A label in several spellings, amounts with words and signs."""
    yes, no = ["Yes", "Yes", "yes", "YES "], ["No", "No", "NO", " no"]
    said = [(yes if each else no)[k % 4] for k, each in enumerate(rows.ended)]
    amounts = [("about " if k % 30 == 0 else "$" if k % 7 == 0 else "") + f"{abs(value)}"
               for k, value in enumerate(rows.amount)]  # fmt: skip
    amounts[1] = "#DIV/0!"
    body = rows.lines(amounts, rows.share, dates(rows, "%b-%Y"), said, rows.region, end=",,\n")
    head = "Amount,Discount %,Since,Churned?,Region,,\n"
    return b"\xef\xbb\xbf" + (head + body + ",,,,,,\n" * 3).encode()


BY_HAND = {
    "a laboratory": Export("laudos.csv", _laboratory, "Óbito",
        {"Creatinina": "share", "PCR (mg/L)": "amount"}, ("Data Coleta",)),
    "Russian accounts": Export("otchet.csv", _accounts, "Отток",
        {"Сумма, руб.": "amount", "Доля": "share"}, ("Дата договора",)),  # noqa: RUF001
    "a Japanese shop": Export("kokyaku.csv", _japanese_shop, "解約",
        {"年齢": "age", "割引率": "share"}, ("登録日",)),
    "events with lists": Export("events.jsonl", _events, "alarm",
        {"device.load": "amount", "device.humidity": "share"}),
    "a workbook typed by several people": Export("typed.csv", _typed, "Churned?",
        {"Discount %": "share"}),
}  # fmt: skip
"""By name."""
