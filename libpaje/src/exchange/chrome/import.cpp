// The events of a Chrome trace ("Trace Event Format") by their phase: slices, asynchronous
// operations, flows, counters, instants and names.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "base/whole_digits.hpp"
#include "exchange/bad_input.hpp"
#include "exchange/chrome/argument_words.hpp"
#include "exchange/chrome/counters.hpp"
#include "exchange/chrome/event.hpp"
#include "exchange/chrome/flows.hpp"
#include "exchange/chrome/json_fields.hpp"
#include "exchange/chrome/own_export.hpp"
#include "exchange/chrome/pieces.hpp"
#include "exchange/chrome/places.hpp"
#include "exchange/chrome/scanner.hpp"
#include "exchange/chrome/spans.hpp"
#include "exchange/import_clock.hpp"
#include "exchange/importer.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kNoName = "unnamed";
constexpr std::size_t kFewBytesOfOperation = 48;  // of the file

std::string_view or_unnamed(std::string_view name) { return name.empty() ? kNoName : name; }

// An event and, if it becomes an object, its category and arguments as fields of that.
struct ReadEvent {
  ChromeEvent event;
  ArgumentWords::Fields fields;
};

class ChromeImport {
 public:
  ChromeImport(const ImportSource& source, ImportedTrace& trace)
      : source_(source),
        losses_(source.losses),
        trace_(trace),
        places_(trace),
        counters_(trace),
        clock_(source, trace) {}

  void finish() {
    threads_.finish(trace_, losses_, "Slice");
    asyncs_.finish(trace_, losses_, places_.process_type());
    flows_.finish(trace_, losses_, places_.thread_type());
    counters_.finish(losses_);
    places_.finish();
    clock_.finish();
    trace_.create_all_containers();
  }

  // `parser` has the words of the event, `arguments` its fields.
  void add(const ReadEvent& read, ChromeParser& parser, ArgumentWords& arguments) {
    const ChromeEvent& event = read.event;
    if (event.phase.size() != 1) {
      return losses_.add(event.phase.empty() ? std::string("events without a phase")
                                             : fmt::format("events of phase '{}'", event.phase));
    }
    const char phase = event.phase.front();
    if (phase == 'M') return read_name(event, parser);
    if (!is_timed_phase(phase)) {
      return losses_.add(fmt::format("events of phase '{}'{}", event.phase, meaning_of(phase)));
    }
    if (!event.far_time.empty()) {
      const auto at = static_cast<uint64_t>(event.far_time.data() - source_.bytes.data());
      throw bad_place(source_.name, source_.bytes, at, "a time too far from 0", event.far_time,
                      "less than 10^26 microseconds");
    }
    if (!event.time) return losses_.add("events without a time");
    count_unused(event, phase);
    if (phase == 'C') return add_counter(event, parser);
    const FieldsIndex fields = arguments.add_to(trace_, read.fields);
    add_timed(event, phase, fields != 0 ? fields : category_field(event, phase));
  }

 private:
  // The category of an event without arguments. An end has the category of its start.
  FieldsIndex category_field(const ChromeEvent& event, char phase) {
    const std::string_view category = event.category;
    if (category.empty() || has_category_of_begin(phase)) return 0;
    // Mostly that of the event before.
    if (category != last_category_ || last_category_fields_ == 0) {
      last_category_ = category;
      last_category_fields_ = trace_.add_fields({{"cat", last_category_}});
    }
    return last_category_fields_;
  }

  // Members that mean nothing to what becomes of an event of that phase.
  void count_unused(const ChromeEvent& event, char phase) {
    const auto is_one_of = [&](std::string_view phases) {
      return phases.find(phase) != std::string_view::npos;
    };
    const auto count = [&](bool is_there, std::string_view what) {
      if (is_there) losses_.add(what);
    };
    const bool is_of_thread = is_one_of("BEXstf") || (is_one_of("iIR") && scope(event) == 't');
    const bool has_id = !event.id.empty() || !event.global_id.empty() || !event.local_id.empty();
    count(!event.user.empty(), "member 'user' of events");
    count(!event.category.empty() && phase == 'C', "categories (cat) of counters");
    count(!event.thread.empty() && !is_of_thread && event.thread != event.process,
          "threads (tid) of events that belong to a process or to all");
    count(has_id && phase == 'n', "ids of asynchronous instants (n)");
    count(has_id && !is_one_of("bneSFstfC"),
          "ids of events that are neither asynchronous nor flows");
    count(event.duration && phase != 'X' && !event.duration->is_zero(),
          "durations (dur) of events that are not complete (X)");
    count(!event.bind_id.empty() && !(is_one_of("BX") && (event.flow_in || event.flow_out)),
          "members 'bind_id' without a flow");
    count(phase == 'f' && !event.is_within,
          "ends of flows that belong to the next slice (bp is not e): their own times are kept");
    count(!event.instant_scope.empty() && !is_one_of("iIR"), "scopes (s) of events but instants");
  }

