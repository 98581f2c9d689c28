"""Ten exports that played no part while the readers were written."""

from __future__ import annotations

import io
import json
import zipfile
from decimal import Decimal

from support.learning.exports.business import Business, Export, dates, grouped


def _crm(rows: Business) -> bytes:
    head = '"Opportunity ID","Amount","Is Ended","Created Date","Probability (%)","Description"\n'
    ids = [f"006{k * 7919 % 10**9:09d}AAB" for k in range(rows.share.size)]
    created = dates(rows, "%Y-%m-%dT%H:%M:%S.000Z")
    columns = [ids, grouped(rows.amount, ","), rows.words("true", "false"), created, rows.share,
               rows.remark]  # fmt: skip
    body = rows.lines(*[[f'"{value}"' for value in each] for each in columns])
    foot = '\n\n"Opportunities by stage"\n"Copyright (c) 2000-2024 An Example, Inc."\n'
    foot += '"Confidential Information - Do Not Distribute"\n'
    return (head + body + foot).encode()


def _business_software(rows: Business) -> bytes:
    amounts = [text.lstrip("-") + "-" * text.startswith("-")
               for text in grouped(rows.amount, ".", ",")]  # fmt: skip
    head = "Liste der Verträge\nStand: 01.02.2024;Benutzer: MEYER\n\n"
    head += "Vertrag|Betrag|Anteil|Beendet|Datum|Bemerkung\n|EUR|%|||\n".replace("|", ";")
    body = rows.lines(
        [f"V{k:05d}" for k in range(rows.share.size)], amounts, rows.share,
        rows.words("Ja", "Nein"), dates(rows, "%d.%m.%Y"), rows.remark, separator=";", end="\r\n",
    )  # fmt: skip
    return (head.replace("\n", "\r\n") + body).encode("cp1252")


def _form(rows: Business) -> bytes:
    head = 'Timestamp,"How much did you pay, in total?","What share did you use?\n(0 to 100)",'
    head += 'Which region do you live in?,Would you end the contract?,"Anything else?"\n'
    said = [f'"{text}"' if k % 3 == 0 else "" for k, text in enumerate(rows.remark)]
    stamps = [f"{day.month}/{day.day}/{day:%Y} {day:%H:%M:%S}" for day in rows.day.astype(object)]
    body = rows.lines(
        stamps, rows.amount, rows.share, rows.region, rows.words("Yes", "No"), said, end="\r\n"
    )
    return (head + body).encode()


def _french_workbook(rows: Business) -> bytes:
    amounts = [f"{text}\N{NO-BREAK SPACE}€"
               for text in grouped(rows.amount, "\N{NARROW NO-BREAK SPACE}", ",")]  # fmt: skip
    shares = [f"{share},0 %" for share in rows.share]
    head = "Date de début\tMontant\tTaux\tRégion\tRésilié\n"
    body = rows.lines(dates(rows, "%d/%m/%Y"), amounts, shares, rows.region,
                      rows.words("Oui", "Non"), separator="\t", end="\r\n")  # fmt: skip
    return (head + body).encode("utf-16")


def _database_rows(rows: Business) -> bytes:
    places = [{"city": str(region), "zip": None} for region in rows.region]
    stamps = dates(rows, "%Y-%m-%dT%H:%M:%S+02:00")
    each = zip(rows.amount, rows.ended, stamps, places, rows.share, rows.remark, strict=True)
    return "".join(
        json.dumps({"_id": {"$oid": f"{k * 7919:024x}"}, "amount": f"{amount:.2f}",
                    "churned": bool(ended), "created_at": stamp, "address": place,
                    "share": int(share), "comment": None if k % 4 else str(remark)}) + "\n"
        for k, (amount, ended, stamp, place, share, remark) in enumerate(each)
    ).encode()  # fmt: skip


def _warehouse(rows: Business) -> bytes:
    import pandas as pd

    frame = pd.DataFrame({
        "amount": [Decimal(f"{value:.2f}") for value in rows.amount],
        "opened": rows.day.astype("datetime64[D]").astype(object),
        "approved": rows.ended,
        "region": pd.Categorical(rows.region),
        "share": rows.share.astype("int16"),
        "comment": [f"{text} ({k % 12})" for k, text in enumerate(rows.remark)],
    })  # fmt: skip
    stream = io.BytesIO()
    frame.to_feather(stream)
    return stream.getvalue()


