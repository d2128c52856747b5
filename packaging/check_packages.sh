#!/usr/bin/env bash
# Installs the packages that cpack made into a fresh Debian 12 and runs what they bring. As root.
#
# Usage: check_packages.sh BUILD_FOLDER SAMPLE_TRACES [MIRROR]
set -euo pipefail
[ $# -ge 2 ] || { sed -n 's/^# //p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
samples=$(cd "$2" && pwd)
mirror=${3:-}

root=$(mktemp -d)
cleanup() {
  mountpoint -q "$root/proc" && umount "$root/proc"
  rm -rf "$root"
}
trap cleanup EXIT

debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >/dev/null
mount -t proc proc "$root/proc"
# As apt outside reaches its mirrors.
rm "$root/etc/apt/sources.list"
cp -r /etc/apt/. "$root/etc/apt/"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir "$root/packages"
cp "$build"/*.deb "$root/packages/"
cp -r "$samples" "$root/sample_traces"

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get update -qq
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb' >/dev/null

inside sh -euc '
  trace=/sample_traces/heat/heat.ethernet.trace
  for tool in /usr/bin/pj_* /usr/bin/paje2bin /usr/bin/bin2paje; do "$tool" --version; done
  pj_dump "$trace" | grep -c ^State
  paje2bin "$trace" -o /tmp/heat.rst && pj_dump /tmp/heat.rst | grep -c ^Link
  if [ -e /usr/bin/pajeview ]; then pajeview --render /tmp/heat.png "$trace"; fi
  if [ -d /usr/lib/python3/dist-packages/paje ]; then
    python3 -c "import paje; print(len(paje.read(\"$trace\").states()[\"start\"]))"
  fi
'
echo "The packages install and run."
