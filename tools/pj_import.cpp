// pj_import: traces of other tools' formats as Pajé traces.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <deque>
#include <filesystem>
#include <optional>

#include "binary/compression_option.hpp"
#include "binary/failure.hpp"
#include "binary/trace_encoding.hpp"
#include "binary/trace_text.hpp"
#include "common/cli.hpp"
#include "common/progress.hpp"
#include "common/sigbus.hpp"
#include "common/tool.hpp"
#include "import/import_options.hpp"
#include "import/importer.hpp"
#include "import/input_bytes.hpp"
#include "import/table/files.hpp"
#include "import/trace_output.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

// Text, to where a binary trace may go as well.
class TextEvents final : public EventVisitor {
 public:
  TextEvents(const std::string& name, TraceText::Output output) : text_(name, std::move(output)) {}

  void on_definition(const EventDefinition& definition) override {
    text_.on_definition(definition);
  }
  void on_event(const Event& event) override { text_.on_event(event, 0); }
  void finish() { text_.flush(); }

 private:
  TraceText text_;
};

void read(const ImportOptions& options, ImportFormat format, const ImportSource& source,
          ImportedTrace& trace) {
  switch (format) {
    case ImportFormat::chrome:
      import_chrome(source, trace);
      break;
    case ImportFormat::otf2:
      import_otf2(source, trace);
      break;
    case ImportFormat::paraver:
      import_paraver(source, trace);
      break;
    case ImportFormat::table:
      import_table(source, trace);
      break;
  }
  if (options.origin_is_start) trace.count_from_first();
  trace.finish();
}

void write(const ImportOptions& options, const ImportedTrace& trace) {
  OutputFile output(options.output);
  const auto write_out = [&](std::string_view bytes) { output.write(bytes); };
  if (options.is_text) {
    CompressedBytes bytes(options.encoding.zstd_level, options.encoding.threads, write_out);
    TextEvents events(options.input, [&](std::string_view text) { bytes.write(text); });
    write_trace(trace, events);
    events.finish();
    bytes.finish();
  } else {
    TraceEncoding encoding(options.input, options.encoding, write_out);
    write_trace(trace, encoding);
    encoding.finish();
  }
  check_input_sizes();
  output.commit();
}

// All files of an archive of OTF2: NAME.otf2, NAME.def and those in the folder NAME.
void add_archive(const std::filesystem::path& path) {
  std::error_code none;
  const bool is_folder = std::filesystem::is_directory(path, none);
  const std::filesystem::path stem = std::filesystem::path(path).replace_extension();
  for (const char* const suffix : {".otf2", ".def"}) add_input_file(stem.string() + suffix);
  const std::filesystem::recursive_directory_iterator files(is_folder ? path : stem, none);
  for (const auto& entry : files) add_input_file(entry.path().string());
}

void convert(const ImportOptions& options) {
  const bool is_readable = options.is_text && !options.encoding.zstd_level;
  if (!is_readable && options.output == "-" && ::isatty(STDOUT_FILENO) == 1) {
    throw std::runtime_error("a terminal shows no binary trace: name a file with -o");
  }
  Progress progress(!options.quiet, false);
  const std::function<void(const ReadProgress&)> callback = progress.callback();
  Losses losses;
  ImportedTrace trace(losses);
  ImportSource source{options.input, options.input, {}, losses, {}, options.origin_is_start};
  source.is_lenient = options.is_lenient;
  source.event_choice = options.event_choice;
  std::optional<ImportFormat> format = options.from ? options.from : format_of_path(options.input);
  std::deque<InputBytes> inputs;
  if (format == ImportFormat::otf2) add_archive(options.input);
  if (format == ImportFormat::table) {
    for (const std::string& file : table_files(options.input)) {
      const InputBytes& part = inputs.emplace_back(file);
      source.parts.push_back({part.name(), part.bytes()});
    }
  }
  if (source.parts.empty() && format != ImportFormat::otf2) {
    const InputBytes& input = inputs.emplace_back(options.input);
    source.name = input.name();
    source.bytes = input.bytes();
    if (!format) format = format_of_bytes(source.name, source.bytes);
  }
  if (!source.event_choice.is_empty() && *format != ImportFormat::paraver) {
    losses.note("--states, --events and --variables are for traces of Paraver");
  }
  if (callback) {
    source.on_progress = [&](uint64_t consumed) {
      ReadProgress state;
      state.consumed = consumed;
      if (!source.bytes.empty()) state.size = source.bytes.size();
      callback(state);
    };
  }
  read(options, *format, source, trace);
  write(options, trace);
  progress.finish();
  if (!options.quiet) losses.print("pj_import", source.name);
}

int run(int argc, char** argv) {
  CLI::App app(
      "Converts traces of other formats to Pajé: slices and states nest in containers for "
      "processes "
      "and threads, counters become variables, flows and messages links, instants events.",
      "pj_import");
  ImportOptions options;
  add_options(app, options);
  if (const auto status = parse_options(app, argc, argv)) return *status;
  convert(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_converter("pj_import", [&] { return run(argc, argv); });
}
