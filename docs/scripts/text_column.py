"""Columns of texts beside a picture, for the scripts of this folder."""

from nzdd.adapters.pictures.matplotlib import COLOURS

MARK = COLOURS[1]
"""The colour that is followed through a picture."""


def lines(axes, title, texts, marked):
    """Write the texts below each other, some of them in the colour that is followed."""
    axes.set_title(title, fontsize=10)
    for i, text in enumerate(texts):
        style = {"color": MARK, "weight": "bold"} if i in marked else {"color": "black"}
        axes.text(0.5, 0.93 - 0.1 * i, text, ha="center", va="center", fontsize=10, **style)
    axes.set(xlim=(0, 1), ylim=(-0.02, 1))
    axes.axis("off")
