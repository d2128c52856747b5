# Black-box tests: the built tools are run as their users run them. Included by CMakeLists.txt.
find_package(Python3 3.9 COMPONENTS Interpreter REQUIRED)

set(PAJE_MUTATION_ROUNDS 300 CACHE STRING "Damaged traces that the mutation test tries")

set(PAJE_REFERENCE_ROUNDS 500 CACHE STRING "Changed traces that are compared with the reference")

set(PAJE_COMMAND_LINES 300 CACHE STRING "Hostile calls that the test of command lines makes")

set(PAJE_SEED 1 CACHE STRING "Where the random numbers of these tests begin")
set(PAJE_TEST_TIMEOUT 600 CACHE STRING "Seconds that most black-box tests may take")

set(samples "${PROJECT_SOURCE_DIR}/sample_traces")
set(tool_dir "$<TARGET_FILE_DIR:pj_dump>")

function(paje_blackbox_test name script)
  add_test(NAME ${name}
    COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/${script}" ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77
    TIMEOUT ${PAJE_TEST_TIMEOUT})
endfunction()

paje_blackbox_test(golden golden/run_golden.py
  "${tool_dir}" "${PAJE_SHARED_DIR}/golden" "${PAJE_SHARED_DIR}/traces")
paje_blackbox_test(reference reference/compare_with_reference.py
  "${tool_dir}" "${samples}" --shared "${PAJE_SHARED_DIR}/traces")
# By hand for longer: tests/reference/fuzz_against_reference.py ... --rounds 100000
paje_blackbox_test(reference.fuzz reference/fuzz_against_reference.py
  "${tool_dir}" "${samples}" --shared "${PAJE_SHARED_DIR}/traces" --rounds ${PAJE_REFERENCE_ROUNDS} --seed ${PAJE_SEED}
  --keep "${CMAKE_CURRENT_BINARY_DIR}/fuzz_findings")
set_tests_properties(reference reference.fuzz PROPERTIES LABELS reference PROCESSORS 2)
paje_blackbox_test(errors errors/run_errors.py "${tool_dir}" "${samples}")
paje_blackbox_test(cli cli/run_cli.py "${tool_dir}" "${samples}")
paje_blackbox_test(cases_reading cases/run_reading.py
  "${tool_dir}" "${PAJE_SHARED_DIR}/cases")
paje_blackbox_test(mutation mutation/mutate.py
  "${tool_dir}" "${samples}" --rounds ${PAJE_MUTATION_ROUNDS} --seed ${PAJE_SEED})

add_executable(aggregate_cells golden/aggregate_cells.cpp)
target_link_libraries(aggregate_cells PRIVATE paje paje_warnings)
paje_blackbox_test(golden.aggregation golden/run_aggregation_golden.py
  $<TARGET_FILE:aggregate_cells> "${PAJE_SHARED_DIR}/golden-aggregate")
paje_blackbox_test(aggregate aggregate/run_aggregate.py "${tool_dir}" "${samples}")
paje_blackbox_test(parts parts/run_parts.py "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}/traces")
paje_blackbox_test(binary binary/run_binary.py "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}")
paje_blackbox_test(cases_binary cases/run_binary.py "${tool_dir}" "${PAJE_SHARED_DIR}")
paje_blackbox_test(compare compare/run_compare.py
  "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}/traces")
paje_blackbox_test(compare_planted compare/run_planted.py "${tool_dir}" "${PAJE_SHARED_DIR}")
paje_blackbox_test(import import/run_import.py
  "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}/traces")
# It runs the tools thousands of times, which sanitizers make slow.
set_tests_properties(import PROPERTIES TIMEOUT 1500)
paje_blackbox_test(cases_chrome_tables cases/run_chrome_tables.py
  "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}")
paje_blackbox_test(cases_paraver_otf2 cases/run_paraver_otf2.py "${tool_dir}" "${PAJE_SHARED_DIR}")
paje_blackbox_test(equals equals/run_equals.py "${tool_dir}" "${samples}")
paje_blackbox_test(query query/run_query.py
  "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}/traces" "${PROJECT_SOURCE_DIR}/docs/queries.md")
paje_blackbox_test(query.user_fields query/run_user_fields.py "${tool_dir}" "${samples}")
paje_blackbox_test(query.functions query/run_functions.py "${tool_dir}" "${samples}")
paje_blackbox_test(export export/run_export.py "${tool_dir}" "${samples}")
paje_blackbox_test(export.chrome export/run_chrome.py
  "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}/traces")
