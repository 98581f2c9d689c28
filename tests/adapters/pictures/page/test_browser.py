"""The page in a real browser."""

from itertools import combinations

import numpy as np
import pytest

from nzdd import NZDD, ZDD, families
from nzdd.adapters.pictures.page import to_html
from support.sets.diagrams import paths
from support.sets.families import subsets

THREE_OF_FIVE = list(combinations(range(5), 3))
ANSWERS = """
const { diagram } = nzdd;
return arguments[0].map((text) => {
  const { symbols, unknown } = diagram.parseRow(text);
  const path = unknown.length ? null : diagram.largestInside(symbols);
  const symbolsOf = (edge) => diagram.labelsOf(edge).map((at) => diagram.symbols[at]);
  return path && path.flatMap(symbolsOf).sort();
});
"""
SOME_ROWS = """
const { diagram } = nzdd;
const rows = (place) => diagram.someRows(place, 5).map(({ symbols, open }) =>
  [open, symbols.map((at) => diagram.symbols[at])]);
const every = (list, name) => list.map((_, place) => rows({ [name]: place }));
return [every(diagram.node, "node"), every(diagram.source, "edge")];
"""
COLOURED = """
const { canvas, context } = nzdd.picture;
const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
const [red, green, blue] = arguments[0].match(/[0-9a-f]{2}/g).map((text) => parseInt(text, 16));
let count = 0;
for (let i = 0; i < data.length; i += 4) {
  if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) count++;
}
return count;
"""
DRAWN = """
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
"""


@pytest.fixture
def show(browser, tmp_path):
    """Open the page of a diagram; afterwards nothing must have gone wrong in it."""
    from selenium.webdriver.common.by import By

    class Page:
        def __init__(self, diagram, names=None, **options):
            path = tmp_path / "page.html"
            path.write_text(to_html(diagram, names, **options), encoding="utf-8")
            browser.get(path.as_uri())
            self.settle()

        def settle(self):
            browser.execute_async_script(DRAWN)

        def run(self, script, *arguments):
            return browser.execute_script(script, *arguments)

        def find(self, selector):
            return browser.find_element(By.CSS_SELECTOR, selector)

        def text(self, selector):
            return self.find(selector).text

        def type(self, selector, *keys):
            self.find(selector).send_keys(*keys)
            self.settle()

        def click(self, selector):
            self.find(selector).click()
            self.settle()

        def click_at(self, x, y):
            """Click on a place of the canvas, in its own pixels."""
            from selenium.webdriver import ActionChains

            size = self.run("return [nzdd.picture.view.width, nzdd.picture.view.height]")
            across, down = round(x - size[0] / 2), round(y - size[1] / 2)
            at_once = ActionChains(browser, duration=0)  # of moves, of a quarter second otherwise
            at_once.move_to_element_with_offset(self.find("#picture"), across, down)
            at_once.click().perform()
            self.settle()

        def click_node(self, position):
            script = "const { x, y } = nzdd.diagram; return nzdd.picture.view.pixel(x[{0}], y[{0}])"
            self.click_at(*self.run(script.replace("{0}", str(position))))

        def pixels(self, name):
            """How many pixels have exactly the colour of that name."""
            self.settle()
            colour = self.run(
                "return getComputedStyle(document.documentElement).getPropertyValue(arguments[0])",
                f"--{name}",
            )
            return self.run(COLOURED, colour)

        @property
        def view(self):
            script = "const { scale, left, top } = nzdd.picture.view; return { scale, left, top }"
            return self.run(script)

    yield Page
    complaints = [entry["message"] for entry in browser.get_log("browser")]
    assert [text for text in complaints if "readback" not in text] == []  # that is `pixels`
    assert browser.execute_script("return performance.getEntriesByType('resource')") == []


