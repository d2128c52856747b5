// The records of a Paraver trace: states, events and communications of threads.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exchange/bad_input.hpp"
#include "exchange/decimal_time.hpp"
#include "exchange/import_clock.hpp"
#include "exchange/importer.hpp"
#include "exchange/input_bytes.hpp"
#include "exchange/paraver/names.hpp"
#include "exchange/paraver/numbers.hpp"
#include "exchange/paraver/objects.hpp"
#include "exchange/paraver/series.hpp"
#include "exchange/slices.hpp"
#include "exchange/text_lines.hpp"

namespace paje::exchange {

namespace {

constexpr uint64_t kReportLines = 65536;
constexpr int kNanoseconds = -9;

// A record that cannot be used.
struct BadRecord {
  std::string title;
  std::string found;
  std::string expected;
};

// After a mark of UTF-8, which some editors put in front.
std::string_view text_of(std::string_view bytes) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return bytes.starts_with(kMark) ? bytes.substr(kMark.size()) : bytes;
}

class ParaverImport {
 public:
  ParaverImport(const ImportSource& source, ImportedTrace& trace)
      : source_(source),
        losses_(source.losses),
        trace_(trace),
        lines_(text_of(source.bytes)),
        rows_(trace, "State"),
        series_(names_, source.options.event_choice, trace),
        clock_(source, trace) {
    trace.set_has_messages();
  }

  void run() {
    read_names();
    read_header();
    while (const auto line = lines_.next()) {
      read_line(*line);
      if (lines_.number() % kReportLines == 0) source_.report(lines_.position());
    }
    finish_states();
    series_.finish(losses_);
    objects_->finish();
    if (early_ > 0) {
      losses_.note(fmt::format(
          "messages that are received before they are sent, since clocks differ: {}", early_));
    }
    for (const auto& [title, left_out] : left_out_) {
      losses_.add(fmt::format("lines that cannot be used: {} (first in line {})", title,
                              left_out.first_line),
                  left_out.count);
    }
    // The run begins at 0, unless times count from the first.
    if (trace_.origin()) {
      trace_.create_all_containers();
    } else {
      trace_.create_all_containers(0);
    }
    trace_.destroy_all_containers(clock_.seconds_later(objects_->duration()));
    if (objects_->time_exponent() <= kNanoseconds) clock_.finish();
  }

 private:
  struct LeftOut {
    uint64_t first_line = 0;
    uint64_t count = 0;
  };

  void read_names() {
    const std::unique_ptr<InputBytes> pcf = beside("pcf");
    const std::unique_ptr<InputBytes> row = beside("row");
    if (pcf) names_.read_pcf(text_of(pcf->bytes()), losses_);
    if (row) names_.read_row(text_of(row->bytes()), losses_);
  }

  // NAME.pcf of NAME.prv, or of NAME.prv.gz.
  std::unique_ptr<InputBytes> beside(const char* extension) {
    std::unique_ptr<InputBytes> found;
    std::filesystem::path path = source_.path;
    if (path.extension() != ".prv" && path.stem().extension() == ".prv")
      path = path.parent_path() / path.stem();
    path.replace_extension(extension);
    std::error_code ignored;
    if (!source_.path.empty() && std::filesystem::exists(path, ignored)) {
      if (source_.options.on_file) source_.options.on_file(path.string());
      found = std::make_unique<InputBytes>(Input::from_path(path), source_.options.map_files);
    } else {
      losses_.note(
          fmt::format("there is no .{} file next to it: numbers stand for names", extension));
    }
    return found;
  }

  void read_header() {
    std::string_view first;
    while (const auto line = lines_.next()) {
      first = *line;
      if (first.find_first_not_of(" \t") != std::string_view::npos) break;
    }
    first.remove_prefix(std::min(first.find_first_not_of(" \t"), first.size()));
    if (!lines_.is_whole()) {
      throw bad_text_line(source_.name, lines_.number(), "the trace ends within its first line",
                          first, "a newline after it");
    }
    objects_.emplace(source_.name, lines_.number(), first, names_, trace_, losses_);
  }

  [[noreturn]] static void fail(std::string_view title, std::string_view found,
                                std::string_view expected) {
    throw BadRecord{std::string(title), std::string(found), std::string(expected)};
  }

