// Package lab implements `gdp lab`, which installs JupyterLab with a Go kernel and opens the
// notebooks. It imports nothing that gdp's other commands need, so that it compiles in seconds
// where nothing is compiled yet.
//
// [Prepare] makes the folder .venv at the root of the checkout and installs everything there:
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
// A stamp holds the key of a step's inputs: lock file, versions and location. A step with a
// matching stamp is skipped. A step removes its stamp before it begins, so a killed step is
// repeated as a whole. The Python packages are always installed from scratch, since a killed pip
// leaves packages that look complete. A lock on the file .venv.lock makes a second gdp lab wait for
// the first. pip and Go run in parallel. Once JupyterLab is open, [Finish] builds the imports of
// the other notebooks, gdp, and gopls, which no cell needs. All kernels share one gopls
// (-remote=auto), which exits a minute after the last of them.
//
// [Env.Serve] then runs JupyterLab on copies of the notebooks in the folder lab of the checkout,
// which git ignores. [Env.Execute] runs the notebooks without JupyterLab. Every failure is a
// [Problem]: the failed step, the commands that still work and advice.
//
// Linux and macOS are supported; on Windows run it inside WSL.
package lab