  static char scope(const ChromeEvent& event) {
    return event.instant_scope.empty() ? 't' : event.instant_scope.front();
  }

  static std::string_view meaning_of(char phase) {
    switch (phase) {
      case 'P':
        return " (samples)";
      case 'N':
      case 'O':
      case 'D':
        return " (objects)";
      case 'v':
      case 'V':
        return " (memory dumps)";
      case 'c':
        return " (clock synchronisation)";
      default:
        return "";
    }
  }

  void add_timed(const ChromeEvent& event, char phase, FieldsIndex fields) {
    switch (phase) {
      case 'B':
      case 'E':
      case 'X':
        return add_slice(event, phase, fields);
      case 'b':
      case 'e':
      case 'S':
      case 'F':
        return add_async(event, phase == 'b' || phase == 'S', fields);
      case 's':
      case 't':
      case 'f':
        return flows_.add(seconds(*event.time), flow_key(event), thread(event), name(event),
                          phase != 's', phase != 'f', fields);
      default:
        return add_instant(event, phase, fields);
    }
  }

  void add_slice(const ChromeEvent& event, char phase, FieldsIndex fields) {
    const ContainerIndex at = thread(event);
    const double time = seconds(*event.time);
    ChromeMark mark{time, time, 0, ChromeMark::Kind::end, !event.name.empty(), fields};
    if (phase != 'E' || mark.is_named) mark.name = name(event);
    if (phase == 'B') mark.kind = ChromeMark::Kind::begin;
    if (phase == 'X') {
      mark.kind = ChromeMark::Kind::whole;
      if (!event.duration) {
        losses_.add("durations of complete events (X) that have none (0 stands for them)");
      } else if (event.duration->is_negative()) {
        losses_.add("durations below 0 (0 stands for them)");
      } else {
        mark.end = seconds(*event.time + *event.duration);
      }
    }
    threads_.add(at, mark);
    if (event.bind_id.empty() || phase == 'E' || !(event.flow_in || event.flow_out)) return;
    flows_.add(time, fmt::format("bind {}", event.bind_id), at, mark.name, event.flow_in,
               event.flow_out);
  }

  void add_async(const ChromeEvent& event, bool begins, FieldsIndex fields) {
    const double time = seconds(*event.time);
    ChromeMark mark{time,
                    time,
                    0,
                    begins ? ChromeMark::Kind::begin : ChromeMark::Kind::end,
                    !event.name.empty(),
                    fields};
    if (begins || mark.is_named) mark.name = name(event);
    asyncs_.add(process(event), event.category, id_of(event), mark);
  }

  void add_counter(const ChromeEvent& event, ChromeParser& parser) {
    std::string counter(or_unnamed(event.name));
    const std::string_view own = event.global_id.empty() ? event.id : event.global_id;
    const std::string_view id = event.local_id.empty() ? own : event.local_id;
    if (!id.empty()) counter += fmt::format(" {}", id);
    const double time = seconds(*event.time);
    const ContainerIndex at = process(event);
    if (event.arguments.empty()) return losses_.add("counters without a value");
    parser.arguments(event, [&](std::string_view series, std::string_view token) {
      const std::string_view word = parser.word(token);
      const std::optional<double> value = parse_number(word);
      if (!value || std::isnan(*value)) {
        return losses_.add("values of counters that are no number");
      }
      if (loses_digits(word)) losses_.add(kLastDigits);
      counters_.add(time, at, places_.process_type(), counter, series, *value);
    });
  }

  void add_instant(const ChromeEvent& event, char phase, FieldsIndex fields) {
    const bool of_thread = phase == 'i' || phase == 'I' || phase == 'R';
    ContainerIndex at = kRoot;
    if (of_thread && scope(event) == 't') {
      at = thread(event);
    } else if (!of_thread || scope(event) != 'g') {
      at = process(event);
    }
    trace_.event(seconds(*event.time), instant_type(trace_.containers()[at].type), at, name(event),
                 fields);
  }

