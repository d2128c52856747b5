# What keeps builds short.

# Headers that most files include, precompiled. With more optimisation than the preset `asan` has, GCC 12 then warns of
# overflows in the headers of the standard library, which are none; and what a file does not include itself is found by
# builds without.
option(PAJE_PRECOMPILE_HEADERS "Precompile the headers that most files include" OFF)

set(PAJE_STANDARD_HEADERS <algorithm> <array> <bit> <cmath> <cstdint> <cstring> <functional> <limits>
  <map> <memory> <optional> <span> <string> <string_view> <unordered_map> <utility> <vector>)

# For code that nobody waits for, options and tests: optimising what it includes takes most of a build.
set(PAJE_LITTLE_OPTIMISED $<$<CONFIG:Release>:-O1>)

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
