"""cells.py ROUNDS: runs cells of notebooks in fresh kernels, and prints for each cell the seconds from its
request to its first output, or to its end where it has none.

cells.py ROUNDS NOTEBOOK...: the seconds that whole notebooks take, without and with xla.Link() in their cells."""

import json
import statistics
import subprocess
import sys
import time

from jupyter_client import KernelManager

CELLS = {
    "imports": """%noautoget
import (
	"context"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/notebooks/nb"
)
var ctx = context.Background()
""",
    "trivial": """%%
club := data.Karate()
nb.Show(club.Graph.N(), club.Graph.M())
""",
    "five lines": """%%
net := &data.MustLoad("karate").Network
s := nb.Must(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}))
r := nb.Must(privdpr.Strict.Run(ctx, s)) // or privdpr.Published
nb.Show(nb.Must(audits.Beside(r.Guarantee, privdpr.Method, "strict")), nb.Must(s.Ledger()))
nb.Show(figure.Degrees("degrees", figure.Named{Name: "original", Graph: net.Graph}, figure.Named{Name: "released", Graph: r.Graph}))
""",
}


def code(notebook):
    """The cells of a notebook that are code, by their names."""
    with open(f"notebooks/{notebook}/{notebook}.ipynb", encoding="utf-8") as f:
        cells = [cell for cell in json.load(f)["cells"] if cell["cell_type"] == "code"]
    return {cell["id"]: "".join(cell["source"]) for cell in cells}


def training():
    """The first cell that trains, of notebook 03, and those before it."""
    cells = code("03_private_training")
    return {f"notebook 03, {name}": cells[name] for name in ("imports", "load", "private-classifier")}


def linked(cells):
    """The cells with XLA."""
    return {
        name: source.replace("import (", 'import (\n"github.com/graphdp/graphdp/models/learn/backend/xla"', 1)
        if name == "imports" else source.replace("%%\n", "%%\nxla.Link()\n", 1)
        for name, source in cells.items()
    }


def times(cells, folder="."):
    manager = KernelManager(kernel_name="gonb")
    manager.start_kernel(stderr=subprocess.DEVNULL, cwd=folder)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    for name, source in cells.items():
        began, first = time.monotonic(), None
        sent = client.execute(source)
        while True:
            message = client.get_iopub_msg(timeout=600)
            kind, content = message["msg_type"], message["content"]
            if message["parent_header"].get("msg_id") != sent:
                continue
            if kind == "error":
                sys.exit(f"cells.py: {name}: {content['evalue']}")
            if kind in ("stream", "display_data") and first is None:
                first = time.monotonic() - began
            if kind == "status" and content["execution_state"] == "idle":
                break
        yield name, first or time.monotonic() - began, time.monotonic() - began
    client.stop_channels()
    manager.shutdown_kernel()


taken = {}
for _ in range(int(sys.argv[1])):
    for cells in () if sys.argv[2:] else (CELLS, training()):
        for name, first, _ in times(cells):
            taken.setdefault(name, []).append(first)
    for notebook in sys.argv[2:]:
        cells = code(notebook)
        for name, variant in (notebook, cells), (notebook + ", XLA linked", linked(cells)):
            seconds = sum(end for _, _, end in times(variant, f"notebooks/{notebook}"))
            taken.setdefault(name, []).append(seconds)
for name, seconds in taken.items():
    print(f"| {name} | {statistics.median(seconds):.2f} ({min(seconds):.2f} to {max(seconds):.2f}) |")
