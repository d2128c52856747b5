# What keeps builds short.

# For builds that tests run in. Reading headers takes most of the time that the compiler takes: so
# files of a folder are compiled several at a time. And nobody waits for what is above the library:
# it is optimised little. What a file forgets to include is found by builds without.
option(PAJE_QUICK_BUILD "Compile several files of a folder at once, and optimise tools little" OFF)

# For code that nobody waits for, options and tests: optimising what it includes takes most of a build.
set(PAJE_LITTLE_OPTIMISED $<$<CONFIG:Release>:-O1>)

# How many files are compiled at once. More take longer again after a change, and more memory.
set(PAJE_FILES_AT_ONCE 8)

# paje_compile_little_optimised(): all of this folder's targets that come after it, in quick builds.
macro(paje_compile_little_optimised)
  if(PAJE_QUICK_BUILD)
    add_compile_options(${PAJE_LITTLE_OPTIMISED})
  endif()
endmacro()

# Names the group that each C++ file of a target is compiled with: neighbours of one folder. Within a
# folder, so that a name that two files have for different things is a conflict that can be seen.
function(paje_group_files target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(target_folder ${target} SOURCE_DIR)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "^\\$<")
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    if(NOT DEFINED ${folder}_files)
      set(${folder}_files 0)
    endif()
    math(EXPR part "${${folder}_files} / ${PAJE_FILES_AT_ONCE}")
    math(EXPR ${folder}_files "${${folder}_files} + 1")
    set(group "${folder}_${part}")
    get_filename_component(file "${source}" ABSOLUTE BASE_DIR "${target_folder}")
    set_property(SOURCE "${file}" TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group})
  endforeach()
endfunction()

# paje_compile_together(TARGET...)
function(paje_compile_together)
  if(PAJE_QUICK_BUILD)
    foreach(target IN LISTS ARGN)
      paje_group_files(${target})
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
      # What is local to a file is not in the file that is compiled.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endforeach()
  endif()
endfunction()

# All targets of a folder and of those below it.
function(paje_compile_folder_together folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "LIBRARY|EXECUTABLE" AND NOT type STREQUAL "INTERFACE_LIBRARY")
      paje_compile_together(${target})
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(one IN LISTS below)
    paje_compile_folder_together(${one})
  endforeach()
endfunction()