  void read_line(std::string_view line) {
    try {
      // A number may be cut without looking so.
      if (!lines_.is_whole()) {
        fail("the trace ends within a line", line,
             "a newline after it (--lenient reads the lines before it)");
      }
      read(line);
    } catch (const BadRecord& bad) {
      const TraceError error =
          bad_text_line(source_.name, lines_.number(), bad.title, bad.found, bad.expected);
      if (!source_.options.is_lenient) throw error;
      if (losses_.report(error)) return;
      LeftOut& left_out = left_out_[bad.title];
      if (left_out.count++ == 0) left_out.first_line = lines_.number();
    }
  }

  void read(std::string_view line) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) return;
    if (line.front() == '#') return losses_.add("comments");
    if (line.front() == 'c' || line.front() == 'C') return losses_.add("communicators");
    if (line.front() == 'i' || line.front() == 'I') return losses_.add("intercommunicators");
    split(line);
    if (fields_[0] == "1") return add_state(line);
    if (fields_[0] == "2") return add_events(line);
    if (fields_[0] == "3") return add_communication(line);
    if (fields_[0] == "4") return losses_.add("global communications");
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

  static void need(std::string_view line, bool is_right, std::string_view form) {
    if (!is_right) fail("wrong number of fields", line, form);
  }

  void add_state(std::string_view line) {
    need(line, fields_.size() == 8, "1:cpu:application:task:thread:begin:end:state");
    const ContainerIndex at = thread(1);
    const double start = time(5);
    const double end = time(6);
    if (end < start)
      fail("end before the beginning", fields_[6], fmt::format("at least {}", fields_[5]));
    const WordIndex name = state_name(number(7).bits);
    if (states_.size() <= at) states_.resize(at + std::size_t{1});
    states_[at].push_back({start, end, name});
  }

  void add_events(std::string_view line) {
    need(line, fields_.size() >= 8 && fields_.size() % 2 == 0,
         "2:cpu:application:task:thread:time:type:value, and further pairs of a type and a value");
    const ContainerIndex at = thread(1);
    const double when = time(5);
    for (std::size_t i = 6; i < fields_.size(); i += 2) {
      const int64_t type = number(i).bits;
      const ParaverNumber value = number(i + 1);
      const ParaverSeries& series = series_.of(type, objects_->thread_type());
      switch (series.use) {
        case EventUse::state:
          if (value.bits != 0) {
            trace_.set_state(when, series.type, at, value_name(series, value.bits, fields_[i + 1]));
            if (series.is_shared) mpi_call(at) = type;
          } else if (!series.is_shared || mpi_call(at) == type) {
            trace_.reset_state(when, series.type, at);
          }
          break;
        case EventUse::event:
          trace_.event(when, series.type, at, value_name(series, value.bits, fields_[i + 1]));
          break;
        case EventUse::variable:
          if (!value.is_exact) losses_.add(kLastDigits);
          trace_.set_variable(when, series.type, at, scaled(series, value.value, fields_[i + 1]));
          break;
      }
    }
  }

  // The event type of the call of MPI that a thread is in: only a 0 of that type ends it.
  int64_t& mpi_call(ContainerIndex thread) {
    if (mpi_calls_.size() <= thread) mpi_calls_.resize(thread + std::size_t{1});
    return mpi_calls_[thread];
  }

  void add_communication(std::string_view line) {
    need(line, fields_.size() == 15,
         "3:cpu:application:task:thread:logical:physical send:cpu:application:task:thread:logical:"
         "physical receive:size:tag");
    ImportedLink link;
    link.start = thread(1);
    link.end = thread(7);
    link.value = trace_.word("message");
    link.size = size(13);
    link.tag = number(14).bits;
    const double start = time(5);
    const double physical_start = time(6);
    double end = time(11);
    const double physical_end = time(12);
    if (link_type_ == kRoot) {
      const TypeIndex type = objects_->thread_type();
      link_type_ = trace_.add_type({ImportedKind::link, kRoot, "Communication", type, type});
    }
    link.type = link_type_;
    // A receive may be called for, which is the logical one, before the message is sent.
    if (end < start && physical_end > end) {
      end = physical_end;
      losses_.add("logical receives before the send (these messages end at the physical ones)");
    }
    if (end < start) ++early_;
    if (physical_start != start || physical_end != end) {
      losses_.add("physical times of communications (logical ones are kept)");
    }
    trace_.link(start, end, link);
  }

