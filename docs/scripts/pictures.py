"""The pictures of docs/howto/pictures.md.

The pages need Chromium, its driver and Selenium, the LaTeX picture pdflatex and PyMuPDF.
"""

import io
import shutil
import subprocess
import tempfile
from pathlib import Path

import networkx as nx
import pandas as pd
import pymupdf
from matplotlib import pyplot as plt
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from nzdd import NZDD, ZDD, render
from nzdd.adapters.cli.inputs import parts
from nzdd.adapters.files.models import mps
from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.adapters.pictures import matplotlib as figures
from nzdd.adapters.pictures.page import to_html
from nzdd.adapters.pictures.sketch import sketch_of
from nzdd.adapters.pictures.svg import svg_text
from nzdd.drawing.dot import dot_drawing
from nzdd.families import independent_sets, simple_paths
from nzdd.formulations import ExtendedFormulation
from nzdd.sklearn import BinaryEncoder

DOCS = Path(__file__).parents[1]
IMAGES = DOCS / "images/pictures"
EXAMPLES = DOCS.parent / "examples"
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,860")
PAPER = r"""\documentclass{article}\usepackage{tikz}\begin{document}
\setbox0\hbox{\input{sets}}\pdfpagewidth\wd0 \pdfpageheight\dimexpr\ht0+\dp0\relax
\pdfhorigin0pt \pdfvorigin0pt \shipout\box0 \end{document}
"""  # a page as large as the picture
plt.rcParams["svg.hashsalt"] = "nzdd"

encoder = BinaryEncoder()
rows = encoder.fit_transform(pd.read_csv(EXAMPLES / "mushroom.csv.gz"))
names = encoder.get_feature_names_out().tolist()
mushrooms = NZDD.from_rows(rows)
print(mushrooms)
cycle = [(i, (i + 1) % 6) for i in range(6)]
sets = independent_sets(cycle, order="natural")
print(sets)
own = svg_text(sketch_of(dot_drawing(sets), "abcdef"))
(IMAGES / "pictures_own.svg").write_text(own, encoding="utf-8")
with tempfile.TemporaryDirectory() as folder:
    (Path(folder) / "sets.tex").write_bytes(render(sets, "tex", "abcdef"))
    (Path(folder) / "page.tex").write_text(PAPER)
    subprocess.run(["pdflatex", "page"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    pixels = pymupdf.open(Path(folder) / "page.pdf")[0].get_pixmap(dpi=150)
    pixels.save(IMAGES / "pictures_tikz.png")

around = render(ZDD.from_rows(rows), "svg", names, around=299, radius=2)
(IMAGES / "pictures_around.svg").write_bytes(around)


def save(figure, name):
    """Without the date, so that equal figures are equal files."""
    figure.savefig(IMAGES / f"pictures_{name}.svg", metadata={"Date": None})


save(figures.level_profile(ZDD.from_rows(rows)), "levels")
save(figures.multiplicities(mushrooms), "multiplicities")
model = mps.read(EXAMPLES / "robot_schedule.mps.gz")
figures.spy(model, ExtendedFormulation.from_model(model).model).savefig(
    IMAGES / "pictures_spy.png", dpi=110
)

paths, edges = edge_sets(simple_paths, nx.grid_2d_graph(5, 5), (0, 0), (4, 4))
print(paths)
streets = [f"{a}{b}-{c}{d}" for (a, b), (c, d) in edges]


def page(diagram, names, title, name, dark, *acts):
    """Open the page of a diagram, act, and take a picture."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(to_html(diagram, names, title=title), encoding="utf-8")
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for option in (*OPTIONS, f"--user-data-dir={folder}"):
            options.add_argument(option)
        # a driver that is named is not looked for in the network
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        browser = webdriver.Chrome(options=options, service=service)
        try:
            browser.get(path.as_uri())
            if dark:
                browser.find_element(By.ID, "theme").click()
            for element, keys in acts:
                browser.find_element(By.ID, element).send_keys(keys)
            browser.find_element(By.TAG_NAME, "h1").click()
            browser.execute_async_script("setTimeout(arguments[0], 500)")
            shot = Image.open(io.BytesIO(browser.get_screenshot_as_png()))
            shot.quantize(128).save(IMAGES / f"pictures_{name}.png", optimize=True)
        finally:
            browser.quit()


down = Keys.ARROW_DOWN
page(mushrooms, names, "mushrooms", "page", False, ("symbol", "odor=n"), ("picture", 3 * down))
(group,) = (group for group in parts(model) if group.name == "inequality")
page(group.nzdd(), group.names(), "robot schedule", "page_rows", False, ("picture", 2 * down))
row = next(iter(paths))
page(
    paths,
    streets,
    "simple paths through a 5 x 5 grid",
    "page_dark",
    True,
    ("row", ", ".join(streets[symbol] for symbol in row) + "\n"),
    ("picture", 5 * down),
)
