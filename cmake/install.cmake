# What `cmake --install` puts where: headers, library, CMake package, pkg-config file, tools, man
# pages, completions. Included at the end of the top CMakeLists.txt, when all targets exist.
include(CMakePackageConfigHelpers)

# What the library links privately. Users of the shared library need none of it; those of a static
# one have to link it too. Names for find_package, and names for pkg-config.
set(PAJE_PRIVATE_PACKAGES TBB ZLIB BZip2 LibLZMA simdjson)
set(PAJE_PRIVATE_MODULES tbb zlib liblzma libzstd simdjson)

set(PAJE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/paje)
get_target_property(paje_library_kind paje TYPE)
set(PAJE_FIND_DEPENDENCIES "")
set(PAJE_REQUIRED_MODULES "")
set(PAJE_EXTRA_LIBS "")
if(paje_library_kind STREQUAL "STATIC_LIBRARY")
  foreach(package IN LISTS PAJE_PRIVATE_PACKAGES)
    string(APPEND PAJE_FIND_DEPENDENCIES "find_dependency(${package})\n")
  endforeach()
  # Debian's zstd has no CMake package.
  string(APPEND PAJE_FIND_DEPENDENCIES "find_dependency(PkgConfig)\n"
    "pkg_check_modules(zstd REQUIRED IMPORTED_TARGET GLOBAL libzstd)\n")
  if(PAJE_OTF2_FOUND)
    string(APPEND PAJE_FIND_DEPENDENCIES
      "pkg_check_modules(otf2 REQUIRED IMPORTED_TARGET GLOBAL otf2)\n")
    list(APPEND PAJE_PRIVATE_MODULES otf2)
  endif()
  list(JOIN PAJE_PRIVATE_MODULES ", " PAJE_REQUIRED_MODULES)
  # Debian's bzip2 has no module. Linkers that are not C++ drivers need the name of the runtime.
  set(PAJE_EXTRA_LIBS " -lbz2 -lstdc++")
endif()

# Library.
install(TARGETS paje EXPORT paje-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT library NAMELINK_COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/libpaje/include/paje COMPONENT development
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")

# find_package(paje) -> paje::paje
install(EXPORT paje-targets NAMESPACE paje:: DESTINATION ${PAJE_PACKAGE_DIR}
  COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/paje-config.cmake.in
  ${PROJECT_BINARY_DIR}/paje-config.cmake INSTALL_DESTINATION ${PAJE_PACKAGE_DIR})
# Before 1.0 a new minor version may break the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/paje-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/paje-config.cmake
  ${PROJECT_BINARY_DIR}/paje-config-version.cmake DESTINATION ${PAJE_PACKAGE_DIR}
  COMPONENT development)

# pkg-config paje. Its paths start from where the file lies, so that a tree may be moved and
# `cmake --install --prefix` needs no new configuration.
file(RELATIVE_PATH PAJE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
cmake_path(APPEND PAJE_PC_INCLUDEDIR "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
cmake_path(APPEND PAJE_PC_LIBDIR "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/paje.pc.in ${PROJECT_BINARY_DIR}/paje.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/paje.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT library)

if(NOT PAJE_BUILD_TOOLS)
  return()
endif()

# Tools. They find the library of their own tree, wherever that lies.
file(RELATIVE_PATH paje_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(${PAJE_TOOLS} PROPERTIES INSTALL_RPATH "$ORIGIN/${paje_bin_to_lib}")
foreach(tool IN LISTS PAJE_TOOLS)
  set(component_of_${tool} tools)
endforeach()
set(component_of_pajeview viewer)
set(component_of_pj_mpi mpi)
foreach(tool IN LISTS PAJE_TOOLS)
  install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    COMPONENT ${component_of_${tool}})
endforeach()

include(${CMAKE_CURRENT_LIST_DIR}/man_pages.cmake)

foreach(tool IN LISTS PAJE_TOOLS)
  install(FILES ${PROJECT_SOURCE_DIR}/completions/paje_tools.bash RENAME ${tool}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    COMPONENT ${component_of_${tool}})
endforeach()
