# Run by cpack. First (CPACK_PROJECT_CONFIG_FILE) it says the date of the archives; then, for each
# package (CPACK_PRE_BUILD_SCRIPTS), it gives all files that date, whenever they were built, and opens
# folders to all, whatever the umask.
set(ENV{SOURCE_DATE_EPOCH} "${CPACK_PAJE_SOURCE_DATE}")
if(CPACK_TEMPORARY_DIRECTORY AND IS_DIRECTORY "${CPACK_TEMPORARY_DIRECTORY}")
  execute_process(
    COMMAND find "${CPACK_TEMPORARY_DIRECTORY}" -type d -exec chmod 755 {} +
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(
    COMMAND find "${CPACK_TEMPORARY_DIRECTORY}"
      -exec touch --no-dereference "--date=@${CPACK_PAJE_SOURCE_DATE}" {} +
    COMMAND_ERROR_IS_FATAL ANY)
endif()
