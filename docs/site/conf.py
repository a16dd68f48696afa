"""Sphinx: the README, docs, the notebooks with their stored outputs, and the APIs as static pages.

The source folder is the root of the repository, so that links between files hold as they are.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import latex2mathml.converter
from docutils.nodes import SkipNode, reference
from sphinx.addnodes import download_reference

root = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(root / "gdp" / "python"))

project = "graphdp"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["README.md", "docs/**.md", "docs/site/**.rst", "notebooks/cells.md", "notebooks/*/*.ipynb"]
exclude_patterns = ["docs/examples/**"]
suppress_warnings = ["misc.highlighting_failure"]  # cells begin with %%
html_theme = "furo"
html_static_path = ["site.css"]
html_css_files = ["site.css"]  # wide tables of notebooks scroll
html_title = "graphdp"
html_copy_source = False
html_show_sourcelink = False
highlight_language = "none"  # docstrings and Go comments are prose
pygments_style, pygments_dark_style = "default", "monokai"

nb_execution_mode = "off"  # outputs are those of the notebooks
myst_enable_extensions = ["dollarmath"]
myst_dmath_double_inline = True
myst_fence_as_directive = ["math"]
myst_heading_anchors = 6
autodoc_mock_imports = ["networkx", "numpy"]
autodoc_member_order = "bysource"

CONTENTS = """

```{toctree}
:hidden:
:glob:
:caption: %s

%s
```
"""
SECTIONS = {
    "Guide": "docs/choosing\ndocs/methods\ndocs/python\ndocs/exchange\ndocs/sweeps\ndocs/submitting\ndocs/faq\ndocs/*",
    "Notebooks": "notebooks/*/*\nnotebooks/cells",
    "Papers": "docs/papers/*",
    "Proofs": "docs/proofs/*",
    "Benchmarks": "docs/benchmarks/*",
    "API": "docs/site/python\ndocs/site/go/*",
    "Maintenance": "docs/mutants/README\ndocs/upstream/README",
}


def contents(app, name, source):
    """Appends the tables of contents to the README. They also replace links to folders."""
    if not name.startswith("notebooks"):
        source[0] = re.sub(r"\[([^]]*)\]\([\w./]+/\)", r"\1", source[0])
    if name == root_doc:
        source[0] += "".join(CONTENTS % section for section in SECTIONS.items())


def docstring(app, what, name, of, options, lines):
    """Shows docstrings as they are: they are plain text."""
    lines[:] = ["::", ""] + ["   " + line for line in lines]


def packages(app):
    """Writes a page for each package of Go, as go doc prints it."""
    pages = root / "docs" / "site" / "go"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir()
    def go(*args, cwd=root):
        return subprocess.check_output(["go", *args], cwd=cwd, text=True, env=os.environ | {"GOPROXY": "off"}, stderr=subprocess.DEVNULL)

    for folder in go("list", "-f", "{{if .GoFiles}}{{.Dir}}{{end}}", "./...").split():
        name = pathlib.Path(folder).relative_to(root).as_posix()
        text = f"{name}\n{'=' * len(name)}\n\n::\n\n"
        for line in re.sub(r"\Apackage .*\n\n", "", go("doc", "-all", cwd=folder)).splitlines():
            title = line in ("CONSTANTS", "VARIABLES", "FUNCTIONS", "TYPES")
            text += f"{line.capitalize()}\n{'-' * len(line)}\n\n::\n\n" if title else f"   {line}\n"
        (pages / (name.replace("/", "-") + ".rst")).write_text(text)


def formula(self, node):
    """Writes a formula as MathML, which browsers draw without a script."""
    display = "block" if node.tagname == "math_block" else "inline"
    self.body.append(latex2mathml.converter.convert(node.astext(), display=display))
    raise SkipNode


def links(app, tree):
    """Opens the board, which Sphinx takes for a file to download, and pages that outputs link to."""
    for node in tree.findall(reference):
        if "//" not in node.get("refuri", "//"):
            node["refuri"] = re.sub(r"\.md(?=#|$)", ".html", node["refuri"])
    for node in list(tree.findall(download_reference)):
        if node["reftarget"].endswith("board/index.html"):
            uri = "../" * app.env.docname.count("/") + "docs/board/index.html"
            node.replace_self(reference("", "", *node.children, refuri=uri))


def finish(app, error):
    """Adds the board and the README's figures, and makes the README the first page."""
    if not error:
        out = pathlib.Path(app.outdir)
        for folder in "docs/board", "docs/img":
            shutil.copytree(root / folder, out / folder, dirs_exist_ok=True)
        shutil.copy(out / "README.html", out / "index.html")


def setup(app):
    app.connect("builder-inited", packages)
    app.connect("source-read", contents)
    app.connect("autodoc-process-docstring", docstring)
    app.connect("doctree-read", links)
    app.connect("build-finished", finish)
    app.add_html_math_renderer("mathml", (formula, None), (formula, None))


html_math_renderer = "mathml"
