// The events of a Chrome trace ("Trace Event Format") by their phase: slices, asynchronous
// operations, flows, counters, instants and names.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "exchange/bad_input.hpp"
#include "exchange/chrome/counters.hpp"
#include "exchange/chrome/event.hpp"
#include "exchange/chrome/flows.hpp"
#include "exchange/chrome/json_fields.hpp"
#include "exchange/chrome/own_export.hpp"
#include "exchange/chrome/places.hpp"
#include "exchange/chrome/scanner.hpp"
#include "exchange/chrome/spans.hpp"
#include "exchange/importer.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kNoName = "unnamed";
constexpr uint64_t kProgressBytes = uint64_t{1} << 22U;
constexpr double kCoarse = 9007199;  // seconds: from here on doubles are more than 1 ns apart

std::string_view or_unnamed(std::string_view name) { return name.empty() ? kNoName : name; }

class ChromeImport {
 public:
  ChromeImport(const ImportSource& source, ImportedTrace& trace, ChromeParser& parser)
      : source_(source),
        losses_(source.losses),
        trace_(trace),
        parser_(parser),
        arguments_(parser.repairs(), losses_),
        places_(trace),
        counters_(trace) {}

  void finish() {
    threads_.finish(trace_, losses_, "Slice");
    asyncs_.finish(trace_, losses_, places_.process_type());
    flows_.finish(trace_, losses_, places_.thread_type());
    counters_.finish();
    places_.finish();
    parser_.count_repairs();
    if (is_coarse_) {
      losses_.note(
          "times are so far from 0 that seconds cannot hold nanoseconds; "
          "--origin=start counts them from the first");
    }
    trace_.create_all_containers();
  }

  void add(const ChromeEvent& event) {
    if (event.phase.size() != 1) {
      return losses_.add(event.phase.empty() ? std::string("events without a phase")
                                             : fmt::format("events of phase '{}'", event.phase));
    }
    const char phase = event.phase.front();
    if (phase == 'M') return read_name(event);
    if (std::string_view("BEXbenSTpFstfiIRC").find(phase) == std::string_view::npos) {
      return losses_.add(fmt::format("events of phase '{}'{}", event.phase, meaning_of(phase)));
    }
    if (!event.far_time.empty()) {
      const auto at = static_cast<uint64_t>(event.far_time.data() - source_.bytes.data());
      throw bad_place(source_.name, source_.bytes, at, "a time too far from 0", event.far_time,
                      "less than 10^26 microseconds");
    }
    if (!event.time) return losses_.add("events without a time");
    count_unused(event, phase);
    add_timed(event, phase, phase == 'C' ? 0 : fields(event, phase));
  }

 private:
  // Category and arguments as fields of what becomes of the event. An end has the category of its
  // begin, and that of asynchronous operations names their container.
  FieldsIndex fields(const ChromeEvent& event, char phase) {
    if (!event.category.empty() &&
        std::string_view("EbeSFf").find(phase) == std::string_view::npos) {
      arguments_.add_text("cat", event.category);
    }
    parser_.arguments(
        [&](std::string_view name, std::string_view token) { arguments_.add(name, token); });
    return trace_.add_fields(arguments_.release());
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
    count(has_id && !is_one_of("beSFstfC"),
          "ids of events that are neither asynchronous nor flows");
    count(event.duration && phase != 'X' && !event.duration->is_zero(),
          "durations (dur) of events that are not complete (X)");
    count(!event.bind_id.empty() && !(is_one_of("BX") && (event.flow_in || event.flow_out)),
          "members 'bind_id' without a flow");
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
      case 'C':
        return add_counter(event);
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

  void add_counter(const ChromeEvent& event) {
    std::string counter(or_unnamed(event.name));
    if (!event.id.empty()) counter += fmt::format(" {}", event.id);
    const double time = seconds(*event.time);
    const ContainerIndex at = process(event);
    if (event.arguments.empty()) return losses_.add("counters without a value");
    parser_.arguments([&](std::string_view series, std::string_view token) {
      const std::optional<double> value = parse_number(parser_.word(token));
      if (!value || std::isnan(*value)) {
        return losses_.add("values of counters that are no number");
      }
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

  void read_name(const ChromeEvent& event) {
    if (event.name != "process_name" && event.name != "thread_name") {
      return losses_.add(fmt::format("metadata '{}'", event.name));
    }
    parser_.arguments([&](std::string_view key, std::string_view token) {
      if (key != "name") return losses_.add("arguments of metadata that are no name");
      const std::string_view text = parser_.word(token);
      if (event.name == "process_name") {
        places_.name_process(event.process, text);
      } else {
        places_.name_thread(event.process, event.thread, text);
      }
    });
  }

  static std::string id_of(const ChromeEvent& event) {
    if (!event.local_id.empty()) return fmt::format("local {} {}", event.process, event.local_id);
    const std::string_view id = event.global_id.empty() ? event.id : event.global_id;
    return fmt::format("{} {}", event.id_scope, id);
  }

  static std::string flow_key(const ChromeEvent& event) {
    return fmt::format("{}\n{}\n{}", event.category, event.name, id_of(event));
  }

  double seconds(DecimalTime time) {
    if (source_.options.counts_from_first) {
      if (!first_) first_ = time;
      time = time - *first_;
    }
    const double seconds = time.seconds();
    is_coarse_ = is_coarse_ || seconds > kCoarse || seconds < -kCoarse;
    return seconds;
  }

  WordIndex name(const ChromeEvent& event) { return trace_.word(or_unnamed(event.name)); }
  ContainerIndex process(const ChromeEvent& event) { return places_.process(event.process); }
  ContainerIndex thread(const ChromeEvent& event) {
    return places_.thread(event.process, event.thread);
  }

  const ImportSource& source_;
  Losses& losses_;
  ImportedTrace& trace_;
  ChromeParser& parser_;  // of the current event
  JsonFields arguments_;
  ChromePlaces places_;
  ChromeCounters counters_;
  ThreadSpans threads_;
  AsyncSpans asyncs_;
  ChromeFlows flows_;
  std::unordered_map<TypeIndex, TypeIndex> instant_types_;
  std::optional<DecimalTime> first_;
  bool is_coarse_ = false;
};

}  // namespace

void import_chrome(const ImportSource& source, ImportedTrace& trace) {
  ChromeScanner scanner(source.name, source.bytes, source.losses);
  ChromeParser parser(source.name, source.bytes, source.losses);
  uint64_t next_telling = 0;
  const auto offset_of = [&](std::string_view piece) {
    return static_cast<uint64_t>(piece.data() - source.bytes.data());
  };
  const auto for_each_event = [&](auto object, auto&& add) {
    for (; object; object = scanner.next()) {
      add(parser.parse(*object), offset_of(*object));
      if (scanner.position() < next_telling) continue;
      source.report(scanner.position());
      next_telling = scanner.position() + kProgressBytes;
    }
  };
  const auto first = scanner.next();
  const std::string_view facts = scanner.facts();
  if (facts.empty()) {
    ChromeImport import(source, trace, parser);
    for_each_event(first, [&](const ChromeEvent& event, uint64_t) { import.add(event); });
    return import.finish();
  }
  ChromeReturn back(source, {source, facts, trace}, trace);
  for_each_event(first, [&](const ChromeEvent& event, uint64_t at) { back.add(event, at); });
  parser.count_repairs();
  back.finish();
}

}  // namespace paje::exchange
