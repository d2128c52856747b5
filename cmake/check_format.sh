#!/usr/bin/env bash
# Fails if a source file is not formatted as .clang-format says. With --fix: formats all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(--dry-run --Werror)
if [ "${1:-}" = --fix ]; then mode=(-i); fi

# Works without git: the folders that hold sources. Versions of clang-format differ in what they
# do, so that of Debian 12 is preferred.
clang_format=$(command -v clang-format-14 || command -v clang-format)
folders=()
for folder in examples formats grammar gui libpaje network python r recorder tests tools; do
  if [ -d "$folder" ]; then folders+=("$folder"); fi
done
# tests/data holds what others wrote or what traces were made of.
find "${folders[@]}" -path tests/data -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print0 |
  xargs -0 -r -n 20 -P 2 "$clang_format" "${mode[@]}"
