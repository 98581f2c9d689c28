"""Draw the pictures of docs/howto/pictures.md, in this folder.

The pages need Chromium, its driver and Selenium.
"""

import io
import shutil
import tempfile
from pathlib import Path

import networkx as nx
import pandas as pd
from matplotlib import pyplot as plt
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from nzdd import NZDD, ZDD, to_dot
from nzdd.adapters.cli.inputs import parts
from nzdd.adapters.files.models import mps
from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.adapters.pictures import graphviz
from nzdd.adapters.pictures import matplotlib as figures
from nzdd.adapters.pictures.page import to_html
from nzdd.families import simple_paths
from nzdd.formulations import ExtendedFormulation
from nzdd.sklearn import BinaryEncoder

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[2] / "examples"
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,860")
plt.rcParams["svg.hashsalt"] = "nzdd"

encoder = BinaryEncoder()
rows = encoder.fit_transform(pd.read_csv(EXAMPLES / "mushroom.csv.gz"))
names = encoder.get_feature_names_out().tolist()
mushrooms = NZDD.from_rows(rows)
print(mushrooms)
graphviz.save(
    to_dot(ZDD.from_rows(rows), names, around=299, radius=2), HERE / "pictures_around.svg"
)


def save(figure, name):
    """Without the date, so that equal figures are equal files."""
    figure.savefig(HERE / f"pictures_{name}.svg", metadata={"Date": None})


save(figures.level_profile(ZDD.from_rows(rows)), "levels")
save(figures.multiplicities(mushrooms), "multiplicities")
model = mps.read(EXAMPLES / "robot_schedule.mps.gz")
figures.spy(model, ExtendedFormulation.from_model(model).model).savefig(
    HERE / "pictures_spy.png", dpi=110
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
            shot.quantize(128).save(HERE / f"pictures_{name}.png", optimize=True)
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
