#!/usr/bin/env bash
# Runs clang-tidy on the source files, all or those that the arguments name (files, folders), as
# .clang-tidy says; fails if it has anything to say. JOBS: how many at a time. Files are checked in the
# groups in which quick builds compile them, for most of its time goes into headers: half a minute of
# processor time for each group.
set -euo pipefail
cd "$(dirname "$0")/.."
clang_tidy=$(command -v clang-tidy-14 || command -v clang-tidy)

# What is made while building is included: meta-objects, the parser.
build=${PAJE_TIDY_BUILD:-build/tidy}
if [ -z "${PAJE_TIDY_BUILD:-}" ]; then
  cmake --preset tidy -DPython3_EXECUTABLE=/usr/bin/python3 >/dev/null
  cmake --build --preset tidy
fi

# The database lists what is built here; other files cannot be checked. Of groups all but those with
# made files, which are not ours to mend.
list_inputs() {
  python3 - "$build/compile_commands.json" "$PWD" "$@" <<'PYTHON'
import json, os, re, sys
database, root, *wanted = sys.argv[1:]
wanted = [os.path.abspath(path) for path in wanted] or [root]
made = os.path.join(root, "build") + os.sep

def files_in(path):
    """Of a group the files that it includes; of another file itself."""
    if "/Unity/" not in path:
        return [path]
    with open(path, encoding="utf-8") as group:
        return re.findall(r'#include "(.*)"', group.read())

def is_wanted(path):
    return any(path == one or path.startswith(one + os.sep) for one in wanted)

for path in sorted({entry["file"] for entry in json.load(open(database, encoding="utf-8"))}):
    files = files_in(path)
    if not any(file.startswith(made) for file in files) and any(map(is_wanted, files)):
        print(path, end="\0")
PYTHON
}

# A group includes source files, which is suspicious elsewhere.
list_inputs "$@" | xargs -0 -r -n 1 -P "${JOBS:-$(nproc)}" "$clang_tidy" --quiet -p "$build" \
  --checks=-bugprone-suspicious-include --warnings-as-errors='*' \
  --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-sign-conversion 2>/dev/null
echo "clang-tidy has nothing to say"
