# The same sources make the same bytes, whenever and wherever they are built: packaging/README.md.
# Included before any target.

# The date that man pages and packages bear: of the last change, unless the caller says another.
set(PAJE_SOURCE_DATE "$ENV{SOURCE_DATE_EPOCH}")
if(NOT PAJE_SOURCE_DATE)
  execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE PAJE_SOURCE_DATE OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT PAJE_SOURCE_DATE MATCHES "^[0-9]+$")
  # Sources without their history.
  file(TIMESTAMP ${PROJECT_SOURCE_DIR}/CHANGELOG.md PAJE_SOURCE_DATE "%s" UTC)
endif()

# Tools find the library of the build next to them; the path would be in the build's id.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

# Only what is packaged: debuggers want to know where the sources are.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  # Longest first: a build folder may lie among the sources.
  add_compile_options("-ffile-prefix-map=${PROJECT_BINARY_DIR}=build"
    "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Names in link-time optimised objects, which are random else; they have to differ from file to file.
    foreach(language C CXX)
      string(REPLACE "<FLAGS>" "<FLAGS> -frandom-seed=<OBJECT>"
        CMAKE_${language}_COMPILE_OBJECT "${CMAKE_${language}_COMPILE_OBJECT}")
    endforeach()
  endif()
endif()
