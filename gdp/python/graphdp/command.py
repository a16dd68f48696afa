"""Runs the command gdp: finds the program, sends it the data, and reads its JSON document."""

import difflib
import functools
import hashlib
import html
import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from typing import Callable, TypeVar

from .methods import METHODS

INSTALL = "pip install ./gdp/python"
BUILD = "GOEXPERIMENT=simd go build -o gdp ./gdp/cmd/gdp"


class GraphdpError(Exception):
    """The command failed. The attribute document is the JSON that it printed before, or None."""

    document = None


class UsageError(GraphdpError, ValueError, TypeError):
    """An argument is unknown or invalid. Nothing was spent."""


class BudgetError(GraphdpError):
    """The budget does not allow the call. Nothing was spent."""


class BinaryNotFound(GraphdpError, FileNotFoundError):
    """The program gdp was not found."""


class VersionError(GraphdpError):
    """The program gdp and this package are of different versions."""


Function = TypeVar("Function", bound=Callable)


def suggests(function: Function) -> Function:
    """Makes a misspelt keyword of a function a UsageError that names the nearest one."""
    known = [p.name for p in inspect.signature(function).parameters.values() if p.name not in ("self", "cls")]

    @functools.wraps(function)
    def checked(*args, **named):
        for name in named:
            if name not in known:
                raise UsageError(f"{function.__name__}() has no argument {name!r}{nearest(name, known)}")
        return function(*args, **named)

    return checked  # type: ignore[return-value]


def nearest(name, known):
    """Completes an error about an unknown name: the nearest known one, and all of them."""
    lower = {x.lower(): x for x in reversed(known)}
    near = difflib.get_close_matches(name.lower(), lower, 1, 0.6)
    return (f"; did you mean {lower[near[0]]!r}? Choose" if near else ": choose") + f" from {', '.join(known)}"


def binary():
    """Returns the path of the program gdp: GDP_BINARY, the program of this package's wheel, or the first gdp on the PATH."""
    named, own = os.environ.get("GDP_BINARY"), os.path.join(os.path.dirname(__file__), "bin", "gdp")
    path = shutil.which(named or (own if os.path.exists(own) else "gdp"))
    if path is None:
        where = f"GDP_BINARY is {named}, and no program is there" if named else "this package was installed without it, none is on the PATH, and GDP_BINARY is not set"
        raise BinaryNotFound(
            f"the program gdp was not found: {where}. With Go installed, this command in a checkout of graphdp installs both:\n    {INSTALL}\n"
            f"Or build gdp, and set GDP_BINARY to its path:\n    {BUILD}"
        )
    return path


def checksum(method):
    """Returns a checksum of a method's modes and settings, as `gdp methods --json` lists them."""
    lines = [method["name"], method["releases"]]
    for mode in method["modes"]:
        lines += [mode["name"], mode["role"], mode["relation"], *mode.get("also", []), *mode["needs"], *mode["settings"]]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


@functools.cache
def _listed(path, changed):
    """Returns the methods of the program. Raises VersionError if their modes or settings differ from this package's."""
    methods, _ = _run(path, ["methods"])
    there = {m["name"]: checksum(m) for m in methods}
    other = [name for name, (_, sum) in METHODS.items() if there.get(name) != sum]
    if other:
        from . import __version__

        version, _ = _run(path, ["version"])
        ours, theirs = (f"{name} {sum or 'missing'}" for name, sum in ((other[0], METHODS[other[0]][1]), (other[0], there.get(other[0]))))
        raise VersionError(
            f"{path} is of another version than this package: found {version['module']} {version['version']} "
            f"{version.get('revision', '')[:12]} ({theirs}), need graphdp {__version__} ({ours}); "
            f"{len(other)} methods differ: {', '.join(other)}. Install both from one checkout:\n"
            f"    {BUILD}\n    {INSTALL}"
        )
    return methods


def listed():
    """Returns the document of `gdp methods --json`, after a check of the program's version."""
    path = binary()
    return _listed(path, os.stat(path).st_mtime_ns)


def call(args, data=None):
    """Runs one command line, with data on its standard input, and returns its document and notes.

    An interrupt (KeyboardInterrupt) stops the command, which saves its state in the journal. The same call
    then continues the run.
    """
    listed()
    return _run(binary(), args, data)


ERASE = "\r\x1b[K"  # how the command begins a line of progress


