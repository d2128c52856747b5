#!/bin/bash
# Makes heat.ethernet.trace and heat.infiniband.trace again: compiles heat.c for SimGrid's SMPI and
# runs it with 8 ranks on the two platforms. Needs Debian's libsimgrid-dev (smpicc, smpirun).
# Simulated time comes from counted operations and from the platform, never from a clock, so the
# same version of SimGrid (3.32) writes the same bytes every time.
# usage: make_traces.sh [FOLDER]    where to put the traces; this script's folder if left out
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() {
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}
if [[ "${1:-}" == --help ]]; then
  usage
  exit 0
elif [[ $# -gt 1 || "${1:-}" == -* ]]; then
  usage >&2
  exit 2
fi
target=${1:-$here}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

smpicc -O2 -Wall -Wextra -Werror -DHEAT_SIMULATED -o "$build/heat" "$here/heat.c" -lm

# simulate-computation:no: the clock is left out, heat.c prints how many operations it did. (SimGrid
# asks for host-speed all the same.)
# computing:yes: those stretches are states of their own. precision:9: a message takes microseconds.
options=(
  -np 8 -hostfile "$here/hostfile"
  --cfg=smpi/simulate-computation:no --cfg=tracing/smpi/computing:yes --cfg=tracing/precision:9
  --cfg=smpi/host-speed:1Gf --log=xbt_cfg.thresh:warning
)

for network in ethernet infiniband; do
  smpirun "${options[@]}" -platform "$here/cluster_$network.xml" \
    -trace -trace-file "$build/raw.trace" "$build/heat"
  # SimGrid's second line is the command that ran, with the paths of the machine and of the
  # temporary folder: it would differ in every run, so a line without them replaces it.
  sed "2s|^#\[.*|# heat.c, 8 ranks on cluster_$network.xml; made by make_traces.sh|" \
    "$build/raw.trace" > "$build/heat.$network.trace"
  if grep -qF "$build" "$build/heat.$network.trace"; then
    echo "make_traces.sh: a path of this machine is left in heat.$network.trace" >&2
    exit 1
  fi
done
mv "$build"/heat.*.trace "$target"
