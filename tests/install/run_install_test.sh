#!/usr/bin/env bash
# Installs the build tree into a folder of its own and does there what a stranger would: builds a
# program against the package, by CMake and by pkg-config, and uses the tools.
# Usage: run_install_test.sh SOURCE_DIR BUILD_DIR CXX PYTHON
set -euo pipefail
source_dir=$1 build_dir=$2 cxx=$3 python=$4
consumer=$source_dir/tests/install/consumer
trace=$source_dir/sample_traces/heat/heat.ethernet.trace

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cmake --install "$build_dir" --prefix "$work/first" >/dev/null
# Nothing installed may lead back to where it was installed first, nor to the build tree.
mv "$work/first" "$stage"
if grep -rIlF -e "$build_dir" -e "$source_dir" -e "$work/first" "$stage"; then
  fail "the files above name a folder of the build"
fi

headers=$(cd "$stage/include" && find paje -name '*.hpp')
for header in $headers; do
  [ "$header" = paje/paje.hpp ] || grep -qF "\"$header\"" "$stage/include/paje/paje.hpp" ||
    fail "paje.hpp does not include $header"
done
strict=(-Wall -Wextra -Wpedantic -Werror -I"$stage/include" -fsyntax-only)
"$cxx" -std=c++20 "${strict[@]}" -include paje/paje.hpp -x c++ /dev/null ||
  fail "paje.hpp does not compile without warnings"
"$cxx" -std=c99 "${strict[@]}" -include paje/paje.h -x c /dev/null || fail "paje.h is not a C header"
"$cxx" -std=c99 "${strict[@]}" -include paje/paje.h -include paje/record.h -x c /dev/null ||
  fail "paje.h and record.h do not go together"

"$cxx" -std=c++20 "${strict[@]}" -x c++ - <<'PROGRAM' || fail "options that name some members give warnings"
#include <paje/paje.hpp>
int main(int, char** names) {
  const paje::Trace trace = paje::read_trace(paje::Input::from_path(names[1]),
                                             {.selection = {.types = {"State"}, .end = 2}, .threads = 1});
  paje::write_table(trace, {.precision = 9}, [](std::string_view) {});
  const paje::Cut cut{.selection = {.start = 1}};
  const paje::Scenario scenario{.computing = 0.5};
  const paje::IterationOptions loops{.period = 3};
  return paje::cut_trace(trace, cut).containers().empty() || scenario.computing > loops.period;
}
PROGRAM

expected=$("$build_dir/tools/pj_dump" "$trace" |
  awk -F, '{ ++count[$1] } END { print count["Container"], "containers,", count["State"],
                                       "states,", count["Link"], "links" }')

cmake -S "$consumer" -B "$work/cmake" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_PREFIX_PATH="$stage" >/dev/null
cmake --build "$work/cmake" >/dev/null
[ "$("$work/cmake/consumer" "$trace")" = "$expected" ] || fail "by find_package: not '$expected'"

pc_file=$(find "$stage" -name paje.pc)
export PKG_CONFIG_PATH=${pc_file%/*}
read -ra flags <<<"$(pkg-config --cflags --libs paje)"
"$cxx" -std=c++20 -o "$work/consumer" "$consumer/consumer.cpp" "${flags[@]}"
found=$(LD_LIBRARY_PATH=$(pkg-config --variable=libdir paje) "$work/consumer" "$trace")
[ "$found" = "$expected" ] || fail "by pkg-config: '$found', not '$expected'"

# The program that the README shows.
sed -n '/^<!-- example.cpp -->$/,/^```$/p' "$source_dir/README.md" | sed '1,2d;$d' >"$work/example.cpp"
"$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/example" "$work/example.cpp" "${flags[@]}" ||
  fail "the README's example does not compile"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir paje) "$work/example" "$trace" |
  grep -Eq '^ +[0-9]+\.[0-9]{6} s  PMPI_Waitall$' || fail "the README's example prints no table"

# The Python package, if it was built.
package=$(find "$stage" -name _paje.pyi)
if [ -n "$package" ]; then
  package=${package%/paje/_paje.pyi}
  found=$(PYTHONPATH=$package "$python" -c "import sys, paje
trace = paje.read(sys.argv[1])
print(len(trace.container_list), 'containers,', trace.states().count, 'states,',
      trace.links().count, 'links')" "$trace")
  [ "$found" = "$expected" ] || fail "in Python: '$found', not '$expected'"
fi

for tool in "$stage"/bin/*; do
  name=$(basename "$tool")
  version=$("$tool" --version)
  [ "$version" = "$name (paje) $(pkg-config --modversion paje)" ] || fail "$name says '$version'"
  "$tool" --help | grep -q '^Usage: ' || fail "$name --help"
  "$tool" --nonsense >/dev/null 2>&1 && fail "$name accepts --nonsense"
  [ -s "$stage/share/bash-completion/completions/$name" ] || fail "no completion of $name"
  if command -v help2man >/dev/null; then
    grep -q '^\.SH "*SEE ALSO' "$stage/share/man/man1/$name.1" || fail "no man page of $name"
  fi
done

# Bash completes an option and a value.
PATH=$stage/bin:$PATH bash -euc "
  source '$stage/share/bash-completion/completions/pj_dump'
  COMP_WORDS=(pj_dump --quo) COMP_CWORD=1; compopt() { :; }
  _paje_tools pj_dump --quo pj_dump; [ \"\${COMPREPLY[*]}\" = --quotes= ]
  COMP_WORDS=(pj_dump --quotes = k) COMP_CWORD=3
  _paje_tools pj_dump k =; [ \"\${COMPREPLY[*]}\" = keep ]
  COMP_WORDS=(pj_compare --method h) COMP_CWORD=2
  _paje_tools pj_compare h --method; [ \"\${COMPREPLY[*]}\" = hirschberg ]
" || fail "completion"
