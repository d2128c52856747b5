// The records of a Paraver trace: states, events and communications of threads.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "import/bad_input.hpp"
#include "import/decimal_time.hpp"
#include "import/importer.hpp"
#include "import/input_bytes.hpp"
#include "import/paraver_names.hpp"
#include "import/paraver_objects.hpp"
#include "import/slices.hpp"
#include "import/text_lines.hpp"

namespace paje::tools {

namespace {

constexpr uint64_t kTellLines = 65536;

// What becomes of the events of one type.
struct EventSeries {
  enum class Use : uint8_t { state, event, variable };
  Use use = Use::variable;
  TypeIndex type = kRoot;
  const ParaverValues* values = nullptr;
};

class ParaverImport {
 public:
  ParaverImport(const ImportSource& source, ImportedTrace& trace)
      : source_(source), trace_(trace), lines_(source.bytes), rows_(trace, "State") {
    trace.set_has_messages();
  }

  void run() {
    read_names();
    const std::string_view first = lines_.next().value_or(std::string_view());
    check_whole(first);
    objects_.emplace(source_.name, first, names_, trace_);
    while (const auto line = lines_.next()) {
      check_whole(*line);
      take(*line);
      if (lines_.number() % kTellLines == 0) source_.tell(lines_.position());
    }
    for (std::size_t thread = 0; thread < states_.size(); ++thread) {
      add_slices(trace_, source_.losses, rows_, static_cast<ContainerIndex>(thread),
                 std::exchange(states_[thread], {}));
    }
    trace_.create_all_containers();
  }

 private:
  void read_names() {
    const std::unique_ptr<InputBytes> pcf = beside("pcf");
    const std::unique_ptr<InputBytes> row = beside("row");
    if (pcf) names_.read_pcf(pcf->bytes(), source_.losses);
    if (row) names_.read_row(row->bytes(), source_.losses);
  }

  // NAME.pcf of NAME.prv, or of NAME.prv.gz.
  std::unique_ptr<InputBytes> beside(const char* extension) {
    std::unique_ptr<InputBytes> found;
    std::filesystem::path path = source_.path;
    if (path.extension() != ".prv" && path.stem().extension() == ".prv")
      path = path.parent_path() / path.stem();
    path.replace_extension(extension);
    std::error_code ignored;
    if (source_.path != "-" && std::filesystem::exists(path, ignored)) {
      found = std::make_unique<InputBytes>(path.string());
    } else {
      source_.losses.note(
          fmt::format("there is no .{} file beside it: numbers stand for names", extension));
    }
    return found;
  }

  // A number may be cut without looking so.
  void check_whole(std::string_view line) const {
    if (!lines_.is_whole()) fail("the trace ends within a line", line, "a newline behind it");
  }

  [[noreturn]] void fail(std::string_view title, std::string_view found,
                         std::string_view expected) const {
    throw bad_text_line(source_.name, lines_.number(), title, found, expected);
  }

  void take(std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    if (line.front() == 'c') return source_.losses.add("communicators");
    split(line);
    if (fields_[0] == "1") return take_state(line);
    if (fields_[0] == "2") return take_events(line);
    if (fields_[0] == "3") return take_communication(line);
    fail("unknown record", fields_[0], "1 (state), 2 (event) or 3 (communication)");
  }

  void split(std::string_view line) {
    fields_.clear();
    while (true) {
      const std::size_t colon = line.find(':');
      fields_.push_back(line.substr(0, colon));
      if (colon == std::string_view::npos) return;
      line.remove_prefix(colon + 1);
    }
  }

  void need(std::string_view line, bool is_right, std::string_view form) const {
    if (!is_right) fail("wrong number of fields", line, form);
  }

  void take_state(std::string_view line) {
    need(line, fields_.size() == 8, "1:cpu:application:task:thread:begin:end:state");
    const ContainerIndex at = thread(2);
    const double start = time(5);
    const double end = time(6);
    if (end < start)
      fail("end before the begin", fields_[6], fmt::format("at least {}", fields_[5]));
    if (states_.size() <= at) states_.resize(at + std::size_t{1});
    states_[at].push_back({start, end, name_of(names_.states, number(7))});
  }

