# Headers that most files include, precompiled: for builds of the tests, which compile everything anew.
# What a file does not include itself is found by the builds without.
option(PAJE_PRECOMPILE_HEADERS "Precompile the headers that most files include" OFF)

set(PAJE_STANDARD_HEADERS <algorithm> <array> <bit> <cmath> <cstdint> <cstring> <functional> <limits>
  <map> <memory> <optional> <span> <string> <string_view> <unordered_map> <utility> <vector>)

# paje_precompile(TARGET HEADER...) or paje_precompile(TARGET REUSE_FROM OTHER), of a target that is
# compiled with the same options.
function(paje_precompile target)
  if(PAJE_PRECOMPILE_HEADERS)
    if("${ARGV1}" STREQUAL "REUSE_FROM")
      target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
  endif()
endfunction()
