"""Tables of web pages and of workbooks in XML, saved as .xls, are read as tables."""

import pytest

import nzdd
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.html_tables import largest_table

pytest.importorskip("pandas", reason="tables are read by pandas")

CELLS = "".join(f"<tr><td>{k}&nbsp;%<td>{k % 3}</td><td>{'yn'[k % 2]}</td></tr>" for k in range(9))
PAGE = f"<html><body><table><tr><td>menu</table><table border=1>{{}}{CELLS}</table></body></html>"
NAMES = "<tr><th>share</th><th>b &amp; c</th><th>end</th></tr>"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("title", ["", "<tr><td colspan=3>Contracts, <b>all</b></td></tr>\n"])
def test_the_largest_table_of_a_page_is_read(tmp_path, title, encoding):
    path = tmp_path / "export.xls"
    path.write_bytes(PAGE.format(title + NAMES).encode(encoding))
    sample = nzdd.read_sample(path, drop=())
    assert sample.X["share"].tolist() == list(range(9))
    assert sample.X["b & c"].tolist() == [k % 3 for k in range(9)]
    assert (sample.label, sample.y.tolist()) == ("end", [*"ynynynyny"])


def test_merged_cells_keep_the_columns_in_place():
    rows = "<tr><td rowspan=3>x</td><td colspan=2>1</td></tr><tr><td>2</td><td>3<br>4</td></tr>"
    assert largest_table(f"<table>{rows}<tr><td>5<td>6</table>") == "x,1,\nx,2,3 4\nx,5,6\n"


def test_a_workbook_in_xml_leaves_out_empty_cells():
    row = '<Row><Cell><Data>a</Data></Cell><Cell ss:Index="3"><Data>b</Data></Cell></Row>'
    last = '<Row><Cell ss:MergeAcross="1"><Data>c</Data></Cell><Cell/></Row>'
    assert largest_table(f"<Workbook><Table>{row}{last}</Table></Workbook>") == "a,,b\nc,,\n"


def test_a_page_without_a_table_is_refused(tmp_path):
    path = tmp_path / "export.xls"
    path.write_text("<!DOCTYPE html><html><body>Please log in</body></html>")
    with pytest.raises(ModelFileError, match="it looks like HTML or XML; download the data itself"):
        nzdd.read_sample(path)
