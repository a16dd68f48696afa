# What the scripts of this folder need, each of which reads this file. What is missing is said in
# one line, which ends the script.

missing() {
	echo "${0##*/}: missing: $1" >&2
	exit 1
}

# programs NAME… are on the PATH.
programs() {
	for program; do
		command -v "$program" >/dev/null || missing "$program on the PATH"
	done
}

# graphs FILE… are in the folder of the real graphs.
graphs() {
	[ -n "${GDP_DATA:-}" ] || missing "GDP_DATA, which names the folder with the real graphs"
	for file; do
		[ -r "$GDP_DATA/$file" ] || missing "$GDP_DATA/$file, which gdp data get may bring"
	done
}

# peers FOLDER MODULES PACKAGE… sets python to the one of a virtual environment, which it makes of
# the packages where the folder has none, and which imports the modules.
peers() {
	venv=$1 modules=$2
	shift 2
	python=$venv/bin/python
	if [ ! -x "$python" ]; then
		programs python3
		said=$(python3 -m venv "$venv" 2>&1) || missing "a virtual environment in $venv: ${said##*
}"
		said=$("$python" -m pip install --quiet --disable-pip-version-check "$@" 2>&1) || missing "$* in $venv: ${said##*
}"
	fi
	said=$("$python" -c "import $modules" 2>&1) || missing "$python -m pip install $*: ${said##*
}"
}