# They run the tools thousands of times, too.
set_tests_properties(cases_binary cases_chrome_tables cases_paraver_otf2 parts PROPERTIES TIMEOUT 1500)
paje_blackbox_test(cases_compat cases/run_compat.py "${tool_dir}")
paje_blackbox_test(validate validate/run_validate.py "${tool_dir}" "${samples}")
paje_blackbox_test(generate generate/run_generate.py "${tool_dir}")

paje_blackbox_test(analyze_golden analyze/run_analyze_golden.py
  "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}")

paje_blackbox_test(examples examples/run_examples.py
  "${tool_dir}" "$<TARGET_FILE_DIR:example_write_trace>" "${samples}")

paje_blackbox_test(packaging packaging/check_packaging.py "${PROJECT_SOURCE_DIR}")
paje_blackbox_test(bench bench/run_bench.py "${tool_dir}" "${PROJECT_SOURCE_DIR}")

# By hand for longer, and with other calls: tests/fuzz/run_command_lines.py ... --seed 2 --minutes 10
paje_blackbox_test(command_lines fuzz/run_command_lines.py
  "${tool_dir}" "${samples}" --calls ${PAJE_COMMAND_LINES} --seed ${PAJE_SEED})

set(viewer "")
set(viewer_option "")
if(TARGET pajeview)
  set(viewer $<TARGET_FILE:pajeview>)
  set(viewer_option --viewer ${viewer})
endif()

paje_blackbox_test(cases_sort cases/run_sort.py
  "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}" ${viewer_option})

# Faults of the system. A sanitizer's own malloc is in the way of the library that makes them.
string(FIND "${CMAKE_CXX_FLAGS}" "-fsanitize" sanitizer_at)
if(sanitizer_at EQUAL -1)
  add_library(failing_calls MODULE faults/failing_calls.c)
  target_link_libraries(failing_calls PRIVATE ${CMAKE_DL_LIBS})
  set_target_properties(failing_calls PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  paje_blackbox_test(faults faults/run_faults.py
    "${tool_dir}" "${samples}" $<TARGET_FILE:failing_calls>)
  set_tests_properties(faults PROPERTIES TIMEOUT 1500)
  # Instructions are counted by Valgrind, which runs nothing that a sanitizer watches.
  paje_blackbox_test(cases_linear cases/run_linear.py "${tool_dir}")
  # Small here; by hand with more: tests/bounds/run_bounds.py build/release/tools
  #   --viewer build/release/gui/pajeview --factor 10
  paje_blackbox_test(bounds bounds/run_bounds.py "${tool_dir}" ${viewer_option} --factor 0.05)
endif()

# Numbers and names that nobody writes in earnest.
set(hostile_options "")
if(TARGET paje_python AND sanitizer_at EQUAL -1)
  set(hostile_options --python-path ${PROJECT_BINARY_DIR}/python)
endif()
paje_blackbox_test(cases_hostile cases/run_hostile.py
  "${tool_dir}" ${viewer_option} ${hostile_options} --shared "${PAJE_SHARED_DIR}/cases")
set_tests_properties(cases_hostile PROPERTIES TIMEOUT 1500)

paje_blackbox_test(r r/run_r.py "${tool_dir}" "${samples}" "${PROJECT_SOURCE_DIR}/docs/r.md")

set(python_option "")
if(TARGET paje_python AND sanitizer_at EQUAL -1)
  set(python_option --python "${PROJECT_BINARY_DIR}/python")
endif()
paje_blackbox_test(cases_system cases/run_system.py
  "${tool_dir}" ${viewer_option} ${python_option} --shared "${PAJE_SHARED_DIR}/cases")

paje_blackbox_test(guide guide/run_guide.py
  "${tool_dir}" "${samples}" "${PROJECT_SOURCE_DIR}/docs" ${viewer})

# The Python package. Under a sanitizer its runtime has to come before the interpreter.
if(TARGET paje_python AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  paje_blackbox_test(python python/run_python.py
    "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}/traces")
  paje_blackbox_test(python.columns python/run_columns.py
    "${tool_dir}" "${samples}" "${PAJE_SHARED_DIR}/cases")
  paje_blackbox_test(python.fields python/run_fields.py
    "${PROJECT_SOURCE_DIR}/python/paje/_paje.pyi" "${PAJE_SHARED_DIR}/cases")
  paje_blackbox_test(python.pickle python/run_pickle.py "${tool_dir}" "${samples}")
  paje_blackbox_test(python.document python/run_document.py "${PROJECT_SOURCE_DIR}/docs/python.md"
    "${PROJECT_SOURCE_DIR}/python/examples/gantt_and_profile.py" "${samples}")
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
  set_tests_properties(python python.columns python.fields python.pickle python.document
    PROPERTIES ENVIRONMENT "${python_environment}")
endif()
