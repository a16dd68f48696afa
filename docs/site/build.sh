#!/bin/sh
# Builds the site: the README, docs, the notebooks with their stored outputs, the board, and the
# APIs of Go and Python, as static pages with a search.
#
#	docs/site/build.sh [folder]
#
# The folder is .artifacts/site unless another is given. Needs go and Python 3.11 or newer. The
# first run installs Sphinx into .artifacts/sphinx; later runs need no network.
set -eu
cd "$(dirname "$0")/../.."
tools=.artifacts/sphinx
if ! cmp -s docs/site/requirements.txt $tools/requirements.txt; then
	python3 -m venv --clear $tools
	$tools/bin/pip install --quiet --disable-pip-version-check --require-hashes -r docs/site/requirements.txt
	cp docs/site/requirements.txt $tools
fi
exec $tools/bin/sphinx-build --quiet --fail-on-warning --jobs auto -d $tools/doctrees -c docs/site . "${1:-.artifacts/site}"
