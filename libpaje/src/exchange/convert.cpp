#include "exchange/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <filesystem>

#include "exchange/detect_format.hpp"
#include "exchange/import_clock.hpp"
#include "exchange/importer.hpp"
#include "exchange/input_bytes.hpp"
#include "exchange/recognise.hpp"
#include "exchange/table/files.hpp"
#include "exchange/ti/files.hpp"
#include "exchange/trace_text.hpp"

namespace paje {

namespace {

constexpr std::array<std::string_view, 5> kNames = {"chrome", "otf2", "paraver", "table", "ti"};

}  // namespace

std::string_view spelling(OtherFormat format) { return kNames[static_cast<std::size_t>(format)]; }

std::optional<OtherFormat> other_format(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<OtherFormat>(found - kNames.begin());
}

namespace exchange {

namespace {

// All files of an archive of OTF2: NAME.otf2, NAME.def and those in the folder NAME.
void name_archive_files(const std::filesystem::path& path, const ConvertOptions& options) {
  if (!options.on_file) return;
  std::error_code none;
  const bool is_folder = std::filesystem::is_directory(path, none);
  const std::filesystem::path stem = std::filesystem::path(path).replace_extension();
  for (const char* const suffix : {".otf2", ".def"}) options.on_file(stem.string() + suffix);
  const std::filesystem::recursive_directory_iterator files(is_folder ? path : stem, none);
  for (const auto& entry : files) options.on_file(entry.path().string());
}

class Conversion {
 public:
  Conversion(const Input& input, const ConvertOptions& options, const std::stop_token& stop)
      : input_(input), options_(options), stop_(stop) {}

  std::unique_ptr<Converted> run() {
    const OtherFormat format = options_.format.value();
    converted_->losses.set_on_problem(options_.on_problem);
    open(format);
    converted_->trace.set_threads(options_.threads);
    if (!options_.event_choice.is_empty() && format != OtherFormat::paraver) {
      converted_->losses.note("--states, --events and --variables are for traces of Paraver");
    }
    source_.on_progress = [&](uint64_t consumed) {
      check_stop();
      tell(consumed);
    };
    try {
      read(format);
    } catch (const TraceError&) {
      check_whole();
      throw;
    }
    check_stop();
    set_origin();
    converted_->trace.finish();
    check_whole();
    return std::move(converted_);
  }

 private:
  void open(OtherFormat format) {
    const bool is_file = !input_.reader() && input_.kind() == Input::Kind::path;
    source_.name = converted_->name = input_.name();
    if (input_.kind() == Input::Kind::path) source_.path = input_.name();
    if (format == OtherFormat::otf2) return name_archive_files(source_.path, options_);
    if (is_file && (format == OtherFormat::table || format == OtherFormat::ti)) {
      const bool is_table = format == OtherFormat::table;
      for (const std::string& file :
           is_table ? table_files(source_.path) : ti_files(source_.path)) {
        const InputBytes& part = add(Input::from_path(file));
        source_.parts.push_back({part.name(), part.bytes()});
      }
      if (!source_.parts.empty()) return;
    }
    source_.bytes = add(input_).bytes();
  }

  // What a file that was cut meanwhile seems to hold is no fault of its own.
  void check_whole() const {
    for (const InputBytes& bytes : inputs_) bytes.check();
  }

  const InputBytes& add(const Input& input) {
    if (options_.on_file && input.kind() == Input::Kind::path) options_.on_file(input.name());
    return inputs_.emplace_back(input, options_.map_files);
  }

  // A trace that is counted from elsewhere than its file, without having been asked for that, says
  // so: the times of its file may be needed.
  void set_origin() {
    ImportedTrace& trace = converted_->trace;
    const bool is_chosen = !options_.counts_from_first && trace.origin();
    if (!is_chosen && !options_.counts_from_first.value_or(false)) return;
    constexpr double kNanoseconds = 1e9;
    const double first = trace.count_from_first();
    if (!is_chosen || is_far(first)) return;
    const DecimalTime origin =
        *trace.origin() + DecimalTime::of_nanoseconds(std::llround(first * kNanoseconds));
    converted_->losses.note(
        fmt::format("times count from the first, which is {} s in the file: so far from 0, seconds "
                    "cannot hold nanoseconds (pj_import --origin=zero keeps such times)",
                    origin.text()));
  }

  void tell(uint64_t consumed) const {
    if (!options_.on_progress) return;
    ReadProgress state;
    state.consumed = consumed;
    if (!source_.bytes.empty()) state.size = source_.bytes.size();
    options_.on_progress(state);
  }

  void check_stop() const {
    if (stop_.stop_requested()) throw ReadStopped();
  }

  void read(OtherFormat format) {
    switch (format) {
      case OtherFormat::chrome:
        return import_chrome(source_, converted_->trace);
      case OtherFormat::otf2:
        return import_otf2(source_, converted_->trace);
      case OtherFormat::paraver:
        return import_paraver(source_, converted_->trace);
      case OtherFormat::table:
        return import_table(source_, converted_->trace);
      case OtherFormat::ti:
        return import_ti(source_, converted_->trace);
    }
  }

  const Input& input_;
  const ConvertOptions& options_;
  const std::stop_token& stop_;
  std::unique_ptr<Converted> converted_ = std::make_unique<Converted>();
  std::deque<InputBytes> inputs_;
  ImportSource source_{{}, {}, {}, converted_->losses, options_, {}, {}};
};

}  // namespace

std::unique_ptr<Converted> convert(const Input& input, const ConvertOptions& options,
                                   const std::stop_token& stop) {
  return Conversion(input, options, stop).run();
}

}  // namespace exchange

namespace {

std::unique_ptr<exchange::Converted> convert_any(const Input& input,
                                                 const ConvertOptions& options) {
  ConvertOptions chosen = options;
  Input whole = input;
  if (!chosen.format) {
    exchange::Recognised found = exchange::recognise(input);
    if (!found.format) {
      // Reading may fail for a better reason.
      const exchange::InputBytes read(found.input, options.map_files);
      throw exchange::no_other_format(input.name(), found.begin);
    }
    chosen.format = found.format;
    whole = std::move(found.input);
  }
  return exchange::convert(whole, chosen);
}

}  // namespace

ConversionLosses convert_text(const Input& input, const ConvertOptions& options,
                              const std::function<void(std::string_view)>& sink) {
  const auto converted = convert_any(input, options);
  exchange::TraceText text(converted->trace);
  while (true) {
    const std::string_view piece = text.next();
    if (piece.empty()) break;
    sink(piece);
  }
  return converted->losses.all();
}

ConversionLosses convert_events(const Input& input, const ConvertOptions& options,
                                EventVisitor& visitor) {
  const auto converted = convert_any(input, options);
  exchange::deliver_events(converted->trace, visitor);
  return converted->losses.all();
}

}  // namespace paje
