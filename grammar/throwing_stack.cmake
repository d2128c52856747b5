# Bison 3.8 declares the constructor of its parser's stack noexcept, though that asks for memory: a
# parse for which there is none would end the process instead of throwing std::bad_alloc.
# Usage: cmake -D HEADER=FILE -P throwing_stack.cmake
file(READ "${HEADER}" text)
string(REPLACE "stack (size_type n = 200) YY_NOEXCEPT" "stack (size_type n = 200)" mended "${text}")
if(NOT mended STREQUAL text)
  file(WRITE "${HEADER}" "${mended}")
endif()
