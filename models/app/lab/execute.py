"""Runs one notebook for `gdp lab --execute`.

Arguments: the notebook, the folder for the results, the name of the kernel for Go and
the seconds that a cell may take. Standard output tells what happens, one JSON
document a line; SIGTERM ends it, with what the cells had put out until then.
"""

import asyncio
import json
import pathlib
import signal
import sys

import jinja2
import latex2mathml.converter
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

GO = sys.argv[3]


def say(**event):
    print(json.dumps(event), flush=True)


async def run_cells(client, interrupted):
    nb = client.nb
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    for cell in code:
        cell.outputs, cell.execution_count = [], None
    loop, this = asyncio.get_running_loop(), asyncio.current_task()

    def interrupt():
        interrupted.set()
        this.cancel()

    loop.add_signal_handler(signal.SIGTERM, interrupt)
    client.reset_execution_trackers()
    async with client.async_setup_kernel():
        loop.add_signal_handler(signal.SIGTERM, interrupt)  # nbclient has put its own
        reply = await client.async_wait_for_reply(client.kc.kernel_info())
        nb.metadata["language_info"] = reply["content"]["language_info"]
        if client.kernel_name == GO:
            nb.metadata["language_info"]["pygments_lexer"] = "go"
        n = 0
        for index, cell in enumerate(nb.cells):
            if cell.cell_type == "code":
                n += 1
                say(event="cell", n=n, of=len(code), name=cell.id)
            await client.async_execute_cell(cell, index, execution_count=client.code_cells_executed + 1)
        client.set_widgets_metadata()


def run(client):
    """Runs the cells; returns why not all of them ran."""
    interrupted = asyncio.Event()
    try:
        asyncio.run(run_cells(client, interrupted))
    except (asyncio.CancelledError, CellExecutionError, CellTimeoutError, DeadKernelError) as e:
        if interrupted.is_set():  # which nbclient takes for the kernel's death
            return {"error": "interrupted"}
        if isinstance(e, DeadKernelError):
            return {"error": "the kernel died", "died": True}
        if isinstance(e, CellTimeoutError):
            return {"error": str(e).splitlines()[0]}
        return {"error": e.traceback}  # with the cell and what it had put out
    return {}


class Renderer(IPythonRenderer):
    def formula(self, tex, display):
        try:
            return latex2mathml.converter.convert(tex, display=display)
        except Exception:  # its own kinds of error, and IndexError and the like
            return f"<code>{self.escape_html(tex)}</code>"

    def inline_math(self, body):
        return self.formula(body, "inline")

    def block_math(self, body):
        return self.formula(body, "block")

    def latex_environment(self, name, body):
        return self.formula(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")


class Page(HTMLExporter):
    """A page that loads nothing: formulas are MathML, which browsers draw by
    themselves, and the scripts that nbconvert fetches from elsewhere are out.
    Figures are SVG elements, which keep their text alternatives and fit the page. On a
    phone, code and tables that are too wide scroll."""

    raw_template = """{% extends "lab/index.html.j2" %}
{% block html_head_css %}{{ super() }}<style>
.highlight pre, .jp-OutputArea-output { overflow-x: auto !important; }
@media (max-width: 760px) {
  .jp-InputArea, .jp-InputArea > *, .jp-OutputArea-child, .jp-OutputArea-child > * { display: block !important; width: auto !important; }
}
pre { tab-size: 4; }
:not(pre) > code { overflow-wrap: anywhere; }
</style>{% endblock %}
{% block html_head_js %}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block html_head_js_mermaidjs %}{% endblock %}
{% block data_svg scoped %}<div class="jp-RenderedSVG jp-OutputArea-output">{{ output.data["image/svg+xml"] | safe }}</div>{% endblock %}
"""

    @jinja2.pass_context
    def markdown2html(self, context, source):
        renderer = Renderer(
            escape=False,
            attachments=context["cell"].get("attachments", {}),
            embed_images=True,
            path=context["resources"]["metadata"]["path"],
        )
        return MarkdownWithMath(renderer=renderer).render(source)


def main(source, folder, _, seconds):
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    nb = nbformat.read(source, as_version=4)
    kernel = nb.metadata["kernelspec"]["name"]
    client = NotebookClient(
        nb,
        kernel_name=kernel,
        timeout=float(seconds),
        record_timing=False,  # a notebook that is run again stays the same
        extra_arguments=["-raw_error"] if kernel == GO else [],  # compile errors as text, not as HTML
        resources={"metadata": {"path": str(source.parent)}},
    )
    failure = run(client)
    say(event="write")
    notebook, page = folder / source.name, folder / (source.stem + ".html")
    nbformat.write(nb, notebook)
    about = {"metadata": {"name": source.stem, "path": str(source.parent)}}
    html, _ = Page(embed_images=True).from_notebook_node(nb, about)
    page.write_text(html, encoding="utf-8")
    say(event="done", **failure, notebook=str(notebook), html=str(page))


main(*sys.argv[1:])
