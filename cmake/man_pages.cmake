# A man page for each tool, made from what the tool itself says under --help and --version, so that
# there is one text. Without help2man, or when the tools cannot run here, there are none.
find_program(HELP2MAN help2man)
if(NOT HELP2MAN OR CMAKE_CROSSCOMPILING)
  message(STATUS "No man pages: they need help2man and tools that run on this machine")
  return()
endif()

# What each tool does, as `man -k` shows it.
set(paje_purpose_pj_dump "print a Pajé execution trace as a table")
set(paje_purpose_pj_dump_csv "write the table of a Pajé execution trace as CSV files")
set(paje_purpose_pj_validate "list what is wrong with a Pajé execution trace, and what it holds")
set(paje_purpose_pj_equals "tell whether two Pajé execution traces hold the same objects")
set(paje_purpose_pj_aggregate "show a whole Pajé execution trace at a glance, by aggregation")
set(paje_purpose_pj_analyze "say why a run in a Pajé execution trace takes so long")
set(paje_purpose_pj_cut "write a part of a Pajé execution trace as a trace of its own")
set(paje_purpose_pj_report "write a page on a run in a Pajé execution trace, or on two")
set(paje_purpose_pj_energy "say how much power and energy runs take, from Pajé execution traces")
set(paje_purpose_pj_measure "measure a machine, a storage device or a network, for models and Pajé execution traces")
set(paje_purpose_pj_model "fit models of time to runs in Pajé execution traces, and predict")
set(paje_purpose_pj_record "run an MPI program and make a Pajé execution trace of its run")
set(paje_purpose_pj_monitor "sample the use and power of a machine while a command runs, as a Pajé execution trace")
set(paje_purpose_pj_scaling "tell what more cores bring to a program, from Pajé execution traces")
set(paje_purpose_pj_predict "predict how long a run in a Pajé execution trace takes if something changes")
set(paje_purpose_pj_simulate "simulate applications on systems, and write Pajé execution traces of the runs")
set(paje_purpose_pj_split "cut a Pajé execution trace into several files")
set(paje_purpose_pj_merge "make one file of a Pajé execution trace in several")
set(paje_purpose_paje2bin "convert a Pajé execution trace to a binary one")
set(paje_purpose_bin2paje "convert a binary Pajé execution trace to text")
set(paje_purpose_pj_import "convert traces of other formats to Pajé execution traces")
set(paje_purpose_pj_compare "tell where two runs in Pajé execution traces differ, and where the time went")
set(paje_purpose_pj_query "ask a Pajé execution trace in SQL")
set(paje_purpose_pj_export "write a Pajé execution trace for other tools")
set(paje_purpose_pj_generate "make Pajé execution traces of any size from a seed")
set(paje_purpose_pj_mpi "read a Pajé execution trace with the processes of an MPI program")
set(paje_purpose_pajeview "look at Pajé execution traces as Gantt charts")

list(TRANSFORM PAJE_TOOLS REPLACE "(.+)" ".BR \\1 (1)" OUTPUT_VARIABLE PAJE_SEE_ALSO)
list(JOIN PAJE_SEE_ALSO ",\n" PAJE_SEE_ALSO)

# paje_man_page(tool "what it does"): a page of section 1, installed with the tool.
function(paje_man_page tool purpose)
  set(page ${PROJECT_BINARY_DIR}/man/${tool}.1)
  set(parts ${PROJECT_BINARY_DIR}/man/${tool}.h2m)
  # The purpose is here and not in help2man's --name, which knows only ASCII.
  file(CONFIGURE OUTPUT ${parts}
    CONTENT "[name]\n@tool@ \\- @purpose@\n\n[see also]\n@PAJE_SEE_ALSO@\n" @ONLY)
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${PAJE_SOURCE_DATE}
      ${HELP2MAN} --locale=C.UTF-8 --no-info --section=1 --include=${parts}
      --output=${page} $<TARGET_FILE:${tool}>
    DEPENDS ${tool} ${parts}
    COMMENT "Man page of ${tool}"
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY PAJE_MAN_PAGES ${page})
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT ${component_of_${tool}})
endfunction()

foreach(tool IN LISTS PAJE_TOOLS)
  if(NOT paje_purpose_${tool})
    message(FATAL_ERROR "cmake/man_pages.cmake does not say what ${tool} is for")
  endif()
  paje_man_page(${tool} "${paje_purpose_${tool}}")
endforeach()

get_property(paje_man_pages GLOBAL PROPERTY PAJE_MAN_PAGES)
add_custom_target(man_pages ALL DEPENDS ${paje_man_pages})