  TypeIndex instant_type(TypeIndex parent) {
    const auto [found, is_new] = instant_types_.try_emplace(parent, kRoot);
    if (is_new) found->second = trace_.add_type({ImportedKind::event, parent, "Instant"});
    return found->second;
  }

  void read_name(const ChromeEvent& event, ChromeParser& parser) {
    if (event.name != "process_name" && event.name != "thread_name") {
      return losses_.add(fmt::format("metadata '{}'", event.name));
    }
    parser.arguments(event, [&](std::string_view key, std::string_view token) {
      if (is_null(token)) return;
      if (key != "name") return losses_.add("arguments of metadata that are no name");
      const std::string_view text = parser.word(token);
      const bool is_other = event.name == "process_name"
                                ? places_.name_process(event.process, text)
                                : places_.name_thread(event.process, event.thread, text);
      if (is_other) {
        losses_.add("names of processes and threads that a later name replaces");
      }
    });
  }

  // Valid until the next call of this or flow_key().
  std::string_view id_of(const ChromeEvent& event) {
    key_.clear();
    append_id(event);
    return key_;
  }

  std::string_view flow_key(const ChromeEvent& event) {
    key_.clear();
    ((key_ += event.category) += '\n') += event.name;
    key_ += '\n';
    append_id(event);
    return key_;
  }

  void append_id(const ChromeEvent& event) {
    if (!event.local_id.empty()) {
      ((key_ += "local ") += event.process) += ' ';
      key_ += event.local_id;
      return;
    }
    (key_ += event.id_scope) += ' ';
    key_ += event.global_id.empty() ? event.id : event.global_id;
  }

  double seconds(DecimalTime time) { return clock_.seconds(time); }
  WordIndex name(const ChromeEvent& event) { return trace_.word(or_unnamed(event.name)); }
  ContainerIndex process(const ChromeEvent& event) { return places_.process(event.process); }
  ContainerIndex thread(const ChromeEvent& event) {
    return places_.thread(event.process, event.thread);
  }

  const ImportSource& source_;
  Losses& losses_;
  ImportedTrace& trace_;
  ChromePlaces places_;
  ChromeCounters counters_;
  ThreadSpans threads_;
  AsyncSpans asyncs_;
  ChromeFlows flows_;
  std::unordered_map<TypeIndex, TypeIndex> instant_types_;
  std::string key_;
  std::string last_category_;
  FieldsIndex last_category_fields_ = 0;
  ImportClock clock_;
};

// The events of a piece.
class ReadEvents final : public ChromeEvents {
 public:
  explicit ReadEvents(ChromeImport& import) : import_(import) {}

  void add(const ChromeEvent& event, uint64_t /*offset*/, ChromeParser& parser,
           Losses& losses) override {
    events_.push_back({event, {}});
    if (event.arguments.empty() || event.phase.size() != 1 || !event.time) return;
    const char phase = event.phase.front();
    if (phase == 'C' || !is_timed_phase(phase) || !event.far_time.empty()) return;
    const bool has_category = !event.category.empty() && !has_category_of_begin(phase);
    events_.back().fields = arguments_.add(event, has_category, parser, losses);
  }

  void add_to_trace(ChromeParser& parser) override {
    for (const ReadEvent& event : events_) import_.add(event, parser, arguments_);
    events_.clear();
    arguments_.clear();
  }

 private:
  ChromeImport& import_;
  std::vector<ReadEvent> events_;
  ArgumentWords arguments_;
};

}  // namespace

void import_chrome(const ImportSource& source, ImportedTrace& trace) {
  ChromeScanner scanner(source.name, source.bytes, source.losses);
  const std::optional<std::string_view> first = scanner.next();
  const std::string_view facts = scanner.facts();
  trace.reserve_operations(source.bytes.size() / kFewBytesOfOperation);
  if (facts.empty()) {
    ChromeImport import(source, trace);
    if (first) {
      read_chrome_events(source, scanner, *first,
                         [&] { return std::make_unique<ReadEvents>(import); });
    }
    return import.finish();
  }
  ChromeReturn back(source, {source, facts, trace}, trace);
  if (first) {
    read_chrome_events(source, scanner, *first, [&] { return back.new_events(); });
  }
  back.finish();
}

}  // namespace paje::exchange