@pytest.mark.parametrize("kind", [ZDD, NZDD])
def test_the_path_of_a_row_is_found_for_the_rows_of_the_family_alone(show, kind):
    random = np.random.default_rng(0)
    for _ in range(2):
        rows = random.random((random.integers(1, 12), 5)) < random.uniform(0.2, 0.8)
        diagram = kind.from_rows(rows, order=random.permutation(5))
        family = {*diagram}
        page = show(diagram, [f"the {letter}" for letter in "vwxyz"])
        questions = subsets({symbol for row in family for symbol in row})
        texts = [", ".join(f"the {'vwxyz'[symbol]}" for symbol in row) for row in questions]
        for row, answer in zip(questions, page.run(ANSWERS, texts), strict=True):
            inside = [len(other) for other in family if set(other) <= set(row)]
            assert (answer is None) == (not inside)
            if inside:
                assert tuple(answer) in family
                assert set(answer) <= set(row)
                assert len(answer) == max(inside)


def test_rows_of_nodes_and_edges_pass_through_them(show):
    random = np.random.default_rng(1)
    for _ in range(3):
        nzdd = NZDD.from_rows(random.random((12, 6)) < 0.5)
        at_nodes, at_edges = show(nzdd).run(SOME_ROWS)
        labels = np.split(nzdd.labels, nzdd.label_offsets[1:-1])
        spelled = {
            path: sorted(symbol for edge in path for symbol in labels[edge].tolist())
            for path in paths(nzdd)
        }
        for edge, found in enumerate(at_edges):
            through = [row for path, row in spelled.items() if edge in path]
            assert not any(open_ended for open_ended, _ in found)
            rows = [sorted(row) for _, row in found]
            assert len(rows) == min(5, len(through))
            assert len({*map(tuple, rows)}) == len(rows)
            assert all(row in through for row in rows)
        for node, found in enumerate(at_nodes):
            ends = [{0, *nzdd.target[list(path)].tolist()} for path in spelled]
            through = [row for on, row in zip(ends, spelled.values(), strict=True) if node in on]
            assert len(found) == min(5, len(through))
            assert all(sorted(row) in through for _, row in found)


def test_a_node_tells_what_it_is(show):
    zdd = ZDD.from_rows(THREE_OF_FIVE, order="natural")
    page = show(zdd, "abcde", title="three of five")
    assert page.text("h1") == "three of five"
    assert page.text("#facts").split() == ["rows", "10", "symbols", "5", "nodes", "9"]
    assert page.pixels("chosen") == 0
    page.click_node(zdd.root - 1)
    details = page.text("#details")
    assert details.startswith(f"root {zdd.root}\na\n10 rows (100 % of all)\n2 edges from it")
    assert f"high → node {zdd.high[zdd.root]} · 6 rows" in details
    assert f"low → node {zdd.low[zdd.root]} · 4 rows" in details
    assert page.pixels("chosen") > 100
    page.click("#details li button")
    assert page.text("#details").startswith(f"high edge from {zdd.root} to")
    assert "multiplicity 6 (60 % of all)" in page.text("#details")


def test_an_edge_tells_its_labels_its_multiplicity_and_some_rows(show):
    nzdd = NZDD.from_rows([[0, 1, 2], [0, 3]], weights=[5, 15], order="natural")
    page = show(nzdd, ["ann", "bob", "cy", "dee"])
    edge = int(np.argmax(nzdd.multiplicity))
    ends = "const { x, y, source, target } = nzdd.diagram, e = arguments[0], p = nzdd.picture;"
    middle = page.run(
        ends + "return p.view.pixel((x[source[e]] + x[target[e]]) / 2 + p.shape.bends[e],"
        " (y[source[e]] + y[target[e]]) / 2);",
        edge,
    )
    page.click_at(*middle)
    details = page.text("#details")
    assert details.startswith("edge from 0 to 1\nmultiplicity 15 (75 % of all)\n2 labels\nann\ndee")
    assert "{ann, dee}" in details
    page.click("#details .chips button")
    assert page.find("#symbol").get_attribute("value") == "ann"
    assert page.text("#found") == "2 edges with ann"


