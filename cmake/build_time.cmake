# What keeps builds short.

# For builds that only run tests. The compiler spends most of its time on headers, so it compiles
# several files of a folder at once; and it optimises tools little, because no test waits for them.
# A missing include shows up in other builds only.
option(PAJE_QUICK_BUILD "Compile several files of a folder at once, and optimise tools little" OFF)
option(PAJE_SANITIZER_TRAPS
       "Stop at undefined behaviour with the stack, but without a word on what it is" OFF)
if(PAJE_SANITIZER_TRAPS)
  # The texts are 50 MB of the library, which each process of a test relocates when it starts. Null
  # pointers and what lies outside an object AddressSanitizer finds, too; to check for them twice takes
  # a twelfth of the build.
  add_compile_options(-fsanitize-undefined-trap-on-error -fno-sanitize=null,object-size)
endif()

# For code that nobody waits for, options and tests: optimising what it includes takes most of a build.
set(PAJE_LITTLE_OPTIMISED $<$<CONFIG:Release>:-O1>)

# More save little more, but need more memory, and more time after a change.
set(PAJE_FILES_AT_ONCE 8)

# Optimises the targets of this folder little, in quick builds: those that are defined after it.
macro(paje_compile_little_optimised)
  if(PAJE_QUICK_BUILD)
    add_compile_options(${PAJE_LITTLE_OPTIMISED})
  endif()
endmacro()

# Gives each C++ file of a target the group that it is compiled with. Groups stay within a folder, so
# that only neighbours can have conflicting names.
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

# Compiles the files of all targets of a folder, and of the folders below it, in groups.
function(paje_compile_folder_together folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "LIBRARY|EXECUTABLE" AND NOT type STREQUAL "INTERFACE_LIBRARY")
      paje_group_files(${target})
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
      # GCC warns of types that use what is local to another file than the one it compiles.
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(one IN LISTS below)
    paje_compile_folder_together(${one})
  endforeach()
endfunction()
