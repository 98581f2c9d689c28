"""Small valid files of each format to start from, most of them made by the writers."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from pathlib import Path

import networkx as nx
import numpy as np

from nzdd import NZDD, ZDD
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.diagrams import dumps
from nzdd.adapters.files.models import mps, solutions
from nzdd.formulations import ExtendedFormulation, LinearModel
from nzdd.formulations.learning.linear_classifier import LinearClassifier

ROWS = [[0, 3], [0, 4, 5], [1, 3], [1, 4, 5], [2, 3], [5, 4, 2], [], [6, 3], [6, 0]]
MODEL = LinearModel(
    [1, 2.5, -3],
    [[1, 1, 0], [0, 1, 1e-3], [1, 0, -1], [1, 1, 1], [1, 0, 1]],
    row_lower=[1, -2, 0, -np.inf, 1],
    row_upper=[np.inf, 4, 0, 7, np.inf],
    lower=[0, -np.inf, -1],
    upper=[1, 3, np.inf],
    integrality=[True, False, True],
    offset=2,
)
LP = """Maximize
 profit: x + 2 y + 0.1 z
Subject To
 c1: x + y + b <= 10
 -2 x + z >= -8
 c3: x + y <= 4
Bounds
 x <= 4
 -inf <= y <= 5
 z free
General
 z
Binary
 b
