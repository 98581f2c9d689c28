"""What `mkdocs build` does to the pages beyond Markdown.

* Pages that code hosts want elsewhere, such as CONTRIBUTING.md, and the notebooks of `examples/`
  become pages of the site; links lead to them from wherever they are.
* TeX between dollar signs becomes MathML, which browsers draw without a script.
* ``<!-- the help of the command -->`` is replaced by what ``nzdd --help`` prints.
"""

import html
import json
import os
import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from latex2mathml.converter import convert
from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "FUTURE_WORK.md": "future_work.md",
    "examples/README.md": "examples/index.md",
    "examples/explore_a_family.ipynb": "examples/explore_a_family.md",
    "examples/sparse_classifier.ipynb": "examples/sparse_classifier.md",
}
LINK = re.compile(r"(\]\()([^)\s#:]+)")
FORMULA = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)
HELP = "<!-- the help of the command -->"


def on_files(files, config):
    """Add the pages that lie elsewhere."""
    for source, uri in ELSEWHERE.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        if source.endswith(".ipynb"):
            text = notebook_page(json.loads(text))
        files.append(File.generated(config, uri, content=text))
    return files


def on_page_markdown(markdown, page, config, files):
    """Let links between files of the repository lead to pages of the site."""
    uri = page.file.src_uri
    source = next((name for name, at in ELSEWHERE.items() if at == uri), f"docs/{uri}")

    def relink(match):
        target = normpath(join(dirname(source), match[2]))
        if target not in ELSEWHERE and not target.startswith("docs/"):
            return match[0]
        there = ELSEWHERE.get(target, target.removeprefix("docs/"))
        return match[1] + relpath(there, dirname(uri) or ".")

    if HELP in markdown:
        markdown = markdown.replace(HELP, help_text())
    return LINK.sub(relink, markdown)


def on_page_content(content, page, config, files):
    """Turn TeX into MathML."""

    def mathml(match):
        display = "block" if match[1] == "div" else "inline"
        return convert(html.unescape(match[2]).strip(), display=display)

    return FORMULA.sub(mathml, content)


def notebook_page(notebook):
    """Return cells and their outputs as Markdown; pictures go inside."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", "")})
            picture = "".join(data.get("image/svg+xml", ""))
            if picture:
                parts.append(f'<div class="picture">{one_line(picture)}</div>')
            elif "image/png" in data:
                parts.append(f"![picture](data:image/png;base64,{''.join(data['image/png'])})")
            else:
                parts.append(f"```text\n{''.join(data['text/plain']).rstrip()}\n```")
    return "\n\n".join(parts)


def one_line(svg):
    """Return the SVG element alone, without the blank lines that would end an HTML block."""
    return " ".join(svg[svg.index("<svg") :].split())


def help_text():
    """Return the help of the command and of each of its parts, as Markdown."""
    from nzdd.adapters.cli.command import parser

    os.environ["COLUMNS"] = "88"  # argparse breaks lines there
    top = parser()
    (commands,) = (action for action in top._actions if action.dest == "command")
    parts = [f"```text\n{top.format_help()}```"]
    for name, sub in commands.choices.items():
        parts.append(f"## nzdd {name}\n\n```text\n{sub.format_help()}```")
    return "\n\n".join(parts)
