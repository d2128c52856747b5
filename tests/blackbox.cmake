# Black-box tests: the built tools are run as their users run them. Included by CMakeLists.txt.
find_package(Python3 3.9 COMPONENTS Interpreter REQUIRED)

# As much as a push has time for; `./bootstrap nightly` does more, with another seed.
set(PAJE_MUTATION_ROUNDS 60 CACHE STRING "Damaged traces that the mutation test tries")
set(PAJE_REFERENCE_SEEDS 60 CACHE STRING "Generated traces that are compared with the reference")
set(PAJE_REFERENCE_ROUNDS 500 CACHE STRING "Changed traces that are compared with the reference")
set(PAJE_COMMAND_LINES 100 CACHE STRING "Hostile calls that the test of command lines makes")
set(PAJE_ANALYZE_ROUNDS 40 CACHE STRING "Random runs whose analysis is compared with a plain one")
set(PAJE_CUT_ROUNDS 40 CACHE STRING "Random traces whose parts are compared with a filter")
set(PAJE_ARCHIVE_FLIPS 150 CACHE STRING "Flipped bits of an archive that its test tries")
set(PAJE_CUT_STEP 1 CACHE STRING "By how many bytes the lengths differ to which imported files are cut")
set(PAJE_FAULT_CALLS 15 CACHE STRING "First calls of each kind each of which fails once")
set(PAJE_TEST_TIMEOUT 600 CACHE STRING "Seconds that a black-box test may take")

set(samples "${PROJECT_SOURCE_DIR}/sample_traces")
set(further_traces "${PAJE_SHARED_DIR}/traces")
set(tool_dir "$<TARGET_FILE_DIR:pj_dump>")

