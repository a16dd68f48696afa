"""Puts the program gdp into the wheel, so that its installation needs no Go."""

import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Program(BuildHookInterface):
    """GDP_BINARY names a program that is built already. Without it and without Go, the wheel has none."""

    def initialize(self, version, build_data):
        checkout, program = Path(self.root).parent.parent, os.environ.get("GDP_BINARY")
        if version == "editable" or not program and not (shutil.which("go") and (checkout / "gdp" / "cmd" / "gdp").is_dir()):
            return
        if not program:
            self.folder = tempfile.TemporaryDirectory()
            program = os.path.join(self.folder.name, "gdp")
            build = ["go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./gdp/cmd/gdp"]
            subprocess.run(build, cwd=checkout, env={"GOEXPERIMENT": "simd", **os.environ}, check=True)
        build_data["force_include"][program] = "graphdp/bin/gdp"
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