  void finish_states() {
    const std::size_t types_before = trace_.types().size();
    for (std::size_t thread = 0; thread < states_.size(); ++thread) {
      add_slices(trace_, losses_, rows_, static_cast<ContainerIndex>(thread),
                 std::exchange(states_[thread], {}));
    }
    const std::size_t types_after = trace_.types().size();
    for (std::size_t type = types_before; type < types_after; ++type) {
      add_colors(static_cast<TypeIndex>(type), type == types_before);
    }
    if (types_before == types_after) {
      losses_.add("colours of states that do not occur (.pcf)", names_.state_colors.size());
    }
  }

  // Colours belong to names: states of one name are one value.
  void add_colors(TypeIndex type, bool is_first) {
    std::unordered_map<WordIndex, Color> colors;
    for (const auto& [number, color] : names_.state_colors) {
      if (!names_.states.contains(number) && !state_names_.contains(number)) {
        if (is_first) losses_.add("colours of states that have no name and do not occur (.pcf)");
        continue;
      }
      const WordIndex name = state_name(number);
      const auto [found, is_new] = colors.try_emplace(name, color);
      if (is_new) {
        const std::string text(trace_.word_text(name));
        trace_.add_value({type, text, text, color});
      } else if (found->second != color && is_first) {
        losses_.add("further colours of states of one name (.pcf)");
      }
    }
  }

  WordIndex state_name(int64_t number) {
    const auto [found, is_new] = state_names_.try_emplace(number, 0);
    if (is_new) found->second = name_of(&names_.states, number, fmt::format("{}", number));
    return found->second;
  }

  WordIndex value_name(const ParaverSeries& series, int64_t number, std::string_view text) {
    if (series.decimals == 0) return name_of(series.values, number, text);
    return name_of(series.values, number, fmt::format("{}", scaled(series, 0, text)));
  }

  // The double nearest to a value whose last digits are after a point.
  static double scaled(const ParaverSeries& series, double value, std::string_view text) {
    return series.decimals == 0 ? value : *nearest_seconds(text, -series.decimals);
  }

  WordIndex name_of(const ParaverValues* names, int64_t number, std::string_view otherwise) {
    if (names != nullptr) {
      const auto found = names->find(number);
      if (found != names->end() && !found->second.empty()) return trace_.word(found->second);
    }
    return trace_.word(otherwise);
  }

  ParaverNumber number(std::size_t field) const {
    const std::optional<ParaverNumber> number = whole_number(fields_[field]);
    if (!number) fail("malformed number", fields_[field], "an integer of 64 bits");
    return *number;
  }

  // Links have a sign.
  int64_t size(std::size_t field) const {
    const ParaverNumber found = number(field);
    if (found.bits >= 0 || found.value < 0) return found.bits;
    losses_.add(kLargeSizes);
    return INT64_MAX;
  }

  double time(std::size_t field) {
    const std::optional<DecimalTime> time =
        DecimalTime::parse(fields_[field], objects_->time_exponent());
    if (!time) fail("malformed time", fields_[field], "a number");
    const bool is_whole = fields_[field].find_first_of(".eE") == std::string_view::npos;
    if (time->is_negative() || !is_whole) {
      losses_.add(
          "times below 0 or with a fraction, which the format does not have (they are kept)");
    }
    return clock_.seconds(*time);
  }

  // The thread that three fields name; a processor is before them.
  ContainerIndex thread(std::size_t first) {
    const auto part = [&](std::size_t i) { return static_cast<uint64_t>(number(first + i).bits); };
    const auto processor = static_cast<int64_t>(part(0));
    const ContainerIndex found = objects_->thread(part(1), part(2), part(3));
    if (found == ParaverObjects::kUndeclared) {
      fail("unknown thread",
           fmt::format("{}.{}.{}", fields_[first + 1], fields_[first + 2], fields_[first + 3]),
           "one that the first line declares");
    }
    objects_->runs_on(found, processor);
    return found;
  }

  const ImportSource& source_;
  Losses& losses_;
  ImportedTrace& trace_;
  TextLines lines_;
  SliceRows rows_;
  ParaverNames names_;
  std::optional<ParaverObjects> objects_;
  ParaverSeriesTable series_;
  ImportClock clock_;
  std::vector<std::string_view> fields_;
  std::vector<std::vector<Slice>> states_;  // by thread
  std::vector<int64_t> mpi_calls_;          // by thread
  std::unordered_map<int64_t, WordIndex> state_names_;
  std::map<std::string, LeftOut> left_out_;
  TypeIndex link_type_ = kRoot;
  uint64_t early_ = 0;  // messages received before they are sent
};

}  // namespace

void import_paraver(const ImportSource& source, ImportedTrace& trace) {
  ParaverImport(source, trace).run();
}

}  // namespace paje::exchange