  void take_events(std::string_view line) {
    need(line, fields_.size() >= 8 && fields_.size() % 2 == 0,
         "2:cpu:application:task:thread:time:type:value, and further pairs of a type and a value");
    const ContainerIndex at = thread(2);
    const double when = time(5);
    for (std::size_t i = 6; i < fields_.size(); i += 2) {
      const EventSeries& series = series_of(number(i));
      const int64_t value = number(i + 1);
      switch (series.use) {
        case EventSeries::Use::state:
          if (value == 0) {
            trace_.reset_state(when, series.type, at);
          } else {
            trace_.set_state(when, series.type, at, name_of(*series.values, value));
          }
          break;
        case EventSeries::Use::event:
          trace_.event(when, series.type, at, name_of(*series.values, value));
          break;
        case EventSeries::Use::variable:
          trace_.set_variable(when, series.type, at, static_cast<double>(value));
          break;
      }
    }
  }

  void take_communication(std::string_view line) {
    need(line, fields_.size() == 15,
         "3:cpu:application:task:thread:logical:physical send:cpu:application:task:thread:logical:"
         "physical receive:size:tag");
    ImportedLink link;
    link.start = thread(2);
    link.end = thread(8);
    link.value = trace_.word("message");
    link.size = number(13);
    link.tag = number(14);
    if (link_type_ == kRoot) {
      const TypeIndex type = objects_->thread_type();
      link_type_ = trace_.add_type({ImportedKind::link, kRoot, "Communication", type, type});
    }
    link.type = link_type_;
    const double start = time(5);
    const double end = time(11);
    if (time(6) != start || time(12) != end) {
      source_.losses.add("physical times of communications (logical ones are kept)");
    }
    trace_.link(start, end, link);
  }

  // Types whose values have names are events, or states if there is one for their end; all others
  // count something.
  const EventSeries& series_of(int64_t number) {
    const auto [found, is_new] = series_.try_emplace(number);
    EventSeries& series = found->second;
    if (!is_new) return series;
    const auto known = names_.event_types.find(number);
    const bool is_known = known != names_.event_types.end();
    ImportedType type{
        ImportedKind::variable, objects_->thread_type(),
        is_known && !known->second.label.empty() ? known->second.label : fmt::format("{}", number)};
    if (is_known && known->second.values && !known->second.values->empty()) {
      series.values = known->second.values.get();
      const auto zero = series.values->find(0);
      const bool ends = zero != series.values->end() &&
                        (zero->second.starts_with("End") || zero->second.starts_with("Outside"));
      series.use = ends ? EventSeries::Use::state : EventSeries::Use::event;
      type.kind = ends ? ImportedKind::state : ImportedKind::event;
    }
    series.type = trace_.add_type(type);
    return series;
  }

  WordIndex name_of(const ParaverValues& names, int64_t number) {
    const auto found = names.find(number);
    if (found != names.end() && !found->second.empty()) return trace_.word(found->second);
    const fmt::format_int text(number);
    return trace_.word({text.data(), text.size()});
  }

  int64_t number(std::size_t field) const {
    const std::string_view text = fields_[field];
    int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) fail("malformed number", text, "an integer");
    return value;
  }

  double time(std::size_t field) const {
    const std::optional<DecimalTime> time =
        DecimalTime::parse(fields_[field], objects_->time_exponent());
    if (!time) fail("malformed time", fields_[field], "a number");
    return time->seconds();
  }

  // The thread that three fields name.
  ContainerIndex thread(std::size_t first) {
    const auto part = [&](std::size_t i) { return static_cast<uint64_t>(number(first + i)); };
    const ContainerIndex found = objects_->thread(part(0), part(1), part(2));
    if (found == ParaverObjects::kUndeclared) {
      fail("unknown thread",
           fmt::format("{}.{}.{}", fields_[first], fields_[first + 1], fields_[first + 2]),
           "one that the first line declares");
    }
    return found;
  }

  const ImportSource& source_;
  ImportedTrace& trace_;
  TextLines lines_;
  SliceRows rows_;
  ParaverNames names_;
  std::optional<ParaverObjects> objects_;
  std::vector<std::string_view> fields_;
  std::vector<std::vector<Slice>> states_;  // by thread
  std::unordered_map<int64_t, EventSeries> series_;
  TypeIndex link_type_ = kRoot;
};

}  // namespace

void import_paraver(const ImportSource& source, ImportedTrace& trace) {
  ParaverImport(source, trace).run();
}

}  // namespace paje::tools
