// pj_export: a trace for other tools.
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "common/print_error.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "dump/hierarchy_reports.hpp"
#include "export/chrome/export.hpp"
#include "export/csv_tables.hpp"
#include "export/input.hpp"
#include "export/options.hpp"
#include "export/parquet_files.hpp"
#include "export/starvz/write.hpp"
#include "export/table_losses.hpp"
#include "export/text_file.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/measured_time.hpp"
#include "paje/otf2.hpp"
#include "paje/read.hpp"
#include "paje/user_columns.hpp"
#include "sql/save.hpp"
#include "sql/trace_database.hpp"
#include "ti/action_files.hpp"
#include "ti/actions.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

// All files get their names at the end, so that a failure leaves none of them.
void write_csv_files(const Trace& trace, const ExportOptions& options) {
  constexpr std::pair<TypeKind, std::string_view> kFiles[] = {{TypeKind::container, "container"},
                                                              {TypeKind::state, "state"},
                                                              {TypeKind::variable, "variable"},
                                                              {TypeKind::event, "event"},
                                                              {TypeKind::link, "link"}};
  // Problems of the field are reported before anything is made.
  (void)UserColumns(trace, TypeKind::link, options.size_field);
  std::filesystem::create_directories(options.output);
  std::vector<std::unique_ptr<TextFile>> files;
  for (const auto& [kind, name] : kFiles) {
    const std::filesystem::path path =
        std::filesystem::path(options.output) /
        (std::string(name) + ".csv" + std::string(suffix(options.compression)));
    files.push_back(
        std::make_unique<TextFile>(path.string(), options.compression, options.read.threads));
    write_csv_table(trace, kind, options.size_field, options.read.threads,
                    [&](std::string_view text) { files.back()->write(text); });
  }
  for (const auto& file : files) file->commit();
}

void tell_table_losses(const Trace& trace, TableFormat format) {
  for (const auto& [kind, count] : table_losses(trace, format)) {
    say("pj_export: not carried over: {} {}\n", with_separators(count), kind);
  }
}

void write_text(const Trace& trace, const ExportOptions& options) {
  if (options.compression != Compression::none && options.output == "-" &&
      ::isatty(STDOUT_FILENO) == 1) {
    throw std::runtime_error("a terminal shows no compressed text: name a file with -o");
  }
  TextFile file(options.output, options.compression, options.read.threads);
  if (options.format == ExportFormat::dot) {
    file.write(type_graph(trace, TypeNodes::distinct));
  } else {
    check_measured(trace, Input::from_path(options.input).name());  // JSON has no infinity
    const Trace* const traces[] = {&trace};
    const ChromeOptions chrome = {
        .has_user_fields = options.read.keep_user_fields,
        .size_field = options.size_field,
        .unit = unit_for(options.unit, traces, "pj_export", options.quiet),
        .threads = options.read.threads};
    write_chrome(trace, chrome, [&](std::string_view text) { file.write(text); });
  }
  file.commit();
}

void write_actions(const Trace& trace, const ExportOptions& options) {
  check_measured(trace, Input::from_path(options.input).name());
  const Trace* const traces[] = {&trace};
  const TimeUnit unit = unit_for(options.unit, traces, "pj_export", options.quiet);
  const DependencyGraph graph(trace,
                              {.size_field = options.size_field, .threads = options.read.threads});
  if (graph.tracks().empty()) {
    throw std::runtime_error("the trace has no states, so no process does anything");
  }
  const Actions actions = make_actions(graph, {.operations_per_second = options.host_speed,
                                               .units_per_second = per_second(unit),
                                               .size_field = options.size_field,
                                               .collective_bytes = options.collective_bytes,
                                               .element_bytes = options.element_bytes});
  write_action_files(actions, options.output);
  if (options.quiet) return;
  for (const auto& [what, count] : actions.losses) {
    say("pj_export: not carried over, or assumed: {} {}\n", count, what);
  }
}

void write_archive(const Trace& trace, const ExportOptions& options) {
  const Otf2Options otf2 = {.has_user_fields = options.read.keep_user_fields,
                            .size_field = options.size_field};
  const ConversionLosses losses = write_otf2(trace, otf2, options.output);
  if (options.quiet) return;
  for (const std::string& note : losses.notes) say("pj_export: {}\n", note);
  for (const auto& [kind, count] : losses.counts) {
    say("pj_export: not carried over: {} {}\n", with_separators(count), kind);
  }
}

void write_starvz_tables(const Trace& trace, const ExportOptions& options) {
  std::string folder = options.run_folder;
  if (folder.empty() && options.input != "-") {
    folder = std::filesystem::path(options.input).parent_path().string();
    if (folder.empty()) folder = ".";
  }
  const std::vector<std::string> missing = write_starvz(trace, folder, options.output);
  if (missing.empty() || options.quiet) return;
  say("pj_export: tables of {} are left out: not in {} (--run-folder)\n", fmt::join(missing, ", "),
      folder.empty() ? "a folder that is named" : "'" + folder + "'");
}

void tell_left_out(const TraceDatabase& database) {
  const std::string& left_out = database.user_tables().left_out();
  if (!left_out.empty()) say("pj_export: {}\n", left_out);
}

void run(const ExportOptions& options) {
  begin_export(options);
  const Trace trace = read_exported(options);
  if (options.format == ExportFormat::sqlite) {
    DependencyOptions how;
    how.size_field = options.size_field;
    TraceDatabase database(trace, how);
    if (!options.quiet) tell_left_out(database);
    save_database(database, options.output);
  } else if (options.format == ExportFormat::parquet) {
    write_parquet_files(trace, parquet_options(options), options.output);
    if (!options.quiet) tell_table_losses(trace, TableFormat::parquet);
  } else if (options.format == ExportFormat::starvz) {
    write_starvz_tables(trace, options);
  } else if (options.format == ExportFormat::otf2) {
    write_archive(trace, options);
  } else if (options.format == ExportFormat::csv) {
    write_csv_files(trace, options);
    if (!options.quiet) tell_table_losses(trace, TableFormat::csv);
  } else if (options.format == ExportFormat::ti) {
    write_actions(trace, options);
  } else {
    write_text(trace, options);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_export", [&] {
    ExportOptions options;
    if (const auto status = parse_export_options(argc, argv, options)) return *status;
    run(options);
    return static_cast<int>(ExitCode::done);
  });
}
