// Package lab implements `gdp lab`, which installs JupyterLab with a Go kernel and opens the
// notebooks. It imports nothing that gdp's other commands need, so that it compiles in seconds
// where nothing is compiled yet.
//
// [Prepare] makes the folder .venv at the root of the checkout and puts all the
// notebooks need into it, nothing anywhere else:
//
//	bin/          Python, JupyterLab and nbclient (requirements.txt, with hashes),
//	              the GoNB kernel (the version of go.mod, with kernelPatches),
//	              goimports and gopls (tools/go.mod), gdp
//	gonb/         the kernel's patched source
//	lib/pjrt/     XLA's plugins: for the CPU (plugin.txt), and for a GPU that
//	              nvidia-smi lists (cuda.txt)
//	share/jupyter the kernel's description and JupyterLab's settings
//	jupyter/      what Jupyter itself writes: configuration, run files, state
//	stamps/       one file a finished step, written last
//	*.log         what the tools said
//
// Each step is skipped when its stamp holds the key of what would be done now:
// lock file, versions, place. A step removes its stamp before it begins, so
// that killing it at any moment leaves a step to be done again and never half a
// step that looks done. The Python packages are always made as a whole: a
// pip that was killed leaves packages which only look whole. A lock on the file
// .venv.lock makes a second gdp lab wait for the first. pip and Go work side by
// side; [Finish] builds what other notebooks than the tour import, gdp, and gopls, which no cell
// needs to run, when JupyterLab is open. All kernels share one gopls (-remote=auto), which ends a
// minute after the last of them.
//
// [Env.Serve] then runs JupyterLab on copies of the notebooks in the folder lab of the
// checkout, which git ignores; [Env.Execute] runs the notebooks without it.
// Whatever goes wrong comes back as a [Problem]: what failed, what works
// nevertheless and what to do.
//
// Linux and macOS are supported; on Windows run it inside WSL.
package lab