End
"""
TEXTS: dict[str, list[str]] = {
    "lp": [LP],
    "orlib": ["3 4\n1 1 2 1\n2\n1 2\n1\n3\n3\n2 3 4\n", "2 2\n5 2 1 2\n7 1 2\n"],
    "svmlight": ["+1 1:1 3:1\n-1 2:1 # no\n\n1.5e0 1:0 7:1.0\n"],
    "itemsets": [
        "0 3\n\n1 4 5\r\n2 2 7\n",
        "4294967294",
        "bread jam\n\nmilk\n",
        "red wine, cheese\n",
    ],
    "csv": [
        "a,b,label\n1,0,x\n0,1,y\n",
        "a;b;y\n1;0;1\n0;1;0\n",
        'a,"b, c",d,class\ntrue,1,0.0,1\nFalse,0,1,-1\n',
    ],
    "raw_sample": [
        "37, Ulm, yes\n41, ?, no\n?, Bonn, no\n29, Ulm, yes\n",
        '"a";"b c"\n1,5;"x y"\n2,5;z\n3;z\n',
        "# a comment\n1 0 1 0\n0 1 1 1\n1 1 1 0\n",
        "1 1:0.5 3:-2\n-1 2:3\n",
    ],
    "zdd_dump": ["4 3 B T\n8 1 4 T\n.\n", "_i 3\n_o 1\n_n 2\n4 1 F T\n6 3 4 5\n6\n", "T\n.\n"],
    "dimacs": [
        "c a graph\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n",
        "p col 2 0\n",
        "4 3\n1 2\n2 3\n3 4\n",
    ],
    "edge_list": ["# edges\na b\nb c 3.5\n", "Source,Target\n1,2\n2,3\n"],
    "gexf": [
        "<gexf xmlns='http://www.gexf.net/1.2draft' version='1.2'><graph defaultedgetype="
        "'undirected'><nodes><node id='a'/><node id='b'/></nodes><edges><edge id='0' source='a' "
        "target='b'/></edges></graph></gexf>"
    ],
    "mtx": ["%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n"],
    "metis": ["3 2\n2\n1 3\n2\n", "3 2 1\n2 5\n1 5 3 6\n2 6\n"],
    "simplices": ["2\n3\n;1\n2\n2\n3\n4\n"],
    "bpplib": [
        "3\n100\n45 2\n36 5\n14 1\n",
        "4\n10\n3\n7\n3\n5\n",
        "1\n t_0\n 100.0 3 1\n36.6\n26.5\n36.9\n",
    ],
    "items": ["name,size,pcs\na,4.5,2\nb,30,5\n", "part;length\nx;1,5\n"],
    "places": ["name,x,y,load\na,0,0,0\nb,3,4,2\nc,1.5,2,3\n", "lat;lon\n1,5;2\n3;4\n"],
    "hours": [
        "name,x,y,load,open,close,stay\na,0,0,0,06:00,18:00,\nb,3,4,2,08:00,09:30,0:10\n",
        "lat;lon;ready_time;due_date;service\n1,5;2;0;900;0\n3;4;5;;7\n",
    ],
    "solomon": [
        "C1\n\nVEHICLE\nNUMBER     CAPACITY\n  25         200\n\nCUSTOMER\nCUST NO.  XCOORD.   "
        "YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME\n\n    0      40         50     "
        "     0          0       1236          0\n    1      45.5       68         10        912   "
        "     967         90\n"
    ],
    "vrplib": [
        "NAME : a-k2\nTYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 7\n"
        "NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 0 8.5\nDEMAND_SECTION\n1 0\n2 3\n3 4\n"
        "DEPOT_SECTION\n1\n-1\nEOF\n",
        "DIMENSION: 2\nCAPACITY: 9\nEDGE_WEIGHT_FORMAT: LOWER_ROW\nEDGE_WEIGHT_SECTION\n6\n"
        "DEMAND_SECTION\n1 0\n2 3\nDEPOT_SECTION\n1\n-1\n",
        "TYPE: VRPTW\nDIMENSION: 2\nCAPACITY: 9\nEDGE_WEIGHT_SECTION\n0 6 6 0\nDEMAND_SECTION\n"
        "1 0\n2 3\nTIME_WINDOW_SECTION\n1 0 20\n2 5 9\nSERVICE_TIME_SECTION\n1 0\n2 1\n"
        "DEPOT_SECTION\n1\n",
    ],
    "vbp": ["2\n10 8\n3\n3 1 2\n0 8 1\n7 7 3\n"],
    "solution": ["=obj= 3\nx 1\na_b 2.5 (obj:2)\n#y -1e-3\n"],
}
WORDS: dict[str, str] = {
    "vrplib": "NAME COMMENT TYPE CVRP DIMENSION CAPACITY VEHICLES EDGE_WEIGHT_TYPE EUC_2D EXACT_2D "
    "EXPLICIT EDGE_WEIGHT_FORMAT FULL_MATRIX LOWER_ROW UPPER_DIAG_COL NODE_COORD_SECTION "
    "EDGE_WEIGHT_SECTION DEMAND_SECTION DEPOT_SECTION "
    "TIME_WINDOW_SECTION SERVICE_TIME_SECTION SERVICE_TIME DISTANCE VRPTW EOF -1 1e9 trucks: -k2",
    "mps": "NAME ROWS COLUMNS RHS RANGES BOUNDS ENDATA OBJSENSE MAX MARKER 'MARKER' 'INTORG' "
    "'INTEND' UP LO FX FR MI PL BV LI UI SC N G L E 1e20 -1e20 1d5 nan inf INDICATORS OBJ "
    "OBJNAME $ *",
    "lp": "Minimize Maximize Bounds General Binary Semi SOS free -inf >= <= [ ^2 ] -> End",
    "zdd_dump": "_i _o _n B T F .",
    "csv": "label class y , ; true False nan NaN",
    "raw_sample": "label class , ; | # % ? NA nan inf 1e999 1,5 1,500 2020-01-01 1:0.5 x0 .",
    "dimacs": "p edge col e c",
    "gml": "graph node edge id label source target [ ] directed",
    "graphml": "<node <edge <graph <key <data source= target= id= edgedefault= directed </",
    "classifier": "null true classes models weights intercept encoder columns thresholds",
    "solution": "=obj= (obj:1) # x a_b nan inf 1_0",
}
"""What the formats are made of, for the mutations of libFuzzer."""


def seeds_of(target: str, folder: Path) -> list[bytes]:
    """The first inputs of a target; `folder` is for temporary files."""
    texts = [text.encode() for text in TEXTS.get(target, [])]
    path = folder / "seed"
    if target == "mps":
        for model in (MODEL, MODEL.replace(maximize=True, integrality=False, offset=0)):
            mps.write(model, path)
            texts.append(path.read_bytes())
        texts.append(gzip.compress(texts[0], mtime=0))
    elif target == "classifier":
        classifiers.save(path, LinearClassifier([[1.0, 0, -2.5]], [0.5], ("a", "b"), None))
        texts.append(path.read_bytes())
        content = json.loads(texts[0])
        content["encoder"] = {
            "columns": [
                {"name": "u", "missing": False, "thresholds": [0.5, 2], "as_is": False},
                {"name": "v", "missing": True, "categories": ["a", 1], "rest": []},
            ]
        }
        texts.append(json.dumps(content).encode())
    elif target in ("zdd_archive", "nzdd_archive"):
        kind = ZDD if target == "zdd_archive" else NZDD
        for weights in (None, np.arange(len(ROWS))):
            kind.from_rows(ROWS, weights).save(path)
            texts.append(path.read_bytes())
    elif target == "extended_archive":
        ExtendedFormulation.from_model(MODEL).save(path)
        texts.append(path.read_bytes())
    elif target == "zdd_dump":
        texts += [
            dumps.to_text(ZDD.from_rows(ROWS), style).encode()
            for style in ("graphillion", "sapporo")
        ]
    elif target == "parquet":
        import pandas as pd

        frame = pd.DataFrame({"a": [0, 1, 1], "b": [True, False, True], "label": ["x", "y", "x"]})
        stream = BytesIO()
        frame.to_parquet(stream)
        texts.append(stream.getvalue())
    elif target == "gml":
        texts.append("\n".join(nx.generate_gml(nx.path_graph(4))).encode())
        texts.append("\n".join(nx.generate_gml(nx.DiGraph([("a", "b")]))).encode())
    elif target == "graphml":
        texts.append("\n".join(nx.generate_graphml(nx.path_graph(4))).encode())
    elif target == "solution":
        solutions.write(path, MODEL.replace(column_names=["x", "a b", "#y"]), [1, 0.1, -2])
        texts.append(path.read_bytes())
    return texts or [bytes(range(64)), bytes(64), b"\xff" * 64]