# The number for a group in a list of GROUP=NUMBER, or the only number in the list, or `otherwise`.
function(paje_number_of group list otherwise result)
  set(${result} ${otherwise} PARENT_SCOPE)
  foreach(entry IN LISTS list)
    if(entry MATCHES "^[0-9]+$" OR entry MATCHES "^${group}=([0-9]+)$")
      string(REGEX REPLACE ".*=" "" number "${entry}")
      set(${result} ${number} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# paje_blackbox_test(NAME SCRIPT ARGUMENT... [SHARES N|GROUP=N...] [SECONDS N|GROUP=N...]
#                    [LABELS LABEL...] [SANITIZED [GROUP...]])
#
# One test, or one for each group of the script, NAME.GROUP: the functions below `@blackbox.group`. A
# test is cut into N shares, NAME.GROUP.1 and so on, which need the script to call blackbox.share().
# SECONDS: about how long a share takes, for ctest to begin with the longest. SANITIZED: sanitizers may
# find something in all groups or in these; the others have the label `content`, which a push runs
# without sanitizers only.
function(paje_blackbox_test name script)
  cmake_parse_arguments(TEST "" "" "SHARES;SECONDS;LABELS;SANITIZED" ${ARGN})
  set(path "${CMAKE_CURRENT_SOURCE_DIR}/${script}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  file(READ "${path}" text)
  string(REGEX MATCHALL "@blackbox.group\ndef check_[a-z0-9_]+" groups "${text}")
  list(TRANSFORM groups REPLACE "@blackbox.group\ndef check_" "")
  if(NOT groups)
    set(groups "-")
  endif()
  set(tests "")
  foreach(group IN LISTS groups)
    set(labels ${TEST_LABELS})
    if(NOT TEST_SANITIZED STREQUAL "all" AND NOT group IN_LIST TEST_SANITIZED)
      list(APPEND labels content)
    endif()
    set(entry ${name})
    set(chosen "")
    if(NOT group STREQUAL "-")
      set(entry ${name}.${group})
      set(chosen --group ${group})
    endif()
    paje_number_of(${group} "${TEST_SHARES}" 1 shares)
    paje_number_of(${group} "${TEST_SECONDS}" 1 seconds)
    foreach(share RANGE 1 ${shares})
      set(test ${entry})
      set(part "")
      if(shares GREATER 1)
        set(test ${entry}.${share})
        set(part --share ${share}/${shares})
      endif()
      add_test(NAME ${test} COMMAND
        Python3::Interpreter -B "${path}" ${TEST_UNPARSED_ARGUMENTS} ${chosen} ${part})
      set_tests_properties(${test} PROPERTIES
        SKIP_RETURN_CODE 77 TIMEOUT ${PAJE_TEST_TIMEOUT} COST ${seconds} LABELS "${labels}")
      list(APPEND tests ${test})
    endforeach()
  endforeach()
  set(PAJE_LAST_TESTS ${tests} PARENT_SCOPE)
endfunction()

paje_blackbox_test(golden golden/run_golden.py "${tool_dir}" SECONDS 2 SANITIZED all)
paje_blackbox_test(golden.pajeng golden/run_golden.py
  "${tool_dir}" "${PAJE_SHARED_DIR}/golden" "${further_traces}" SANITIZED all)
paje_blackbox_test(reference reference/compare_with_reference.py
  "${tool_dir}" "${samples}" --traces "${further_traces}" --seeds 0:${PAJE_REFERENCE_SEEDS}
  SHARES 6 SECONDS 20 LABELS reference)
# By hand for longer: tests/reference/fuzz_against_reference.py ... --rounds 100000
paje_blackbox_test(reference.fuzz reference/fuzz_against_reference.py
  "${tool_dir}" "${samples}" --traces "${further_traces}" --rounds ${PAJE_REFERENCE_ROUNDS}
  --seed ${PAJE_SEED} --keep "${CMAKE_CURRENT_BINARY_DIR}/fuzz_findings"
  SECONDS 4 LABELS reference)
paje_blackbox_test(errors errors/run_errors.py "${tool_dir}" "${samples}" SANITIZED all)
paje_blackbox_test(cli cli/run_cli.py "${tool_dir}" "${samples}"
  SECONDS compressed=5 readers=3 trouble=3 SANITIZED all)
paje_blackbox_test(selection cli/run_selection.py "${tool_dir}" "${samples}")
paje_blackbox_test(cases_reading cases/run_reading.py "${tool_dir}")
paje_blackbox_test(mutation mutation/mutate.py
  "${tool_dir}" "${samples}" --rounds ${PAJE_MUTATION_ROUNDS} --seed ${PAJE_SEED}
  SHARES 2 SECONDS 4 SANITIZED all)

add_executable(aggregate_cells golden/aggregate_cells.cpp)
target_link_libraries(aggregate_cells PRIVATE paje paje_warnings)
paje_blackbox_test(golden.aggregation golden/run_aggregation_golden.py
  $<TARGET_FILE:aggregate_cells> SANITIZED all)
paje_blackbox_test(aggregate aggregate/run_aggregate.py "${tool_dir}" "${samples}")
paje_blackbox_test(density aggregate/run_density.py "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}"
  --rounds ${PAJE_ANALYZE_ROUNDS} --seed ${PAJE_SEED} SECONDS naive=8 identities=6)
paje_blackbox_test(parts parts/run_parts.py "${tool_dir}" "${samples}"
  SHARES lives=2 SECONDS samples=6 lives=3 generated=4 real=6)
paje_blackbox_test(binary binary/run_binary.py "${tool_dir}" "${samples}" "${further_traces}"
  SHARES round_trips=4 damage=2 SECONDS round_trips=20 damage=6 extremes=8)
paje_blackbox_test(archive archive/run_archive.py "${tool_dir}" "${samples}" "${further_traces}"
  --flips ${PAJE_ARCHIVE_FLIPS}
  SHARES same_tables=2 damage=4 SECONDS same_tables=20 damage=6 SANITIZED extremes damage)
paje_blackbox_test(archive.forged archive/run_forged.py "${tool_dir}" SECONDS 5)
paje_blackbox_test(archive.reader archive/run_reader.py "${tool_dir}" "${samples}" "${further_traces}"
  SHARES traces=3 SECONDS traces=12 large=5 odd_numbers=4)
paje_blackbox_test(cases_binary cases/run_binary.py "${tool_dir}"
  SHARES flips_and_cuts=2 SECONDS flips_and_cuts=8)
paje_blackbox_test(compare compare/run_compare.py "${tool_dir}" "${samples}")
paje_blackbox_test(compare_planted compare/run_planted.py "${tool_dir}")
paje_blackbox_test(compare_groups compare/run_groups.py "${tool_dir}" "${PAJE_TEST_DATA}")
paje_blackbox_test(import import/run_import.py "${tool_dir}" "${samples}" "${further_traces}" --cut-step ${PAJE_CUT_STEP}
  SHARES cuts=3 SECONDS cuts=15 SANITIZED bad small deep_slices cuts)
paje_blackbox_test(parquet export/run_parquet.py "${tool_dir}" "${samples}" SANITIZED form)
paje_blackbox_test(exchange_ti exchange/run_ti.py "${tool_dir}" "${PAJE_TEST_DATA}"
  --seed ${PAJE_SEED} SANITIZED bad_input by_hand)
paje_blackbox_test(exchange exchange/run_exchange.py "${tool_dir}" SANITIZED bad)
paje_blackbox_test(export.starvz export/run_starvz.py "${tool_dir}" SANITIZED paper)
paje_blackbox_test(export.otf2 export/run_otf2.py "${tool_dir}" "${samples}" SANITIZED everything random)
paje_blackbox_test(cases_chrome_tables cases/run_chrome_tables.py "${tool_dir}" "${samples}"
  SHARES exports=2 SECONDS exports=6 growth=10)
paje_blackbox_test(cases_paraver_otf2 cases/run_paraver_otf2.py "${tool_dir}"
  SECONDS otf2_cuts=8 cuts=4)
paje_blackbox_test(equals equals/run_equals.py "${tool_dir}" "${samples}")
paje_blackbox_test(cut cut/run_cut.py "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}"
  SECONDS whole=10 random=10 SHARES whole=2 random=2 SANITIZED whole random)
# By hand for longer: tests/cut/run_cut_random.py ... --rounds 1000
paje_blackbox_test(cut_random cut/run_cut_random.py "${tool_dir}" --rounds ${PAJE_CUT_ROUNDS}
  --seed ${PAJE_SEED} SECONDS 8)
paje_blackbox_test(analyze_commands analyze/run_analyze_commands.py
  "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}" SECONDS golden=6)
paje_blackbox_test(report report/run_report.py "${tool_dir}" "${samples}" SECONDS form=6)
# Screenshots and prints, to be looked at: tests/report/run_browser.py ... --keep FOLDER
paje_blackbox_test(report.browser report/run_browser.py "${tool_dir}" "${samples}"
  SECONDS layouts=20 first_screen=6)
paje_blackbox_test(analyze_transitions analyze/run_transitions.py
  "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}" SECONDS random=3)
paje_blackbox_test(energy energy/run_energy.py "${tool_dir}"
  SECONDS random_estimates=2 random_frequencies=2 bad_traces=2)
paje_blackbox_test(record record/run_record.py "${tool_dir}" "${PROJECT_SOURCE_DIR}/libpaje/include"
  "${PAJE_TEST_DATA}" SECONDS calls=10 real=10 outputs=10 threads=4 killed=4 fortran=3 interrupt=3)
paje_blackbox_test(mpi mpi/run_mpi.py "${tool_dir}" "${samples}"
  SECONDS samples=2 bad_samples=8 split=7 cut=4 random_sets=6 many_parts=4 errors=8 options=3 full_disk=3 killed=8)
paje_blackbox_test(mpi_analyses mpi/run_analyses.py "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}"
  SECONDS samples=2 real=11 generated=9 random_sets=6 many_parts=3 errors=8 alone=4 killed=3)
paje_blackbox_test(mpi_export mpi/run_export.py "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}"
  SECONDS samples=2 real=6 generated=6 random_sets=6 many_parts=3 errors=8 alone=4 full_disk=3 killed=8)
paje_blackbox_test(monitor monitor/run_monitor.py "${tool_dir}" "${PAJE_TEST_DATA}"
  SECONDS command=4 full_disk=3 interrupt=2)
paje_blackbox_test(measure measure/run_measure.py "${tool_dir}" "${PAJE_TEST_DATA}" SECONDS machine=4 storage=3)
paje_blackbox_test(network network/run_network.py "${tool_dir}" "${PROJECT_SOURCE_DIR}/libpaje/include"
  SECONDS lmo=8 collectives=4 halo=3 library=3)
paje_blackbox_test(network.smpi network/run_smpi.py "${tool_dir}" "${PROJECT_SOURCE_DIR}" SECONDS 12 LABELS nightly)
paje_blackbox_test(lmo network/run_lmo.py "${tool_dir}" "${PAJE_TEST_DATA}")
paje_blackbox_test(model model/run_model.py "${tool_dir}" "${PAJE_TEST_DATA}")
paje_blackbox_test(papers papers/run_papers.py "${tool_dir}" "${samples}" "${PROJECT_SOURCE_DIR}")
paje_blackbox_test(scaling scaling/run_scaling.py "${tool_dir}" "${PAJE_TEST_DATA}")
paje_blackbox_test(query query/run_query.py
  "${tool_dir}" "${samples}" "${PROJECT_SOURCE_DIR}/docs/queries.md" SECONDS questions_of_page=4)
paje_blackbox_test(query.analysis query/run_analysis.py "${tool_dir}" "${samples}")
paje_blackbox_test(query.user_fields query/run_user_fields.py "${tool_dir}" "${samples}")
paje_blackbox_test(query.functions query/run_functions.py "${tool_dir}" "${samples}")
paje_blackbox_test(query.runs query/run_runs.py "${tool_dir}" "${PAJE_TEST_DATA}")
paje_blackbox_test(export export/run_export.py "${tool_dir}" "${samples}")
paje_blackbox_test(export.chrome export/run_chrome.py
  "${tool_dir}" "${samples}" "${further_traces}" SECONDS real_traces=6 damaged=4)
paje_blackbox_test(cases_compat cases/run_compat.py "${tool_dir}" SECONDS calls=3)
paje_blackbox_test(validate validate/run_validate.py "${tool_dir}" "${samples}")
paje_blackbox_test(generate generate/run_generate.py "${tool_dir}")

paje_blackbox_test(analyze_golden analyze/run_analyze_golden.py
  "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}")
paje_blackbox_test(analyze_clocks analyze/run_clocks.py
  "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}" --seed ${PAJE_SEED}
  SECONDS planted=8 logical_clock=8 golden=4)
paje_blackbox_test(analyze_call_fields analyze/run_call_fields.py "${tool_dir}")
paje_blackbox_test(simulate.simgrid simulate/run_simgrid.py "${tool_dir}" SECONDS 10 LABELS nightly)
paje_blackbox_test(simulate simulate/run_simulate.py "${tool_dir}"
  SECONDS golden=3 modes=6 trace=3)
paje_blackbox_test(predict predict/run_predict.py
  "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}")
paje_blackbox_test(predict_limits predict/run_limits.py "${tool_dir}")
paje_blackbox_test(predict_changes predict/run_changes.py "${tool_dir}")
paje_blackbox_test(predict_tasks predict/run_tasks.py "${tool_dir}")
paje_blackbox_test(predict_teams predict/run_teams.py "${tool_dir}" --seed ${PAJE_SEED} SECONDS 5)
paje_blackbox_test(predict_posted_operations predict/run_posted_operations.py
  "${tool_dir}" --seed ${PAJE_SEED} SECONDS 5)
paje_blackbox_test(predict_uneven predict/run_uneven.py "${tool_dir}" --rounds 2 --seed ${PAJE_SEED} SECONDS 6)
paje_blackbox_test(predict_devices predict/run_devices.py "${tool_dir}" --seed ${PAJE_SEED} SECONDS 4)
paje_blackbox_test(predict.figures bench/prediction_figures.py "${tool_dir}/pj_predict" "${PAJE_TEST_DATA}/runs")
paje_blackbox_test(predict.judgement bench/prediction_judgement.py "${tool_dir}" SECONDS 60 LABELS nightly)
paje_blackbox_test(predict.placed_collectives predict/run_placed_collectives.py "${tool_dir}" --seed ${PAJE_SEED})
paje_blackbox_test(predict.simgrid predict/run_predict_simgrid.py
  "${tool_dir}" "${PAJE_TEST_DATA}" SECONDS 20 LABELS nightly)
paje_blackbox_test(analyze_bounds analyze/run_bounds.py "${tool_dir}" --seed ${PAJE_SEED} SECONDS 4)
paje_blackbox_test(analyze_hard analyze/run_hard.py
  "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}" SECONDS runs=20 many=20)
paje_blackbox_test(analyze_identities analyze/run_identities.py
  "${tool_dir}" "${samples}" "${PAJE_TEST_DATA}" SECONDS waits=8 replay=10)
paje_blackbox_test(analyze_cases analyze/run_analyze_cases.py "${tool_dir}")
# By hand for longer: tests/analyze/run_analyze_random.py ... --rounds 10000 --keep FOLDER
paje_blackbox_test(analyze_random analyze/run_analyze_random.py
  "${tool_dir}" --rounds ${PAJE_ANALYZE_ROUNDS} --seed ${PAJE_SEED}
  --keep "${CMAKE_CURRENT_BINARY_DIR}/analyze_findings" SECONDS 5)

paje_blackbox_test(examples examples/run_examples.py
  "${tool_dir}" "$<TARGET_FILE_DIR:example_write_trace>" "${samples}")

paje_blackbox_test(packaging packaging/check_packaging.py "${PROJECT_SOURCE_DIR}")
paje_blackbox_test(bench bench/run_bench.py "${tool_dir}" "${PROJECT_SOURCE_DIR}" SECONDS 9)

# By hand for longer, and with other calls: tests/fuzz/run_command_lines.py ... --seed 2 --minutes 10
paje_blackbox_test(command_lines fuzz/run_command_lines.py
  "${tool_dir}" "${samples}" --calls ${PAJE_COMMAND_LINES} --seed ${PAJE_SEED} SECONDS 3)

set(viewer "")
set(viewer_option "")
if(TARGET pajeview)
  set(viewer $<TARGET_FILE:pajeview>)
  set(viewer_option --viewer ${viewer})
endif()

paje_blackbox_test(cases_sort cases/run_sort.py "${tool_dir}" "${samples}" ${viewer_option}
  SECONDS samples=4 temporary_files=4)

# Faults of the system. A sanitizer's own malloc is in the way of the library that makes them.
string(FIND "${CMAKE_CXX_FLAGS}" "-fsanitize" sanitizer_at)
if(sanitizer_at EQUAL -1)
  add_library(failing_calls MODULE faults/failing_calls.c)
  target_link_libraries(failing_calls PRIVATE ${CMAKE_DL_LIBS})
  set_target_properties(failing_calls PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  paje_blackbox_test(faults faults/run_faults.py
    "${tool_dir}" "${samples}" $<TARGET_FILE:failing_calls> --every ${PAJE_FAULT_CALLS}
    SHARES 4 SECONDS 20)
  # Instructions are counted by Valgrind, which runs nothing that a sanitizer watches.
  paje_blackbox_test(cases_linear cases/run_linear.py "${tool_dir}" SHARES 4 SECONDS 18)
  # Small here; by hand with more: tests/bounds/run_bounds.py build/release/tools
  #   --viewer build/release/gui/pajeview --factor 10
  paje_blackbox_test(bounds bounds/run_bounds.py "${tool_dir}" ${viewer_option} --factor 0.03
    SHARES all_shapes=4 SECONDS all_shapes=30 many_parts=5 streams=10)
endif()

# Numbers and names that nobody writes in earnest.
set(hostile_options "")
if(TARGET paje_python AND sanitizer_at EQUAL -1)
  set(hostile_options --python-path ${PROJECT_BINARY_DIR}/python)
endif()
paje_blackbox_test(cases_hostile cases/run_hostile.py
  "${tool_dir}" ${viewer_option} ${hostile_options} SECONDS options=8 times=15 well_formed=10)

paje_blackbox_test(r r/run_r.py "${tool_dir}" "${samples}" "${PROJECT_SOURCE_DIR}/docs/r.md"
  LABELS nightly)
if(sanitizer_at EQUAL -1)
  paje_blackbox_test(r.package r/run_package.py "${tool_dir}" "${samples}" "${PROJECT_SOURCE_DIR}"
    LABELS nightly SECONDS package=60 tables=20 document=20)
endif()

set(python_option "")
if(TARGET paje_python AND sanitizer_at EQUAL -1)
  set(python_option --python "${PROJECT_BINARY_DIR}/python")
endif()
paje_blackbox_test(cases_system cases/run_system.py
  "${tool_dir}" ${viewer_option} ${python_option} SECONDS cut=5)

paje_blackbox_test(guide guide/run_guide.py
  "${tool_dir}" "${samples}" "${PROJECT_SOURCE_DIR}/docs" ${viewer})

# The Python package. Under a sanitizer its runtime has to come before the interpreter.
if(TARGET paje_python AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  set(python_environment "PYTHONPATH=${PROJECT_BINARY_DIR}/python")
  if(NOT sanitizer_at EQUAL -1)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
      OUTPUT_VARIABLE asan_library OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.so
      OUTPUT_VARIABLE cxx_library OUTPUT_STRIP_TRAILING_WHITESPACE)
    # The interpreter itself leaks what it needs to its end.
    list(APPEND python_environment "LD_PRELOAD=${asan_library}:${cxx_library}"
      "ASAN_OPTIONS=detect_leaks=0")
  endif()
  function(paje_python_test name)
    paje_blackbox_test(${name} ${ARGN})
    set_tests_properties(${PAJE_LAST_TESTS} PROPERTIES ENVIRONMENT "${python_environment}")
  endfunction()
  paje_python_test(python python/run_python.py "${tool_dir}" "${samples}" SECONDS 3)
  paje_python_test(python.analysis python/run_analysis.py "${tool_dir}" "${samples}"
    "${PAJE_TEST_DATA}" SECONDS 8)
  paje_python_test(analyze_pandas analyze/run_pandas.py "${tool_dir}" "${samples}" SECONDS 8)
  paje_python_test(python.columns python/run_columns.py "${tool_dir}" "${samples}" SECONDS 2)
  paje_python_test(python.fields python/run_fields.py
    "${PROJECT_SOURCE_DIR}/python/paje/_paje.pyi")
  add_library(arrow_consumer MODULE arrow/consumer.cpp arrow/library.cpp)
  target_include_directories(arrow_consumer PRIVATE arrow "${PROJECT_SOURCE_DIR}/python/src")
  target_link_libraries(arrow_consumer PRIVATE paje_warnings nlohmann_json::nlohmann_json)
  paje_python_test(python.arrow python/run_arrow.py "$<TARGET_FILE:arrow_consumer>" "${samples}")
  paje_python_test(python.energy python/run_energy.py "${samples}")
  paje_python_test(python.models python/run_models.py "${tool_dir}")
  paje_python_test(python.predict python/run_predict.py "${tool_dir}" "${samples}" SECONDS 4)
  paje_python_test(python.pickle python/run_pickle.py "${tool_dir}" "${samples}")
  paje_python_test(python.document python/run_document.py "${PROJECT_SOURCE_DIR}/docs/python.md"
    "${PROJECT_SOURCE_DIR}/python/examples/gantt_and_profile.py" "${samples}" SECONDS 4)
endif()

# That every group is a test, and that no check is called by nobody.
add_test(NAME blackbox_groups COMMAND Python3::Interpreter -B
  "${CMAKE_CURRENT_SOURCE_DIR}/support/check_groups.py"
  "${CMAKE_CTEST_COMMAND}" "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