def test_many_parallel_edges_are_one_line_that_lists_them(show):
    nzdd = NZDD.from_rows(np.eye(500, dtype=np.bool_), weights=range(1, 501), order="natural")
    page = show(nzdd, [f"s{symbol}" for symbol in range(500)])
    assert page.run("return [nzdd.diagram.numEdges, nzdd.diagram.lines.length]") == [500, 1]
    page.type("#symbol", "s17")
    assert page.text("#found") == "1 edge with s17"
    assert page.pixels("found") > 100
    place = "const p = nzdd.picture; return p.shape.middle(nzdd.diagram.lines[0], p.view);"
    page.click_at(*page.run(place))
    details = page.text("#details")
    assert details.startswith("500 edges from 0 to 1\n125,250 rows (100 % of all)")
    assert "{s499} → node 1 · 500 rows" in details  # the first of twelve
    assert "500 symbols on them\ns499" in details
    page.click("#details li button")
    assert page.text("#details").startswith("edge from 0 to 1\nmultiplicity 500 (0.399 % of all)")
    page.type("#row", "s3\n")
    assert page.text("#answer") == "in the family: 1 edge"


def test_names_can_be_chosen_where_symbols_are_typed(show):
    names = ["apple", "pear", "crab apple", "a, b"]
    page = show(NZDD.from_rows([*THREE_OF_FIVE[:1], (3,)], order="natural"), names)

    def offered(field):
        script = "return [...arguments[0].list.options].map(({ value }) => value)"
        return page.run(script, page.find(field))

    page.click("#symbol")
    assert offered("#symbol") == names
    page.type("#symbol", "app")
    assert offered("#symbol") == ["apple", "crab apple"]
    page.type("#row", "pear, a")
    assert offered("#row") == ["pear, apple", "pear, pear", "pear, crab apple", "pear, 3"]
    for text in offered("#row"):
        assert page.run("return nzdd.diagram.parseRow(arguments[0]).unknown", text) == []


def test_edges_of_a_symbol_light_up(show):
    page = show(NZDD.from_rows(THREE_OF_FIVE, order="natural"), [*"abcd", "elf"])
    assert page.pixels("found") == 0
    page.type("#symbol", "a")
    assert page.text("#found") == "3 edges with a"
    assert page.pixels("found") > 100
    page.type("#symbol", "x")
    assert page.text("#found") == "no edge carries “ax”"
    assert page.pixels("found") == 0
    page.run("nzdd.diagram.search('4').length === 1 || console.error('no number')")
    page.find("#symbol").clear()
    page.type("#symbol", "EL")
    assert "with elf" in page.text("#found")


def test_a_row_is_followed(show):
    page = show(ZDD.from_rows(THREE_OF_FIVE, order="natural"), "abcde")
    page.type("#row", "a c, {e}\n")
    assert page.text("#answer") == "in the family: 5 edges"
    assert page.pixels("path") > 100
    page.find("#row").clear()
    page.type("#row", "a b c d\n")
    assert page.text("#answer").startswith("not in the family; the largest row inside it: {a, ")
    page.find("#row").clear()
    page.type("#row", "a z\n")
    assert page.text("#answer") == "no symbol is called “z”"
    assert page.pixels("path") == 0


def test_everything_works_from_the_keyboard(show):
    from selenium.webdriver.common.keys import Keys

    zdd = ZDD.from_rows(THREE_OF_FIVE, order="natural")
    page = show(zdd, "abcde")
    before = page.view
    page.type("#picture", Keys.ARROW_DOWN)
    assert page.text("#details h2") == f"root {zdd.root}"
    page.type("#picture", Keys.ARROW_DOWN)
    below = page.text("#details h2")
    assert below == f"node {zdd.high[zdd.root]}"  # the branch with most rows
    page.type("#picture", Keys.ARROW_LEFT)
    beside = page.text("#details h2")
    assert beside == f"node {zdd.low[zdd.root]}"
    page.type("#picture", Keys.ARROW_UP)
    assert page.text("#details h2") == f"root {zdd.root}"
    assert page.view == before  # all of it is in sight
    page.type("#picture", "+")
    assert page.view["scale"] > before["scale"]
    page.type("#picture", "-", "-")
    assert page.view["scale"] < before["scale"]
    page.type("#picture", "0")
    assert page.view == pytest.approx(before)
    page.type("#picture", Keys.SHIFT, Keys.ARROW_LEFT)
    assert page.view["left"] == pytest.approx(before["left"] + 60)
    page.type("#picture", "/")
    page.run("document.activeElement.id === 'symbol' || console.error('no focus')")
    page.type("#symbol", "a", Keys.ESCAPE)
    assert page.text("#found") == page.text("#details") == ""
    assert page.pixels("chosen") == page.pixels("found") == 0


