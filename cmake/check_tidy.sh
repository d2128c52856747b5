#!/usr/bin/env bash
# Runs clang-tidy on the source files, all or those that the arguments name (files, folders), as
# .clang-tidy says; fails if it has anything to say. JOBS: how many at a time. Takes minutes of
# processor time for each ten files.
set -euo pipefail
cd "$(dirname "$0")/.."
clang_tidy=$(command -v clang-tidy-14 || command -v clang-tidy)

# What is made while building is included: meta-objects, the parser.
build=${PAJE_TIDY_BUILD:-build/tidy}
if [ -z "${PAJE_TIDY_BUILD:-}" ]; then
  cmake --preset tidy -DPython3_EXECUTABLE=/usr/bin/python3 >/dev/null
  cmake --build --preset tidy
fi

# The database lists what is built here; other files cannot be checked.
python3 - "$build/compile_commands.json" "$PWD" "$@" <<'PYTHON' |
import json, os, sys
database, root, *wanted = sys.argv[1:]
wanted = [os.path.abspath(path) for path in wanted] or [root]
files = sorted({entry["file"] for entry in json.load(open(database))})
made = os.path.join(root, "build") + os.sep
print(*(file for file in files if not file.startswith(made)
        and any(file == path or file.startswith(path + os.sep) for path in wanted)), sep="\0", end="\0")
PYTHON
  xargs -0 -r -n 1 -P "${JOBS:-$(nproc)}" "$clang_tidy" --quiet -p "$build" \
    --warnings-as-errors='*' --extra-arg=-Wno-unknown-warning-option 2>/dev/null
echo "clang-tidy has nothing to say"
