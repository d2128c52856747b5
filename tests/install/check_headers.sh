#!/usr/bin/env bash
# Compiles each public header alone, as a program would that includes no other: a second for each.
# Usage: check_headers.sh INCLUDE_DIR CXX
set -euo pipefail
include=$1 cxx=$2

cd "$include"
find paje -name '*.hpp' -print0 |
  xargs -0 -P "$(nproc)" -I{} "$cxx" -std=c++20 -Wall -Wextra -Wpedantic -Werror -I"$include" -fsyntax-only \
    -include {} -x c++ /dev/null || {
  echo "FAILED: a header does not compile alone" >&2
  exit 1
}
