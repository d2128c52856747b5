// pj_record: runs an MPI program and makes a trace of its run.
#include <fmt/format.h>
#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "binary/archive_output.hpp"
#include "binary/trace_output.hpp"
#include "common/end_handler.hpp"
#include "common/interrupts.hpp"
#include "common/print_error.hpp"
#include "common/run_command.hpp"
#include "common/tool.hpp"
#include "paje/read.hpp"
#include "parts/split_directory.hpp"
#include "record/mpi_libraries.hpp"
#include "record/options.hpp"
#include "record/recorded_trace.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void add_to_list(Variables& variables, const char* name, const std::string& value, char separator) {
  const char* const before = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  const bool has_some = before != nullptr && *before != '\0';
  variables.emplace_back(name, has_some ? value + separator + before : value);
}

// Launchers of Open MPI hand on to other machines what this list names; MPICH's hand on all.
Variables variables_of(const RecordingLibrary& library, const std::string& folder) {
  Variables variables;
  add_to_list(variables, "LD_PRELOAD", library.path, ':');
  variables.emplace_back("PAJE_RECORD_FOLDER", folder);
  if (library.mpi == "openmpi") {
    add_to_list(variables, "OMPI_MCA_mca_base_env_list", "LD_PRELOAD;PAJE_RECORD_FOLDER", ';');
  }
  return variables;
}

// A directory's name may end with them.
std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// Next to the trace, where processes on other machines find it if they share that.
std::string make_folder(const std::string& output) {
  const std::string folder = std::filesystem::absolute(without_slashes(output)).string() + ".parts";
  if (::mkdir(folder.c_str(), 0777) == 0) return folder;
  if (errno != EEXIST) throw std::system_error(errno, std::generic_category(), folder);
  throw std::runtime_error(fmt::format(
      "{} is there already: an earlier recording, which --convert makes a trace of; or remove it",
      folder));
}

void write_bytes(RecordedRun& run, Encoding encoding, const std::string& path,
                 RecordedCounts& counts) {
  OutputFile file(path);
  WriterOptions options;
  options.encoding = encoding;
  options.checks_links = false;  // they were matched, one by one
  TraceWriter writer([&](std::string_view bytes) { file.write(bytes); }, options);
  counts = write_recorded(run, writer);
  file.commit();
}

// An archive is made of what is replayed, which is read back from a file of text.
void write_archive_file(RecordedRun& run, const RecordOptions& options, RecordedCounts& counts) {
  check_archive_path(options.output);
  const TemporaryPath text(options.output + ".text");
  write_bytes(run, Encoding::text, text.path(), counts);
  ReadOptions read;
  read.keep_user_fields = true;
  save_archive({.tool = "pj_record", .quiet = true}, text.path(), read, {.output = options.output});
}

// A file for each process, with its threads; links are in the root file.
void write_set(RecordedRun& run, const RecordOptions& options, RecordedCounts& counts) {
  SplitDirectory directory(options.output);
  const TemporaryPath text(without_slashes(options.output) + ".text");
  write_bytes(run, Encoding::text, text.path(), counts);
  SplitRule rule;
  rule.by = SplitRule::By::container_type;
  rule.container_type = "Process";
  directory.write(Input::from_path(text.path()), {}, rule);
  directory.commit();
}

void convert(const RecordOptions& options, const std::string& folder) {
  RecordedRun run = read_recording(folder);
  RecordedCounts counts;
  if (options.method == "archive") {
    write_archive_file(run, options, counts);
  } else if (options.method == "set") {
    write_set(run, options, counts);
  } else {
    write_bytes(run,
                options.method == "text"       ? Encoding::text
                : options.method == "standard" ? Encoding::standard
                                               : Encoding::reference,
                options.output, counts);
  }
  for (const std::string& warning : run.warnings) say("pj_record: warning: {}\n", warning);
  if (run.sends_without_receive + run.receives_without_send > 0) {
    say("pj_record: warning: {} without a receive and {} without a send are left out of the "
        "links\n",
        counted(run.sends_without_receive, "send", "sends"),
        counted(run.receives_without_send, "receive", "receives"));
  }
  if (options.quiet) return;
  const std::string regions =
      counts.regions > 0 ? counted(counts.regions, "region", "regions") + ", " : "";
  say("pj_record: {}: {}{} of {}, {}\n", options.output, regions,
      counted(counts.calls, "call of MPI", "calls of MPI"),
      counted(run.processes.size(), "process", "processes"),
      counted(counts.links, "message", "messages"));
}

int run_command(const RecordOptions& options, const std::string& folder) {
  const Variables variables = variables_of(choose_library(options.mpi, options.command), folder);
  std::atomic<pid_t> process = 0;
  // An interrupt reaches the command from the terminal; what else is to end this process ends it.
  const InterruptHandler command_gets_it([] {});
  const EndHandler command_ends([&](int signal) {
    if (process > 0) ::kill(process, signal);
  });
  RunningCommand command(options.command, variables);
  process = command.process();
  return command.wait();
}

int record(const RecordOptions& options) {
  (void)choose_library(options.mpi, options.command);  // before there is a folder
  const std::string folder = make_folder(options.output);
  int status = 0;
  try {
    status = run_command(options, folder);
  } catch (const CommandNotStarted& error) {
    std::filesystem::remove(folder);
    say("pj_record: {}\n", one_line(error.what()));
    return error.status();
  }
  try {
    convert(options, folder);
  } catch (const std::exception& error) {
    if (std::filesystem::is_empty(folder)) std::filesystem::remove(folder);
    say("pj_record: no trace: {}\n", one_line(error.what()));
    if (std::filesystem::exists(folder)) {
      say("pj_record: what was recorded is in {}; --convert makes a trace of it\n",
          one_line(folder));
    } else {
      say("pj_record: the command called no function of a shared MPI library and marked no region\n"
          "pj_record: OpenMP is recorded where its runtime calls tools: LLVM's does, GCC's does "
          "not\n");
    }
    return status != 0 ? status : static_cast<int>(ExitCode::trouble);
  }
  if (!options.keep) std::filesystem::remove_all(folder);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_record", [&] {
    RecordOptions options;
    if (const auto status = parse_record_options(argc, argv, options)) return *status;
    if (options.convert.empty()) return record(options);
    convert(options, options.convert);
    return static_cast<int>(ExitCode::done);
  });
}
