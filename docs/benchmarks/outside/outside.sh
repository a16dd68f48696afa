#!/bin/sh
# Audits public code, or compares gdp audit with DP-Sniper: rows of docs/benchmarks/outside.md.
#
#   outside.sh fetch           fetches the code at fixed commits into the folder code
#   outside.sh ROW             pgb-1k, pgb-dgg, pgb-tmf, privgraph, dpggan or gap
#   outside.sh sniper [NAME]   one mechanism of DP-Sniper's paper, or all 20
#
# RUNS=N changes the number of runs. gdp and python must be on the PATH, and what worker.py and sniper.py need.
set -eu
cd "$(dirname "$0")"
at() { # FOLDER REPOSITORY COMMIT
  [ -d "code/$1" ] && return
  git init -q "code/$1"
  git -C "code/$1" fetch -q --depth 1 "https://github.com/$2" "$3"
  git -C "code/$1" checkout -q FETCH_HEAD
}
audit() { # FILE RUNS [FLAGS]
  name=$1 runs=${RUNS:-$2}
  shift 2
  gdp audit "$name.yaml" --epsilon 1 --trials "$runs" "$@"
}
case "${1:-}" in
fetch)
  at PGB dooohow/PGB 076a910606856d69142aa93b2691da6795029887
  at PrivGraph Privacy-Graph/PrivGraph 01a9f1164300887c56eb3fd8da66d78c9e894be9
  at DPGGAN haonan3/Secure-Network-Release-with-Link-Privacy cbc28d38346921bf06147ed7a63494132f3c207d
  at GAP sisaman/GAP 926e3754b3248b994b7c77ec3842727e6d347410
  at dp-sniper eth-sri/dp-sniper ee087b2584ca97d1064154db5dd2bda0bb5a8ceb
  ;;
pgb-1k) audit "$1" 3000 ;;
pgb-dgg | privgraph) audit "$1" 10000 ;;
pgb-tmf) audit "$1" 400 ;;
dpggan) audit "$1" 200 --delta 1e-5 ;;
gap) audit "$1" 4000 --delta 0.05 ;;
sniper)
  for name in ${2:-$(python sniper.py list)}; do
    python sniper.py row "$name" "${RUNS:-17000}"
  done
  ;;
*)
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