def test_drag_and_wheel_move_the_picture(show, browser):
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.actions.wheel_input import ScrollOrigin

    page = show(NZDD.from_rows(THREE_OF_FIVE), "abcde")
    canvas, before = page.find("#picture"), page.view
    ActionChains(browser, duration=0).drag_and_drop_by_offset(canvas, 50, -30).perform()
    after = page.view
    moved = (after["left"] - before["left"], after["top"] - before["top"])
    assert moved == pytest.approx((50, -30), abs=1)
    assert page.text("#details") == ""  # a drag is no click
    origin = ScrollOrigin.from_element(canvas)
    ActionChains(browser, duration=0).scroll_from_origin(origin, 0, -200).perform()
    page.settle()
    assert page.view["scale"] > after["scale"]


def test_dark_and_light(show):
    page = show(NZDD.from_rows(THREE_OF_FIVE))
    dark = page.pixels("paper")
    assert dark > 10_000
    before = page.run("return getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    assert page.run("return getComputedStyle(document.body).backgroundColor") != before
    assert page.pixels("paper") > 10_000


def test_names_are_shown_as_text(show):
    names = ["<b>x</b>", "</script><script>throw 1</script>", "ä, “ö”"]
    page = show(NZDD.from_rows([[0, 1, 2]]), names, title="<i>&amp;")
    page.type("#picture", "0")
    page.type("#symbol", "<b>")
    assert page.text("#found") == "1 edge with <b>x</b>"
    assert page.text("h1") == "<i>&amp;"


@pytest.mark.parametrize("kind", [ZDD, NZDD])
@pytest.mark.parametrize("rows", [[], [[]], [[], [0]]])
def test_empty_families_and_empty_rows_have_pages(show, kind, rows):
    page = show(kind.from_rows(rows))
    page.type("#row", "\n")
    assert page.text("#answer").startswith("in the family" if [] in rows else "not in the family")
    page.click_node(0)
    assert page.text("#details h2")


@pytest.mark.parametrize(
    ("most", "number"), [(50, 40), pytest.param(5000, 3700, marks=pytest.mark.slow)]
)
def test_pages_tell_what_they_leave_out(show, most, number):
    random = np.random.default_rng(0)
    rows = [random.choice(28, 9, replace=False) for _ in range(number)]
    zdd = ZDD.from_rows(rows, order="natural")
    page = show(zdd, max_nodes=most)
    assert page.run("return nzdd.diagram.numNodes") == most
    assert page.text("#left-out").startswith(f"shown: {most:,} of {zdd.num_nodes + 1:,} nodes")
    page.click_node(page.run("return nzdd.diagram.root"))
    assert f"{number:,} rows (100 % of all)" in page.text("#details")
    page.type("#picture", *"+++++++++")
    page.type("#symbol", "3")
    assert page.text("#found").endswith("edges with 3")
    page.type("#row", ",".join(map(str, range(9))), "\n")
    assert page.text("#answer").startswith("no path shown here spells this row")


def test_more_rows_than_a_double_can_hold(show):
    zdd = families.sets_of_size(1050, (0, 1050))
    page = show(zdd, max_nodes=50)
    page.click_node(page.run("return nzdd.diagram.root"))
    assert page.text("#details").startswith(f"root {zdd.root}\n0\nbeyond 1e308\n2 edges from it")