def _swiss_bank(rows: Business) -> bytes:
    amounts = [f"CHF {text}" for text in grouped(rows.amount, "\N{RIGHT SINGLE QUOTATION MARK}")]
    head = "Datum;Betrag;Notiz;Anteil;Status\n"
    notes = [f'"{text};\nzweite Zeile {k % 9}"' for k, text in enumerate(rows.remark)]
    body = rows.lines(dates(rows, "%d.%m.%y"), amounts, notes, [f"{s}%" for s in rows.share],
                      rows.words("inaktiv", "aktiv"), separator=";")  # fmt: skip
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("export/umsatz.csv", (head + body).encode("utf-8-sig"))
        packed.writestr("__MACOSX/export/._umsatz.csv", b"\0\5\26\7")
    return stream.getvalue()


def _indian(value: float) -> str:
    whole, _, rest = f"{abs(value):.2f}".partition(".")
    head, tail = whole[:-3], whole[-3:]
    pairs = [head[max(0, at - 2) : at] for at in range(len(head), 0, -2)][::-1]
    return "-" * bool(value < 0) + "₹" + ",".join([*pairs, tail]) + "." + rest


def _loans(rows: Business) -> bytes:
    head = "Loan No,Disbursed On,Sanctioned,Utilised %,Branch,Loan_Status\n"
    body = rows.lines(
        [f"LP{k:06d}" for k in range(1000, 1000 + rows.share.size)], dates(rows, "%d-%b-%y"),
        [f'"{_indian(10 * value)}"' for value in rows.amount], rows.share, rows.region,
        rows.words("N", "Y"),
    )  # fmt: skip
    foot = f'Total,,"{_indian(10 * rows.amount.sum())}",,,\n'
    return (head + body + foot).encode()


def _survey(rows: Business) -> bytes:
    head = "StartDate,Finished,Q1,Q2_1,Q3,Q9\n"
    head += 'Start Date,Finished,"How many euros, in all?",Share in % - Last year,Region,'
    head += "Overall, are you satisfied?\n".replace(", ", " ")
    ids = ("startDate", "finished", "QID1", "QID2_1", "QID3", "QID9")
    head += ",".join(f'"{{""ImportId"":""{name}""}}"' for name in ids)
    body = rows.lines(dates(rows, "%Y-%m-%d %H:%M:%S"), ["TRUE"] * rows.share.size, rows.amount,
                      rows.share, rows.region, rows.words("Unsatisfied", "Satisfied"))  # fmt: skip
    return (head + "\n" + body).encode()


def _instrument(rows: Business) -> bytes:
    head = "# Device: X-100\n# Operator: Doe, J.\n# Method: 4711\n"
    head += "Judgement,Time,Load,Humidity,Batch\n,,[N],[%],\n"
    body = rows.lines(rows.words("NOK", "OK"), dates(rows, "%Y-%m-%d %H:%M:%S"), rows.amount,
                      rows.share, rows.region)  # fmt: skip
    return (head + body).encode()


OTHER_TOOLS = {
    "a CRM report": Export("report.csv", _crm, "Is Ended",
        {"Amount": "amount", "Probability (%)": "share"}, ("Created Date",)),
    "a list of business software": Export("liste.txt", _business_software, "Beendet",
        {"Betrag": "amount", "Anteil": "share"}, ("Datum",)),
    "answers to a form": Export("answers.csv", _form, "Would you end the contract?",
        {"How much did you pay, in total?": "amount",
         "What share did you use? (0 to 100)": "share"}, ("Timestamp",)),
    "a French workbook": Export("classeur.txt", _french_workbook, "Résilié",
        {"Montant": "amount", "Taux": "share"}, ("Date de début",)),
    "rows of a database": Export("rows.jsonl", _database_rows, "churned",
        {"amount": "amount", "share": "share"}, ("created_at",)),
    "a table of a warehouse": Export("table.feather", _warehouse, "approved",
        {"amount": "amount", "share": "share"}, ("opened",)),
    "a Swiss bank": Export("umsatz.zip", _swiss_bank, "Status",
        {"Betrag": "amount", "Anteil": "share"}, ("Datum",)),
    "Indian loans": Export("loans.csv", _loans, "Loan_Status",
        {"Utilised %": "share"}, ("Disbursed On",)),
    "a survey tool": Export("survey.csv", _survey, "Q9",
        {"Q1": "amount", "Q2_1": "share"}, ("StartDate",)),
    "an instrument": Export("run7.csv", _instrument, "Judgement",
        {"Load": "amount", "Humidity": "share"}, ("Time",)),
}  # fmt: skip
"""By name; no one looked at what the readers make of them before they were finished."""