def _run(path, args, data=None):
    meter = _Meter()
    terminal, slave = meter.terminal()
    # The command has its own process group, so that Ctrl-C reaches it only once, through this package.
    process = subprocess.Popen(
        [path, *args, "--json"], start_new_session=True, stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL if data is None else subprocess.PIPE, stderr=slave or subprocess.PIPE,
    )
    if slave is not None:
        os.close(slave)
    out, err = [], []

    def feed():
        try:
            process.stdin.write(data)
            process.stdin.close()
        except OSError:  # the command ended before it read all data; its exit status says why
            pass

    def read(descriptor, into):
        while True:
            try:
                chunk = os.read(descriptor, 1 << 16)
            except OSError:  # a terminal reports its end by an error
                return
            if not chunk:
                return
            into.append(chunk)

    pipes = [(process.stdout.fileno(), out), (terminal if slave is not None else process.stderr.fileno(), err)]
    threads = [threading.Thread(target=read, args=pipe, daemon=True) for pipe in pipes]
    if data is not None:
        threads.append(threading.Thread(target=feed, daemon=True))
    try:
        for thread in threads:
            thread.start()
        while True:
            try:
                process.wait(0.5)
                break
            except subprocess.TimeoutExpired:
                meter.show(_text(err).rsplit(ERASE, 1)[-1])
    except BaseException:
        _stop(process)
        raise
    finally:
        meter.end()
        for thread in threads:
            thread.join(5)
        if slave is not None:
            os.close(terminal)
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass
    return _document(process.returncode, b"".join(out), _text(err))


def _text(chunks):
    return b"".join(chunks).decode("utf-8", "replace").replace("\r\n", "\n")


def _stop(process, patience=60):
    """Interrupts the command, which then saves its state. A second interrupt kills it."""
    try:
        process.send_signal(signal.SIGINT)
        process.wait(patience)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        process.kill()
        process.wait()


def _document(status, out, err):
    """Returns the document and notes of a finished command. Raises an error if it failed."""
    notes = [in_python(line) for part in err.split(ERASE) for line in part.split("\n")[:-1] if line]
    try:
        document = json.loads(out)
    except ValueError:
        document = None
    if status == 0 and document is not None:
        for note in notes:
            if note.startswith("warning: "):
                warn(note.removeprefix("warning: "))
        return document, notes
    said = [line for line in notes if line.startswith("gdp: ")] or notes[-1:]
    text = said[-1].removeprefix("gdp: ") if said else f"gdp ended with status {status}"
    if isinstance(document, dict) and "error" in document:
        text, document = in_python(document["error"]).removeprefix("gdp: "), None
    if status < 0:
        text = f"gdp was killed by signal {-status}" + (", probably for lack of memory" if status == -signal.SIGKILL else "")
    kind = UsageError if status == 2 or "not the journal of this session" in text else BudgetError if "over the budget" in text else GraphdpError
    error = kind(text)
    error.document = document
    raise error


def warn(text):
    """Warns at the line outside this package that called it."""
    frame, depth = sys._getframe(), 1
    while frame and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        frame, depth = frame.f_back, depth + 1
    warnings.warn(text, stacklevel=depth)


# A flag of the command has the name of the Python keyword. A value follows if it looks like one.
FLAG = re.compile(r"--(?:set\b:? ?|(?!help)([a-z][a-z0-9-]*)(?: (?=[A-Z\d\"/…-]|occurring|none|null|\S+:))?)")


def in_python(text):
    """Returns a message of the command with Python keywords in place of flags."""
    text = re.sub(r"(^|: )- (?=\w)", r"\1the graph ", text.replace("standard input", "the graph").replace("--plan", "plan").replace("give --header yes", "give columns="))
    text = re.sub(r", or data\.\w+,", "", text)  # of the Go library
    text = re.sub(r"`gdp ([^`]+)`", lambda m: f"`graphdp.call({json.dumps(m[1].split(), ensure_ascii=False)})`", text)
    return FLAG.sub(lambda m: f"{m[1]}=" if m[1] else "", text)


class _Meter:
    """Shows the progress line of a command, in Jupyter or on the terminal."""

    def __init__(self):
        self.jupyter = "ipykernel" in sys.modules
        self.handle, self.shown = None, ""

    def terminal(self):
        """Opens a terminal for the progress line, if the output is visible."""
        if not self.jupyter and not sys.stderr.isatty():
            return None, None
        try:
            import pty
            import tty

            ends = pty.openpty()
            tty.setraw(ends[1])
            return ends
        except (ImportError, OSError):
            return None, None

    def show(self, line):
        if not line.strip() or "\n" in line or line == self.shown:
            return
        self.shown, share = line, re.search(r"(\d+) %", line)
        if not self.jupyter:
            bar = f"{'█' * (int(share[1]) // 5):░<20} " if share else ""
            print(ERASE + (bar + line)[:shutil.get_terminal_size().columns - 1], end="", file=sys.stderr, flush=True)
            return
        from IPython.display import display

        bar = f'<progress max="100" value="{share[1]}"></progress> ' if share else ""
        bundle = {"text/plain": line, "text/html": f"{bar}<code>{html.escape(line)}</code>"}
        if self.handle is None:  # this output is not stored in the notebook
            self.handle = display(bundle, raw=True, metadata={"gdp": "live"}, display_id=True)
        else:
            self.handle.update(bundle, raw=True, metadata={"gdp": "live"})

    def end(self):
        if self.shown and not self.jupyter:
            print(ERASE, end="", file=sys.stderr, flush=True)
        elif self.handle is not None:
            self.handle.update({"text/plain": "", "text/html": ""}, raw=True, metadata={"gdp": "live"})
