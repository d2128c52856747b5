#!/usr/bin/env bash
# Builds the sources twice, in folders of other names, at another time and in another time zone, and
# fails unless both give the same bytes. (The umask has to be the same: cpack writes it into archives.)
#
# Usage: check_reproducible.sh              the packages that cpack makes (takes two whole builds)
#        check_reproducible.sh TARGET...    only these targets: their programs, libraries, man pages
set -euo pipefail
sources=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

date=${SOURCE_DATE_EPOCH:-$(git -C "$sources" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH=$date

# build_in SOURCE_FOLDER BUILD_FOLDER TIME_ZONE [TARGET...]
build_in() {
  local source=$1 build=$2 zone=$3
  shift 3
  (
    umask 022
    export TZ=$zone
    mkdir -p "$source"
    tar -C "$sources" --exclude=./build --exclude=./.git -cf - . | tar -C "$source" -xmf -
    cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DPAJE_BUILD_TESTS=OFF >/dev/null
    if [ $# -gt 0 ]; then
      cmake --build "$build" --target "$@"
    else
      cmake --build "$build"
      (cd "$build" && cpack >/dev/null)
    fi
  )
}

# What users get, by its place in the build folder. Objects hold paths that linking leaves out.
results() {
  (cd "$1" && find . \( -name '*.deb' -o -name '*.1' -o -name '*.so*' -o -perm -u+x -type f \) \
    -type f -not -path '*/_CPack_Packages/*' -not -path '*/CMakeFiles/*' | sort)
}

one=$work/one/build
two=$work/a_folder/of_another/length
build_in "$work/one" "$one" UTC "$@"
sleep 1
build_in "$work/two/sources" "$two" Pacific/Kiritimati "$@"

count=0 different=0
while read -r file; do
  count=$((count + 1))
  cmp "$one/$file" "$two/$file" || different=$((different + 1))
done < <({ results "$one"; results "$two"; } | sort -u)
[ "$count" -gt 0 ] || { echo "check_reproducible.sh: nothing was built" >&2; exit 2; }
if [ "$different" -gt 0 ]; then
  echo "$different of $count files differ" >&2
  exit 1
fi
echo "$count files, the same bytes in both builds."
